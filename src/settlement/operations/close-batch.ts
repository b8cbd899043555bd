// Closes a merchant's open settlement batches with its acquirers. Their transactions can be refunded, but no longer voided.
// An acquirer that compares totals closes a batch only when both sides count the same; what was begun is finished by a job.

import { isRejection } from '../../kernel/rejection.ts'
import type { AcquirerLink } from '../../merchants/index.ts'
import {
  type ClosingResult,
  type OpenSettlementBatch,
  type ResolvedLink,
  resolveAcquirer,
  resolveRouteLinks,
  type SettledTotal,
} from '../../payments/index.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import type { SettlementDependencies } from '../dependencies.ts'
import type { SettlementBatchClosing, UnclosedSettlementBatch } from '../ports/batch-closings.ts'
import { openBatch, waitForInFlight } from './open-batch.ts'

export interface AcquirerSettlementBatch {
  readonly acquirerId: string
  readonly batch: number
  readonly totals: readonly SettledTotal[]
  /** The acquirer reports no totals: these are the gateway's own. */
  readonly isOwnCount?: boolean | undefined
}

/** A batch that is not closed, since the acquirer counts something else. */
export interface DifferingSettlementBatch {
  readonly acquirerId: string
  readonly batch: number
  readonly why: string
}

export type CloseSettlementBatchResult =
  | {
      readonly kind: 'CLOSED'
      readonly batches: readonly AcquirerSettlementBatch[]
      readonly differing: readonly DifferingSettlementBatch[]
      /** Acquirers that did not respond: it is not known whether theirs were closed. */
      readonly silent: readonly string[]
      /** Acquirers whose batches have transactions without outcome. */
      readonly inFlight: readonly string[]
    }
  | {
      readonly kind: 'NOTHING_OPEN' | 'NO_ANSWER' | 'IN_FLIGHT' | 'UNKNOWN_MERCHANT' | 'NO_ACQUIRER' | 'NOT_SUPPORTED'
    }

interface BatchRequest {
  readonly merchantId: string
  readonly userId: string
  /** Of this acquirer only. */
  readonly acquirerId?: string | undefined
  /** After this time the call returns as unanswered, and the closing continues. Default: the acquirer's time-out. */
  readonly timeoutMs?: number | undefined
}

export type ClosingDependencies = Pick<
  SettlementDependencies,
  'store' | 'acquirers' | 'clock' | 'timeouts' | 'settlementBatchClosings'
>

export async function closeSettlementBatch(
  { merchantId, userId, acquirerId, timeoutMs }: BatchRequest,
  dependencies: ClosingDependencies,
): Promise<CloseSettlementBatchResult> {
  const access = await dependencies.store.findMerchant(merchantId)
  if (!access) return { kind: 'UNKNOWN_MERCHANT' }
  const unclosed = await dependencies.settlementBatchClosings.listUnclosed(merchantId)
  const accounts = accountsOf(
    resolveRouteLinks(access.merchant, dependencies.acquirers),
    unclosed,
    dependencies,
  ).filter(({ link }) => acquirerId === undefined || link.acquirerId === acquirerId)
  if (accounts.length === 0) return { kind: 'NO_ACQUIRER' }
  const closing = accounts.filter(({ link }) => link.acquirer.capabilities.closesBatches)
  if (closing.length === 0) return { kind: 'NOT_SUPPORTED' }
  const results = await Promise.all(
    closing.map(async (account) => {
      const work = closeAccount(account, { merchantId, userId }, dependencies)
      const silence = [{ ...noAnswer, acquirerId: account.link.acquirerId }]
      return responseWithin(work, { timeoutMs: timeoutMs ?? dependencies.timeouts.acquirerTimeoutMs, silence })
    }),
  )
  return summaryOf(results.flat())
}

interface Account {
  readonly link: ResolvedLink
  readonly unclosed: readonly UnclosedSettlementBatch[]
}

/** Of the merchant's routes, and of earlier revisions and routes that have batches which are not closed. */
function accountsOf(
  routes: readonly ResolvedLink[],
  unclosed: readonly UnclosedSettlementBatch[],
  { acquirers }: Pick<SettlementDependencies, 'acquirers'>,
): readonly Account[] {
  const byAccount = Map.groupBy(unclosed, ({ link }) => nameOf(link))
  const routed = routes.map((link) => ({ link, unclosed: byAccount.get(nameOf(link)) ?? [] }))
  const names = new Set(routes.map(nameOf))
  const others = [...byAccount].flatMap(([name, batches]) => {
    const [first] = batches
    const link = first && !names.has(name) ? resolveAcquirer(first.link, acquirers) : undefined
    return link && !isRejection(link) ? [{ link, unclosed: batches }] : []
  })
  return [...routed, ...others]
}

function nameOf({ linkId, adapter, revision = 1, acquirerMerchantId }: AcquirerLink): string {
  return JSON.stringify([linkId ?? adapter, revision, acquirerMerchantId])
}

type LinkClosing = { readonly acquirerId: string } & (
  | { readonly kind: 'CLOSED'; readonly closed: AcquirerSettlementBatch }
  | { readonly kind: 'OUT_OF_BALANCE'; readonly differing: DifferingSettlementBatch }
  | { readonly kind: 'NOTHING_OPEN' | 'NO_ANSWER' | 'IN_FLIGHT' | 'REFUSED' }
)

interface Requester {
  readonly merchantId: string
  readonly userId: string
}

/** One after the other, the oldest first: a later one is not closed before those before it. */
async function closeAccount(
  { link, unclosed }: Account,
  by: Requester,
  dependencies: ClosingDependencies,
): Promise<readonly LinkClosing[]> {
  const { acquirer, ...stored } = link
  const { acquirerId } = link
  if (acquirer.capabilities.batchTotals !== 'RECONCILED') return closeOnRequest(link, by, dependencies)
  const results: LinkClosing[] = []
  for (const { batch } of unclosed) {
    const closing = await dependencies.settlementBatchClosings.begin(
      { merchantId: by.merchantId, acquirerId, batch },
      stored,
      by.userId,
    )
    const result = await continueClosing(closing, dependencies)
    results.push(result)
    if (result.kind === 'NO_ANSWER' || result.kind === 'IN_FLIGHT') break
  }
  return results.length > 0 ? results : [{ kind: 'NOTHING_OPEN', acquirerId }]
}

/**
 * The acquirer closes whichever batch is open there. Those before it are closed as well: by an earlier request whose answer
 * was lost, or by the acquirer's schedule. The request waits for outcomes and reversals, since most acquirers refuse to reverse
 * what is in a closed batch. Where the acquirer reports no totals, the gateway's own are taken then, and again after the request,
 * for what was paid in between. Until then nothing is recorded as closed, and repeating the request does it.
 */
async function closeOnRequest(
  link: ResolvedLink,
  by: Requester,
  dependencies: ClosingDependencies,
): Promise<readonly LinkClosing[]> {
  const { acquirer, acquirerId, acquirerMerchantId, terminals } = link
  const unclosed = await countSettled(link, by, dependencies)
  if (unclosed === 'IN_FLIGHT') return [{ kind: 'IN_FLIGHT', acquirerId }]
  const newest = unclosed.at(-1)
  const batch: OpenSettlementBatch | undefined = newest && {
    number: newest.batch,
    count: async () => newest.totals,
    async *transactions() {},
    save: async () => true,
  }
  const result = await silenceOf(acquirer.closeBatch({ acquirerMerchantId, terminals, batch }))
  if (result.kind === 'REFUSED') return [{ kind: 'REFUSED', acquirerId }]
  if (result.kind !== 'CLOSED' && result.kind !== 'NOTHING_OPEN') return [{ kind: 'NO_ANSWER', acquirerId }]
  const counted = acquirer.capabilities.batchTotals === 'NONE' ? await countSettled(link, by, dependencies) : unclosed
  if (counted === 'IN_FLIGHT') return [{ kind: 'IN_FLIGHT', acquirerId }]
  const countOf = (number: number) => counted.find((each) => each.batch === number)
  const closed = result.kind === 'CLOSED' ? [closedBatch(acquirerId, result, countOf(result.batch))] : []
  const last = result.kind === 'CLOSED' ? result.batch : Number.POSITIVE_INFINITY
  // What has appeared since may be in a batch that is open now.
  const before = unclosed
    .filter((each) => each.batch < last)
    .map((each) => closedBatch(acquirerId, { batch: each.batch }, countOf(each.batch) ?? each))
  for (const each of [...before, ...closed]) await record(each, by, dependencies)
  const results = [...closed, ...before].map((each) => ({ kind: 'CLOSED' as const, acquirerId, closed: each }))
  return results.length > 0 ? results : [{ kind: 'NOTHING_OPEN', acquirerId }]
}

/** The account's batches that are not closed, once what is in flight there has an outcome. */
async function countSettled(
  link: ResolvedLink,
  { merchantId }: Requester,
  { settlementBatchClosings, timeouts }: Pick<SettlementDependencies, 'settlementBatchClosings' | 'timeouts'>,
): Promise<readonly UnclosedSettlementBatch[] | 'IN_FLIGHT'> {
  // Twice at most, so that the caller learns what is open before its own time is over.
  const left = await waitForInFlight({ merchantId, link }, timeouts.acquirerTimeoutMs / 3, { settlementBatchClosings })
  if (left > 0) return 'IN_FLIGHT'
  const unclosed = await settlementBatchClosings.listUnclosed(merchantId)
  return unclosed.filter((each) => nameOf(each.link) === nameOf(link))
}

/** Closes a batch whose totals are compared, from where it stands. What has no response is continued by a job. */
export async function continueClosing(
  closing: SettlementBatchClosing,
  dependencies: ClosingDependencies,
): Promise<LinkClosing> {
  const { merchantId, acquirerId, link, requestedBy: userId } = closing
  const { settlementBatchClosings } = dependencies
  const acquirer = dependencies.acquirers.of(link)
  if (!acquirer) return { kind: 'NO_ANSWER', acquirerId }
  const { acquirerMerchantId, terminals } = link
  const batch = openBatch(closing, dependencies)
  const result = await silenceOf(acquirer.closeBatch({ acquirerMerchantId, batch, terminals }))
  switch (result.kind) {
    case 'CLOSED': {
      const closed = closedBatch(acquirerId, result, undefined)
      await record(closed, { merchantId, userId }, dependencies)
      await settlementBatchClosings.end(closing)
      return { kind: 'CLOSED', acquirerId, closed }
    }
    case 'OUT_OF_BALANCE': {
      const ours = await settlementBatchClosings.count({ merchantId, link }, closing.batch)
      const { why, totals: theirs } = result
      await settlementBatchClosings.recordDifference(closing, { why, ours, theirs })
      return { kind: 'OUT_OF_BALANCE', acquirerId, differing: { acquirerId, batch: closing.batch, why } }
    }
    case 'IN_FLIGHT':
    case 'NO_ANSWER':
    case 'NOTHING_OPEN':
    case 'REFUSED':
      await settlementBatchClosings.retryLater(closing, firstRetryMs)
      return { kind: result.kind === 'IN_FLIGHT' ? 'IN_FLIGHT' : 'NO_ANSWER', acquirerId }
  }
}

const firstRetryMs = 5_000

/** With the acquirer's totals, or with the gateway's own where the acquirer reports none. */
function closedBatch(
  acquirerId: string,
  { batch, totals }: { readonly batch: number; readonly totals?: readonly SettledTotal[] | undefined },
  own: UnclosedSettlementBatch | undefined,
): AcquirerSettlementBatch {
  if (totals) return { acquirerId, batch, totals }
  const counted = (own?.totals ?? []).map(
    ({ currency, capturedMinor, refundedMinor, capturedCount, refundedCount }) => ({
      ...{ currency, capturedMinor, refundedMinor },
      count: capturedCount + refundedCount,
    }),
  )
  return { acquirerId, batch, totals: counted, isOwnCount: true }
}

/** An adapter that fails may have closed it. */
async function silenceOf(closing: Promise<ClosingResult>): Promise<ClosingResult> {
  return closing.catch(() => noAnswer)
}

/** If this is not stored, a void is still refused: it names its batch, and the acquirer knows that it is closed. */
async function record(
  { acquirerId, batch, totals: settled }: AcquirerSettlementBatch,
  { merchantId, userId }: Requester,
  { store, clock }: Pick<SettlementDependencies, 'store' | 'clock'>,
): Promise<void> {
  const at = clock.now()
  const totals = settled.map((total) => ({
    ...total,
    capturedMinor: String(total.capturedMinor),
    refundedMinor: String(total.refundedMinor),
  }))
  await store.recordClosedSettlementBatch(
    { merchantId, acquirerId, batch, totals, closedAt: at },
    { merchantId, actor: userId, action: 'BATCH_CLOSED', subject: { acquirerId, batch }, at },
  )
}

function summaryOf(results: readonly LinkClosing[]): CloseSettlementBatchResult {
  const batches = results.flatMap((result) => (result.kind === 'CLOSED' ? result.closed : []))
  const differing = results.flatMap((result) => (result.kind === 'OUT_OF_BALANCE' ? result.differing : []))
  const of = (kind: LinkClosing['kind']) => results.flatMap((result) => (result.kind === kind ? result.acquirerId : []))
  const [silent, inFlight] = [of('NO_ANSWER'), of('IN_FLIGHT')]
  if (batches.length + differing.length > 0) return { kind: 'CLOSED', batches, differing, silent, inFlight }
  if (silent.length > 0) return { kind: 'NO_ANSWER' }
  if (inFlight.length > 0) return { kind: 'IN_FLIGHT' }
  return { kind: of('REFUSED').length > 0 ? 'NOT_SUPPORTED' : 'NOTHING_OPEN' }
}
