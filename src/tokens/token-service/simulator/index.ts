// The simulated token service: issues scheme tokens by published test data and keeps its own books, which allows
// comparing both sides.

import { type Expiry, passesLuhn } from '../../../kernel/instrument.ts'
import { Secret } from '../../../kernel/secret.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import type { MigrationTrack } from '../../../platform/postgres/migrate.ts'
import type {
  ProvisionedToken,
  ProvisionResult,
  SchemeTokenNotice,
  TokenService,
  TokenServiceBooks,
} from '../../ports/token-service.ts'
import {
  fingerprintKey,
  fingerprintOf,
  listSchemeTokenEntries,
  type SchemeTokenRecord,
  writeGivenUp,
  writeSchemeTokenRecord,
} from './books.ts'
import { provisionOutcome, pushedOutcome, schemeTokenNumber } from './conventions.ts'

export const tokenServiceSchema: MigrationTrack = {
  name: 'simulated-token-service',
  folder: new URL('./migrations/', import.meta.url),
}

export interface SimulatedTokenService extends TokenService, TokenServiceBooks {
  /** Triggers an event of a scheme token; the gateway is notified as of any other. Returns the notice's id. */
  announce(happening: Omit<SchemeTokenNotice, 'noticeId'>): Promise<string>
}

export function simulatedTokenService(database: Database): SimulatedTokenService {
  const key = fingerprintKey(database)

  return {
    provider: 'SIMULATED_TOKEN_SERVICE',

    async provision({ reference, number, expiry, cardholder }): Promise<ProvisionResult> {
      const line = await writeSchemeTokenRecord(database, await key(), { reference, number, expiry, cardholder })
      const outcome = provisionOutcome(line.cardExpiry)
      const isLost = outcome === 'ANSWER_LOST' || (outcome === 'ANSWER_LOST_ONCE' && line.asked === 1)
      // While it is suspended its status is not reported either way.
      if ((isLost && !line.isGivenUp) || line.status === 'SUSPENDED') return { kind: 'NO_ANSWER' }
      const refusal = provisioningRefusal(line, fingerprintOf(number, await key()))
      return refusal === undefined ? provisionedToken(reference, line) : { kind: 'REFUSED', explanation: refusal }
    },

    async fetchPushed(identifier, reference) {
      const outcome = pushedOutcome(identifier)
      if (outcome.kind !== 'PUSHED') return { kind: outcome.kind }
      const number = new Secret('ACCOUNT', outcome.number)
      const { expiry } = outcome
      const arrival = { reference, number, expiry, cardholder: {}, pushedAs: identifier }
      const line = await writeSchemeTokenRecord(database, await key(), arrival)
      const refusal = provisioningRefusal(line, fingerprintOf(number, await key()))
      return refusal === undefined
        ? { ...provisionedToken(reference, line), kind: 'PUSHED', card: { number, expiry } }
        : { kind: 'UNKNOWN' }
    },

    giveUp: (reference) => writeGivenUp(database, reference),
    listNotices: (limit) => listUnacknowledgedNotices(database, limit),
    acknowledge: (noticeId) => markNoticeAcknowledged(database, noticeId),
    announce: (happening) => writeNotice(database, happening),
    list: (page) => listSchemeTokenEntries(database, page),
  }
}

/** Why none is issued, in the service's words. */
function provisioningRefusal(
  { status, isGivenUp, fingerprint }: SchemeTokenRecord,
  requested: string,
): string | undefined {
  if (isGivenUp) return 'The scheme token was deleted.'
  if (status === 'REFUSED') return 'The issuer does not support tokenization for this card.'
  if (status === 'INACTIVE' || status === 'DELETED') return 'The scheme token is no longer active.'
  return fingerprint === requested ? undefined : 'The reference was already used for another card.'
}

function provisionedToken(reference: string, { scheme, serial, expiry }: SchemeTokenRecord): ProvisionedToken {
  const number = new Secret('ACCOUNT', schemeTokenNumber(scheme, serial, passesLuhn))
  return { kind: 'PROVISIONED', reference, number, expiry }
}

const announce = prepared(
  'token-service-announce',
  `with changed as (
     update simulated_token_service.scheme_token
     set status = $2, expiry_month = coalesce($4, expiry_month), expiry_year = coalesce($5, expiry_year)
     where reference = $1 and given_up_at is null
   )
   insert into simulated_token_service.notice (reference, status, has_number_changed, expiry_month, expiry_year)
   values ($1, $2, $3, $4, $5) returning notice_id`,
)

/** Records an event of a scheme token, of which its holder will be notified. Returns the notice's id. */
async function writeNotice(
  database: Database,
  { reference, status, hasNumberChanged, expiry }: Omit<SchemeTokenNotice, 'noticeId'>,
): Promise<string> {
  const { rows } = await database.query<{ notice_id: string }>(
    announce([reference, status, hasNumberChanged, expiry?.month ?? null, expiry?.year ?? null]),
  )
  return rows[0]?.notice_id ?? ''
}

const unheard = prepared(
  'token-service-notices',
  `select notice_id, reference, status, has_number_changed, expiry_month, expiry_year
   from simulated_token_service.notice where acknowledged_at is null order by notice_id limit $1`,
)

interface NoticeRow {
  readonly notice_id: string
  readonly reference: string
  readonly status: SchemeTokenNotice['status']
  readonly has_number_changed: boolean
  readonly expiry_month: string | null
  readonly expiry_year: string | null
}

async function listUnacknowledgedNotices(database: Database, limit: number): Promise<readonly SchemeTokenNotice[]> {
  const { rows } = await database.query<NoticeRow>(unheard([limit]))
  return rows.map(({ notice_id, reference, status, has_number_changed, expiry_month, expiry_year }) => ({
    noticeId: notice_id,
    reference,
    status,
    hasNumberChanged: has_number_changed,
    ...expiryOf(expiry_month, expiry_year),
  }))
}

function expiryOf(month: string | null, year: string | null): { readonly expiry?: Expiry | undefined } {
  return month === null || year === null ? {} : { expiry: { month, year } }
}

const acknowledge = prepared(
  'token-service-acknowledge',
  `update simulated_token_service.notice set acknowledged_at = now() where notice_id = $1 and acknowledged_at is null`,
)

async function markNoticeAcknowledged(database: Database, noticeId: string): Promise<void> {
  await database.query(acknowledge([noticeId]))
}
