// Merchants at wallets: which key their payment pages use, and whether a certificate expires soon.

import { certificateExpiry, expiryWarningDays } from '../../merchants/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type Wallet, walletNames } from '../../wallets/index.ts'
import { type Check, type Finding, ok, warning } from './check.ts'

export const walletChecks: readonly Check[] = [
  {
    name: 'wallet keys',
    looksAt: 'Which key payment pages use for each wallet that a merchant offers on them',
    mend: 'Register a key with the wallet, then "npx tollgate wallet key use", or the page Wallets of the console; see docs/guides/wallets.md.',
    needs: 'SCHEMA',
    run: ({ database }) => checkWalletKeys(database),
  },
  {
    name: 'wallet certificates',
    looksAt: `Whether a certificate of a merchant at a wallet has expired or will expire within ${expiryWarningDays} days`,
    mend: 'Request a new certificate: "npx tollgate wallet certificate request", or the page Wallets of the console; see docs/guides/wallets.md.',
    needs: 'SCHEMA',
    run: ({ database }) => checkWalletCertificates(database, new Date()),
  },
]

const namedMax = 5

function joinNamed(texts: readonly string[]): string {
  const others = texts.length - namedMax
  return texts.slice(0, namedMax).join(', ') + (others > 0 ? ` and ${others} more` : '')
}

interface OfferedRow {
  readonly merchant_id: string
  readonly wallet: Wallet
  /** Of the key in use. */
  readonly public_key_hash: string | null
}

const offered = `select p.merchant_id, p.wallet, k.public_key_hash from wallet_pages p
  left join wallet_keys k on k.merchant_id = p.merchant_id and k.wallet = p.wallet and k.used_since is not null
  order by p.merchant_id, p.wallet`

async function checkWalletKeys(database: Database): Promise<Finding> {
  const { rows } = await database.query<OfferedRow>(offered)
  const nameOf = ({ merchant_id, wallet }: OfferedRow) => `${merchant_id} (${walletNames[wallet]})`
  const without = rows.filter(({ public_key_hash }) => public_key_hash === null)
  if (without.length > 0) return warning(joinNamed(without.map((row) => `${nameOf(row)} has no key in use`)))
  if (rows.length === 0) return ok('no wallets on payment pages')
  return ok(joinNamed(rows.map((row) => `${nameOf(row)} uses ${row.public_key_hash?.slice(0, 12)}`)))
}

interface Row {
  readonly merchant_id: string
  readonly wallet: Wallet
  readonly use: 'identity' | 'payment processing'
  readonly expires_at: Date
}

/** Of a wallet's keys the one in use counts; where none is, the one whose certificate lasts longest. */
const certificates = `select merchant_id, wallet, 'identity' as use, expires_at from wallet_pages where expires_at is not null
  union all
  select merchant_id, wallet, 'payment processing',
    coalesce(max(expires_at) filter (where used_since is not null), max(expires_at))
  from wallet_keys where expires_at is not null
  group by merchant_id, wallet
  order by expires_at, merchant_id`

async function checkWalletCertificates(database: Database, now: Date): Promise<Finding> {
  const { rows } = await database.query<Row>(certificates)
  const ending = rows.filter(({ expires_at }) => certificateExpiry(expires_at, now) !== 'VALID')
  if (ending.length === 0) return ok(rows.length === 0 ? 'none' : `${rows.length} valid`)
  const named = ending.map((row) => {
    const verb = certificateExpiry(row.expires_at, now) === 'EXPIRED' ? 'expired' : 'expires'
    const day = row.expires_at.toISOString().slice(0, 10)
    return `${row.merchant_id} (${walletNames[row.wallet]}, ${row.use}) ${verb} ${day}`
  })
  return warning(joinNamed(named))
}
