// What browser payments do for payments: they learn from the provider how theirs go on.
import type { BrowserPaymentProgress } from '../../payments/ports/browser-payment-progress.ts'
import { type BrowserPaymentPollPorts, processDueBrowserPayment } from './follow-up-browser-payment.ts'
import { refreshBrowserPayments } from './refresh-browser-payment.ts'

/** The ports are read at each use: one may be replaced while the gateway runs. */
export function browserPaymentProgress(ports: BrowserPaymentPollPorts): BrowserPaymentProgress {
  return {
    refresh: (stored) => refreshBrowserPayments(stored, ports),
    followUp: (transaction, journey) => processDueBrowserPayment(transaction, journey, ports),
  }
}
