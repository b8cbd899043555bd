// The simulated token service's books: one entry for each reference, whatever arrives under it and how often.

import { createHmac } from 'node:crypto'
import { type CardScheme, cardKindOf, type Expiry } from '../../../kernel/instrument.ts'
import type { Secret } from '../../../kernel/secret.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import type { Cardholder, TokenServiceEntry } from '../../ports/token-service.ts'
import { formatCardExpiry, hasTokens, provisionOutcome } from './conventions.ts'

/** The request, as it arrived the first time. */
export interface ProvisioningInput {
  readonly reference: string
  readonly number: Secret
  readonly expiry: Expiry | undefined
  readonly cardholder: Cardholder
  readonly pushedAs?: string | undefined
}

export interface SchemeTokenRecord {
  readonly asked: number
  readonly scheme: CardScheme
  readonly fingerprint: string
  readonly cardExpiry: string
  readonly serial: bigint
  readonly status: TokenServiceEntry['status']
  readonly expiry: Expiry
  readonly isGivenUp: boolean
}

interface SchemeTokenRow {
  readonly asked: number
  readonly scheme: CardScheme | null
  readonly fingerprint: string | null
  readonly card_expiry: string | null
  readonly serial: string
  readonly status: TokenServiceEntry['status']
  readonly expiry_month: string | null
  readonly expiry_year: string | null
  readonly given_up_at: Date | null
}

// An entry that was given up before it was requested has no card; a request that arrives late finds it, and is refused.
const write = prepared(
  'token-service-write',
  `insert into simulated_token_service.scheme_token as t
     (reference, asked, scheme, card, fingerprint, card_expiry, pushed_as, cardholder, status, expiry_month, expiry_year)
   values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (reference) do update set asked = t.asked + 1
   returning asked, scheme, fingerprint, card_expiry, serial, status, expiry_month, expiry_year, given_up_at`,
)

const giveUp = prepared(
  'token-service-give-up',
  `insert into simulated_token_service.scheme_token as t (reference, asked, status, given_up, given_up_at)
   values ($1, 0, 'DELETED', 1, now())
   on conflict (reference) do update
     set given_up = t.given_up + 1, given_up_at = coalesce(t.given_up_at, now()),
       status = case t.status when 'REFUSED' then t.status else 'DELETED' end
   returning given_up, card_expiry`,
)

/** The expiry of a scheme token whose card came without one. */
const usualExpiry: Expiry = { month: '12', year: '49' }

export async function writeSchemeTokenRecord(
  database: Database,
  key: string,
  arrival: ProvisioningInput,
): Promise<SchemeTokenRecord> {
  const { reference, number, expiry, cardholder, pushedAs = null } = arrival
  const { scheme } = cardKindOf(number.open())
  const isRefused = !hasTokens(scheme) || provisionOutcome(formatCardExpiry(expiry)) === 'REFUSED'
  const { month, year } = expiry ?? usualExpiry
  const { rows } = await database.query<SchemeTokenRow>(
    write([
      reference,
      scheme,
      number.masked,
      fingerprintOf(number, key),
      formatCardExpiry(expiry),
      pushedAs,
      JSON.stringify(cardholder),
      isRefused ? 'REFUSED' : 'ACTIVE',
      month,
      year,
    ]),
  )
  const [row] = rows
  if (!row) throw new Error('the simulated token service wrote no line')
  return {
    asked: row.asked,
    scheme: row.scheme ?? scheme,
    fingerprint: row.fingerprint ?? '',
    cardExpiry: row.card_expiry ?? '',
    serial: BigInt(row.serial),
    status: row.status,
    expiry: { month: row.expiry_month ?? month, year: row.expiry_year ?? year },
    isGivenUp: row.given_up_at !== null,
  }
}

/** True when the service acknowledges the message. */
export async function writeGivenUp(database: Database, reference: string): Promise<boolean> {
  const { rows } = await database.query<{ given_up: number; card_expiry: string | null }>(giveUp([reference]))
  const [row] = rows
  return provisionOutcome(row?.card_expiry ?? '') !== 'GIVEN_UP_SLOWLY' || (row?.given_up ?? 0) > 1
}

export function fingerprintOf(number: Secret, key: string): string {
  return createHmac('sha256', key).update(number.open()).digest('hex')
}

/** Random for each database, and read once. */
export function fingerprintKey(database: Database): () => Promise<string> {
  let remembered: string | undefined
  return async () => {
    if (remembered === undefined) {
      const { rows } = await database.query<{ key: string }>('select key from simulated_token_service.fingerprint_key')
      remembered = rows[0]?.key
    }
    if (remembered === undefined) throw new Error('the simulated token service has no key for fingerprints')
    return remembered
  }
}

const list = prepared(
  'token-service-list',
  `select reference, status, given_up_at is not null as is_given_up, asked, exists (
     select from simulated_token_service.notice n where n.reference = t.reference and n.acknowledged_at is null
   ) as is_unheard
   from simulated_token_service.scheme_token t
   where reference > $1 collate "C" order by reference collate "C" limit $2`,
)

interface ListedRow {
  readonly reference: string
  readonly status: TokenServiceEntry['status']
  readonly is_given_up: boolean
  readonly is_unheard: boolean
  readonly asked: number
}

export async function listSchemeTokenEntries(
  database: Database,
  { afterReference, limit }: { readonly afterReference: string; readonly limit: number },
): Promise<readonly TokenServiceEntry[]> {
  const { rows } = await database.query<ListedRow>(list([afterReference, limit]))
  return rows.map(({ reference, status, is_given_up, is_unheard, asked }) => ({
    reference,
    status,
    isGivenUp: is_given_up,
    isUnheard: is_unheard,
    timesAsked: asked,
  }))
}
