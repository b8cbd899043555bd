// Payments at a provider's site, which go on after their first response.
import type { BrowserPayment } from '../rules/journey.ts'
import type { StoredOrder, StoredTransaction } from './transactions.ts'

export interface BrowserPaymentProgress {
  /** The order after the provider was asked about payments whose payer is back, unless it was asked a moment ago. */
  refresh(stored: StoredOrder): Promise<StoredOrder>
  /** Follows up a payment without news. True when it has changed. */
  followUp(transaction: StoredTransaction, journey: BrowserPayment): Promise<boolean>
}
