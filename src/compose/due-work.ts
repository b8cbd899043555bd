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
import { beginByIndex, dueAttempts, dueRecurringStops, dueReversals } from '../payments/postgres/claim-due.ts'
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

/** One server looks at an index for each of them and no further than to the first row. */
const oneServerText = `select work from (values
${searches
  .map(([work, texts]) => `('${work}', ${texts.map((text) => `exists (${text})`).join(' or ')})`)
  .join(',\n')}) as kinds (work, is_due)
where is_due`

/** With several nodes it is sent as it is to each part of the tables, which are placed together: one task for each part. */
const nodesText = `select work from (
${searches
  .flatMap(([work, texts]) => texts.map((text) => `select id, '${work}'::text as work from (${text}) due`))
  .join('\nunion all\n')}) all_due
group by work`

const readOnOneServer = prepared('read-due-work', oneServerText)
const readOnNodes = prepared('read-due-work-of-nodes', nodesText)

/** How due work is found. A search costs far more on a distributed database, therefore it is made less often there. */
export interface DueWorkSearch {
  find(): Promise<ReadonlySet<WorkKind>>
  readonly everyMs: number
  /** While neither this process nor a search has met any work. */
  readonly idleMs: number
}

export function searchOneServer(database: Database): DueWorkSearch {
  const search = (client: Pick<Database, 'query'>) => client.query<{ work: WorkKind }>(readOnOneServer([]))
  return {
    find: async () => kindsIn((await inUnitOfWork(database, search, { begin: beginByIndex })).rows),
    everyMs: 500,
    idleMs: 1_000,
  }
}

export function searchNodes(database: Database): DueWorkSearch {
  return {
    find: async () => kindsIn((await database.query<{ work: WorkKind }>(readOnNodes([]))).rows),
    everyMs: 4_000,
    idleMs: 16_000,
  }
}

function kindsIn(rows: readonly { readonly work: WorkKind }[]): ReadonlySet<WorkKind> {
  return new Set(rows.map(({ work }) => work))
}
