// The payer has agreed at the provider and commits on the merchant's site: confirms the payment at the provider. The
// amount and the line items may still change, the currency may not.

import { decimalsOfTheCurrency } from '../../contract/rules/amounts.ts'
import { parseMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { mergeValues } from '../../kernel/values.ts'
import {
  type Call,
  comparisonOf,
  type MerchantConfirmation,
  mayConfirm,
  type OperationResult,
  phaseOf,
  storableRequest,
} from '../../payments/index.ts'
import type { ConfirmBrowserPaymentRequest } from '../contract/confirm-browser-payment.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { itemsOf } from './initiate-browser-payment.ts'
import { pollBrowserPayment, sendConfirmation } from './poll-provider.ts'
import {
  type BrowserPaymentInput,
  type LoadedBrowserPayment,
  recordBrowserPaymentStep,
} from './record-browser-payment-step.ts'
import { findBrowserPayment, respondWithBrowserPayment } from './update-browser-payment.ts'

export async function confirmBrowserPayment(
  request: ConfirmBrowserPaymentRequest,
  call: Call,
  dependencies: Pick<BrowserPaymentDependencies, 'store' | 'journeys' | 'vault' | 'providers' | 'clock' | 'timeouts'>,
): Promise<OperationResult> {
  const { key } = call
  const browserPayment = await findAgreed(call, dependencies)
  if (isRejection(browserPayment)) return browserPayment
  const sent = call.asSent ?? request
  const { confirming } = browserPayment.paymentState.journey
  if (confirming) return answerRepeatedConfirmation(browserPayment, sent, confirming, dependencies)
  const refused = refuse(request, browserPayment)
  if (refused) return refused

  // Committed before the provider is called, so that a crash leaves a record that the job can finish.
  const input: BrowserPaymentInput = {
    kind: 'CONFIRMING',
    confirming: confirmationOf(request, sent, browserPayment, dependencies),
    learned: storableRequest(request),
  }
  const taken = await recordBrowserPaymentStep(key, input, dependencies)
  // Another confirmation, the provider or the expiry came first. The recorded state decides.
  if (taken !== 'TAKEN') return { kind: 'MOVED' }
  await sendConfirmation(key, dependencies)
  return respondWithBrowserPayment(key, { isFirst: true }, dependencies)
}

/** The payer may have agreed a moment ago, and the provider's message may be late. */
async function findAgreed(
  { key }: Call,
  dependencies: Pick<BrowserPaymentDependencies, 'store' | 'journeys' | 'vault' | 'providers' | 'clock' | 'timeouts'>,
): Promise<LoadedBrowserPayment | Rejection> {
  const browserPayment = await findBrowserPayment(key, dependencies)
  if (isRejection(browserPayment)) return browserPayment
  const { paymentState, transaction } = browserPayment
  if (phaseOf(paymentState) !== 'OPEN' || paymentState.journey.isAgreed) return browserPayment
  const looked = await pollBrowserPayment(transaction, dependencies)
  return looked.kind === 'FOUND' && looked.taken === 'TAKEN' ? findBrowserPayment(key, dependencies) : browserPayment
}

async function answerRepeatedConfirmation(
  { transaction: { key }, paymentState }: LoadedBrowserPayment,
  sent: object,
  { requestKeyId: keyId, requestHash }: MerchantConfirmation,
  dependencies: Pick<BrowserPaymentDependencies, 'store' | 'journeys' | 'vault' | 'providers' | 'clock' | 'timeouts'>,
): Promise<OperationResult> {
  const storedHash = { keyId, hash: Buffer.from(requestHash, 'hex') }
  if (!dependencies.vault.matches('REQUEST', comparisonOf(sent, dependencies.vault, keyId), storedHash))
    return reject('NOTHING_TO_CONFIRM', 'The payment was already confirmed by a different request.')
  if (phaseOf(paymentState) === 'OPEN') await sendConfirmation(key, dependencies)
  return respondWithBrowserPayment(key, { isFirst: false }, dependencies)
}

function refuse(
  request: ConfirmBrowserPaymentRequest,
  { paymentState, stored }: LoadedBrowserPayment,
): Rejection | undefined {
  const { currency } = stored.order
  if (paymentState.journey.confirmation !== 'CONFIRM_AT_MERCHANT')
    return reject('NOTHING_TO_CONFIRM', 'The payer confirms this payment at the provider.')
  if (phaseOf(paymentState) !== 'OPEN') return reject('NOTHING_TO_CONFIRM', 'The payment is already complete.')
  if (!mayConfirm(paymentState)) return reject('NOTHING_TO_CONFIRM', 'The payer has not agreed to the payment yet.')
  if (request.order?.currency !== undefined && request.order.currency !== currency)
    return reject('CURRENCY_DIFFERS', `The payment was initiated in ${currency}.`)
  return decimalsOfTheCurrency.check(mergeValues(request, { order: { ...request.order, currency } }) as never)
}

function confirmationOf(
  { order }: ConfirmBrowserPaymentRequest,
  sent: object,
  { stored, paymentState, transaction }: LoadedBrowserPayment,
  { vault, clock }: Pick<BrowserPaymentDependencies, 'vault' | 'clock'>,
): MerchantConfirmation {
  const { currency } = stored.order
  const amount = order?.amount
  const wished = amount === undefined ? undefined : parseMoney({ amount, currency })?.amountMinor
  // Under the key of the request that initiated it: that row keeps the key in use.
  const { keyId } = transaction.requestHash
  const { hash } = vault.keyedHash('REQUEST', comparisonOf(sent, vault, keyId), keyId)
  const items = itemsOf(order ?? {})
  return {
    at: clock.now().toISOString(),
    amountMinor: String(wished ?? paymentState.amountMinor),
    requestKeyId: keyId,
    requestHash: hash.toString('hex'),
    ...omitUndefined({ items }),
  }
}
