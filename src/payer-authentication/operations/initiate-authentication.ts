// Asks which payer authentication a card supports, as soon as its number is known: the first step of an authentication
// that continues under the same transaction id.

import { parseMoney } from '../../kernel/money.ts'
import { isRejection, reject } from '../../kernel/rejection.ts'
import {
  type Attempt,
  type AuthenticationJourney,
  answerRepeat,
  buildAttempt,
  type Call,
  describeInstrument,
  describeTransaction,
  findRepeated,
  inheritOrderDetails,
  lockFailure,
  type OperationResult,
  type OperationRun,
  type Order,
  orderOpenedBy,
  planInitial,
  recordAttempt,
  refuseCurrency,
  resolveInstrument,
  resolveLinks,
  type StoredOrder,
  sameAccountAs,
  storableRequest,
} from '../../payments/index.ts'
import { completeFromToken } from '../../tokens/index.ts'
import { openForAuthentication } from '../../wallets/index.ts'
import type { InitiateAuthenticationRequest } from '../contract/initiate-authentication.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import { admitAuthentication, lookUpCard, newAuthenticationJourney } from './ask-issuer.ts'
import { type DeviceAuthenticationDependencies, initiateByDevice } from './authenticate-by-device.ts'
import { progressOf } from './authentication-journey.ts'
import { authenticationNotOffered } from './enrollment-proof.ts'

export async function initiateAuthentication(
  sentRequest: InitiateAuthenticationRequest,
  call: Call,
  dependencies: DeviceAuthenticationDependencies &
    Pick<
      PayerAuthenticationDependencies,
      'store' | 'acquirers' | 'providers' | 'cardCountries' | 'payerAuthentication'
    >,
  { presumesNewOrder }: OperationRun,
): Promise<OperationResult> {
  const { payerAuthentication } = dependencies
  if (!payerAuthentication) return authenticationNotOffered()
  if (call.isDevice) return initiateByDevice(sentRequest, call, { ...dependencies, payerAuthentication })
  const { key, merchant } = call
  const stored = presumesNewOrder ? undefined : await dependencies.store.findOrder(key)
  const first = findRepeated(stored, key)
  if (first) return answerRepeat(first, sentRequest, call, dependencies)

  const inherited = inheritOrderDetails(sentRequest, { stored, call })
  if (isRejection(inherited)) return inherited
  const opened = await openForAuthentication(inherited.request, call, dependencies)
  if (isRejection(opened)) return opened
  const completed = await completeFromToken(opened, call, dependencies)
  if (isRejection(completed)) return completed
  const { request } = completed
  const { currency } = request.order
  const wrongCurrency = refuseCurrency(merchant, currency)
  if (wrongCurrency) return wrongCurrency
  const instrument = resolveInstrument(request, { merchant, taken: ['CARD'] })
  if (isRejection(instrument)) return instrument
  if (instrument.kind !== 'CARD') throw new Error('only cards were to be taken')
  const orderAmountMinor = amountOf(request, stored)
  const payment = { orderId: key.orderId, currency, amountMinor: orderAmountMinor, instrument }
  const links = await resolveLinks(merchant, payment, dependencies)
  if (isRejection(links)) return links
  const { link } = links
  const planned = planInitial(stored?.order, {
    type: 'AUTHENTICATION',
    currency,
    amountMinor: 0n,
    orderAmountMinor,
    hasLateSubMerchant: inherited.hasLateSubMerchant,
    isSameAccount: sameAccountAs(instrument, stored, dependencies.vault),
  })
  if (isRejection(planned)) return planned
  const storedRequest = {
    ...storableRequest(request),
    ...inherited.seal,
    sourceOfFunds: describeInstrument(instrument, request),
  }
  const journey = newAuthenticationJourney(request, dependencies)
  const { redirectToken } = journey
  // The security code that a session may hold is for the payment that follows.
  const { usedSession: _, ...withoutSession } = call
  const parts = { request, compared: call.asSent ?? sentRequest, storedRequest, call: withoutSession, link, instrument }
  if (planned.kind === 'LOCKED') return lockFailure(parts, 'AUTHENTICATION', dependencies)

  const admission = await admitAuthentication({ card: instrument, call, currency }, dependencies)
  if (isRejection(admission)) return admission
  try {
    const attempt = buildAttempt(planned, { ...parts, journey, redirectToken }, dependencies)
    const recorded = await recordAttempt(attempt, { ...parts, call }, planned, dependencies)
    if ('refused' in recorded) return recorded.refused
    const context = { reference: attempt.acquirerReference, link: attempt.link, request, journey }
    const lookUp = await lookUpCard(instrument, context, { ...dependencies, payerAuthentication })
    return await record(attempt, planned.order, { ...journey, ...lookUp }, dependencies)
  } finally {
    // Whether a card takes part does not show whether it is valid.
    admission.reportOutcome('NOT_DECIDED')
  }
}

/** An order of which only the card is known so far has no amount yet. */
function amountOf({ order: { amount, currency } }: InitiateAuthenticationRequest, stored: StoredOrder | undefined) {
  const requestedMinor = amount === undefined ? undefined : parseMoney({ amount, currency })?.amountMinor
  return requestedMinor ?? stored?.order.amountMinor ?? 0n
}

async function record(
  attempt: Attempt,
  known: Order | undefined,
  journey: AuthenticationJourney,
  dependencies: Pick<PayerAuthenticationDependencies, 'store' | 'browserForms' | 'clock' | 'timeouts'>,
): Promise<OperationResult> {
  const { key, at, orderAmountMinor } = attempt
  const order = known ?? orderOpenedBy(attempt)
  const transaction = { key, entryPoint: attempt.entryPoint, recordedAt: at }
  const progress = { transaction, order, journey, amountMinor: 0n, orderAmountMinor, at: dependencies.clock.now() }
  const outcome = { ...progressOf(progress, dependencies), claim: 0 }
  if ((await dependencies.store.recordOutcome(outcome)) === 'RECORDED')
    return {
      kind: 'ANSWERED',
      isFirst: true,
      response: describeTransaction({ ...attempt, response: outcome.response }),
    }

  // This process passed its deadline and recovery has decided in the meantime: the recorded state is authoritative.
  const truth = await dependencies.store.awaitOutcome(key, dependencies.timeouts.repeatWaitMs)
  if (!truth)
    return reject('STILL_IN_PROGRESS', 'The outcome is not known yet. Repeat the same request later to get it.')
  return { kind: 'ANSWERED', isFirst: true, response: describeTransaction(truth) }
}
