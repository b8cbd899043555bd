// What the console's services for payment links return.

import type { OrderStatus, PaymentLinkState } from '../../kernel/order-status.ts'
import type { PaymentLink, PaymentLinkEmail } from '../../payment-links/index.ts'
import type { OpenReversal } from '../../payments/index.ts'

export interface PaymentLinkBody
  extends Pick<PaymentLink, 'paymentLinkId' | 'operation' | 'currency' | 'createdBy' | 'createdAt'> {
  /** What the merchant sends to payers. */
  readonly url: string
  readonly state: PaymentLinkState
  readonly description: string | undefined
  /** Undefined where the payer enters it, between the limits where there are any. */
  readonly amount: string | undefined
  readonly amountMin: string | undefined
  readonly amountMax: string | undefined
  /** Undefined: any number of times. */
  readonly usesMax: number | undefined
  /** How often it was paid, counted up to 1000. */
  readonly paid: number
  /** Of a link for one payment the order; the ids of others begin with it. */
  readonly orderId: string
  readonly language: PaymentLink['language'] | undefined
  readonly expiresAt: Date | undefined
  readonly disabledAt: Date | undefined
  readonly disabledBy: string | undefined
}

/** An order that a payer has begun through a link. */
export interface PaymentLinkOrderBody {
  readonly orderId: string
  readonly begunAt: Date
  readonly isPaid: boolean
  /** When the payment that was approved arrived. */
  readonly paidAt: Date | undefined
  readonly amount: string
  readonly currency: string
  /** Null while its only outcome is open. */
  readonly status: OrderStatus | null
  readonly isInReview: boolean
  readonly openReversal: OpenReversal | undefined
}

export interface PaymentLinkEmailsBody {
  /** Whether the gateway has a mail server. */
  readonly isAvailable: boolean
  readonly rows: readonly PaymentLinkEmail[]
}

export interface QueuedPaymentLinkEmailBody {
  readonly emailId: string
}
