// The merchants' wallet keys in PostgreSQL: sealed in the vault, a part of the merchant's access rights seal, and with an audit log
// entry in the commit of every change.

import { createPrivateKey } from 'node:crypto'
import { actorText, subjectText, withAuditLine, writeAuditLine } from '../../audit/index.ts'
import { Secret } from '../../kernel/secret.ts'
import { certificateRequestSealContext, type Vault, walletKeySealContext } from '../../keys/index.ts'
import { type AccessRightsSeals, accessRightsColumn, type StoredAccessRights } from '../../merchants/index.ts'
import { agedCache } from '../../platform/postgres/caches.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import type {
  CertificateRequests,
  WalletKey,
  WalletKeyName,
  WalletKeySummary,
  WalletKeys,
} from '../ports/wallet-keys.ts'
import { type Wallet, walletKeysMax } from '../rules/wallet.ts'

interface Row {
  readonly merchant_id: string
  readonly wallet: Wallet
  readonly public_key_hash: string
  readonly identifier: string
  readonly secret_key_id: string
  /** In hexadecimal. */
  readonly secret_sealed: string
  readonly certificate: string | null
  readonly expires_at: string | null
  readonly created_at: string
  readonly used_since: string | null
}

/** In one statement with the seal, so that nothing can change in between. */
const read = prepared(
  'read-wallet-keys',
  `select (select coalesce(jsonb_agg(to_jsonb(k) || jsonb_build_object('secret_sealed', encode(k.secret_sealed, 'hex'))
      order by k.wallet collate "C", k.created_at, k.public_key_hash collate "C"), '[]')
    from wallet_keys k where k.merchant_id = $1) as keys, ${accessRightsColumn(['WALLETS'], '$1')} as access_rights`,
)

const insert = `insert into wallet_keys
    (merchant_id, wallet, public_key_hash, identifier, secret_key_id, secret_sealed, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`

const count = 'select count(*)::int as count from wallet_keys where merchant_id = $1 and wallet = $2'

const findUse = `select used_since is not null as is_used, identifier from wallet_keys
  where merchant_id = $1 and wallet = $2 and public_key_hash = $3`

/** Before the other is put in use: the index permits one at any moment. */
const endUse =
  'update wallet_keys set used_since = null where merchant_id = $1 and wallet = $2 and used_since is not null'

const startUse =
  'update wallet_keys set used_since = $4 where merchant_id = $1 and wallet = $2 and public_key_hash = $3'

/** No part of the seal: nothing is decided by it. */
const setCertificate = withAuditLine(
  `update wallet_keys set certificate = $7, expires_at = $8
  where merchant_id = $1 and wallet = $5 and public_key_hash = $6 returning 1`,
  'WALLET_CERTIFICATE_SET',
)

const remove = `delete from wallet_keys where merchant_id = $1 and wallet = $2 and public_key_hash = $3
  returning identifier`

const freshMs = 1_000

export function postgresWalletKeys(
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
): WalletKeys {
  const cached = agedCache<readonly WalletKey[]>({ read: load, freshMs, ...(nowMs && { nowMs }) })

  async function readRows(merchantId: string): Promise<readonly Row[]> {
    const database = databases.of(merchantId)
    const { rows } = await database.query<{ keys: readonly Row[]; access_rights: StoredAccessRights }>(
      read([merchantId]),
    )
    const [row] = rows
    if (!row) throw new Error('a query without conditions has a row')
    await accessRights.check(merchantId, row.access_rights)
    return row.keys
  }

  async function load(merchantId: string): Promise<readonly WalletKey[]> {
    const rows = await readRows(merchantId)
    return Promise.all(
      rows.map(async (row) => {
        const sealed = { keyId: row.secret_key_id, sealed: Buffer.from(row.secret_sealed, 'hex') }
        const summary = summaryOf(row)
        const clear = Buffer.from(await vault.open(sealed, walletKeySealContext(summary)), 'base64')
        return { ...summary, privateKey: createPrivateKey({ key: clear, format: 'der', type: 'pkcs8' }) }
      }),
    )
  }

  return {
    list: async (merchantId) => (await readRows(merchantId)).map(summaryOf),
    findUsable: (merchantId) => cached.get(merchantId),

    async add({ privateKey, identifier, ...name }, by) {
      const { merchantId, wallet, publicKeyHash } = name
      const clear = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
      const { keyId, sealed } = vault.seal(clear, walletKeySealContext(name))
      const result = await accessRights.change(
        { ownerId: merchantId, parts: ['WALLETS'] },
        by,
        async (client) => {
          const values = [merchantId, wallet, publicKeyHash, identifier, keyId, sealed, by.at]
          if ((await client.query(insert, values)).rowCount !== 1) return 'KNOWN'
          const { rows } = await client.query<{ count: number }>(count, [merchantId, wallet])
          if ((rows[0]?.count ?? 0) > walletKeysMax) return 'TOO_MANY'
          const subject = { wallet, publicKeyHash, identifier }
          await writeAuditLine(client, { merchantId, action: 'WALLET_KEY_ADDED', subject, ...by })
          return 'ADDED'
        },
        { isKept: (kind) => kind === 'ADDED' },
      )
      cached.forget(merchantId)
      return result
    },

    async putInUse({ merchantId, wallet, publicKeyHash }, by) {
      const result = await accessRights.change(
        { ownerId: merchantId, parts: ['WALLETS'] },
        by,
        async (client) => {
          const name = [merchantId, wallet, publicKeyHash]
          const { rows } = await client.query<{ is_used: boolean; identifier: string }>(findUse, name)
          const [row] = rows
          if (!row) return 'UNKNOWN'
          if (row.is_used) return 'IN_USE_ALREADY'
          await client.query(endUse, [merchantId, wallet])
          await client.query(startUse, [...name, by.at])
          const subject = { wallet, publicKeyHash, identifier: row.identifier }
          await writeAuditLine(client, { merchantId, action: 'WALLET_KEY_PUT_IN_USE', subject, ...by })
          return 'CHANGED'
        },
        { isKept: (kind) => kind === 'CHANGED' },
      )
      cached.forget(merchantId)
      return result !== 'UNKNOWN'
    },

    async setCertificate({ merchantId, wallet, publicKeyHash }, { pem, expiresAt }, { actor, at }) {
      const subject = subjectText({ wallet, publicKeyHash, expiresAt: expiresAt.toISOString() })
      const values = [merchantId, actorText(actor), at, subject, wallet, publicKeyHash, pem, expiresAt]
      const { rows } = await databases.of(merchantId).query(setCertificate, values)
      return rows.length > 0
    },

    async remove({ merchantId, wallet, publicKeyHash }: WalletKeyName, by) {
      const isRemoved = await accessRights.change(
        { ownerId: merchantId, parts: ['WALLETS'] },
        by,
        async (client) => {
          const { rows } = await client.query<{ identifier: string }>(remove, [merchantId, wallet, publicKeyHash])
          const [row] = rows
          if (!row) return false
          const subject = { wallet, publicKeyHash, identifier: row.identifier }
          await writeAuditLine(client, { merchantId, action: 'WALLET_KEY_REMOVED', subject, ...by })
          return true
        },
        { isKept: (isKept) => isKept },
      )
      cached.forget(merchantId)
      return isRemoved
    },
  }
}

function summaryOf(row: Row): WalletKeySummary {
  return {
    merchantId: row.merchant_id,
    wallet: row.wallet,
    publicKeyHash: row.public_key_hash,
    identifier: row.identifier,
    ...(row.certificate !== null &&
      row.expires_at !== null && { certificate: { pem: row.certificate, expiresAt: new Date(row.expires_at) } }),
    createdAt: new Date(row.created_at),
    ...(row.used_since !== null && { usedSince: new Date(row.used_since) }),
  }
}

// Private keys whose certificate a wallet has still to issue, in PostgreSQL: sealed, with an audit log entry for each.

interface CertificateRequestRow {
  readonly secret_key_id: string
  readonly secret_sealed: Buffer
  readonly created_at: Date
}

const find = `select secret_key_id, secret_sealed, created_at from wallet_certificate_requests
  where merchant_id = $1 and wallet = $2`

const set = withAuditLine(
  `insert into wallet_certificate_requests as r (merchant_id, wallet, secret_key_id, secret_sealed, created_at)
  values ($1, $5, $6, $7, $3::timestamptz)
  on conflict (merchant_id, wallet) do update set secret_key_id = excluded.secret_key_id,
    secret_sealed = excluded.secret_sealed, created_at = excluded.created_at returning 1`,
  'WALLET_CERTIFICATE_REQUESTED',
)

const removeRequest =
  'delete from wallet_certificate_requests where merchant_id = $1 and wallet = $2 and created_at = $3'

export function postgresCertificateRequests(
  databases: MerchantDatabases,
  { vault }: { readonly vault: Pick<Vault, 'seal' | 'open'> },
): CertificateRequests {
  return {
    async find(name) {
      const { merchantId, wallet } = name
      const { rows } = await databases.of(merchantId).query<CertificateRequestRow>(find, [merchantId, wallet])
      const [row] = rows
      if (!row) return undefined
      const sealed = { keyId: row.secret_key_id, sealed: row.secret_sealed }
      const clear = await vault.open(sealed, certificateRequestSealContext(name))
      return { privateKey: new Secret('CREDENTIAL', clear), createdAt: row.created_at }
    },

    async set(name, privateKey, { actor, at }) {
      const { merchantId, wallet } = name
      const { keyId, sealed } = vault.seal(privateKey.open(), certificateRequestSealContext(name))
      const values = [merchantId, actorText(actor), at, subjectText({ wallet }), wallet, keyId, sealed]
      await databases.of(merchantId).query(set, values)
    },

    async remove({ merchantId, wallet }, { createdAt }) {
      await databases.of(merchantId).query(removeRequest, [merchantId, wallet, createdAt])
    },
  }
}
