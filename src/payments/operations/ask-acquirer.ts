// Asks the acquirer of an attempt and, as long as each certainly did not receive the request, those of the routes after it.
// Silence is never a reason to ask another: the first may have moved the money.

import type { Instrument } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type FailedRoute, linkRevisionOf, type Merchant } from '../../merchants/index.ts'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { noAnswer, responseWithin, withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { PayRequest } from '../contract/pay.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type {
  Acquirer,
  AcquirerRequest,
  AcquirerResult,
  Preparation,
  PurchaseDetails,
  RequestIdentity,
  SendDeadline,
  WireIdentity,
} from '../ports/acquirer.ts'
import type { StoredRequest } from '../ports/stored-messages.ts'
import type { Attempt } from '../ports/transactions.ts'
import { type ResolvedLink, recordedLink } from './resolve-link.ts'

interface Asking {
  readonly ask: (identity: RequestIdentity) => AcquirerRequest
  /** The attempt's own link, then the alternatives. */
  readonly links: readonly [ResolvedLink, ...ResolvedLink[]]
  readonly terms: SendDeadline
}

/** The response, and the attempt as it is recorded: with the link and the reference of the response. */
export async function askInTurn(
  attempt: Attempt,
  { ask, links: [link, ...alternatives], terms }: Asking,
  dependencies: Pick<PaymentDependencies, 'store' | 'identifiers' | 'timeouts'>,
): Promise<{ readonly result: AcquirerResult; readonly attempt: Attempt }> {
  // All of them share one deadline, and nothing is sent after it.
  const until = elapsedMs() + dependencies.timeouts.acquirerTimeoutMs
  const limits = { sendBefore: Math.min(terms.sendBefore, until), until }

  let current = attempt
  let result = await askLink(current, { ask, link }, limits)
  for (const next of alternatives) {
    if (result.kind !== 'NOT_SENT' || elapsedMs() >= limits.sendBefore) break
    const unprepared = reroute(current, next, result.why, dependencies)
    const question = () => ask(identityOf(unprepared, next))
    const preparation = await prepareRequest(next.acquirer, question, Math.max(until - elapsedMs(), 0))
    const rerouted = { ...unprepared, ...recordedWire(preparation) }
    // Only what is recorded may be asked. The request was not sent, so that a failure is a definite one.
    if (!(await dependencies.store.rerouteAttempt(rerouted).catch(() => false))) break
    current = rerouted
    result = await askLink(current, { ask, link: next }, limits)
  }
  return { result, attempt: current }
}

/** One request under the reference of the attempt. `until`: how long its response is waited for, in elapsed time. */
export function askLink(
  attempt: Attempt,
  { ask, link }: Pick<Asking, 'ask'> & { readonly link: ResolvedLink },
  { sendBefore, until }: SendDeadline & { readonly until: number },
): Promise<AcquirerResult> {
  const why = reasonNeverSent(attempt.wire)
  if (why !== undefined) return Promise.resolve({ kind: 'NOT_SENT', why })
  const result = link.acquirer.ask(ask(identityOf(attempt, link)), { sendBefore })
  return responseWithin(result, { timeoutMs: Math.max(until - elapsedMs(), 0), silence: noAnswer })
}

type IdentifiedAttempt = Pick<Attempt, 'acquirerReference' | 'wire' | 'key'> & {
  readonly link: Pick<Attempt['link'], 'orderReference'>
}

/** Which request it is to the acquirer of a link. */
export function identityOf(
  { acquirerReference: reference, wire, key, link: { orderReference: initialReference } }: IdentifiedAttempt,
  { acquirerMerchantId, terminals }: Pick<ResolvedLink, 'acquirerMerchantId' | 'terminals'>,
): RequestIdentity {
  return { reference, acquirerMerchantId, key, ...omitUndefined({ terminals, wire, initialReference }) }
}

function reroute(
  attempt: Attempt,
  next: ResolvedLink,
  why: string,
  { identifiers }: Pick<PaymentDependencies, 'identifiers'>,
): Attempt {
  const { link, acquirerReference: reference, wire: _, ...rest } = attempt
  const failed: FailedRoute = {
    ...linkRevisionOf(link),
    ...{ acquirerMerchantId: link.acquirerMerchantId, reference, why: why.slice(0, whyLengthMax) },
  }
  return {
    ...rest,
    link: { ...recordedLink(next), failedOver: [...(link.failedOver ?? []), failed] },
    acquirerReference: identifiers.acquirerReference(),
  }
}

/** The stored part of an adapter's explanation. */
const whyLengthMax = 200

// The identity of a request on the wire: made by the adapters that need one before an attempt is recorded.

/** In the place of an identity that could not be made: nothing was sent, which is also true after a crash. */
const notPrepared = 'notPrepared'

/** Undefined for adapters that need none. What fails has sent nothing. */
export async function prepareRequest(
  acquirer: Acquirer,
  question: () => AcquirerRequest,
  timeoutMs: number,
): Promise<Preparation | undefined> {
  if (!acquirer.prepare) return undefined
  const notSent = (why: string) => ({ kind: 'NOT_SENT' as const, why })
  try {
    return await withTimeout(acquirer.prepare(question()), {
      timeoutMs,
      onTimeout: () => notSent('the request could not be prepared in time'),
    })
  } catch (error) {
    return notSent(`the request could not be prepared: ${(error as Error).message}`)
  }
}

/** What is recorded of it. */
export function recordedWire(preparation: Preparation | undefined): { readonly wire?: WireIdentity } {
  if (!preparation) return {}
  return { wire: preparation.kind === 'PREPARED' ? preparation.wire : { [notPrepared]: preparation.why } }
}

/** Why nothing can have been sent under it, if so. */
export function reasonNeverSent(wire: WireIdentity | undefined): string | undefined {
  return wire?.[notPrepared]
}

// The details of a purchase that are sent to an acquirer, picked field by field from the request. Fields that are not
// named here are not sent.

/** The fields of all operations' requests that an acquirer may receive. */
export type AcquirerRequestFields = {
  readonly [Name in Exclude<keyof PurchaseDetails, 'order' | 'transaction'>]?: PayRequest[Name]
} & {
  readonly order?: Partial<PayRequest['order']>
  readonly transaction?: NonNullable<PayRequest['transaction']> & {
    readonly amount?: string
    readonly currency?: string
  }
}

/** Account numbers are masked in a stored request: only requests without an instrument are sent again. */
export function fieldsToRepeat(request: StoredRequest): AcquirerRequestFields {
  return request as object as AcquirerRequestFields
}

/** For requests without an instrument: the number of their order's card or gift card, as far as answers show it. */
export function maskedNumberOf({ sourceOfFunds }: StoredRequest): { readonly maskedNumber?: string } {
  const { card, giftCard } = sourceOfFunds?.provided ?? {}
  return omitUndefined({ maskedNumber: card?.number ?? giftCard?.number })
}

export function detailsForAcquirer(
  request: AcquirerRequestFields,
  { merchant, instrument }: { merchant: Merchant; instrument?: Instrument | undefined },
): PurchaseDetails {
  const { accountFunding, agreement, airline, billing, currencyConversion, customer, device } = request
  const { paymentPlan, posTerminal, shipping, threeDSecure } = request
  const scheme = instrument?.kind === 'CARD' ? instrument.scheme : undefined
  return {
    ...omitUndefined({ accountFunding, agreement, airline, billing, currencyConversion, customer, device }),
    ...omitUndefined({ paymentPlan, posTerminal, shipping, threeDSecure }),
    ...(request.order && { order: orderDetails(request.order, scheme, merchant) }),
    ...(request.transaction && { transaction: transactionDetails(request.transaction) }),
  }
}

/** The amount goes beside the details; order.custom and the URL for notifications never leave the gateway. */
function orderDetails(
  {
    amount: _amount,
    currency: _currency,
    custom: _custom,
    notificationUrl: _url,
    ...order
  }: Partial<PayRequest['order']>,
  scheme: string | undefined,
  { profile }: Merchant,
): NonNullable<PurchaseDetails['order']> {
  const { tradingName } = order.subMerchant ?? {}
  if (tradingName === undefined) return order
  return {
    ...order,
    subMerchant: { ...order.subMerchant, tradingName: cutTradingName(tradingName, scheme, profile.name) },
  }
}

function transactionDetails({
  amount: _amount,
  currency: _currency,
  ...transaction
}: NonNullable<AcquirerRequestFields['transaction']>): NonNullable<PurchaseDetails['transaction']> {
  return transaction
}

const mastercardLength = 21
const amexLengths = { tradingName: 27, withAggregator: 36 }

/** Schemes print less of a name than the API takes; longer ones are cut, not refused. */
export function cutTradingName(tradingName: string, scheme: string | undefined, aggregatorName: string): string {
  const characters = [...tradingName]
  if (scheme === 'MASTERCARD') return characters.slice(0, mastercardLength).join('')
  if (scheme !== 'AMEX') return tradingName
  // Printed as one: the aggregator's name, a star, the trading name.
  const left = amexLengths.withAggregator - [...aggregatorName].length - 1
  return characters.slice(0, Math.max(1, Math.min(amexLengths.tradingName, left))).join('')
}
