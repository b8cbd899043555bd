// The operator's actions for the protection of rights, in PostgreSQL.
import type { RightsProtection, RightsSummary } from '../../../../ports/merchants/rights.ts'
import type { Database } from '../../database.ts'
import type { RightsSeals } from './rights-seals.ts'

/** Every owner of a row that gives rights, of a seal, or of an audit entry about one. */
const owners = `select merchant_id from merchants union select merchant_id from people
  union select merchant_id from merchant_passwords union select merchant_id from merchant_certificates
  union select merchant_id from reporting_passwords union select merchant_id from credential_requests
  union select merchant_id from notification_settings union select merchant_id from links
  union select merchant_id from wallet_keys
  union select merchant_id from link_revisions union select merchant_id from rights_seals
  union select merchant_id from audit where action = 'RIGHTS_SEALED'`

const summaries = `select o.merchant_id, coalesce(m.profile -> 'privileges', '[]') as privileges,
    (select count(*)::int from merchant_passwords p where p.merchant_id = o.merchant_id) as passwords,
    (select count(*)::int from merchant_certificates c where c.merchant_id = o.merchant_id and c.revoked_at is null)
      as certificates,
    (select count(*)::int from reporting_passwords r where r.merchant_id = o.merchant_id) as reporting_passwords,
    array(select u.login from people u where u.merchant_id = o.merchant_id order by u.login) as users, n.url,
    array(select l.link_id || ' (' || l.adapter || ')' from links l where l.merchant_id = o.merchant_id order by l.link_id)
      as links,
    (select count(*)::int from wallet_keys w where w.merchant_id = o.merchant_id) as wallet_keys
  from (${owners}) o left join merchants m on m.merchant_id = o.merchant_id
    left join notification_settings n on n.merchant_id = o.merchant_id
  order by o.merchant_id`

interface SummaryRow {
  readonly merchant_id: string
  readonly privileges: readonly string[]
  readonly passwords: number
  readonly certificates: number
  readonly reporting_passwords: number
  readonly users: readonly string[]
  readonly links: readonly string[]
  readonly wallet_keys: number
  readonly url: string | null
}

export function rightsProtection(
  database: Database,
  rights: RightsSeals,
  vault: { protectRights(actor: string): Promise<void> },
): RightsProtection {
  return {
    isProtected: rights.isProtected,
    adopt: rights.adopt,
    protect: vault.protectRights,

    async survey() {
      const { rows } = await database.query<SummaryRow>(summaries)
      const surveyed: RightsSummary[] = []
      for (const row of rows)
        surveyed.push({
          ownerId: row.merchant_id,
          fault: await rights.findFault(row.merchant_id),
          privileges: row.privileges,
          passwords: row.passwords,
          certificates: row.certificates,
          reportingPasswords: row.reporting_passwords,
          users: row.users,
          links: row.links,
          walletKeys: row.wallet_keys,
          notificationUrl: row.url ?? undefined,
        })
      return surveyed
    },
  }
}
