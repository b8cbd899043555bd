// What waits for the jobs of a gateway, of all merchants, by one query: with a search for each job, gateways without any work would
// keep the database busy, above all a distributed one, where each search asks every part of a table.

import { beginByIndex } from '../payments/postgres/claim-statements.ts'
import { type Database, inUnitOfWork, prepared } from '../platform/postgres/database.ts'

const expired = (table: string, where = 'expires_at <= now()') =>
  `select merchant_id as id from ${table} where ${where}`

/**
 * At least what the job's own search would find: more costs a search, less would be left undone. Each names the column by which its
 * table is distributed.
 */
const searches = {
  ATTEMPTS: ['select merchant_id as id from transactions where deadline_at < now()'],
  REVERSALS: ['select merchant_id as id from transactions where reverse_at < now()'],
  STOPPED_RECURRING: ['select merchant_id as id from transactions where stop_recurring_at < now()'],
  BATCH_CLOSINGS: ['select merchant_id as id from batch_closings where try_at < now()'],
  AGREEMENTS: ['select merchant_id as id from agreement_setups where due_at < now()'],
  SCHEME_TOKENS: ['select repository_id as id from tokens where scheme_due_at <= now()'],
  TOKEN_MAINTENANCE: ['select repository_id as id from tokens where maintenance_due_at <= now()'],
  UNWANTED_SCHEME_TOKENS: ['select repository_id as id from scheme_tokens_given_up where due_at <= now()'],
  TOKEN_NOTICES: ['select repository_id as id from token_notices'],
  EVENTS: ['select merchant_id as id from outbox'],
  AUDIT: ['select merchant_id as id from audit where position is null'],
  RECEIVERS: [
    `select merchant_id as id from notification_receivers
     where due_at <= now() and coalesce(lease_until, '-infinity') <= now()`,
  ],
  RECEIPTS: [`select merchant_id as id from receipt_emails where state = 'PENDING' and next_attempt_at <= now()`],
  LINK_EMAILS: [
    `select merchant_id as id from payment_link_emails where state = 'PENDING' and next_attempt_at <= now()`,
  ],
  USER_EMAILS: [`select merchant_id as id from user_emails where state = 'PENDING' and next_attempt_at <= now()`],
  ALERTS: ['select merchant_id as id from alerts where queued_at is null'],
  PROJECTION: [
    `select f.merchant_id as id from feeds f left join projections p on p.merchant_id = f.merchant_id and p.is_current
     where f.last_position > coalesce(p.position, 0)`,
  ],
  EXPIRED: [
    expired('session_codes'),
    expired('sessions'),
    expired('device_authentications'),
    expired('wallet_payloads', `expires_at <= now() - interval '10 minutes'`),
    expired(
      'checkouts',
      `expires_at <= now() - interval '1 hour' and (state <> 'PAYING' or expires_at <= now() - interval '7 days')`,
    ),
  ],
} as const

export type WorkKind = keyof typeof searches

/** For one server, which looks at an index for each of them and no further than to the first row. */
const dueWorkText = `select work from (values
${Object.entries(searches)
  .map(([work, texts]) => `('${work}', ${texts.map((text) => `exists (${text})`).join(' or ')})`)
  .join(',\n')}) as kinds (work, is_due)
where is_due`

/** For several nodes. Sent as it is to each part of the tables, which are placed together: one task for each part. */
const distributedText = `select work from (
${Object.entries(searches)
  .flatMap(([work, texts]) => texts.map((text) => `select id, '${work}'::text as work from (${text}) due`))
  .join('\nunion all\n')}) all_due
group by work`

const read = prepared('read-due-work', dueWorkText)
const readDistributed = prepared('read-due-work-of-nodes', distributedText)

export async function readDueWork(
  database: Database,
  { isDistributed }: { readonly isDistributed: boolean },
): Promise<ReadonlySet<WorkKind>> {
  const { rows } = isDistributed
    ? await database.query<{ work: WorkKind }>(readDistributed([]))
    : await inUnitOfWork(database, (client) => client.query<{ work: WorkKind }>(read([])), { begin: beginByIndex })
  return new Set(rows.map(({ work }) => work))
}
