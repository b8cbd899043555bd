// Everything a page shows, computed before it is rendered: rendering decides nothing.

import type { DeclineReason } from '../../checkout/index.ts'
import type { Provider } from '../../kernel/provider.ts'
import type { PageTheme } from '../../merchants/index.ts'
import type { PaymentLinkClosure } from '../../payment-links/index.ts'
import type { PageWallet } from '../../wallets/index.ts'
import type { FieldFault, FormField, OfferedSource, SavedSource } from './form-fields.ts'
import type { ShownBrand } from './render/brands.ts'

/** A stored account as it may be shown: its token stays in the gateway. */
export interface SavedAccountView {
  readonly source: SavedSource
  readonly label: string
  readonly brand?: string | undefined
  readonly expiry?: { readonly month: string; readonly year: string } | undefined
  readonly needsSecurityCode: boolean
}

/** The fields of a page, and whether they are required. */
export type FieldRequirement = 'HIDE' | 'OPTIONAL' | 'MANDATORY' | 'READ_ONLY'

export interface AddressView {
  readonly street?: string | undefined
  readonly street2?: string | undefined
  readonly city?: string | undefined
  readonly stateProvince?: string | undefined
  readonly postcodeZip?: string | undefined
  readonly country?: string | undefined
}

export interface MerchantView {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly url?: string | undefined
  /** The path of the profile's, which the gateway itself serves; a session's with https only. */
  readonly logo?: string | undefined
}

export interface OrderView {
  readonly id: string
  readonly description?: string | undefined
  readonly reference?: string | undefined
  /** Absent when the page only stores or verifies a card without one. Decimal text with the currency's digits. */
  readonly amount?: string | undefined
  readonly currency: string
  readonly items: readonly {
    readonly name: string
    readonly description?: string | undefined
    readonly quantity: string
    readonly amount: string
  }[]
  readonly taxAmount?: string | undefined
  readonly shippingAndHandlingAmount?: string | undefined
  readonly discountAmount?: string | undefined
}

export type Frame = 'PAGE' | 'LIGHTBOX' | 'EMBEDDED'

interface BasePageView {
  /** A supported locale, such as en, de, fr, es, ar. */
  readonly locale: string
  readonly merchant: MerchantView
  /** How the shop shows the page: as an overlay, as a part of its page, or as a full page. */
  readonly frame: Frame
  /** The origins that a page in a frame may report its height to: the shop's known origins. */
  readonly origins?: readonly string[] | undefined
  /** No money moves: the merchant's id begins with TEST. */
  readonly isSandbox: boolean
  /** The look that the merchant has chosen. */
  readonly theme?: PageTheme | undefined
}

/** The wallets of the payer's browser, where it has them. */
export interface WalletsView {
  readonly offered: readonly PageWallet[]
  /** Paths that the page's script posts to: the payload, Apple's validation URL, a card of the simulated wallet. */
  readonly payPath: string
  readonly validationPath: string
  readonly simulationPath: string
}

/** POSTCODE: the merchant asks for no address, but a risk rule needs what the issuer says of the payer's postcode. */
export interface BillingView {
  readonly requirement: FieldRequirement | 'POSTCODE'
  readonly address: AddressView
}

/** The form. */
export interface PayView extends BasePageView {
  readonly kind: 'PAY'
  readonly operation: 'AUTHORIZE' | 'NONE' | 'PURCHASE' | 'VERIFY'
  readonly order: OrderView
  readonly showsOrder: 'HIDE' | 'SHOW' | 'SHOW_PARTIAL'
  readonly sources: readonly OfferedSource[]
  /** The names of the providers among them. */
  readonly providerNames?: Readonly<Partial<Record<Provider, string>>> | undefined
  readonly wallets?: WalletsView | undefined
  /** Stored accounts to choose from; the first one pays unless the payer chooses another. */
  readonly saved: readonly SavedAccountView[]
  /** The card brands that the merchant accepts, of those that have a mark. */
  readonly acceptedBrands: readonly ShownBrand[]
  readonly asksName: boolean
  readonly billing: BillingView
  readonly email: { readonly requirement: FieldRequirement; readonly address?: string | undefined }
  readonly shipping?: { readonly name?: string | undefined; readonly address: AddressView } | undefined
  readonly attempt: number
  readonly attemptsLeft: number
  /** Why the last attempt failed, by what the payer can do about it. */
  readonly declined?: DeclineReason | undefined
  /** The name of the provider at which it was made. */
  readonly declinedAt?: string | undefined
  /** What the payer typed and may see again: nothing secret. */
  readonly values: Readonly<Partial<Record<FormField, string>>>
  readonly faults: Readonly<Partial<Record<FormField, FieldFault>>>
  /** Whether the payer may have to be authenticated, for which the browser is described. */
  readonly asksDevice?: boolean | undefined
  /** Paths that forms are posted to. */
  readonly payPath: string
  /** Where the form is posted when its payer leaves for a provider: providers show nothing in frames. */
  readonly leavePath?: string | undefined
  readonly cancelPath?: string | undefined
  /** The payer who cancels is led to the shop, or finds a link to it. */
  readonly returnsOnCancel?: boolean | undefined
  /** Seconds until the page times out, and where the page goes then. */
  readonly secondsLeft: number
  readonly timeoutPath: string
}

/** A payment link whose amount the payer enters, before there is anything to pay. */
export interface AmountView extends BasePageView {
  readonly kind: 'AMOUNT'
  readonly description?: string | undefined
  readonly currency: string
  /** Decimal text with the currency's digits. */
  readonly amountMin?: string | undefined
  readonly amountMax?: string | undefined
  /** How an amount is typed in the page's language, with the decimals of the currency. */
  readonly exampleAmount: string
  /** What the payer has typed. */
  readonly value: string
  readonly fault?: 'MISSING' | 'INVALID' | 'TOO_SMALL' | 'TOO_LARGE' | undefined
  /** Where the form is posted. */
  readonly path: string
}

/** Another attempt is under way: the page polls by itself. */
export interface WaitView extends BasePageView {
  readonly kind: 'WAIT'
  readonly againPath: string
  /** The name of the provider that is still processing it. */
  readonly provider?: string | undefined
}

/** The payer has gone to a provider and has not finished there. */
export interface UnfinishedView extends BasePageView {
  readonly kind: 'UNFINISHED'
  readonly provider: string
  readonly redirectUrl: string
  readonly againPath: string
  readonly anotherWayPath: string
}

/** On the way to a provider. */
export interface LeaveView extends BasePageView {
  readonly kind: 'LEAVE'
  readonly provider: string
  readonly url: string
}

/** The payer's bank examines the browser in a hidden frame before it decides. */
export interface ExaminationView extends BasePageView {
  readonly kind: 'EXAMINATION'
  /** What the browser posts to the bank's server, and where. */
  readonly acsUrl: string
  readonly acsFields: Readonly<Record<string, string>>
  /** Where the form that goes on is posted. */
  readonly payPath: string
}

/** The payer's bank requires a challenge, in a frame. */
export interface ChallengeView extends BasePageView {
  readonly kind: 'CHALLENGE'
  readonly operation: PayView['operation']
  readonly order: OrderView
  readonly showsOrder: PayView['showsOrder']
  readonly shipping?: NonNullable<PayView['shipping']> | undefined
  /** What the browser posts to the bank's server, and where. */
  readonly acsUrl: string
  readonly acsFields: Readonly<Record<string, string>>
  /** Who else the browser comes by in the frame, on its way back. */
  readonly returnOrigin?: string | undefined
  /** This page again, when the bank has its answer. */
  readonly againPath: string
  readonly anotherWayPath: string
  readonly cancelPath?: string | undefined
  /** The payer who cancels is led to the shop, or finds a link to it. */
  readonly returnsOnCancel?: boolean | undefined
  readonly secondsLeft: number
  readonly timeoutPath: string
}

/** Inside the bank's frame when the bank is done: notifies the gateway's page around it. */
export interface ChallengedView extends Omit<BasePageView, 'merchant'> {
  readonly kind: 'CHALLENGED'
  readonly merchant?: undefined
}

/** The end, where no shop's page takes over. */
export interface ReceiptView extends BasePageView {
  readonly kind: 'RECEIPT'
  readonly order: OrderView
  readonly operation: PayView['operation']
  readonly outcome: 'PAID' | 'AUTHORIZED' | 'VERIFIED' | 'KEPT' | 'FAILED'
  readonly transactionId?: string | undefined
  readonly time: string
  readonly source?: string | undefined
  /** Of a card. */
  readonly brand?: string | undefined
  readonly backUrl?: string | undefined
}

/** The status of a payment at a provider, for a browser of which nothing else is known. */
export type ReturnOutcome = 'RETURNED_PAID' | 'RETURNED_UNPAID' | 'RETURNED_OPEN'

/** Why a payment link cannot be paid now. */
type PaymentLinkNotice = `PAYMENT_LINK_${PaymentLinkClosure}`

/** Nothing can be paid here: the session is unknown, has expired, was cancelled, or the page may not be shown like this. */
export interface NoticeView extends Omit<BasePageView, 'merchant'> {
  readonly kind: 'NOTICE'
  readonly merchant?: MerchantView | undefined
  readonly about:
    | 'UNKNOWN'
    | 'EXPIRED'
    | 'CANCELLED'
    | 'NOT_HERE'
    | 'BROKEN'
    | 'OVERLOADED'
    | PaymentLinkNotice
    | ReturnOutcome
  readonly backUrl?: string | undefined
}

/** Inside a frame of the shop's page: reports the result to the shop's script, and nothing else. */
export interface HandOverView extends BasePageView {
  readonly kind: 'HAND_OVER'
  /** The only origins that it is reported to. */
  readonly origins: readonly string[]
  readonly message:
    | { readonly event: 'complete'; readonly resultIndicator: string; readonly sessionVersion: string }
    | { readonly event: 'cancel' }
    | { readonly event: 'timeout' }
  /** Where to go when no script listens. */
  readonly url?: string | undefined
}

export type PageView =
  | AmountView
  | PayView
  | WaitView
  | UnfinishedView
  | LeaveView
  | ExaminationView
  | ChallengeView
  | ChallengedView
  | ReceiptView
  | NoticeView
  | HandOverView
