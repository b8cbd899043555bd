// What waits for the jobs of a gateway, of all merchants, by one query: with a search for each job, gateways without any work would
// keep the database busy, above all a distributed one, where each search asks every part of a table.

import { dueAlerts } from '../audit/postgres/alerts.ts'
import { dueAuditEntries } from '../audit/postgres/audit-chain.ts'
import { dueAgreements } from '../browser-payments/postgres/agreements.ts'
import { dueCheckouts } from '../checkout/postgres/checkouts.ts'
import { dueReceipts } from '../checkout/postgres/receipt-queue.ts'
import { dueWebhooks } from '../events/postgres/delivery-statements.ts'
import { dueEvents } from '../events/postgres/feed.ts'
import { dueDeviceAuthentications } from '../payer-authentication/postgres/device-authentications.ts'
import { duePaymentLinkEmails } from '../payment-links/postgres/payment-link-email-queue.ts'
import { beginByIndex, dueAttempts, dueRecurringStops, dueReversals } from '../payments/postgres/claim-statements.ts'
import { type Database, inUnitOfWork, prepared } from '../platform/postgres/database.ts'
import type { DueRows } from '../platform/postgres/due-rows.ts'
import { dueProjections } from '../search/postgres/projection-statements.ts'
import { dueSessions } from '../sessions/postgres/sessions.ts'
import { dueClosings } from '../settlement/postgres/batch-closings.ts'
import { dueMaintenance, dueSchemeTokens, dueUnwanted } from '../tokens/postgres/token-claims.ts'
import { dueTokenNotices } from '../tokens/postgres/token-notices.ts'
import { dueUserEmails } from '../users/postgres/user-mail-queue.ts'
import { duePayloads } from '../wallets/postgres/used-payloads.ts'

/** Each kind of work, by the conditions with which it is claimed. */
const dueRows = {
  ATTEMPTS: [dueAttempts],
  REVERSALS: [dueReversals],
  STOPPED_RECURRING: [dueRecurringStops],
  BATCH_CLOSINGS: [dueClosings],
  AGREEMENTS: [dueAgreements],
  SCHEME_TOKENS: [dueSchemeTokens],
  TOKEN_MAINTENANCE: [dueMaintenance],
  UNWANTED_SCHEME_TOKENS: [dueUnwanted],
  TOKEN_NOTICES: [dueTokenNotices],
  EVENTS: [dueEvents],
  AUDIT: [dueAuditEntries],
  WEBHOOKS: [dueWebhooks],
  RECEIPTS: [dueReceipts],
  PAYMENT_LINK_EMAILS: [duePaymentLinkEmails],
  USER_EMAILS: [dueUserEmails],
  ALERTS: [dueAlerts],
  PROJECTION: [dueProjections],
  EXPIRED: [...dueSessions, dueDeviceAuthentications, duePayloads, dueCheckouts],
} as const satisfies Readonly<Record<string, readonly DueRows[]>>

const searchOf = ({ from, id, where }: DueRows) =>
  `select ${id} as id from ${from}${where === undefined ? '' : ` where ${where}`}`

const searches = Object.entries<readonly DueRows[]>(dueRows).map(([work, rows]) => [work, rows.map(searchOf)] as const)

export type WorkKind = keyof typeof dueRows

/** For one server, which looks at an index for each of them and no further than to the first row. */
const dueWorkText = `select work from (values
${searches
  .map(([work, texts]) => `('${work}', ${texts.map((text) => `exists (${text})`).join(' or ')})`)
  .join(',\n')}) as kinds (work, is_due)
where is_due`

/** For several nodes. Sent as it is to each part of the tables, which are placed together: one task for each part. */
const distributedText = `select work from (
${searches
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
