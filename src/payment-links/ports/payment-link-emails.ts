// Payment links that users send by e-mail: a queue of those to be sent, and what became of them.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { ClaimedMail, FinalMailState, MailQueue } from '../../platform/mail/mail.ts'
import type { PaymentLinkKey } from '../rules/payment-link.ts'
import type { PaymentLinkEmailLimit } from '../rules/payment-link-email.ts'

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
