// What somebody enters to take a payment, and what is wrong with it.
import { amountProblem } from '../order/amount-rule.ts'
import { newOrderId } from '../order/transaction-id.ts'

export const paymentOperations = [
  { value: 'PAY', label: 'Pay' },
  { value: 'AUTHORIZE', label: 'Authorize' },
  { value: 'VERIFY', label: 'Verify card' },
] as const

export type PaymentOperation = (typeof paymentOperations)[number]['value']

export const paymentSources = [
  { value: 'TELEPHONE_ORDER', label: 'Phone' },
  { value: 'MAIL_ORDER', label: 'Mail' },
  { value: 'CALL_CENTRE', label: 'Call centre' },
  { value: 'MOTO', label: 'Mail or phone' },
] as const

export interface Payment {
  readonly operation: PaymentOperation
  readonly orderId: string
  readonly amount: string
  /** '' until the merchant's currencies are known. */
  readonly currency: string
  readonly source: string
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
  const wrongCurrency = /^[A-Z]{3}$/.test(currency) ? undefined : 'Choose a currency.'
  const wrongAmount = operation === 'VERIFY' || wrongCurrency ? undefined : amountProblem(amount, { currency })
  return {
    ...(orderId === '' && { orderId: 'Enter an order ID.' }),
    ...(wrongCurrency && { currency: wrongCurrency }),
    ...(wrongAmount && { amount: wrongAmount }),
  }
}

/** What the service takes. */
export function paymentBody(
  payment: Payment,
  ids: { readonly transactionId: string; readonly sessionId: string },
): object {
  const { operation, amount, currency, source } = payment
  const { description, orderReference, merchantNote } = payment
  const words = Object.entries({ description, orderReference, merchantNote })
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return {
    operation,
    ...ids,
    currency,
    source,
    ...(operation !== 'VERIFY' && { amount }),
    ...Object.fromEntries(words),
  }
}
