// The notices that the simulated token service sends by itself, until they are acknowledged.
import type { Expiry } from '../../../kernel/instrument.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import type { SchemeTokenNotice } from '../../ports/token-service.ts'

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
export async function writeNotice(
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

export async function listUnacknowledgedNotices(
  database: Database,
  limit: number,
): Promise<readonly SchemeTokenNotice[]> {
  const { rows } = await database.query<NoticeRow>(unheard([limit]))
  return rows.map(({ notice_id, reference, status, has_number_changed, expiry_month, expiry_year }) => ({
    noticeId: notice_id,
    reference,
    status,
    hasNumberChanged: has_number_changed,
    ...expiryOf(expiry_month, expiry_year),
  }))
}

function expiryOf(month: string | null, year: string | null): { readonly expiry?: Expiry } {
  return month === null || year === null ? {} : { expiry: { month, year } }
}

const acknowledge = prepared(
  'token-service-acknowledge',
  `update simulated_token_service.notice set acknowledged_at = now() where notice_id = $1 and acknowledged_at is null`,
)

export async function markNoticeAcknowledged(database: Database, noticeId: string): Promise<void> {
  await database.query(acknowledge([noticeId]))
}
