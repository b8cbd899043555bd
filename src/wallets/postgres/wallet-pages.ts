// The wallets that merchants offer on hosted pages, in PostgreSQL: with a sealed private key where the wallet needs one, a
// part of the merchant's access rights seal, and an audit log entry in the commit of every change.

import { writeAuditLine } from '../../audit/index.ts'
import { Secret } from '../../kernel/secret.ts'
import { type Vault, walletPageSealContext } from '../../keys/index.ts'
import { type AccessRightsSeals, accessRightsColumn, type StoredAccessRights } from '../../merchants/index.ts'
import { agedCache } from '../../platform/postgres/caches.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import type {
  MerchantIdentity,
  WalletPage,
  WalletPageName,
  WalletPageSummary,
  WalletPages,
} from '../ports/wallet-keys.ts'
import type { Wallet } from '../rules/wallet.ts'

interface Row {
  readonly merchant_id: string
  readonly wallet: Wallet
  readonly display_name: string
  readonly country: string
  readonly certificate: string | null
  readonly expires_at: string | null
  readonly secret_key_id: string | null
  /** In hexadecimal. */
  readonly secret_sealed: string | null
  readonly updated_at: string
}

interface StoredIdentity {
  readonly certificate: string | null
  readonly expires_at: Date | null
  readonly secret_key_id: string | null
  readonly secret_sealed: Buffer | null
}

const noIdentity: StoredIdentity = { certificate: null, expires_at: null, secret_key_id: null, secret_sealed: null }

/** In one statement with the seal, so that nothing can change in between. */
const read = prepared(
  'read-wallet-pages',
  `select (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('secret_sealed', encode(p.secret_sealed, 'hex'))
      order by p.wallet collate "C"), '[]')
    from wallet_pages p where p.merchant_id = $1) as pages, ${accessRightsColumn(['WALLET_PAGES'], '$1')} as access_rights`,
)

const insert = `insert into wallet_pages
    (merchant_id, wallet, display_name, country, certificate, expires_at, secret_key_id, secret_sealed, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const remove = `delete from wallet_pages where merchant_id = $1 and wallet = $2
  returning certificate, expires_at, secret_key_id, secret_sealed`

const freshMs = 1_000

export function postgresWalletPages(
  databases: MerchantDatabases,
  {
    vault,
    accessRights,
    nowMs,
  }: {
    readonly vault: Pick<Vault, 'seal' | 'open'>
    readonly accessRights: AccessRightsSeals
    /** The monotonic clock. */
    readonly nowMs?: () => number
  },
): WalletPages {
  const cached = agedCache<readonly WalletPage[]>({ read: load, freshMs, ...(nowMs && { nowMs }) })

  async function readRows(merchantId: string): Promise<readonly Row[]> {
    const database = databases.of(merchantId)
    const { rows } = await database.query<{ pages: readonly Row[]; access_rights: StoredAccessRights }>(
      read([merchantId]),
    )
    const [row] = rows
    if (!row) throw new Error('a query without conditions has a row')
    await accessRights.check(merchantId, row.access_rights)
    return row.pages
  }

  async function load(merchantId: string): Promise<readonly WalletPage[]> {
    return Promise.all((await readRows(merchantId)).map(openRow))
  }

  async function openRow(row: Row): Promise<WalletPage> {
    const { certificate, ...summary } = summaryOf(row)
    if (certificate === undefined || row.secret_key_id === null || row.secret_sealed === null) return summary
    const sealed = { keyId: row.secret_key_id, sealed: Buffer.from(row.secret_sealed, 'hex') }
    const clear = await vault.open(sealed, walletPageSealContext(summary))
    return { ...summary, identity: { certificate, privateKey: new Secret('CREDENTIAL', clear) } }
  }

  function sealIdentity(name: WalletPageName, { certificate, privateKey }: MerchantIdentity): StoredIdentity {
    const { keyId, sealed } = vault.seal(privateKey.open(), walletPageSealContext(name))
    const { pem, expiresAt } = certificate
    return { certificate: pem, expires_at: expiresAt, secret_key_id: keyId, secret_sealed: sealed }
  }

  return {
    list: async (merchantId) => (await readRows(merchantId)).map(summaryOf),
    findUsable: (merchantId) => cached.get(merchantId),

    async set({ merchantId, wallet, displayName, country, identity }, by) {
      const sealed = identity && sealIdentity({ merchantId, wallet }, identity)
      await accessRights.change({ ownerId: merchantId, parts: ['WALLET_PAGES'] }, by, async (client) => {
        const { rows } = await client.query<StoredIdentity>(remove, [merchantId, wallet])
        const storedIdentity = sealed ?? rows[0] ?? noIdentity
        const secret = [
          storedIdentity.certificate,
          storedIdentity.expires_at,
          storedIdentity.secret_key_id,
          storedIdentity.secret_sealed,
        ]
        await client.query(insert, [merchantId, wallet, displayName, country, ...secret, by.at])
        const subject = { wallet, displayName, country, hasCertificate: storedIdentity.certificate !== null }
        await writeAuditLine(client, { merchantId, action: 'WALLET_PAGE_SET', subject, ...by })
      })
      cached.forget(merchantId)
    },

    async remove({ merchantId, wallet }, by) {
      const isRemoved = await accessRights.change(
        { ownerId: merchantId, parts: ['WALLET_PAGES'] },
        by,
        async (client) => {
          if ((await client.query(remove, [merchantId, wallet])).rowCount !== 1) return false
          await writeAuditLine(client, { merchantId, action: 'WALLET_PAGE_REMOVED', subject: { wallet }, ...by })
          return true
        },
        { isKept: (isKept) => isKept },
      )
      cached.forget(merchantId)
      return isRemoved
    },
  }
}

function summaryOf(row: Row): WalletPageSummary {
  return {
    merchantId: row.merchant_id,
    wallet: row.wallet,
    displayName: row.display_name,
    country: row.country,
    ...(row.certificate !== null &&
      row.expires_at !== null && { certificate: { pem: row.certificate, expiresAt: new Date(row.expires_at) } }),
    updatedAt: new Date(row.updated_at),
  }
}
