// The input of a manual payment, and its validation.
import type { PaymentInput } from '../../../../../src/console/request-bodies.ts'
import { amountProblem, validAmount } from '../../format/amount-rule.ts'
import { timeZone } from '../../format/zone.ts'
import type { ConsoleLanguage } from '../../language/languages.ts'
import { language, t } from '../../language/text.ts'
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
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly receiptLanguage: ConsoleLanguage
  readonly street: string
  readonly postcodeZip: string
  readonly city: string
  readonly stateProvince: string
  readonly country: string
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
    firstName: '',
    lastName: '',
    email: '',
    receiptLanguage: language(),
    street: '',
    postcodeZip: '',
    city: '',
    stateProvince: '',
    country: '',
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
  const { operation, amount, currency, source, receiptLanguage } = payment
  const entered = (names: readonly (keyof Payment)[]) => {
    const texts = names.map((name) => [name, payment[name].trim()] as const).filter(([, text]) => text !== '')
    return texts.length === 0 ? undefined : Object.fromEntries(texts)
  }
  const customer = entered(['firstName', 'lastName', 'email'])
  const address = entered(['street', 'postcodeZip', 'city', 'stateProvince', 'country'])
  return {
    operation,
    ...ids,
    currency,
    source,
    ...(operation !== 'VERIFY' && { amount: validAmount(amount, currency) }),
    ...entered(['description', 'orderReference', 'merchantNote']),
    ...(customer && { customer }),
    ...(address && { billing: { address } }),
    ...(customer?.['email'] && { receipt: { locale: receiptLanguage, timeZone: timeZone() } }),
  }
}
