// Record, ask, apply, record: what every operation that moves money does once its transaction is planned. The plan becomes an
// attempt, with its own reference and only what may be kept of the request; it is committed before the acquirer is asked.

import type { EntryPoint } from '../../kernel/entry-point.ts'
import { StoreOverloaded } from '../../kernel/failures.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import { accountIdentity, type Instrument } from '../../kernel/instrument.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { reject } from '../../kernel/rejection.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { mergeValues } from '../../kernel/values.ts'
import type { Assessment } from '../../risk/index.ts'
import type { Call, OperationResult } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { comparisonOf, sealAccounts } from '../masking/storable-request.ts'
import type { AcquirerRequest, RequestIdentity, SendDeadline } from '../ports/acquirer.ts'
import type { StoredRequest } from '../ports/stored-messages.ts'
import type { Attempt, StoredJourney } from '../ports/transactions.ts'
import type { Decision } from '../rules/order.ts'
import type { PlannedTransaction } from '../rules/plan.ts'
import type { RefundPart } from '../rules/refunds/refund-parts.ts'
import { askInTurn, identityOf, prepareRequest, recordedWire } from './ask-acquirer.ts'
import { askInParts, beginParts } from './ask-in-parts.ts'
import { completeAttempt } from './complete-attempt.ts'
import { asTransactionResponse, describeOrder, describeResult } from './describe-transaction.ts'
import { sealOrderUrl } from './notification-seals.ts'
import { type ResolvedLink, recordedLink } from './resolve-link.ts'

export interface AttemptParts {
  /** The canonical request, completed by session and token: its account numbers are sealed. */
  readonly request: object
  /** The request as it was sent, when a session or token completed it: repeats are compared with it. */
  readonly compared?: object | undefined
  /** What may be stored and shown of the request and its order. */
  readonly storedRequest: StoredRequest
  readonly call: Pick<
    Call,
    | 'key'
    | 'unsealAudit'
    | 'usedSession'
    | 'entryPoint'
    | 'version'
    | 'requestId'
    | 'isDevice'
    | 'sealedNotificationUrl'
  >
  readonly link: ResolvedLink
  readonly instrument?: Instrument | undefined
  /** Of the instrument, if it is known already. */
  readonly accountHash?: KeyedHash | undefined
  /** The transaction whose account is used, when this one has none. */
  readonly instrumentTransactionId?: string | undefined
  readonly risk?: Assessment | undefined
  readonly entryPoint?: EntryPoint | undefined
  readonly approvesTransactionId?: string | undefined
  readonly isExcessPermitted?: boolean | undefined
  /** The decision that it waits for once it is recorded. */
  readonly decision?: Decision | undefined
  /** How it continues in the payer's browser, and the token in its URLs. */
  readonly journey?: StoredJourney | undefined
  readonly redirectToken?: string | undefined
}

export type TransactionDependencies = Pick<
  PaymentDependencies,
  | 'store'
  | 'paymentAgreements'
  | 'storedCards'
  | 'vault'
  | 'acquirers'
  | 'risk'
  | 'audit'
  | 'clock'
  | 'identifiers'
  | 'timeouts'
>

export interface TransactionStep extends AttemptParts {
  readonly call: Call
  /** The links that are called in turn, each only when those before it certainly did not receive the request. */
  readonly alternatives?: readonly ResolvedLink[]
  /** The request to the acquirer, under the reference of the attempt; or the outcome, when no acquirer is called. */
  readonly ask:
    | ((identity: RequestIdentity, part?: RefundPart) => AcquirerRequest)
    | { readonly decidedHere: GatewayCode }
  /** Of a refund that is made in parts: what each is to be asked for. */
  readonly parts?: readonly RefundPart[] | undefined
  /** Claims a value that only one payment may use, now that this one is recorded; false when another payment has it. */
  readonly reserve?: () => Promise<boolean>
}

export async function executeTransaction(
  planned: PlannedTransaction,
  step: TransactionStep,
  dependencies: TransactionDependencies,
): Promise<OperationResult<TransactionResponse>> {
  // Committed before we ask, so that a crash leaves a record that recovery can finish.
  const attempt = await prepareAttempt(buildAttempt(planned, step, dependencies), step, dependencies)
  const recorded = await recordAttempt(attempt, step, planned, dependencies)
  if ('refused' in recorded) return recorded.refused
  return afterRecording(() => askAndRecord(attempt, { planned, step, terms: recorded }, dependencies))
}

/** With the identity of the request on the wire, where the acquirer's messages have one. */
async function prepareAttempt(
  attempt: Attempt,
  { link, ask, parts }: TransactionStep,
  { timeouts }: Pick<PaymentDependencies, 'timeouts'>,
): Promise<Attempt> {
  if ('decidedHere' in ask) return attempt
  const question = () => ask(identityOf(attempt, link), parts?.[0])
  const wire = recordedWire(await prepareRequest(link.acquirer, question, timeouts.acquirerTimeoutMs))
  const prepared = { ...attempt, ...wire }
  return parts ? beginParts(prepared, parts) : prepared
}

async function askAndRecord(
  attempt: Attempt,
  {
    planned,
    step,
    terms,
  }: { readonly planned: PlannedTransaction; readonly step: TransactionStep; readonly terms: SendDeadline },
  dependencies: TransactionDependencies,
): Promise<OperationResult<TransactionResponse>> {
  const { call, link, alternatives = [], ask, parts, reserve = async () => true } = step
  const buildRequest = 'decidedHere' in ask || (await reserve()) ? ask : { decidedHere: 'DECLINED' as const }
  const context = { order: planned.order, merchant: call.merchant }
  if ('decidedHere' in buildRequest) {
    const decided = { kind: 'DECIDED_HERE' as const, gatewayCode: buildRequest.decidedHere }
    return completeAttempt(decided, { attempt, ...context }, dependencies)
  }
  const { result, attempt: asRecorded } = parts
    ? await askInParts(attempt, { ask: buildRequest, link, parts, terms }, dependencies)
    : await askInTurn(attempt, { ask: buildRequest, links: [link, ...alternatives], terms }, dependencies)
  return completeAttempt(result, { attempt: asRecorded, ...context }, dependencies)
}

export function buildAttempt(
  planned: PlannedTransaction,
  parts: AttemptParts,
  { vault, clock, identifiers, timeouts }: Pick<PaymentDependencies, 'vault' | 'clock' | 'identifiers' | 'timeouts'>,
): Attempt {
  const { request, storedRequest, call, instrument, instrumentTransactionId, risk, approvesTransactionId } = parts
  const accounts = sealAccounts(request, call.key, vault)
  const openings = call.unsealAudit.take()
  const requestHash = vault.keyedHash('REQUEST', comparisonOf(parts.compared ?? request, vault))
  const urlToSeal = namedByMerchant(parts)
  return {
    key: call.key,
    attemptId: identifiers.attemptId(),
    at: clock.now(),
    type: planned.type,
    entryPoint: parts.entryPoint ?? call.entryPoint ?? 'WEB_SERVICES_API',
    currency: planned.currency,
    orderAmountMinor: planned.orderAmountMinor,
    amountMinor: planned.amountMinor,
    orderRevision: planned.order?.revision,
    isExcessPermitted: parts.isExcessPermitted ?? false,
    targetTransactionId: planned.target?.id,
    approvesTransactionId,
    link: recordedLink(parts.link),
    acquirerReference: identifiers.acquirerReference(),
    requestHash,
    accountHash: instrument && (parts.accountHash ?? vault.keyedHash('ACCOUNT', accountIdentity(instrument))),
    accounts,
    instrumentTransactionId,
    request: {
      ...storedRequest,
      ...(urlToSeal !== undefined && {
        notificationUrlSeal: sealOrderUrl({ ...call.key, url: urlToSeal }, requestHash.keyId, vault),
      }),
      ...(call.version !== undefined && { version: String(call.version) }),
      ...omitUndefined({ requestId: call.requestId }),
      ...(call.usedSession?.amountSource && { amountSource: call.usedSession.amountSource }),
    },
    risk,
    auditEntries: openings.length > 0 ? openings : undefined,
    usedSessionHash: call.usedSession?.hash,
    decision: parts.decision,
    journey: parts.journey,
    redirectToken: parts.redirectToken,
    deadlineMs: timeouts.attemptDeadlineMs,
  }
}

interface RequestWithUrl {
  readonly order?: { readonly notificationUrl?: string }
}

/** The URL for notifications, if the merchant has named it with its own credentials in this request or its session. */
function namedByMerchant({ request, compared, call }: AttemptParts): string | undefined {
  const { order }: RequestWithUrl = request
  const url = order?.notificationUrl
  if (url === undefined || call.isDevice) return undefined
  const { order: sent }: RequestWithUrl = compared ?? request
  const isSent = url === sent?.notificationUrl
  return isSent || url === call.sealedNotificationUrl ? url : undefined
}

/** The deadline for sending it to the acquirer, or the response when it must not be sent. */
export async function recordAttempt(
  attempt: Attempt,
  step: Pick<AttemptParts, 'storedRequest' | 'link' | 'entryPoint'> & { readonly call: Call },
  planned: PlannedTransaction,
  { store, clock }: Pick<PaymentDependencies, 'store' | 'clock'>,
): Promise<{ readonly sendBefore: number } | { readonly refused: OperationResult<TransactionResponse> }> {
  const { call } = step
  const recorded = await store.recordAttempt(attempt)
  if (recorded.kind === 'RECORDED') return { sendBefore: recorded.sendBefore }
  // An attempt that was not recorded did not commit its audit log entries either.
  for (const opening of attempt.auditEntries ?? []) call.unsealAudit.add(opening)
  const respondBusy = () => lockFailure(step, planned.type, { store, clock })
  if (recorded.kind === 'ORDER_LOCKED') return { refused: await respondBusy() }
  if (recorded.kind === 'ORDER_MOVED') return { refused: { kind: 'MOVED', respondBusy } }
  if (recorded.kind === 'OVERLOADED')
    return { refused: reject('OVERLOADED', 'The gateway is too busy to process this request.') }
  return { refused: { kind: 'MOVED' } }
}

/**
 * The order is busy with another transaction. Nothing is recorded and no acquirer is called; the same transaction id
 * may be sent again.
 */
export async function lockFailure(
  { storedRequest, call, link, entryPoint }: Pick<AttemptParts, 'storedRequest' | 'call' | 'link' | 'entryPoint'>,
  type: TransactionType,
  { store, clock }: Pick<PaymentDependencies, 'store' | 'clock'>,
): Promise<OperationResult<TransactionResponse>> {
  // Read again, so that the response shows the current order.
  const stored = await store.findOrder(call.key)
  if (!stored) return { kind: 'MOVED' }
  const { order } = stored
  const response = mergeValues(storedRequest, {
    merchant: call.key.merchantId,
    timeOfRecord: clock.now().toISOString(),
    gatewayEntryPoint: entryPoint ?? call.entryPoint ?? 'WEB_SERVICES_API',
    ...describeResult('LOCK_FAILURE'),
    order: describeOrder(order),
    transaction: {
      id: call.key.transactionId,
      type,
      amount: formatMoney({ amountMinor: 0n, currency: order.currency }),
      currency: order.currency,
      acquirer: { id: link.acquirerId },
    },
  })
  return { kind: 'ANSWERED', isFirst: false, response: asTransactionResponse(response) }
}

/**
 * Once an attempt is recorded, the response is never SERVER_BUSY, which means that nothing was done: the acquirer may
 * have received the request. Sending the same ids again returns the recorded outcome.
 */
export async function afterRecording<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreOverloaded)) throw error
    throw new Error('the outcome of a recorded attempt is not known', { cause: error })
  }
}
