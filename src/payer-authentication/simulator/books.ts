// The books of the simulated access-control server: one entry for each authentication.
import { randomBytes } from 'node:crypto'
import { cardKindOf } from '../../kernel/instrument.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { PayerProof } from '../../payments/index.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import { eciOf, isProven } from './conventions.ts'

export type ProofStatus = PayerProof['status']

export interface AuthenticationRecord {
  readonly reference: string
  readonly protocol: '3DS1' | '3DS2'
  readonly token: string
  /** Masked. */
  readonly card: string
  readonly scheme: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly merchantName: string
  readonly returnUrl: string
  readonly status: ProofStatus
  readonly eci: string | undefined
  readonly proof: string | undefined
  readonly xid: string
  readonly acsTransactionId: string
  readonly dsTransactionId: string
  readonly writtenAt: Date
}

export interface AuthenticationInput {
  readonly reference: string
  readonly protocol: AuthenticationRecord['protocol']
  readonly number: Secret
  readonly amountMinor: bigint
  readonly currency: string
  readonly merchantName: string
  readonly returnUrl: string
  readonly status: ProofStatus
}

const schema = 'simulated_access_control'

const write = prepared(
  'access-control-write',
  `insert into ${schema}.authentication as a (reference, protocol, token, card, scheme, amount_minor, currency,
     merchant_name, return_url, status, eci, proof, xid)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (reference) do update set asked = a.asked + 1
   returning *`,
)

/** The entry of a reference: the existing one, or a new one. */
export async function writeAuthenticationRecord(
  database: Database,
  arrival: AuthenticationInput,
): Promise<AuthenticationRecord> {
  const { reference, protocol, number, status } = arrival
  // The first six digits determine the scheme, and the mask leaves those.
  const { scheme } = cardKindOf(number.masked)
  const values = [reference, protocol, randomBytes(16).toString('hex'), number.masked, scheme, arrival.amountMinor]
  const rest = [arrival.currency, arrival.merchantName, arrival.returnUrl, status, ...provenBy(scheme, status)]
  const { rows } = await database.query<Row>(write([...values, ...rest, newProof()]))
  return lineOf(rows)
}

/** Indicator and proof. */
function provenBy(scheme: string, status: ProofStatus): readonly (string | undefined)[] {
  return [eciOf(scheme, status), isProven(status) ? newProof() : undefined]
}

/** Twenty bytes, 28 characters of Base64: the size of authentication values and of names in 3-D Secure 1. */
function newProof(): string {
  return randomBytes(20).toString('base64')
}

const find = prepared('access-control-find', `select * from ${schema}.authentication where reference = $1`)
const findByToken = prepared('access-control-find-by-token', `select * from ${schema}.authentication where token = $1`)

export async function findAuthenticationRecord(
  database: Database,
  reference: string,
): Promise<AuthenticationRecord | undefined> {
  const { rows } = await database.query<Row>(find([reference]))
  return rows.length === 0 ? undefined : lineOf(rows)
}

export async function findAuthenticationRecordByToken(
  database: Database,
  token: string,
): Promise<AuthenticationRecord | undefined> {
  const { rows } = await database.query<Row>(findByToken([token]))
  return rows.length === 0 ? undefined : lineOf(rows)
}

const answer = prepared(
  'access-control-answer',
  `update ${schema}.authentication set status = $2, eci = $3, proof = $4, answered_at = now()
   where token = $1 and status = 'C'`,
)

/** The payer's response, or the earlier one: an authentication is answered once. */
export async function writeResponse(
  database: Database,
  { token, scheme }: AuthenticationRecord,
  status: ProofStatus,
): Promise<AuthenticationRecord> {
  await database.query(answer([token, status, ...provenBy(scheme, status)]))
  const line = await findAuthenticationRecordByToken(database, token)
  if (!line) throw new Error('an authentication has vanished while it was answered')
  return line
}

/** Read once. */
export function signingKey(database: Database): () => Promise<string> {
  let key: Promise<string> | undefined
  const read = async () => {
    const { rows } = await database.query<{ key: string }>(`select key from ${schema}.signing_key`)
    const [row] = rows
    if (!row) throw new Error('the simulated access-control server has no key')
    return row.key
  }
  return () => {
    key ??= read().catch((error) => {
      key = undefined
      throw error
    })
    return key
  }
}

interface Row {
  readonly reference: string
  readonly protocol: AuthenticationRecord['protocol']
  readonly token: string
  readonly card: string
  readonly scheme: string
  readonly amount_minor: string
  readonly currency: string
  readonly merchant_name: string
  readonly return_url: string
  readonly status: ProofStatus
  readonly eci: string | null
  readonly proof: string | null
  readonly xid: string
  readonly acs_transaction_id: string
  readonly ds_transaction_id: string
  readonly written_at: Date
}

function lineOf([row]: readonly Row[]): AuthenticationRecord {
  if (!row) throw new Error('a statement that writes an authentication returns it')
  return {
    reference: row.reference,
    protocol: row.protocol,
    token: row.token,
    card: row.card,
    scheme: row.scheme,
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
    merchantName: row.merchant_name,
    returnUrl: row.return_url,
    status: row.status,
    eci: row.eci ?? undefined,
    proof: row.proof ?? undefined,
    xid: row.xid,
    acsTransactionId: row.acs_transaction_id,
    dsTransactionId: row.ds_transaction_id,
    writtenAt: row.written_at,
  }
}
