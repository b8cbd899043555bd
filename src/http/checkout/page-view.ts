// Everything a page shows, worked out before it is drawn: drawing decides nothing.
import type { DeclineReason } from '../../domain/checkout.ts'

/** What the payer is asked for on a page, and how. */
export type Asked = 'HIDE' | 'OPTIONAL' | 'MANDATORY' | 'READ_ONLY'

export interface Address {
  readonly street?: string
  readonly street2?: string
  readonly city?: string
  readonly stateProvince?: string
  readonly postcodeZip?: string
  readonly country?: string
}

export interface MerchantView {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly email?: string
  readonly phone?: string
  readonly url?: string
  /** https only. */
  readonly logo?: string
}

export interface OrderView {
  readonly id: string
  readonly description?: string
  readonly reference?: string
  /** Absent when the page only keeps or verifies a card without one. Decimal text with the currency's digits. */
  readonly amount?: string
  readonly currency: string
  readonly items: readonly {
    readonly name: string
    readonly description?: string
    readonly quantity: string
    readonly amount: string
  }[]
  readonly taxAmount?: string
  readonly shippingAndHandlingAmount?: string
  readonly discountAmount?: string
}

/** A kind of payment details that the page offers. */
export type OfferedSource = 'CARD' | 'GIFT_CARD' | 'ACH'

/** What the form posts as its source: STORED for the one that the view calls `stored`. */
export type PostedSource = OfferedSource | 'STORED'

/** What the form posts as the type of a bank account. */
export const achAccountTypes = ['CONSUMER_CHECKING', 'CONSUMER_SAVINGS', 'CORPORATE_CHECKING'] as const

/** Names of the fields of the form, as they are posted. */
export const formFields = {
  source: 'source',
  cardNumber: 'cardNumber',
  nameOnCard: 'nameOnCard',
  expiryMonth: 'expiryMonth',
  expiryYear: 'expiryYear',
  securityCode: 'securityCode',
  giftCardNumber: 'giftCardNumber',
  giftCardPin: 'giftCardPin',
  achAccountType: 'achAccountType',
  achAccountHolder: 'achAccountHolder',
  achAccountNumber: 'achAccountNumber',
  achAccountNumberAgain: 'achAccountNumberAgain',
  achRoutingNumber: 'achRoutingNumber',
  email: 'email',
  billingStreet: 'billingStreet',
  billingStreet2: 'billingStreet2',
  billingCity: 'billingCity',
  billingStateProvince: 'billingStateProvince',
  billingPostcodeZip: 'billingPostcodeZip',
  billingCountry: 'billingCountry',
  /** Which attempt this form was drawn for: a form that is sent twice is one attempt. */
  attempt: 'attempt',
} as const
export type FormField = (typeof formFields)[keyof typeof formFields]

/** Fields of a billing address that must be given when the address must. Many places have no postcode. */
export const mandatoryBillingFields: readonly FormField[] = ['billingStreet', 'billingCity', 'billingCountry']

/** What is wrong with a field. */
export type FieldFault = 'missing' | 'invalid'

interface EveryPage {
  /** A locale that we have words for, such as en, de, fr, es, ar. */
  readonly locale: string
  readonly merchant: MerchantView
  /** Where the shop wants the payer to look back from: an overlay, a part of its page, or the page of its own. */
  readonly frame: 'PAGE' | 'LIGHTBOX' | 'EMBEDDED'
  /** Whom a page in a frame may tell its height: the shop's known origins. */
  readonly origins?: readonly string[]
  /** No money moves: the merchant's id begins with TEST. */
  readonly isSandbox: boolean
  readonly theme?: string
}

/** The form. */
export interface PayView extends EveryPage {
  readonly kind: 'pay'
  readonly operation: 'AUTHORIZE' | 'NONE' | 'PURCHASE' | 'VERIFY'
  readonly order: OrderView
  readonly showsOrder: 'HIDE' | 'SHOW' | 'SHOW_PARTIAL'
  readonly sources: readonly OfferedSource[]
  /** A card or account that is stored under a token and pays unless the payer gives another: as it may be shown. */
  readonly stored?: { readonly label: string; readonly brand?: string; readonly needsSecurityCode: boolean }
  readonly asksName: boolean
  readonly billing: { readonly asked: Asked; readonly address: Address }
  readonly email: { readonly asked: Asked; readonly address?: string }
  readonly shipping?: { readonly name?: string; readonly address: Address }
  readonly attempt: number
  readonly attemptsLeft: number
  /** Why the last attempt did not go through, by what the payer can do about it. */
  readonly declined?: DeclineReason
  /** What the payer typed and may see again: nothing secret. */
  readonly values: Readonly<Partial<Record<FormField, string>>>
  readonly faults: Readonly<Partial<Record<FormField, FieldFault>>>
  /** Paths that forms are posted to. */
  readonly payPath: string
  readonly cancelPath?: string
  /** Seconds until the page times out, and where the page goes then. */
  readonly secondsLeft: number
  readonly timeoutPath: string
}

/** Another attempt is under way: the page asks again by itself. */
export interface WaitView extends EveryPage {
  readonly kind: 'wait'
  readonly againPath: string
}

/** The end, where no shop's page takes over. */
export interface ReceiptView extends EveryPage {
  readonly kind: 'receipt'
  readonly order: OrderView
  readonly operation: PayView['operation']
  readonly outcome: 'PAID' | 'AUTHORIZED' | 'VERIFIED' | 'KEPT' | 'FAILED'
  readonly transactionId?: string
  readonly time: string
  readonly source?: string
  readonly backUrl?: string
}

/** Nothing can be paid here: the session is unknown, has expired, was cancelled, or the page may not be shown like this. */
export interface NoticeView extends Omit<EveryPage, 'merchant'> {
  readonly kind: 'notice'
  readonly merchant?: MerchantView
  readonly about: 'UNKNOWN' | 'EXPIRED' | 'CANCELLED' | 'NOT_HERE' | 'BROKEN'
  readonly backUrl?: string
}

/** Inside a frame of the shop's page: tells the shop's script what happened, and nothing else. */
export interface HandOverView extends EveryPage {
  readonly kind: 'handOver'
  /** The only origins that are told. */
  readonly origins: readonly string[]
  readonly message:
    | { readonly event: 'complete'; readonly resultIndicator: string; readonly sessionVersion: string }
    | { readonly event: 'cancel' }
    | { readonly event: 'timeout' }
  /** Where to go when nobody listens. */
  readonly url?: string
}

export type PageView = PayView | WaitView | ReceiptView | NoticeView | HandOverView
