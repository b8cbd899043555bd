// The operator's actions for the protection of access rights, in PostgreSQL.

import type { Database } from '../../../platform/postgres/database.ts'
import type { AccessRightsProtection, AccessRightsSummary } from '../../ports/access-rights.ts'
import type { AccessRightsSeals } from './access-rights-seals.ts'

/** Every owner of a row that gives access rights, of a seal, or of an audit entry about one. */
const owners = `select merchant_id from merchants union select merchant_id from users
  union select merchant_id from merchant_passwords union select merchant_id from merchant_certificates
  union select merchant_id from reporting_passwords union select merchant_id from credential_requests
  union select merchant_id from webhook_settings union select merchant_id from links
  union select merchant_id from wallet_keys union select merchant_id from wallet_pages
  union select merchant_id from link_revisions union select merchant_id from access_rights_seals
  union select merchant_id from audit where action = 'ACCESS_RIGHTS_SEALED'`

/** Of one owner each: an owner's rows are on one node. */
const summary = `select
    (select profile -> 'privileges' from merchants where merchant_id = $1) as privileges,
    (select count(*)::int from merchant_passwords where merchant_id = $1) as passwords,
    (select count(*)::int from merchant_certificates where merchant_id = $1 and revoked_at is null) as certificates,
    (select count(*)::int from reporting_passwords where merchant_id = $1) as reporting_passwords,
    array(select login from users where merchant_id = $1 order by login) as users,
    (select url from webhook_settings where merchant_id = $1) as url,
    array(select link_id || ' (' || adapter || ')' from links where merchant_id = $1 order by link_id) as links,
    (select count(*)::int from wallet_keys where merchant_id = $1) as wallet_keys,
    (select count(*)::int from wallet_pages where merchant_id = $1) as wallet_pages`

interface SummaryRow {
  readonly privileges: readonly string[] | null
  readonly passwords: number
  readonly certificates: number
  readonly reporting_passwords: number
  readonly users: readonly string[]
  readonly links: readonly string[]
  readonly wallet_keys: number
  readonly wallet_pages: number
  readonly url: string | null
}

export function accessRightsProtection(
  database: Database,
  accessRights: AccessRightsSeals,
  vault: { protectAccessRights(actor: string): Promise<void> },
): AccessRightsProtection {
  return {
    isProtected: accessRights.isProtected,
    adopt: accessRights.adopt,
    protect: vault.protectAccessRights,

    async survey() {
      const found = await database.query<{ merchant_id: string }>(`${owners} order by merchant_id`)
      const surveyed: AccessRightsSummary[] = []
      for (const { merchant_id: ownerId } of found.rows) {
        const { rows } = await database.query<SummaryRow>(summary, [ownerId])
        const [row] = rows
        if (!row) throw new Error('a query without conditions has a row')
        surveyed.push({
          ownerId,
          fault: await accessRights.findFault(ownerId),
          privileges: row.privileges ?? [],
          passwords: row.passwords,
          certificates: row.certificates,
          reportingPasswords: row.reporting_passwords,
          users: row.users,
          links: row.links,
          walletKeys: row.wallet_keys,
          walletPages: row.wallet_pages,
          notificationUrl: row.url ?? undefined,
        })
      }
      return surveyed
    },
  }
}
