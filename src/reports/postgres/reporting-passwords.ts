// The passwords of merchants' reports in PostgreSQL.

import { type AuditStamp, actorText, subjectText, withAuditLine } from '../../audit/index.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { type AccessRightsSeals, accessRightsColumn, type StoredAccessRights } from '../../merchants/index.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import type { ReportingPasswords } from '../ports/reports.ts'

interface PasswordRow {
  readonly slot: 1 | 2
  readonly key_id: string
  readonly hash: Buffer
  readonly created_at: Date
  readonly access_rights: StoredAccessRights
}

const find = prepared(
  'find-reporting-passwords',
  `select slot, key_id, hash, created_at, ${accessRightsColumn(['ACCESS'], '$1')} as access_rights
   from reporting_passwords where merchant_id = $1 order by slot`,
)

const insert = `insert into reporting_passwords (merchant_id, slot, key_id, hash, created_at)
  values ($1::text, $5::smallint, $6::text, $7::bytea, $3::timestamptz)`

const addText = withAuditLine(`${insert} on conflict do nothing returning slot`, 'REPORTING_PASSWORD_ADDED')

const setText = withAuditLine(
  `${insert} on conflict (merchant_id, slot)
   do update set key_id = excluded.key_id, hash = excluded.hash, created_at = excluded.created_at returning slot`,
  'REPORTING_PASSWORD_ADDED',
)

const revokeText = withAuditLine(
  'delete from reporting_passwords where merchant_id = $1::text and slot = $5::smallint returning slot',
  'REPORTING_PASSWORD_REVOKED',
)

export function reportingPasswords(
  database: Database,
  accessRights: Pick<AccessRightsSeals, 'change' | 'check'>,
): ReportingPasswords {
  const accessOf = (ownerId: string) => ({ ownerId, parts: ['ACCESS'] as const })

  async function put(text: string, merchantId: string, slot: 1 | 2, { keyId, hash }: KeyedHash, by: AuditStamp) {
    const values = [...lineOf(merchantId, slot, by), slot, keyId, hash]
    const { rowCount } = await accessRights.change(accessOf(merchantId), by, (client) => client.query(text, values))
    return rowCount === 1
  }

  return {
    async find(merchantId) {
      const { rows } = await database.query<PasswordRow>(find([merchantId]))
      const [first] = rows
      if (first) await accessRights.check(merchantId, first.access_rights)
      return rows.map(({ slot, key_id: keyId, hash, created_at: createdAt }) => ({ slot, keyId, hash, createdAt }))
    },

    async set(merchantId, slot, hash, by) {
      await put(setText, merchantId, slot, hash, by)
    },

    async add(merchantId, hash, by) {
      for (const slot of [1, 2] as const) if (await put(addText, merchantId, slot, hash, by)) return slot
      return 'FULL'
    },

    async revoke(merchantId, slot, by) {
      const values = [...lineOf(merchantId, slot, by), slot]
      const { rowCount } = await accessRights.change(accessOf(merchantId), by, (client) =>
        client.query(revokeText, values),
      )
      return rowCount === 1
    },
  }
}

function lineOf(merchantId: string, slot: 1 | 2, { actor, at }: AuditStamp): readonly unknown[] {
  return [merchantId, actorText(actor), at, subjectText({ slot })]
}
