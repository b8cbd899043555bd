// The state of a session's page. It ensures that two tabs, a double click and a reloaded page pay once.
// Beside it: the receipts to be sent, and logos that sessions name.

import type { PageLogo } from '../../merchants/ports/merchant-store.ts'
import type { ClaimedMail, MailQueue } from '../../platform/mail/mail.ts'
import type { CreateCheckoutSessionRequest } from '../contract/create-checkout-session.ts'
import type { Checkout } from '../rules/checkout.ts'

/** The merchant's settings of a hosted page. */
export type PageInteraction = NonNullable<CreateCheckoutSessionRequest['interaction']>

export interface CheckoutKey {
  readonly merchantId: string
  readonly sessionHash: Buffer
}

/** How the payer saw the page. */
export interface PayerView {
  readonly locale: string
  /** An IANA name; left out where the browser runs no scripts. */
  readonly timeZone?: string | undefined
}

export interface StoredCheckout extends CheckoutKey {
  readonly checkout: Checkout
  /** Returned to the shop in place of the success indicator when the last permitted attempt has failed. */
  readonly failureIndicator: string
  /** Stored for a payer who comes when the session is gone. */
  readonly interaction: PageInteraction
  /** Origins of the shop's pages that have opened this one, as reported by browsers. */
  readonly openedFrom: readonly string[]
  /** The end of the URL that the last provider sends the payer back to. */
  readonly returnToken?: string | undefined
  readonly payerView?: PayerView
  readonly revision: number
  /** Until then the payer may pay. */
  readonly expiresAt: Date
  readonly updatedAt: Date
}

export interface CheckoutStore {
  /** The existing one, or a new one with these values. */
  open(
    name: CheckoutKey,
    checkout: Pick<StoredCheckout, 'failureIndicator' | 'interaction' | 'expiresAt'> & { readonly now: Date },
  ): Promise<StoredCheckout>
  /** By the hash of the session's id under any key, for any merchant; also one whose session is gone. */
  findAnywhere(hashes: readonly Buffer[]): Promise<StoredCheckout | undefined>
  /** The one whose payer was last sent to a provider with this token. */
  findByReturnToken(returnToken: string): Promise<StoredCheckout | undefined>
  /** False when it has changed since it was read. A new return token replaces the previous one. */
  update(stored: StoredCheckout, checkout: Checkout, now: Date, returnToken?: string): Promise<boolean>
  /** Stores the settings posted by the page that opened this one, and its origin: only the first few. */
  noteOpening(
    name: CheckoutKey,
    opening: { readonly interaction: PageInteraction; readonly origin: string | undefined },
  ): Promise<void>
  notePayerView(name: CheckoutKey, view: PayerView): Promise<void>
  /** Deletes what expired some time ago; returns how many. */
  deleteExpired(now: Date, limit: number): Promise<number>
}

/** Receipts that payers get by e-mail: a queue of those to be sent. */
export interface ReceiptKey {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** What the payer's page showed. */
export interface ReceiptDetails {
  readonly merchantName: string
  readonly locale?: string | undefined
  /** An IANA name, such as Europe/Berlin. */
  readonly timeZone?: string | undefined
}

export interface QueuedReceipt extends ReceiptKey, ClaimedMail {
  readonly details: ReceiptDetails
}

export interface ReceiptQueue extends MailQueue<ReceiptKey, QueuedReceipt> {
  /** Once for each transaction: nothing changes when it is there already. */
  add(receipt: ReceiptKey & { readonly details: ReceiptDetails; readonly now: Date }): Promise<void>
}

/** Logos that merchants name by a URL in a session, loaded by the gateway: the payer's browser calls no other site. */
export interface LinkedLogos {
  /** Undefined when there is no picture at the URL, or it cannot be loaded now. */
  find(merchantId: string, url: string): Promise<Omit<PageLogo, 'hash'> | undefined>
}
