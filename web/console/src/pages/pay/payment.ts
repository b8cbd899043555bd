// The input of a manual payment, and its validation.
import type { PaymentInput } from '../../../../../src/http/console/request-bodies/manual-transactions.ts'
import { amountProblem, validAmount } from '../../format/amount-rule.ts'
import { t } from '../../language/text.ts'
import { newOrderId } from '../order/transaction-id.ts'

type PaymentSource = NonNullable<PaymentInput['source']>

interface Choice<Value> {
  readonly value: Value
  readonly label: string
}

export const paymentOperations = [
  { value: 'PAY', label: t('Pay||button') },
  { value: 'AUTHORIZE', label: t('Authorize') },
  { value: 'VERIFY', label: t('Verify card') },
] as const satisfies readonly Choice<PaymentInput['operation']>[]

export const paymentSources = [
  { value: 'TELEPHONE_ORDER', label: t('Phone') },
  { value: 'MAIL_ORDER', label: t('Mail') },
  { value: 'CALL_CENTRE', label: t('Call centre') },
  { value: 'MOTO', label: t('Mail or phone') },
] as const satisfies readonly Choice<PaymentSource>[]

export interface Payment {
  readonly operation: PaymentInput['operation']
  readonly orderId: string
  readonly amount: string
  /** '' until the merchant's currencies are known. */
  readonly currency: string
  readonly source: PaymentSource
  readonly description: string
  readonly orderReference: string
  readonly merchantNote: string
}

export function emptyPayment(): Payment {
  return {
    operation: 'PAY',
    orderId: newOrderId(),
    amount: '',
    currency: '',
    source: 'TELEPHONE_ORDER',
    description: '',
    orderReference: '',
    merchantNote: '',
  }
}

export type PaymentProblems = Partial<Record<keyof Payment, string>>

export function problemsOf({ operation, orderId, amount, currency }: Payment): PaymentProblems {
  const wrongCurrency = /^[A-Z]{3}$/.test(currency) ? undefined : t('Choose a currency.')
  const wrongAmount = operation === 'VERIFY' || wrongCurrency ? undefined : amountProblem(amount, { currency })
  return {
    ...(orderId === '' && { orderId: t('Enter an order ID.') }),
    ...(wrongCurrency && { currency: wrongCurrency }),
    ...(wrongAmount && { amount: wrongAmount }),
  }
}

/** What the service takes. */
export function paymentBody(
  payment: Payment,
  ids: { readonly transactionId: string; readonly sessionId: string },
): PaymentInput {
  const { operation, amount, currency, source } = payment
  const description = payment.description.trim()
  const orderReference = payment.orderReference.trim()
  const merchantNote = payment.merchantNote.trim()
  return {
    operation,
    ...ids,
    currency,
    source,
    ...(operation !== 'VERIFY' && { amount: validAmount(amount, currency) }),
    ...(description && { description }),
    ...(orderReference && { orderReference }),
    ...(merchantNote && { merchantNote }),
  }
}
