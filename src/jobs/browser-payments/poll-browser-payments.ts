// Looks after a browser payment whose payer, merchant or provider has fallen silent: asks the provider how it stands, finishes
// what was cut off, and gives up what nobody decides.
import { type BrowserPayment, gapMsAt, sinceOf } from '../../domain/browser-payments/browser-payment.ts'
import { type Beginning, beginBrowserPayment } from '../../operations/browser-payments/begin-browser-payment.ts'
import { tellConfirmation } from '../../operations/browser-payments/confirm-at-provider.ts'
import {
  askProvider,
  type Looked,
  lookAtBrowserPayment,
  takeWord,
} from '../../operations/browser-payments/poll-provider.ts'
import { takeStep } from '../../operations/browser-payments/record-browser-payment-step.ts'
import type { Ports } from '../../operations/call.ts'
import type { ProviderReply } from '../../ports/browser-payments/provider.ts'
import type { StoredTransaction } from '../../ports/payments/transactions.ts'

export type LookAfterPorts = Pick<
  Ports,
  'store' | 'journeys' | 'vault' | 'clock' | 'providers' | 'patience' | 'addresses'
>

/** True when it has changed. */
export async function lookAfterBrowserPayment(
  transaction: StoredTransaction,
  journey: BrowserPayment,
  ports: LookAfterPorts,
): Promise<boolean> {
  if (transaction.isInFlight) return finishInitiation(transaction, journey, ports)
  const looked = await lookAtBrowserPayment(transaction, ports)
  if (wasTaken(looked)) return true
  const isAgreed = looked.kind === 'found' && looked.word.state === 'AGREED'
  // The merchant has confirmed, and the provider did not get it.
  if (isAgreed && journey.confirming && wasTaken(await tellConfirmation(transaction.key, ports))) return true

  const ageMs = ports.clock.now().getTime() - sinceOf(journey, transaction.recordedAt).getTime()
  if (ageMs >= ports.patience.browserPaymentMs && isUndecided(looked)) {
    const taken = await takeStep(transaction.key, { kind: 'ABANDONED' }, ports)
    if (taken === 'TAKEN') return true
  }
  await ports.journeys.lookLater(transaction.key, isOverForGood(looked) ? undefined : gapMsAt(ageMs))
  return false
}

function wasTaken(looked: Looked | undefined): boolean {
  return looked?.kind === 'found' && looked.taken === 'TAKEN'
}

/** The provider itself says that nothing has happened, or might still happen: silence is no reason to give up. */
function isUndecided(looked: Looked): boolean {
  if (looked.kind !== 'found') return looked.kind === 'notFound'
  const { state, isFinal } = looked.word
  return state === 'OPEN' || state === 'AGREED' || (state === 'OVER' && !isFinal)
}

/** It is known, and nothing else will come. */
function isOverForGood(looked: Looked): boolean {
  return looked.kind === 'found' && looked.taken === 'NOTHING' && looked.word.state === 'OVER' && looked.word.isFinal
}

/** The request was cut off between asking and recording. What the provider knows goes on; what it does not know must never
 * begin, and is called off with the outcome. */
async function finishInitiation(
  attempt: StoredTransaction,
  journey: BrowserPayment,
  ports: LookAfterPorts,
): Promise<boolean> {
  const { key, claim } = attempt
  const reply = await askProvider(attempt, ports)
  if (reply.kind === 'noAnswer') return false
  const [stored, access] = await Promise.all([ports.store.findOrder(key), ports.store.findMerchant(key.merchantId)])
  if (!stored || !access) return false
  const about = {
    attempt: { ...attempt, at: attempt.recordedAt },
    journey,
    order: stored.order,
    merchant: access.merchant,
    claim,
  }
  if ((await beginBrowserPayment(beginningOf(reply), about, ports)) !== 'RECORDED') return false
  await takeWord(attempt, reply, ports)
  return true
}

function beginningOf(reply: Exclude<ProviderReply, { readonly kind: 'noAnswer' }>): Beginning {
  return reply.kind === 'found' ? { kind: 'accepted', payerUrl: reply.word.payerUrl } : { kind: 'noAnswer' }
}
