// Asks the provider for the status of a payment: has the payer agreed, and what is the shipping address?

import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import {
  type Call,
  describeTransactionNow,
  findRepeated,
  type OperationResponse,
  type OperationResult,
  type TransactionKey,
  unknownOrder,
} from '../../payments/index.ts'
import type { UpdateBrowserPaymentRequest } from '../contract/update-browser-payment.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { isWorthPolling, pollBrowserPayment } from './poll-provider.ts'
import { browserPaymentIn, type LoadedBrowserPayment } from './record-browser-payment-step.ts'

/** If the provider does not respond, nothing changes; the next request asks it again. */
export async function updateBrowserPayment(
  _request: UpdateBrowserPaymentRequest,
  { key }: Call,
  dependencies: Pick<BrowserPaymentDependencies, 'store' | 'journeys' | 'vault' | 'providers' | 'clock' | 'timeouts'>,
): Promise<OperationResult> {
  const browserPayment = await findBrowserPayment(key, dependencies)
  if (isRejection(browserPayment)) return browserPayment
  if (isWorthPolling(browserPayment)) await pollBrowserPayment(browserPayment.transaction, dependencies)
  return respondWithBrowserPayment(key, { isFirst: false }, dependencies)
}

// Finds the browser payment that a request refers to, and returns its current state.

type FindDependencies = Pick<BrowserPaymentDependencies, 'store' | 'timeouts'>

export async function findBrowserPayment(
  key: TransactionKey,
  { store, timeouts }: FindDependencies,
): Promise<LoadedBrowserPayment | Rejection> {
  const stored = await store.findOrder(key)
  if (!stored) return unknownOrder(key)
  const transaction = findRepeated(stored, key)
  if (!transaction)
    return reject(
      'UNKNOWN_TRANSACTION',
      `There is no transaction '${key.transactionId}' on order '${key.orderId}' of merchant '${key.merchantId}'.`,
    )
  if (!transaction.isInFlight) return browserPaymentIn(stored, key) ?? notBrowserPayment
  // It is being initiated at this moment.
  const settled = await store.awaitOutcome(key, timeouts.repeatWaitMs)
  const later = settled && (await store.findOrder(key))
  if (!later) return reject('STILL_IN_PROGRESS', 'The request that initiates the payment is still in progress.')
  return browserPaymentIn(later, key) ?? notBrowserPayment
}

const notBrowserPayment = reject('NOT_A_BROWSER_PAYMENT', "The transaction is not a payment on a provider's site.")

export async function respondWithBrowserPayment(
  key: TransactionKey,
  { isFirst }: Pick<OperationResponse, 'isFirst'>,
  dependencies: FindDependencies,
): Promise<OperationResponse | Rejection> {
  const browserPayment = await findBrowserPayment(key, dependencies)
  if (isRejection(browserPayment)) return browserPayment
  const { transaction, stored } = browserPayment
  return { kind: 'ANSWERED', isFirst, response: describeTransactionNow(transaction, stored.order) }
}
