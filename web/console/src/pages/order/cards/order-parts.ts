// What an order's transactions say of its payment method, its payer and its risk, for the cards of the page.
import { countryText } from '../../../format/country.ts'
import type { OrderDetails, TransactionDetailsView } from '../../orders/wire.ts'

type Instrument = NonNullable<TransactionDetailsView['request']['sourceOfFunds']>
type Card = NonNullable<NonNullable<Instrument['provided']>['card']>
type Customer = NonNullable<TransactionDetailsView['request']['customer']>
type Address = NonNullable<NonNullable<TransactionDetailsView['request']['billing']>['address']>
export type AppliedRuleView = NonNullable<
  NonNullable<NonNullable<NonNullable<TransactionDetailsView['response']>['risk']>['response']>['rule']
>[number]

export interface PaymentMethod {
  readonly transaction: TransactionDetailsView
  /** As answers name it: CARD, GIFT_CARD, a provider. */
  readonly type: string | undefined
  readonly card: Card | undefined
  /** Of a gift card or a bank account: masked. */
  readonly account: string | undefined
  readonly accountHolder: string | undefined
  readonly token: string | undefined
  readonly issuerCountry: string | undefined
}

/** What the request said, with what the gateway found out. */
export function paymentMethodOf({ transactions, paymentMethod }: OrderDetails): PaymentMethod | undefined {
  const transaction = transactions.find(({ transactionId }) => transactionId === paymentMethod?.transactionId)
  if (!transaction) return undefined
  const { request, response } = transaction
  const provided = { ...request.sourceOfFunds?.provided, ...response?.sourceOfFunds?.provided }
  const { giftCard, ach, directDebitCanada } = provided
  const hasCard = request.sourceOfFunds?.provided?.card ?? provided.card
  const bankAccount = ach ?? directDebitCanada
  return {
    transaction,
    type: response?.sourceOfFunds?.type ?? request.sourceOfFunds?.type,
    card: hasCard && { ...request.sourceOfFunds?.provided?.card, ...provided.card },
    account: giftCard?.number ?? bankAccount?.bankAccountNumber,
    accountHolder: bankAccount?.bankAccountHolder,
    token: response?.sourceOfFunds?.token ?? request.sourceOfFunds?.token,
    issuerCountry: paymentMethod?.issuerCountry,
  }
}

/** "01/39". */
export function expiryText({ expiry }: Card): string | undefined {
  const { month, year } = expiry ?? {}
  return month === undefined || year === undefined ? undefined : `${month.padStart(2, '0')}/${year}`
}

export interface PayerFacts {
  readonly name: string | undefined
  readonly email: string | undefined
  readonly phone: string | undefined
  readonly mobilePhone: string | undefined
  readonly ipAddress: string | undefined
  readonly billing: readonly string[]
  readonly shipping: readonly string[]
}

/** The latest transaction that says something of it counts. */
export function payerOf({ transactions }: OrderDetails): PayerFacts {
  const messages = transactions.flatMap(({ request, response }) => (response ? [request, response] : [request]))
  const customer = Object.assign({}, ...messages.map((message) => message.customer)) as Customer
  const latest = <Value>(read: (message: (typeof messages)[number]) => Value | undefined) =>
    messages.findLast((message) => read(message) !== undefined)
  const billing = latest((message) => message.billing?.address)?.billing?.address
  const shipping = latest((message) => message.shipping?.address)?.shipping?.address
  const billingLines = addressLines(billing)
  const shippingLines = addressLines(shipping)
  return {
    name: [customer.firstName, customer.lastName].filter((part) => part !== undefined).join(' ') || undefined,
    email: customer.email,
    phone: customer.phone,
    mobilePhone: customer.mobilePhone,
    ipAddress: latest((message) => message.device?.ipAddress)?.device?.ipAddress,
    billing: billingLines,
    // Often the same.
    shipping: shippingLines.join('\n') === billingLines.join('\n') ? [] : shippingLines,
  }
}

function addressLines(address: Address | undefined): readonly string[] {
  if (!address) return []
  const { company, street, street2, city, postcodeZip, stateProvince, country } = address
  const place = [postcodeZip, city, stateProvince].filter((part) => part !== undefined).join(' ')
  const name = country === undefined ? undefined : countryText(country)
  return [company, street, street2, place, name].filter((line) => line !== undefined && line !== '') as string[]
}

export interface OrderRisk {
  readonly transaction: TransactionDetailsView
  readonly verdict: string
  readonly score: string | undefined
  readonly review: {
    readonly decision: string
    readonly userId?: string
    readonly time?: string
    readonly note?: string
  } | null
  /** The rules that objected to the payment, or trust the card. */
  readonly fired: readonly AppliedRuleView[]
  /** Those that had no objection. */
  readonly passed: readonly AppliedRuleView[]
}

/** Of the latest transaction that was assessed. */
export function riskOf({ transactions }: OrderDetails): OrderRisk | undefined {
  const transaction = transactions.findLast(({ risk }) => risk !== undefined && risk !== 'NOT_CHECKED')
  if (!transaction) return undefined
  const response = transaction.response?.risk?.response
  const rules = response?.rule ?? []
  const { decision = 'NOT_REQUIRED', ...review } = response?.review ?? {}
  return {
    transaction,
    verdict: transaction.risk ?? 'NOT_CHECKED',
    score: response?.totalScore,
    review: decision === 'NOT_REQUIRED' ? null : { decision, ...review },
    fired: rules.filter(({ recommendation }) => recommendation !== 'NO_ACTION'),
    passed: rules.filter(({ recommendation }) => recommendation === 'NO_ACTION'),
  }
}
