// Receipts that payers get by e-mail: a queue of those to be sent.
import type { ClaimedMail, MailQueue } from '../../platform/mail/mail.ts'

export interface ReceiptKey {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** What the payer's page showed. */
export interface ReceiptDetails {
  readonly merchantName: string
  readonly locale?: string
  /** An IANA name, such as Europe/Berlin. */
  readonly timeZone?: string
}

export interface QueuedReceipt extends ReceiptKey, ClaimedMail {
  readonly details: ReceiptDetails
}

export interface ReceiptQueue extends MailQueue<ReceiptKey, QueuedReceipt> {
  /** Once for each transaction: nothing changes when it is there already. */
  add(receipt: ReceiptKey & { readonly details: ReceiptDetails; readonly now: Date }): Promise<void>
}
