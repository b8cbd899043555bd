// The payer gives an attempt up that waits for nobody but the payer. What was begun at a provider is called off there; if the
// payer has agreed to it meanwhile, it counts.

import { lookAtBrowserPayment } from '../browser-payments/poll-provider.ts'
import { browserPaymentIn, takeStep } from '../browser-payments/record-browser-payment-step.ts'
import type { OpenPorts } from './open-checkout.ts'
import type { OpenedCheckout, Settled } from './page-state.ts'
import { failAuthentication, orderKeyOf, settleAttempt } from './resolve-page-attempt.ts'

export async function payAnotherWay(opened: OpenedCheckout, ports: OpenPorts): Promise<Settled> {
  switch (opened.underWay?.kind) {
    case 'AT_PROVIDER':
      return leaveProvider(opened, ports)
    // The bank has been asked about this card: that is an attempt, as if the payer had said no there.
    case 'CHALLENGED':
      return failAuthentication(opened, ports)
    default:
      return settled(opened)
  }
}

function settled({ stored, underWay }: OpenedCheckout): Settled {
  return { stored, ...(underWay && { underWay }) }
}

async function leaveProvider(opened: OpenedCheckout, ports: OpenPorts): Promise<Settled> {
  const { checkout } = opened.stored
  if (checkout.state !== 'PAYING') return settled(opened)
  const key = { ...orderKeyOf(opened), transactionId: checkout.transactionId }
  const order = await ports.store.findOrder(key)
  const found = order && browserPaymentIn(order, key)
  if (!found) return settled(opened)
  // The provider's last word; after it, whatever the payer does there is undone.
  await lookAtBrowserPayment(found.transaction, ports)
  await takeStep(key, { kind: 'ABANDONED' }, ports)
  return settleAttempt(opened, ports)
}
