// A merchant's profile: what the operator decided for it. Callers of the API cannot change any of this.
import type { CardScheme, InstrumentKind } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ProviderLink } from '../../kernel/provider.ts'
import type { VerificationStrategy } from '../../kernel/verification-strategy.ts'
import { defaultMark } from '../../platform/counters/limits.ts'
import { noRiskRules } from '../../risk/rules/risk.ts'
import type { RiskRules } from '../../risk/rules/risk-rules.ts'
import { defaultPageColour, noPageLogo, type PageFont } from './page-theme.ts'
import type { AcquirerRoute } from './routes.ts'
import type { TokenRepository } from './token-repository.ts'

/** The ways a merchant's programs may prove who they are; both may be on during a change-over. */
export const authenticationMethods = ['PASSWORD', 'CERTIFICATE'] as const
export type ApiAuthenticationMethod = (typeof authenticationMethods)[number]

/**
 * What a merchant may do beyond the usual; nothing of it unless the operator gives it.
 *
 * - STANDALONE_CAPTURE, STANDALONE_REFUND: move money on an order that has no payment.
 * - EXCESS_CAPTURE, EXCESS_REFUND: capture more than was authorized, refund more than was captured.
 * - UNMASK: read account numbers in clear, with a client certificate and when it asks for them.
 * - DEBUG_INFORMATION: see what helps to find out why the acquirer answered as it did.
 */
export const privileges = [
  'STANDALONE_CAPTURE',
  'STANDALONE_REFUND',
  'EXCESS_CAPTURE',
  'EXCESS_REFUND',
  'UNMASK',
  'DEBUG_INFORMATION',
] as const
export type Privilege = (typeof privileges)[number]

/** How much of a card number answers show: first six and last four digits, the last four, or none. */
export const cardMaskings = ['SIX_FOUR', 'LAST_FOUR', 'HIDDEN'] as const
export type CardMasking = (typeof cardMaskings)[number]

/**
 * Whether payers are authenticated.
 *
 * - BY_MERCHANT: when the merchant asks for it.
 * - ON_PAGES: our own pages do it, too, where the card takes part.
 * - REQUIRED: the same, and no card is charged without it.
 */
export const authenticationPolicies = ['BY_MERCHANT', 'ON_PAGES', 'REQUIRED'] as const
export type AuthenticationPolicy = (typeof authenticationPolicies)[number]

/**
 * How card numbers in free-text fields of requests are handled.
 *
 * - KEEP: texts are stored as they were sent.
 * - MASK: card numbers in names, addresses, descriptions and other texts are masked before anything is stored.
 * - MASK_AND_REFUSE_IDS: the same, and an identifier or reference that is a card number is refused.
 */
export const accountNumbersInTextPolicies = ['KEEP', 'MASK', 'MASK_AND_REFUSE_IDS'] as const
export type AccountNumbersInText = (typeof accountNumbersInTextPolicies)[number]

export interface MerchantProfile {
  readonly name: string
  readonly isEnabled: boolean
  readonly authenticationMethods: readonly ApiAuthenticationMethod[]
  readonly currencies: readonly string[]
  /** Operations the merchant may use, by apiOperation; ALL for every one. */
  readonly operations: readonly string[]
  /** The first route as releases before routes know it; `routesOf` reads it where a profile has no routes. */
  readonly acquirerLink: AcquirerLink
  /** Which acquirer link takes a payment, in order. */
  readonly routes?: readonly AcquirerRoute[]
  /** Where its tokens are; merchants with the same repository share them. */
  readonly tokenRepositoryId: string
  /** How a card is checked before it is stored, unless a request says otherwise. */
  readonly verificationStrategy: VerificationStrategy
  /** Whether the account updater is called for its cards, and its answers are applied. */
  readonly usesAccountUpdater: boolean
  readonly isAggregator: boolean
  readonly privileges: readonly Privilege[]
  /** Card schemes the merchant may take; ALL for every one. */
  readonly schemes: readonly (CardScheme | 'ALL')[]
  /** Sources of funds it may take; ALL for every one. */
  readonly sources: readonly (InstrumentKind | 'ALL')[]
  readonly cardMasking: CardMasking
  /** Of its own requests; what payers write is refused in any case. */
  readonly accountNumbersInText: AccountNumbersInText
  /** Category codes it may name for an order; with none it may name any. */
  readonly categoryCodes: readonly string[]
  /** Origins of its shop that may show our pages in a frame, beside those that a session itself names. */
  readonly pageOrigins: readonly string[]
  /** The colour of its payment pages, as #rrggbb; DEFAULT for the gateway's own. */
  readonly pageColour: string
  readonly pageFont: PageFont
  /** The logo on them, by the hash of its content; NONE for none. */
  readonly pageLogo: string
  /** Whether a checkout session that an older version created without an amount takes it from the shop's page, where the
   * payer can change it. The sandbox always does. */
  readonly takesPageAmounts: boolean
  /** Hosts that an order's notification URL may name; with none it may name any public one. */
  readonly notificationHosts: readonly string[]
  /** The providers whose sites its payers may pay on. */
  readonly providers: readonly ProviderLink[]
  readonly payerAuthentication: AuthenticationPolicy
  /** Whether its programs may take reports, with a password of their own. */
  readonly hasReporting: boolean
  /** Approval by two users: a refund that a user makes is a request that another user has to approve. */
  readonly refundsNeedApproval: boolean
  /** The merchant's own risk rules. */
  readonly risk: RiskRules
  /** Velocity limits for payments on hosted pages and with hosted fields, as texts; DEFAULT stands for the gateway's own. */
  readonly velocityLimits: readonly string[]
  /** The same for payments that the merchant's programs send without a session that a payer has filled. */
  readonly apiVelocityLimits: readonly string[]
  /** Hosted pages authenticate payers while this share of the merchant's payments is declined; 0: they do not. */
  readonly authenticationDeclinePercent: number
  /** How many requests its programs may send, as texts such as 20:SECOND; with none as many as they like. */
  readonly requestLimits: readonly string[]
}

/** The defaults of a profile; also used for profiles stored before a member existed. */
export const profileDefaults = {
  privileges: [],
  schemes: ['ALL'],
  sources: ['ALL'],
  cardMasking: 'SIX_FOUR',
  accountNumbersInText: 'KEEP',
  categoryCodes: [],
  pageOrigins: [],
  pageColour: defaultPageColour,
  pageFont: 'SYSTEM',
  pageLogo: noPageLogo,
  takesPageAmounts: false,
  notificationHosts: [],
  usesAccountUpdater: false,
  providers: [],
  payerAuthentication: 'BY_MERCHANT',
  hasReporting: false,
  refundsNeedApproval: false,
  risk: noRiskRules,
  velocityLimits: [defaultMark],
  apiVelocityLimits: [],
  authenticationDeclinePercent: 50,
  requestLimits: [],
} as const satisfies Partial<MerchantProfile>

/** A link that certainly did not receive a request, which another was then asked. */
export interface FailedRoute {
  readonly linkId: string
  readonly revision: number
  readonly acquirerMerchantId: string
  readonly reference: string
  readonly why: string
}

/** The acquirer of a transaction, as it was when the transaction was recorded. */
export interface AcquirerLink {
  /** The operator's link; rows of releases before links belong to the one named like their adapter. */
  readonly linkId?: string
  readonly revision?: number
  /** Which adapter talks to the acquirer. */
  readonly adapter: string
  /** The acquirer's name, shown as transaction.acquirer.id. */
  readonly acquirerId: string
  /** What the acquirer calls this merchant. */
  readonly acquirerMerchantId: string
  /** Refuses a payment that does not say what to do about a partial approval, before the acquirer is asked. */
  readonly needsPartialAmountFlag?: boolean
  /** The merchant's terminals at the acquirer. */
  readonly terminals?: readonly string[]
  /**
   * The reference of the order there, where the acquirer has authenticated the payer before the payment. Usually the
   * initial transaction's own.
   */
  readonly orderReference?: string
  /** The links that were asked before it, oldest first. */
  readonly failedOver?: readonly FailedRoute[]
}

export interface LinkRevision {
  readonly linkId: string
  readonly revision: number
}

export function linkRevisionOf({
  linkId,
  revision = 1,
  adapter,
}: Pick<AcquirerLink, 'linkId' | 'revision' | 'adapter'>): LinkRevision {
  return { linkId: linkId ?? adapter, revision }
}

/** The routes of a profile; one that is older than routes has the one that its acquirer link makes. */
export function routesOf({
  routes,
  acquirerLink: { adapter, linkId = adapter, acquirerId, acquirerMerchantId, needsPartialAmountFlag },
}: Pick<MerchantProfile, 'routes' | 'acquirerLink'>): readonly AcquirerRoute[] {
  return routes ?? [{ linkId, acquirerId, acquirerMerchantId, ...omitUndefined({ needsPartialAmountFlag }) }]
}

/** The ids of merchants with a route to the link. */
export function merchantsUsing(linkId: string, merchants: readonly Merchant[]): readonly string[] {
  return merchants
    .filter(({ profile }) => routesOf(profile).some((route) => route.linkId === linkId))
    .map(({ id }) => id)
}

/** A profile with these routes. The first one is also written as releases before routes read it. */
export function withRoutes(
  profile: MerchantProfile,
  routes: readonly AcquirerRoute[],
  adapterOf: (linkId: string) => { readonly adapter: string; readonly acquirerId: string } | undefined,
): MerchantProfile {
  const [first] = routes
  if (!first) throw new Error('a merchant has at least one route')
  const { linkId, acquirerMerchantId, needsPartialAmountFlag } = first
  const { adapter, acquirerId } = adapterOf(linkId) ?? { adapter: linkId, acquirerId: linkId }
  return {
    ...profile,
    routes,
    acquirerLink: {
      // A link that is named like its adapter needs no other name, as in profiles from before links.
      ...(linkId !== adapter && { linkId }),
      adapter,
      acquirerId: first.acquirerId ?? acquirerId,
      acquirerMerchantId,
      ...omitUndefined({ needsPartialAmountFlag }),
    },
  }
}

/** A profile whose first route says this of its acquirer, whichever release wrote it. */
export function withAcquirerLink(
  profile: MerchantProfile,
  changes: Pick<
    Partial<AcquirerLink>,
    'linkId' | 'adapter' | 'acquirerId' | 'acquirerMerchantId' | 'needsPartialAmountFlag'
  >,
): MerchantProfile {
  const { linkId: before, ...present } = profile.acquirerLink
  // Another adapter is another link, by default named like the adapter.
  const kept =
    changes.adapter === undefined || changes.adapter === present.adapter ? omitUndefined({ linkId: before }) : {}
  const changed = { ...profile, acquirerLink: { ...present, ...kept, ...changes } }
  const [first, ...others] = profile.routes ?? []
  if (!first) return changed
  const { adapter, linkId = adapter, ...rest } = changes
  return { ...changed, routes: [{ ...first, ...omitUndefined({ linkId }), ...rest }, ...others] }
}

/** The link of a new merchant; by default the acquirer knows the merchant by the same id. */
export type NewAcquirerLink = Pick<AcquirerLink, 'linkId' | 'adapter' | 'acquirerId'>

export interface Merchant {
  readonly id: string
  readonly profile: MerchantProfile
  /** The one its profile names. */
  readonly tokenRepository: TokenRepository
}

export function permitsOperation({ profile }: Merchant, operation: string): boolean {
  return profile.operations.includes('ALL') || profile.operations.includes(operation)
}

export function permitsCurrency({ profile }: Merchant, currency: string): boolean {
  return profile.currencies.includes(currency)
}

export function permitsScheme({ profile }: Merchant, scheme: CardScheme): boolean {
  return profile.schemes.includes('ALL') || profile.schemes.includes(scheme)
}

export function permitsSource({ profile }: Merchant, source: InstrumentKind): boolean {
  return profile.sources.includes('ALL') || profile.sources.includes(source)
}

export function holdsPrivilege({ profile }: Merchant, privilege: Privilege): boolean {
  return profile.privileges.includes(privilege)
}
