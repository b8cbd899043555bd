// When credentials were last used: remembered in the process and written by a job, because no request should wait for
// it.
import type { CredentialUses } from '../../../ports/merchants/credentials.ts'
import type { Database } from '../database.ts'

interface CredentialUse {
  readonly merchantId: string
  readonly used: Parameters<CredentialUses['note']>[1]
  readonly at: Date
}

/** Several processes may have seen the same credential within a minute; the first of them writes. */
const isDue = `(last_used_at is null or last_used_at <= $3::timestamptz - interval '1 minute')`

const passwordUsed = `update merchant_passwords set last_used_at = $3 where merchant_id = $1 and slot = $2 and ${isDue}`
const certificateUsed = `update merchant_certificates set last_used_at = $3
  where merchant_id = $1 and fingerprint = $2 and ${isDue}`

export function postgresCredentialUses(database: Pick<Database, 'query'>, now: () => Date): CredentialUses {
  let uses = new Map<string, CredentialUse>()
  return {
    note(merchantId, used) {
      uses.set(`${merchantId} ${'slot' in used ? used.slot : used.fingerprint}`, { merchantId, used, at: now() })
    },

    async flush() {
      const noted = uses
      uses = new Map()
      for (const { merchantId, used, at } of noted.values())
        await ('slot' in used
          ? database.query(passwordUsed, [merchantId, used.slot, at])
          : database.query(certificateUsed, [merchantId, used.fingerprint, at]))
    },
  }
}
