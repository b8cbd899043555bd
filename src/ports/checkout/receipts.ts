// Receipts that payers get by e-mail: a queue of those to be sent, and the mail server that takes them.

export interface ReceiptKey {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** What the payer's page showed. */
export interface ReceiptDetails {
  readonly merchantName: string
  readonly locale?: string
}

export interface QueuedReceipt extends ReceiptKey {
  readonly details: ReceiptDetails
  /** With this one. */
  readonly attempts: number
}

/** NO_ADDRESS: the payer has none, or one that mail servers do not take. */
export type FinalReceiptState = 'SENT' | 'FAILED' | 'NO_ADDRESS'

export interface ReceiptQueue {
  /** Once for each transaction: nothing changes when it is there already. */
  add(receipt: ReceiptKey & { readonly details: ReceiptDetails; readonly now: Date }): Promise<void>
  /** Those that are due. Until the lease ends no other process gets them. */
  claimDue(options: {
    readonly now: Date
    readonly leaseUntil: Date
    readonly limit: number
  }): Promise<readonly QueuedReceipt[]>
  retryAt(key: ReceiptKey, at: Date): Promise<void>
  end(key: ReceiptKey, state: FinalReceiptState): Promise<void>
  /** Of those that are older; returns how many. */
  deleteOld(before: Date, limit: number): Promise<number>
}

export interface MailMessage {
  readonly to: string
  /** The name beside the sender's address. */
  readonly fromName: string
  readonly subject: string
  readonly text: string
  /** The same for every attempt to send it, by which mail programs recognise a repetition. */
  readonly id: string
  readonly at: Date
}

/**
 * REFUSED is final. DEFERRED and FAILED may succeed later: the mail server does not take this message now, or no message could
 * be given to it. The reason contains no address.
 */
export type MailResult =
  | { readonly kind: 'SENT' }
  | { readonly kind: 'REFUSED' | 'DEFERRED' | 'FAILED'; readonly why: string }

export interface MailSender {
  send(message: MailMessage): Promise<MailResult>
}
