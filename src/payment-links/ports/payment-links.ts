// Payment links, the orders that were begun through them, and the e-mails that they are sent by.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { OrderStatus, PaymentLinkState } from '../../kernel/order-status.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import type { SealedValue } from '../../keys/ports/vault.ts'
import type { OpenReversal } from '../../payments/rules/shown-status.ts'
import type { ClaimedMail, FinalMailState, MailQueue } from '../../platform/mail/mail.ts'
import type { PaymentLink, PaymentLinkKey, PaymentLinkOrderUse } from '../rules/payment-link.ts'
import type { PaymentLinkEmailLimit } from '../rules/payment-link-email.ts'

export interface StoredPaymentLink extends PaymentLink {
  /** The values of its payers' sessions, which include the amount and the merchant's URL for notifications. */
  readonly session: SealedValue
}

export interface ListedPaymentLink extends PaymentLink {
  /** How many of its orders are paid, counted up to the limit of uses. */
  readonly paid: number
  readonly state: PaymentLinkState
}

/** An order that was begun through a link. */
export interface PaymentLinkOrder {
  readonly orderId: string
  readonly begunAt: Date
  readonly isPaid: boolean
  /** When the payment that was approved arrived. */
  readonly paidAt?: Date
  readonly amountMinor: bigint
  readonly currency: string
  /** Undefined while its only outcome is open. */
  readonly status?: OrderStatus
  readonly isInReview: boolean
  readonly openReversal?: OpenReversal
}

export interface PaymentLinkOfOrder {
  readonly paymentLinkId: string
  readonly description?: string
}

export interface PaymentLinkStore {
  /** Together with its audit log entry. */
  create(paymentLink: StoredPaymentLink, by: AuditStamp): Promise<void>
  find(key: PaymentLinkKey): Promise<StoredPaymentLink | undefined>
  /** For a payer, who has nothing but the link's id. */
  findAnywhere(paymentLinkId: string): Promise<StoredPaymentLink | undefined>
  /** The link with its state. */
  show(key: PaymentLinkKey, now: Date): Promise<ListedPaymentLink | undefined>
  /** Newest first; undefined when `after` is not a valid start of a page. */
  list(
    wanted: { readonly merchantId: string; readonly state?: PaymentLinkState | undefined; readonly now: Date },
    page: PageRequest,
  ): Promise<ResultPage<ListedPaymentLink> | undefined>
  /** Together with its audit log entry; false when it does not exist or is disabled already. */
  disable(key: PaymentLinkKey, by: AuditStamp): Promise<boolean>
  /** What has happened to these orders, as far as they exist. */
  findOrderUses(merchantId: string, orderIds: readonly string[]): Promise<readonly PaymentLinkOrderUse[]>
  /** Once for each order, before its first payment is attempted. */
  noteOrder(key: PaymentLinkKey, orderId: string, at: Date): Promise<void>
  /** The link of an order: the first that payers came by. */
  findPaymentLinkOf(merchantId: string, orderId: string): Promise<PaymentLinkOfOrder | undefined>
  /** Orders of the link that have a payment or an attempt, newest first; undefined when `after` is not valid. */
  listOrders(key: PaymentLinkKey, page: PageRequest): Promise<ResultPage<PaymentLinkOrder> | undefined>
}

/** Payment links that users send by e-mail: a queue of those to be sent, and what became of them. */
export interface PaymentLinkEmailKey {
  readonly merchantId: string
  readonly emailId: string
}

export interface QueuedPaymentLinkEmail extends PaymentLinkEmailKey, ClaimedMail {
  readonly paymentLinkId: string
  readonly recipient: string
  readonly message: string | null
  /** As the audit log names its sender. */
  readonly createdBy: string
  readonly createdAt: Date
}

export interface PaymentLinkEmail {
  readonly emailId: string
  readonly recipient: string
  readonly state: FinalMailState | 'PENDING'
  readonly createdBy: string
  readonly createdAt: Date
}

export interface PaymentLinkEmailQueue extends MailQueue<PaymentLinkEmailKey, QueuedPaymentLinkEmail> {
  /** Together with its audit log entry, unless the merchant has reached a limit, which is returned. */
  add(
    email: PaymentLinkEmailKey & {
      readonly paymentLinkId: string
      readonly recipient: string
      readonly message?: string
    },
    by: AuditStamp,
  ): Promise<PaymentLinkEmailLimit | undefined>
  /** Of a link, newest first. */
  list(paymentLink: PaymentLinkKey, limit: number): Promise<readonly PaymentLinkEmail[]>
}
