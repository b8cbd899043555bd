// Rows that hold sealed values and keyed hashes, for tests of keys, and time that passes for keys alone.
import { randomBytes } from 'node:crypto'
import {
  schemeTokenSealContext,
  sessionSealContext,
  tokenAccountSealContext,
  transactionSealContext,
} from '../../../src/keys/ports/seal-context.ts'
import type { SealedValue, Vault } from '../../../src/keys/ports/vault.ts'
import type { OpenedVault } from '../../../src/keys/vault/vault.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { storedIdentity } from '../../../src/tokens/rules/stored-identity.ts'
import { withoutCluster } from '../gateway/citus.ts'

export const cardNumber = '5123450000000008'
const accounts = JSON.stringify([['sourceOfFunds.provided.card.number', cardNumber]])
const merchantId = 'TESTMERCHANT'

export interface SealedRow extends SealedValue {
  readonly place: readonly string[]
}

/** As if so much time had passed since whatever has happened to keys; a PostgreSQL interval. */
export async function passTime(database: Pick<Database, 'query'>, interval: string): Promise<void> {
  if (!withoutCluster) return passTimeRowByRow(database, interval)
  await database.query(
    `with held as (select key_id from vault_keys order by key_id for update)
     update vault_keys k set state_since = state_since - $1::interval, named_at = named_at - $1::interval
     from held where held.key_id = k.key_id`,
    [interval],
  )
  await database.query('update vault_passes set began_at = began_at - $1::interval', [interval])
}

/** A distributed database computes no times beside columns in a change, but in a query. */
async function passTimeRowByRow(database: Pick<Database, 'query'>, interval: string): Promise<void> {
  const earlier = (column: string) =>
    `${column}::text as ${column}, (${column} - $1::interval)::text as earlier_${column}`
  const keys = await database.query(
    `select key_id, ${earlier('state_since')}, ${earlier('named_at')} from vault_keys`,
    [interval],
  )
  for (const row of keys.rows)
    await database.query(
      'update vault_keys set state_since = $3, named_at = $4 where key_id = $1 and state_since = $2::timestamptz',
      [row.key_id, row.state_since, row.earlier_state_since, row.earlier_named_at],
    )
  const passes = await database.query(`select ${earlier('began_at')} from vault_passes`, [interval])
  for (const row of passes.rows)
    await database.query('update vault_passes set began_at = $2 where began_at = $1::timestamptz', [
      row.began_at,
      row.earlier_began_at,
    ])
}

/** Takes every step that is due, until nothing is. */
export async function workOn(vault: OpenedVault): Promise<void> {
  while ((await vault.workOnRotations(1_000)) === 'WORKED');
}

export async function writeTransactions(
  database: Database,
  vault: Vault,
  orderIds: readonly string[],
): Promise<readonly SealedRow[]> {
  const made = orderIds.map((orderId) => {
    const place = transactionSealContext({ merchantId, orderId, transactionId: '1' })
    return { orderId, place, ...vault.seal(accounts, place) }
  })
  const requestHash = vault.keyedHash('REQUEST', 'request')
  const accountHash = vault.keyedHash('ACCOUNT', cardNumber)
  await database.query(
    `insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor, attempt_id,
       acquirer_link, acquirer_reference, request_key_id, request_hash, account_key_id, account_hash, request, gateway_code,
       response_number, recorded_at, updated_at, accounts_key_id, accounts_sealed)
     select '${merchantId}', order_id, '1', 1, 'PAYMENT', 1000, 'attempt-' || order_id, '{}', 'reference-' || order_id, $4, $5,
       $6, $7, '{}', 'APPROVED', 1, now(), now(), key_id, sealed
     from unnest($1::text[], $2::text[], $3::bytea[]) as given (order_id, key_id, sealed)`,
    [
      made.map(({ orderId }) => orderId),
      made.map(({ keyId }) => keyId),
      made.map(({ sealed }) => sealed),
      requestHash.keyId,
      requestHash.hash,
      accountHash.keyId,
      accountHash.hash,
    ],
  )
  return made
}

export async function writeSession(database: Database, vault: Vault): Promise<readonly SealedRow[]> {
  const { keyId, hash } = vault.keyedHash('SESSION', randomBytes(16).toString('hex'))
  const made = (['accounts', 'told'] as const).map((part) => {
    const place = sessionSealContext({ merchantId, hash }, part)
    return { place, ...vault.seal(part === 'told' ? 'told' : accounts, place) }
  })
  const [held, pageSecrets] = made
  await database.query(
    `insert into sessions (merchant_id, session_hash, session_key_id, kind, version, update_status, authentication_limit,
       content, accounts_key_id, accounts_sealed, told_key_id, told_sealed, created_at, updated_at, expires_at)
     values ('${merchantId}', $1, $2, 'PLAIN', 'abcdef0101', 'SUCCESS', 25, '{}', $3, $4, $5, $6, now(), now(),
       now() + interval '1 day')`,
    [hash, keyId, held?.keyId, held?.sealed, pageSecrets?.keyId, pageSecrets?.sealed],
  )
  return made
}

export async function writeToken(database: Database, vault: Vault, token: string): Promise<readonly SealedRow[]> {
  const name = { repositoryId: merchantId, token }
  const places = [tokenAccountSealContext(name), schemeTokenSealContext(name)]
  const made = places.map((place) => ({ place, ...vault.seal(cardNumber, place) }))
  const [account, scheme] = made
  await database.query(
    `insert into tokens (repository_id, home_repository_id, token, kind, masked, details, account_key_id, account_sealed,
       status, scheme_key_id, scheme_sealed, updated_by, update_source, created_at, updated_at, last_used_at)
     values ($1, $1, $2, 'CARD', '512345xxxxxx0008', '{}', $3, $4, 'VALID', $5, $6, 'test', 'CLIENT', now(), now(), now())`,
    [merchantId, token, account?.keyId, account?.sealed, scheme?.keyId, scheme?.sealed],
  )
  for (const { keyId, hash } of vault.hashesToWrite(
    'ACCOUNT',
    storedIdentity({ kind: 'CARD', details: {} }, cardNumber),
  ))
    await database.query('insert into token_accounts values ($1, $2, $3, $4, false)', [merchantId, keyId, hash, token])
  return made
}

/** Every sealed value as it stands now, with where it belongs. */
export async function sealedRows(database: Pick<Database, 'query'>): Promise<readonly SealedRow[]> {
  const { rows } = await database.query<{ keyId: string; sealed: Buffer; place: readonly string[] }>(`
    select accounts_key_id as "keyId", accounts_sealed as sealed,
      array[merchant_id, 'transactions', order_id, transaction_id, 'accounts'] as place from transactions
    union all select accounts_key_id, accounts_sealed,
      array[merchant_id, 'sessions', encode(session_hash, 'hex'), 'accounts'] from sessions
    union all select told_key_id, told_sealed, array[merchant_id, 'sessions', encode(session_hash, 'hex'), 'told'] from sessions
    union all select account_key_id, account_sealed, array[repository_id, 'tokens', token, 'account'] from tokens
    union all select scheme_key_id, scheme_sealed, array[repository_id, 'tokens', token, 'schemeToken'] from tokens`)
  return rows.filter(({ keyId }) => keyId !== null)
}
