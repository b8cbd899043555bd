// Asks a provider how a payment stands, and takes its word. What the browser brings, and what a message says, is only the
// reason to ask.

import { inTime, noAnswer } from '../../concurrency/with-timeout.ts'
import { phaseOf } from '../../domain/browser-payments/browser-payment.ts'
import type { ProviderReply, ProviderWord } from '../../ports/browser-payments/provider.ts'
import type { StoredTransaction } from '../../ports/payments/transactions.ts'
import type { Ports } from '../call.ts'
import { type FoundBrowserPayment, type StepPorts, type Taken, takeStep } from './record-browser-payment-step.ts'

export type LookPorts = StepPorts & Pick<Ports, 'providers' | 'patience'>

export type Looked =
  | { readonly kind: 'found'; readonly word: ProviderWord; readonly taken: Taken }
  | { readonly kind: 'notFound' | 'noAnswer' }

export async function lookAtBrowserPayment(transaction: StoredTransaction, ports: LookPorts): Promise<Looked> {
  return takeWord(transaction, await askProvider(transaction, ports), ports)
}

export async function takeWord(
  transaction: StoredTransaction,
  reply: ProviderReply,
  ports: StepPorts,
): Promise<Looked> {
  if (reply.kind !== 'found') return reply
  const { word } = reply
  return { kind: 'found', word, taken: await takeStep(transaction.key, { kind: 'TOLD', word }, ports) }
}

export async function askProvider(
  { link, acquirerReference: reference }: Pick<StoredTransaction, 'link' | 'acquirerReference'>,
  { providers, patience }: Pick<Ports, 'providers' | 'patience'>,
): Promise<ProviderReply> {
  const provider = providers.of(link)
  if (!provider) return noAnswer
  const asked = provider.look({ acquirerMerchantId: link.acquirerMerchantId, reference })
  return inTime(asked, { timeoutMs: patience.serviceWaitMs, silence: noAnswer })
}

/** Whether the provider could still say something that counts. */
export function isWorthALook({ standing }: FoundBrowserPayment): boolean {
  const phase = phaseOf(standing)
  return phase === 'OPEN' || (phase === 'FAILED' && standing.journey.mayStillSucceed === true)
}
