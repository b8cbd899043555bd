// Private keys whose certificate a wallet has still to issue, in PostgreSQL: sealed, with an audit log entry for each.

import { actorText, subjectText, withAuditLine } from '../../audit/postgres/audit.ts'
import { Secret } from '../../kernel/secret.ts'
import { certificateRequestSealContext } from '../../keys/ports/seal-context.ts'
import type { Vault } from '../../keys/ports/vault.ts'
import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import type { CertificateRequests } from '../ports/certificate-requests.ts'

interface Row {
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

const remove = 'delete from wallet_certificate_requests where merchant_id = $1 and wallet = $2 and created_at = $3'

export function postgresCertificateRequests(
  databases: MerchantDatabases,
  { vault }: { readonly vault: Pick<Vault, 'seal' | 'open'> },
): CertificateRequests {
  return {
    async find(name) {
      const { merchantId, wallet } = name
      const { rows } = await databases.of(merchantId).query<Row>(find, [merchantId, wallet])
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
      await databases.of(merchantId).query(remove, [merchantId, wallet, createdAt])
    },
  }
}
