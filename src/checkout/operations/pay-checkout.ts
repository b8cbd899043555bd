// The payer has submitted a page: one attempt, whose transaction gets its id before anything is sent outside.

import { asJson } from '../../contract/json/json.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { poll } from '../../platform/concurrency/poll.ts'
import { mergePayerValues, withoutProofOfOther } from '../../sessions/index.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { isAuthenticationWanted, nextTransactionId } from '../rules/checkout.ts'
import { apiOperations, type OpenCheckoutDependencies, withAttemptState } from './open-checkout.ts'
import type { OpenedCheckout, PageAttemptState } from './page-state.ts'
import { provesPayer } from './page-wallets.ts'
import { payAtProvider } from './pay-at-provider.ts'
import { payAuthenticated } from './pay-authenticated.ts'
import { entryPointOf, finishAttempt, resolvePageAttempt } from './resolve-page-attempt.ts'
import {
  type OperationCaller,
  type PageAttemptResult,
  type PayDependencies,
  type PayerDetails,
  type PaymentChoice,
  readCurrentCheckout,
  runPageAttempt,
} from './run-page-attempt.ts'

export async function payCheckout(
  opened: OpenedCheckout,
  choice: PaymentChoice,
  ask: OperationCaller,
  dependencies: PayDependencies,
): Promise<PageAttemptResult> {
  const { details, provider, wallet, payerAddress } = choice
  if (provider) return payAtProvider(opened, { details, provider }, ask, dependencies)
  const isProven = wallet ? await provesPayer(wallet, { page: opened, payerAddress }, dependencies) : false
  if (isRejection(isProven)) return { stored: opened.stored, refused: isProven }
  const isCard = wallet ? !isProven : choice.isCard
  return needsAuthentication(opened, { isCard }, dependencies)
    ? payAuthenticated(opened, choice, ask, dependencies)
    : payByCard(opened, details, ask, dependencies)
}

function needsAuthentication(
  { merchant, content }: OpenedCheckout,
  { isCard }: Pick<PaymentChoice, 'isCard'>,
  { payerAuthentication, velocity }: Pick<CheckoutDependencies, 'payerAuthentication' | 'velocity'>,
): boolean {
  if (!isCard || payerAuthentication === undefined) return false
  const { payerAuthentication: policy, authenticationDeclinePercent } = merchant.profile
  if (isAuthenticationWanted(policy, threeDSecureOf(content))) return true
  // Card testers do not have the cardholders' phones, so this applies whatever the shop says about its pages.
  return velocity.callsForAuthentication(merchant.id, authenticationDeclinePercent)
}

/** Whether the page may have to describe its browser. */
export function mayAuthenticate(
  opened: OpenedCheckout,
  dependencies: Pick<CheckoutDependencies, 'payerAuthentication' | 'velocity'>,
): boolean {
  return apiOperations[opened.operation] !== undefined && needsAuthentication(opened, { isCard: true }, dependencies)
}

function threeDSecureOf({ interaction }: OpenedCheckout['content']) {
  return interaction?.action?.threeDSecure
}

function payByCard(
  opened: OpenedCheckout,
  details: PayerDetails,
  ask: OperationCaller,
  dependencies: PayDependencies,
): Promise<PageAttemptResult> {
  return runPageAttempt(
    opened,
    {
      choose: nextTransactionId,
      begin: (transactionId, at) => ({ kind: 'BEGIN', transactionId, at }),
      request: (page, transactionId) => requestOf(page, transactionId, details),
      finish: (page, { gatewayCode, response }) => finishAttempt(page, { gatewayCode, response }, dependencies),
    },
    ask,
    dependencies,
  )
}

function requestOf(
  { merchant, session, createdInVersion, sessionId, operation, version, content }: OpenedCheckout,
  transactionId: string,
  details: PayerDetails,
): Parameters<OperationCaller>[0] {
  const apiOperation = apiOperations[operation]
  if (!apiOperation) throw new Error('nothing is to be paid on this page')
  return {
    merchant,
    operation: apiOperation,
    version,
    ids: { orderId: content.order?.id ?? '', transactionId },
    body: asJson({ apiOperation, session: { id: sessionId }, ...details }),
    entryPoint: entryPointOf({ session, createdInVersion }),
    combine: (held, sent) => mergePayerValues(withoutProofOfOther(held, sent), sent),
  }
}

const pauses = { firstPauseMs: 50, longestPauseMs: 500 }

/** Waits briefly for the attempt that is under way. The returned page may still be waiting. */
export function awaitAttempt(
  opened: OpenedCheckout,
  waitMs: number,
  dependencies: OpenCheckoutDependencies,
): Promise<PageAttemptState> {
  let page: OpenedCheckout | undefined
  const read = async () => {
    page = page ? withAttemptState(page, { stored: await readCurrentCheckout(page, dependencies) }) : opened
    return resolvePageAttempt(page, dependencies)
  }
  return poll(read, ({ underWay }) => underWay?.kind !== 'WAITING', { timeoutMs: waitMs, ...pauses })
}
