// The payer has agreed at the provider and commits on the merchant's site: tells the provider so. The amount and the line
// items may still change, the currency may not.
import type { ConfirmBrowserPaymentRequest } from '../../contract/operations/browser-payments/confirm-browser-payment.ts'
import { decimalsOfTheCurrency } from '../../contract/rules/amounts/decimals-of-the-currency.ts'
import { type Confirming, mayConfirm, phaseOf } from '../../domain/browser-payments/browser-payment.ts'
import { layOver } from '../../domain/merge-values.ts'
import { parseMoney } from '../../domain/money.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { storable } from '../masking/storable-request.ts'
import { comparisonOf } from '../payments/answer-repeat.ts'
import { tellConfirmation } from './confirm-at-provider.ts'
import { answerBrowserPayment, findBrowserPayment } from './find-browser-payment.ts'
import { itemsOf } from './initiate-browser-payment.ts'
import { lookAtBrowserPayment } from './poll-provider.ts'
import { type FoundBrowserPayment, type News, takeStep } from './record-browser-payment-step.ts'

export async function confirmBrowserPayment(
  request: ConfirmBrowserPaymentRequest,
  call: Call,
  ports: Ports,
): Promise<OperationResult> {
  const { key } = call
  const found = await findAgreed(call, ports)
  if (isRejection(found)) return found
  const sent = call.asSent ?? request
  const { confirming } = found.standing.journey
  if (confirming) return answerSameAgain(found, sent, confirming, ports)
  const refused = refuse(request, found)
  if (refused) return refused

  // Committed before the provider hears of it, so that a crash leaves a trace that the job can finish.
  const news: News = {
    kind: 'CONFIRMING',
    confirming: confirmingOf(request, sent, found, ports),
    learned: storable(request),
  }
  const taken = await takeStep(key, news, ports)
  // Somebody was faster: another confirmation, the provider, or the end of its time. What is there decides.
  if (taken !== 'TAKEN') return { kind: 'moved' }
  await tellConfirmation(key, ports)
  return answerBrowserPayment(key, { isFirst: true }, ports)
}

/** The payer may have agreed a moment ago, and the provider's message may be late. */
async function findAgreed({ key }: Call, ports: Ports): Promise<FoundBrowserPayment | Rejection> {
  const found = await findBrowserPayment(key, ports)
  if (isRejection(found)) return found
  const { standing, transaction } = found
  if (phaseOf(standing) !== 'OPEN' || standing.journey.isAgreed) return found
  const looked = await lookAtBrowserPayment(transaction, ports)
  return looked.kind === 'found' && looked.taken === 'TAKEN' ? findBrowserPayment(key, ports) : found
}

async function answerSameAgain(
  { transaction: { key }, standing }: FoundBrowserPayment,
  sent: object,
  { requestKeyId: keyId, requestHash }: Confirming,
  ports: Ports,
): Promise<OperationResult> {
  const known = { keyId, hash: Buffer.from(requestHash, 'hex') }
  if (!ports.vault.matches('REQUEST', comparisonOf(sent, ports.vault, keyId), known))
    return reject('NOTHING_TO_CONFIRM', 'The payment was already confirmed by a different request.')
  if (phaseOf(standing) === 'OPEN') await tellConfirmation(key, ports)
  return answerBrowserPayment(key, { isFirst: false }, ports)
}

function refuse(
  request: ConfirmBrowserPaymentRequest,
  { standing, stored }: FoundBrowserPayment,
): Rejection | undefined {
  const { currency } = stored.order
  if (standing.journey.confirmation !== 'CONFIRM_AT_MERCHANT')
    return reject('NOTHING_TO_CONFIRM', 'The payer confirms this payment at the provider.')
  if (phaseOf(standing) !== 'OPEN') return reject('NOTHING_TO_CONFIRM', 'The payment is over.')
  if (!mayConfirm(standing)) return reject('NOTHING_TO_CONFIRM', 'The payer has not agreed to the payment yet.')
  if (request.order?.currency !== undefined && request.order.currency !== currency)
    return reject('CURRENCY_DIFFERS', `The payment was initiated in ${currency}.`)
  return decimalsOfTheCurrency.check(layOver(request, { order: { ...request.order, currency } }) as never)
}

function confirmingOf(
  { order }: ConfirmBrowserPaymentRequest,
  sent: object,
  { stored, standing, transaction }: FoundBrowserPayment,
  { vault, clock }: Pick<Ports, 'vault' | 'clock'>,
): Confirming {
  const { currency } = stored.order
  const amount = order?.amount
  const wished = amount === undefined ? undefined : parseMoney({ amount, currency })?.amountMinor
  // Under the key of the request that initiated it: that row keeps the key alive.
  const { keyId } = transaction.requestHash
  const { hash } = vault.keyedHash('REQUEST', comparisonOf(sent, vault, keyId), keyId)
  const items = itemsOf(order ?? {})
  return {
    at: clock.now().toISOString(),
    amountMinor: String(wished ?? standing.amountMinor),
    requestKeyId: keyId,
    requestHash: hash.toString('hex'),
    ...(items && { items }),
  }
}
