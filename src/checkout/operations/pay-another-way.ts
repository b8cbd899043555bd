// The payer abandons an attempt that waits only for the payer. A payment begun at a provider is cancelled there; if the
// payer has agreed to it meanwhile, it counts.

import { pollBrowserPayment } from '../../browser-payments/operations/poll-provider.ts'
import {
  browserPaymentIn,
  recordBrowserPaymentStep,
} from '../../browser-payments/operations/record-browser-payment-step.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { OpenCheckoutPorts } from './open-checkout.ts'
import type { OpenedCheckout, PageAttemptState } from './page-state.ts'
import { failAuthentication, orderKeyOf, resolvePageAttempt } from './resolve-page-attempt.ts'

export async function payAnotherWay(opened: OpenedCheckout, ports: OpenCheckoutPorts): Promise<PageAttemptState> {
  switch (opened.underWay?.kind) {
    case 'AT_PROVIDER':
      return leaveProvider(opened, ports)
    // The bank has been asked about this card: that counts as an attempt, as if the payer had refused there.
    case 'CHALLENGED':
      return failAuthentication(opened, ports)
    default:
      return attemptStateOf(opened)
  }
}

function attemptStateOf({ stored, underWay }: OpenedCheckout): PageAttemptState {
  return { stored, ...omitUndefined({ underWay }) }
}

async function leaveProvider(opened: OpenedCheckout, ports: OpenCheckoutPorts): Promise<PageAttemptState> {
  const { checkout } = opened.stored
  if (checkout.state !== 'PAYING') return attemptStateOf(opened)
  const key = { ...orderKeyOf(opened), transactionId: checkout.transactionId }
  const order = await ports.store.findOrder(key)
  const found = order && browserPaymentIn(order, key)
  if (!found) return attemptStateOf(opened)
  // The provider's final response; whatever the payer does there afterwards is reversed.
  await pollBrowserPayment(found.transaction, ports)
  await recordBrowserPaymentStep(key, { kind: 'ABANDONED' }, ports)
  return resolvePageAttempt(opened, ports)
}
