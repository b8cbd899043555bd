// Certificates of merchants at wallets: whether one expires soon.
import type { Database } from '../../adapters/postgres/database.ts'
import { certificateExpiry, expiryWarningDays } from '../../domain/merchants/certificate-expiry.ts'
import { type Wallet, walletNames } from '../../domain/wallets/wallet.ts'
import { type Check, type Finding, ok, warning } from './check.ts'

export const walletChecks: readonly Check[] = [
  {
    name: 'wallet certificates',
    looksAt: `Whether a certificate of a merchant at a wallet has expired or will expire within ${expiryWarningDays} days`,
    mend: 'Request a new certificate: "npx tollgate wallet certificate request", or the page Wallets of the console; see docs/guides/wallets.md.',
    needs: 'SCHEMA',
    run: ({ database }) => checkWalletCertificates(database, new Date()),
  },
]

const namedMax = 5

interface Row {
  readonly merchant_id: string
  readonly wallet: Wallet
  readonly use: 'identity' | 'payment processing'
  readonly expires_at: Date
}

/** Of a wallet's keys the one whose certificate lasts longest counts: the others are being replaced. */
const certificates = `select merchant_id, wallet, 'identity' as use, expires_at from wallet_pages where expires_at is not null
  union all
  select merchant_id, wallet, 'payment processing', max(expires_at) from wallet_keys where expires_at is not null
  group by merchant_id, wallet
  order by expires_at, merchant_id`

async function checkWalletCertificates(database: Database, now: Date): Promise<Finding> {
  const { rows } = await database.query<Row>(certificates)
  const ending = rows.filter(({ expires_at }) => certificateExpiry(expires_at, now) !== 'VALID')
  if (ending.length === 0) return ok(rows.length === 0 ? 'none' : `${rows.length} valid`)
  const named = ending.slice(0, namedMax).map((row) => {
    const verb = certificateExpiry(row.expires_at, now) === 'EXPIRED' ? 'expired' : 'expires'
    const day = row.expires_at.toISOString().slice(0, 10)
    return `${row.merchant_id} (${walletNames[row.wallet]}, ${row.use}) ${verb} ${day}`
  })
  const others = ending.length - named.length
  return warning(named.join(', ') + (others > 0 ? ` and ${others} more` : ''))
}
