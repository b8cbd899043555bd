// The logos of payment pages in PostgreSQL.

import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import type { PageLogo, PageLogos } from '../ports/page-logos.ts'

const find = prepared(
  'find-page-logo',
  `select l.logo_hash as hash, l.content_type as "contentType", l.content from page_logos l
   where l.merchant_id = $1 and l.logo_hash = $2
   and exists (select from merchants m where m.merchant_id = $1 and m.profile ->> 'pageLogo' = l.logo_hash)`,
)

const add = prepared(
  'add-page-logo',
  `insert into page_logos (merchant_id, logo_hash, content_type, content, created_at)
   values ($1, $2, $3, $4, statement_timestamp())
   on conflict (merchant_id, logo_hash) do update set created_at = excluded.created_at`,
)

/** By the profile as it is committed now: another process may have named another logo meanwhile, or is about to name one. */
const removeUnused = prepared(
  'remove-unused-page-logos',
  `delete from page_logos l where l.merchant_id = $1 and l.created_at < statement_timestamp() - interval '1 minute'
   and not exists (select from merchants m where m.merchant_id = $1 and m.profile ->> 'pageLogo' = l.logo_hash)`,
)

export function postgresPageLogos(databases: MerchantDatabases): PageLogos {
  return {
    async find(merchantId, hash) {
      const { rows } = await databases.of(merchantId).query<PageLogo>(find([merchantId, hash]))
      return rows[0]
    },

    async add(merchantId, { hash, contentType, content }) {
      await databases.of(merchantId).query(add([merchantId, hash, contentType, content]))
    },

    async removeUnused(merchantId) {
      await databases.of(merchantId).query(removeUnused([merchantId]))
    },
  }
}
