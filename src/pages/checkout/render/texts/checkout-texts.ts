// The texts of the pages, as a type that each language implements. Names in braces are replaced by values when
// rendered.
import type { Provider } from '../../../../kernel/provider.ts'
import type { SimulatedCard } from '../../../../wallets/index.ts'
import type { FieldFault, FormField } from '../../form-fields.ts'
import type { AmountView, NoticeView, PayView, ReceiptView } from '../../page-view.ts'

interface TitledText {
  readonly title: string
  readonly text: string
}

export interface FieldTexts extends Readonly<Record<FieldFault, string>> {
  readonly label: string
}

export interface CheckoutTexts {
  readonly sandbox: string

  readonly payTo: string
  readonly verifyFor: string
  readonly keepFor: string
  readonly pay: string
  readonly continueTo: string
  readonly noteProvider: string
  readonly payPlain: string
  readonly verify: string
  readonly keep: string
  readonly sending: string
  readonly noteAuthorize: string
  readonly noteVerify: string
  readonly noteKeep: string
  readonly secure: string
  readonly cancel: string
  /** Where no address of the shop is known. */
  readonly cancelOnly: string
  readonly timeLeft: string
  readonly timeLeftSpoken: string

  readonly enterAmount: Readonly<
    Record<'label' | 'atLeast' | 'atMost' | 'between' | NonNullable<AmountView['fault']>, string>
  >

  readonly orderSummary: string
  readonly order: string
  readonly reference: string
  readonly quantity: string
  readonly tax: string
  readonly shipping: string
  readonly discount: string
  readonly total: string
  readonly deliverTo: string

  readonly paymentMethod: string
  readonly sources: Readonly<Record<Exclude<PayView['sources'][number], Provider>, string>>
  readonly anotherCard: string
  readonly wallets: string
  readonly payWithWallet: string
  readonly walletOr: string
  readonly walletFailed: string
  readonly simulatedWallet: TitledText
  readonly simulatedCards: Readonly<Record<SimulatedCard, string>>
  readonly simulatedCancel: string
  readonly savedDetails: string
  /** With {expiry}, a month and a year. */
  readonly validUntil: string
  readonly cardDetails: string
  readonly acceptedCards: string
  readonly contact: string
  readonly billingAddress: string
  readonly optional: string
  readonly expiry: string
  readonly expiryPast: string
  readonly monthExample: string
  readonly yearExample: string
  readonly codeOnBack: string
  readonly codeOnFront: string
  readonly postcodeHint: string
  readonly accountTypes: Readonly<Record<'CONSUMER_CHECKING' | 'CONSUMER_SAVINGS' | 'CORPORATE_CHECKING', string>>
  readonly achConsent: string
  readonly choose: string
  readonly fields: Readonly<Record<Exclude<FormField, 'attempt' | 'device'>, FieldTexts>>

  readonly pleaseCheck: string
  readonly errorTitle: string
  readonly declinedTitle: string
  readonly declined: Readonly<Record<NonNullable<PayView['declined']>, string>>
  readonly attemptsLeft: string
  readonly lastAttempt: string

  readonly questions: string
  readonly service: string

  readonly wait: TitledText
  readonly waitAtProvider: TitledText
  readonly checkAgain: string
  readonly unfinished: TitledText
  readonly continueAt: string
  readonly anotherWay: string
  readonly leave: TitledText

  readonly challenge: TitledText
  readonly challengeFrame: string
  readonly challengeBegin: string
  readonly challengeDone: string
  readonly challenged: TitledText

  readonly receipt: Readonly<Record<ReceiptView['outcome'], TitledText>>
  readonly receiptAmount: string
  readonly receiptMerchant: string
  readonly receiptTransaction: string
  readonly receiptTime: string
  readonly receiptSource: string
  readonly print: string
  readonly back: string
  readonly backPlain: string

  /** The e-mail with a payment link. */
  readonly paymentLinkMail: TitledText & {
    readonly openAmount: string
    readonly purpose: string
    readonly until: string
    readonly pay: string
    readonly message: string
    readonly unexpected: string
  }

  readonly notice: Readonly<Record<NoticeView['about'], TitledText>>

  readonly handOver: TitledText
  readonly goOn: string
}
