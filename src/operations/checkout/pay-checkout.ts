// The payer has pressed the button of a page: one attempt, whose transaction has its id before anybody outside hears of it.

import { poll } from '../../concurrency/poll.ts'
import { authenticatesPayer, nextTransactionId } from '../../domain/checkout/checkout.ts'
import { mergePayerValues, withoutProofOfOther } from '../../domain/sessions/session-values.ts'
import { asJson } from '../as-json.ts'
import type { Ports } from '../call.ts'
import { apiOperations, type OpenPorts, withSettled } from './open-checkout.ts'
import type { OpenedCheckout, Settled } from './page-state.ts'
import { payAtProvider } from './pay-at-provider.ts'
import { payAuthenticated } from './pay-authenticated.ts'
import { entryPointOf, finishAttempt, settleAttempt } from './resolve-page-attempt.ts'
import {
  type AskOperation,
  type AttemptEnd,
  carryOutAttempt,
  currentOf,
  type PayerDetails,
  type PayPorts,
  type Wish,
} from './run-page-attempt.ts'

export function payCheckout(
  opened: OpenedCheckout,
  wish: Wish,
  ask: AskOperation,
  ports: PayPorts,
): Promise<AttemptEnd> {
  const { details, provider } = wish
  if (provider) return payAtProvider(opened, { details, provider }, ask, ports)
  return hasToBeAuthenticated(opened, wish, ports)
    ? payAuthenticated(opened, wish, ask, ports)
    : payHere(opened, details, ask, ports)
}

function hasToBeAuthenticated(
  { merchant, content }: OpenedCheckout,
  { isCard }: Pick<Wish, 'isCard'>,
  { payerAuthentication, velocity }: Pick<Ports, 'payerAuthentication' | 'velocity'>,
): boolean {
  if (!isCard || payerAuthentication === undefined) return false
  const { payerAuthentication: policy, authenticationDeclinePercent } = merchant.profile
  if (authenticatesPayer(policy, threeDSecureOf(content))) return true
  // Whoever tests cards does not have their owners' phones, whatever the shop says about its pages.
  return velocity.callsForAuthentication(merchant.id, authenticationDeclinePercent)
}

/** Whether the page may have to describe its browser. */
export function mayAuthenticate(
  opened: OpenedCheckout,
  ports: Pick<Ports, 'payerAuthentication' | 'velocity'>,
): boolean {
  return apiOperations[opened.operation] !== undefined && hasToBeAuthenticated(opened, { isCard: true }, ports)
}

function threeDSecureOf({ interaction }: OpenedCheckout['content']) {
  return interaction?.action?.threeDSecure
}

function payHere(
  opened: OpenedCheckout,
  details: PayerDetails,
  ask: AskOperation,
  ports: PayPorts,
): Promise<AttemptEnd> {
  return carryOutAttempt(
    opened,
    {
      choose: nextTransactionId,
      begin: (transactionId, at) => ({ kind: 'BEGIN', transactionId, at }),
      request: (page, transactionId) => requestOf(page, transactionId, details),
      finish: (page, { gatewayCode, answer }) => finishAttempt(page, { gatewayCode, answer }, ports),
    },
    ask,
    ports,
  )
}

function requestOf(
  { merchant, session, sessionId, operation, version, content }: OpenedCheckout,
  transactionId: string,
  details: PayerDetails,
): Parameters<AskOperation>[0] {
  const apiOperation = apiOperations[operation]
  if (!apiOperation) throw new Error('nothing is to be paid on this page')
  return {
    merchant,
    operation: apiOperation,
    version,
    ids: { orderId: content.order?.id ?? '', transactionId },
    body: asJson({ apiOperation, session: { id: sessionId }, ...details }),
    entryPoint: entryPointOf(session.kind),
    combine: (held, sent) => mergePayerValues(withoutProofOfOther(held, sent), sent),
  }
}

const pauses = { firstPauseMs: 50, longestPauseMs: 500 }

/** Waits for the attempt that is under way, a little. What comes back may still be waiting. */
export function awaitAttempt(opened: OpenedCheckout, waitMs: number, ports: OpenPorts): Promise<Settled> {
  let page: OpenedCheckout | undefined
  const read = async () => {
    page = page ? withSettled(page, { stored: await currentOf(page, ports) }) : opened
    return settleAttempt(page, ports)
  }
  return poll(read, ({ underWay }) => underWay?.kind !== 'WAITING', { timeoutMs: waitMs, ...pauses })
}
