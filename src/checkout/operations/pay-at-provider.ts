// An attempt of a page whose payer goes to a provider's site. The provider never learns of the session: the payer comes
// back to a separate URL, or abandons the attempt for another way to pay.

import {
  browserPaymentIn,
  initiateBrowserPayment,
  pollBrowserPayment,
  recordBrowserPaymentStep,
} from '../../browser-payments/index.ts'
import { combinerOf } from '../../contract/combine-with-session.ts'
import { asJson, type JsonObject } from '../../contract/json/json.ts'
import { contractFor } from '../../contract/operation.ts'
import type { Provider } from '../../kernel/provider.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { nextTransactionId } from '../rules/checkout.ts'
import type { OpenCheckoutDependencies } from './open-checkout.ts'
import type { OpenedCheckout, PageAttemptState } from './page-state.ts'
import {
  entryPointOf,
  failAuthentication,
  finishAttempt,
  orderKeyOf,
  resolvePageAttempt,
} from './resolve-page-attempt.ts'
import {
  type OperationCaller,
  type PageAttemptResult,
  type PayDependencies,
  type PayerDetails,
  runPageAttempt,
} from './run-page-attempt.ts'

export interface ProviderChoice {
  readonly provider: Provider
  readonly details: PayerDetails
}

export function payAtProvider(
  opened: OpenedCheckout,
  at: ProviderChoice,
  ask: OperationCaller,
  dependencies: PayDependencies,
): Promise<PageAttemptResult> {
  const { provider } = at
  const returnToken = dependencies.identifiers.returnToken()
  const returnUrl = `${dependencies.addresses.publicUrl()}/checkout/return/${returnToken}`
  return runPageAttempt(
    opened,
    {
      choose: nextTransactionId,
      begin: (transactionId, now) => ({ kind: 'BEGIN', transactionId, at: now, provider }),
      request: ({ merchant, session, createdInVersion, version, content }, transactionId) => ({
        merchant,
        operation: 'INITIATE_BROWSER_PAYMENT',
        version,
        ids: { orderId: content.order?.id ?? '', transactionId },
        body: bodyOf(opened, at, returnUrl),
        entryPoint: entryPointOf({ session, createdInVersion }),
      }),
      finish: (page, { gatewayCode, response }) => finishAttempt(page, { gatewayCode, response }, dependencies),
      returnToken,
    },
    ask,
    dependencies,
  )
}

/**
 * The operation takes no session, so the values it needs are written as the version's contract defines them; values
 * without a place there are not sent.
 */
function bodyOf(
  { content, operation, version }: OpenedCheckout,
  { provider, details }: ProviderChoice,
  returnUrl: string,
): JsonObject {
  const combiner = combinerOf(contractFor(initiateBrowserPayment, version))
  const email = details.customer?.email ?? content.customer?.email
  const values = {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation: operation === 'AUTHORIZE' ? 'AUTHORIZE' : 'PAY',
      ...(provider === 'PROVIDER_A' && { providerA: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } }),
      returnUrl,
    },
    order: content.order ?? {},
    sourceOfFunds: asJson({ ...details.sourceOfFunds, type: provider }),
    ...(email !== undefined && { customer: { email } }),
  }
  const { shipping } = content
  const withShipping = combiner.asSent({ ...values, ...(provider === 'PROVIDER_A' && shipping && { shipping }) })
  // An address that this operation does not accept is no reason to refuse the payment.
  const isFit = !isRejection(
    combiner.readPart(structuredClone({ shipping: withShipping['shipping'] ?? {} }) as JsonObject),
  )
  return isFit ? withShipping : combiner.asSent(values)
}

/**
 * The payer abandons an attempt that waits only for the payer. A payment begun at a provider is cancelled there; if the
 * payer has agreed to it meanwhile, it counts.
 */
export async function payAnotherWay(
  opened: OpenedCheckout,
  dependencies: OpenCheckoutDependencies,
): Promise<PageAttemptState> {
  switch (opened.underWay?.kind) {
    case 'AT_PROVIDER':
      return leaveProvider(opened, dependencies)
    // The bank has been asked about this card: that counts as an attempt, as if the payer had refused there.
    case 'CHALLENGED':
      return failAuthentication(opened, dependencies)
    default:
      return attemptStateOf(opened)
  }
}

function attemptStateOf({ stored, underWay }: OpenedCheckout): PageAttemptState {
  return { stored, underWay }
}

async function leaveProvider(
  opened: OpenedCheckout,
  dependencies: OpenCheckoutDependencies,
): Promise<PageAttemptState> {
  const { checkout } = opened.stored
  if (checkout.state !== 'PAYING') return attemptStateOf(opened)
  const key = { ...orderKeyOf(opened), transactionId: checkout.transactionId }
  const order = await dependencies.store.findOrder(key)
  const browserPayment = order && browserPaymentIn(order, key)
  if (!browserPayment) return attemptStateOf(opened)
  // The provider's final response; whatever the payer does there afterwards is reversed.
  await pollBrowserPayment(browserPayment.transaction, dependencies)
  await recordBrowserPaymentStep(key, { kind: 'ABANDONED' }, dependencies)
  return resolvePageAttempt(opened, dependencies)
}
