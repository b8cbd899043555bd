// One entry of the books for each reference, as read from there.
import type { Provider } from '../../../kernel/provider.ts'
import type { PayerAtProvider, PaymentInitiation } from '../../../payments/index.ts'
import type { ScriptStep } from './conventions.ts'

/** The payer's action on the site. LEAVE completes every step and leaves the provider processing it. */
export const payerDecisions = ['APPROVE', 'DECLINE', 'CANCEL', 'ABORT', 'LEAVE'] as const
export type PayerDecision = (typeof payerDecisions)[number]

/**
 * When an event is reported to the gateway.
 *
 * - NORMAL: at once, while the browser is on its way back.
 * - BEFORE: before the browser is sent back.
 * - AFTER: some seconds later.
 * - TWICE: at once, and again.
 * - NEVER: not at all.
 */
export const callbackModes = ['NORMAL', 'BEFORE', 'AFTER', 'TWICE', 'NEVER'] as const
export type CallbackMode = (typeof callbackModes)[number]

export type ProviderLineKind = 'AUTHORIZE' | 'PAY' | 'CAPTURE' | 'REFUND' | 'VOID' | 'OTHER'

/** What the page shows. */
export type PaymentPageDetails = Omit<
  PaymentInitiation,
  | 'acquirerMerchantId'
  | 'reference'
  | 'operation'
  | 'confirmation'
  | 'amountMinor'
  | 'currency'
  | 'returnUrl'
  | 'callbackUrl'
>

export interface ProviderLine {
  readonly provider: Provider
  readonly account: string
  readonly reference: string
  /** Undefined when a reversal came before its request. */
  readonly kind: ProviderLineKind | undefined
  readonly currency: string
  readonly amountMinor: bigint
  readonly originalReference: string | undefined
  readonly rootReference: string | undefined
  readonly details: unknown
  readonly course: readonly ScriptStep[] | undefined
  readonly firstWord: ScriptStep['gatewayCode'] | undefined
  readonly confirmation: PaymentInitiation['confirmation'] | undefined
  /** Undefined for a request without a page. */
  readonly siteToken: string | undefined
  readonly returnUrl: string
  readonly isLoggedIn: boolean
  readonly decision: PayerDecision | undefined
  readonly decidedAt: Date | undefined
  readonly chosenShipping: PayerAtProvider['shipping'] | undefined
  readonly confirmedAt: Date | undefined
  readonly confirmedMinor: bigint | undefined
  readonly serial: string
  readonly asked: number
  readonly startedAt: Date
  readonly isReversed: boolean
}

export interface ProviderLineRow {
  readonly provider: Provider
  readonly account: string
  readonly reference: string
  readonly kind: ProviderLineKind | null
  readonly currency: string | null
  readonly amount_minor: string | null
  readonly original_reference: string | null
  readonly root_reference: string | null
  readonly details: unknown
  readonly course: readonly ScriptStep[] | null
  readonly first_word: ScriptStep['gatewayCode'] | null
  readonly confirmation: PaymentInitiation['confirmation'] | null
  readonly site_token: string | null
  readonly return_url: string | null
  readonly logged_in_at: Date | null
  readonly decision: PayerDecision | null
  readonly decided_at: Date | null
  readonly chosen_shipping: PayerAtProvider['shipping'] | null
  readonly confirmed_at: Date | null
  readonly confirmed_minor: string | null
  readonly serial: string
  readonly asked: number
  readonly started_at: Date
  readonly reversed_at: Date | null
}

export function providerLineFrom(row: ProviderLineRow): ProviderLine {
  return {
    provider: row.provider,
    account: row.account,
    reference: row.reference,
    kind: row.kind ?? undefined,
    currency: row.currency ?? '',
    amountMinor: BigInt(row.amount_minor ?? 0),
    originalReference: row.original_reference ?? undefined,
    rootReference: row.root_reference ?? undefined,
    details: row.details,
    course: row.course ?? undefined,
    firstWord: row.first_word ?? undefined,
    confirmation: row.confirmation ?? undefined,
    siteToken: row.site_token ?? undefined,
    returnUrl: row.return_url ?? '',
    isLoggedIn: row.logged_in_at !== null,
    decision: row.decision ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    chosenShipping: row.chosen_shipping ?? undefined,
    confirmedAt: row.confirmed_at ?? undefined,
    confirmedMinor: row.confirmed_minor === null ? undefined : BigInt(row.confirmed_minor),
    serial: row.serial,
    asked: row.asked,
    startedAt: row.started_at,
    isReversed: row.reversed_at !== null,
  }
}
