// Which settings of a merchant's profile are controls, and what weakens each. Where approval by two users is on, a change that
// weakens a control is a request that a second user decides; everywhere it is marked in the audit log.
import { isDeepStrictEqual } from 'node:util'
import { type ProviderLink, providerNamedTwice } from '../../kernel/provider.ts'
import type { VerificationStrategy } from '../../kernel/verification-strategy.ts'
import { readRequestLimit, velocityLimitName, velocityLimitsOf } from '../../platform/counters/limits.ts'
import { screensLess } from '../../risk/rules/risk-rules.ts'
import { accountNumbersInTextPolicies, authenticationPolicies, type MerchantProfile, routesOf } from './merchant.ts'
import { defaultPageColour, readPageColour } from './page-theme.ts'
import type { AcquirerRoute } from './routes.ts'

export type ProfileSetting = keyof MerchantProfile

/** Whether the second value protects less than the first. */
type Weakens<Value> = (before: Value, after: Value) => boolean

/** A setting that protects nobody: changing it needs no second user. */
const notAControl = () => false

const becomes =
  <Value>(value: Value): Weakens<Value> =>
  (before, after) =>
    before !== value && after === value

/** Values from the weakest to the strongest. */
const falls =
  <Value>(...values: readonly Value[]): Weakens<Value> =>
  (before, after) =>
    values.indexOf(after) < values.indexOf(before)

/** A list of what is permitted; ALL permits everything. */
const permitsMore: Weakens<readonly string[]> = (before, after) =>
  !before.includes('ALL') && after.some((each) => !before.includes(each))

/** The same for a list that permits everything while it is empty. */
const permitsMoreOrAll: Weakens<readonly string[]> = (before, after) =>
  before.length > 0 && (after.length === 0 || permitsMore(before, after))

/** Each limit must stay, with the same maximum or a lower one. */
const limitsLess: Weakens<readonly string[]> = (before, after) => {
  const limits = new Map(velocityLimitsOf(after).map((limit) => [velocityLimitName(limit), limit]))
  return velocityLimitsOf(before).some((limit) => {
    const present = limits.get(velocityLimitName(limit))
    return !present || present.max > limit.max || (present.sharePercent ?? 0) > (limit.sharePercent ?? 0)
  })
}

const limitsFewerRequests: Weakens<readonly string[]> = (before, after) => {
  const limits = after.flatMap((text) => readRequestLimit(text) ?? [])
  return before
    .flatMap((text) => readRequestLimit(text) ?? [])
    .some((limit) => !limits.some(({ window, max }) => window === limit.window && max <= limit.max))
}

/** 0 switches it off; a higher share of declines is noticed later. */
const noticesLater: Weakens<number> = (before, after) => before !== 0 && (after === 0 || after > before)

/** A card that is checked less: with the acquirer, by its format, or not at all. */
const checksLess = falls<VerificationStrategy>('NONE', 'BASIC', 'ACQUIRER', 'ACCOUNT_UPDATER')

/** The merchant's account at an acquirer: where the money of its payments goes. */
const destinationOf = ({ linkId, acquirerMerchantId, terminals = [] }: AcquirerRoute) =>
  JSON.stringify([linkId, acquirerMerchantId, ...terminals])

const leadsElsewhere: Weakens<readonly AcquirerRoute[]> = (before, after) => {
  const known = before.map(destinationOf)
  return after.some((route) => !known.includes(destinationOf(route)))
}

const paysElsewhere: Weakens<readonly ProviderLink[]> = (before, after) =>
  after.some((link) => !before.some((known) => isDeepStrictEqual(known, link)))

/** Every setting of a profile. The acquirer link is the first route once more, for earlier releases. */
const controls: { readonly [Name in ProfileSetting]-?: Weakens<NonNullable<MerchantProfile[Name]>> } = {
  name: notAControl,
  isEnabled: becomes(true),
  authenticationMethods: (before, after) => !before.includes('PASSWORD') && after.includes('PASSWORD'),
  currencies: notAControl,
  operations: permitsMore,
  acquirerLink: notAControl,
  routes: leadsElsewhere,
  // Tokens of another repository are other merchants' cards.
  tokenRepositoryId: (before, after) => before !== after,
  verificationStrategy: checksLess,
  usesAccountUpdater: notAControl,
  isAggregator: becomes(true),
  privileges: permitsMore,
  schemes: notAControl,
  sources: notAControl,
  cardMasking: falls('SIX_FOUR', 'LAST_FOUR', 'HIDDEN'),
  accountNumbersInText: falls(...accountNumbersInTextPolicies),
  categoryCodes: permitsMoreOrAll,
  // A session of the merchant may name further ones.
  pageOrigins: notAControl,
  pageColour: notAControl,
  pageFont: notAControl,
  pageLogo: notAControl,
  takesPageAmounts: becomes(true),
  notificationHosts: permitsMoreOrAll,
  providers: paysElsewhere,
  payerAuthentication: falls(...authenticationPolicies),
  // Reports hold what users with VIEW see, and their passwords are credentials.
  hasReporting: notAControl,
  refundsNeedApproval: becomes(false),
  risk: screensLess,
  velocityLimits: limitsLess,
  apiVelocityLimits: limitsLess,
  authenticationDeclinePercent: noticesLater,
  requestLimits: limitsFewerRequests,
}

/** The controls that a change weakens, in the order of the table. */
export function weakenedControls(before: MerchantProfile, after: MerchantProfile): readonly ProfileSetting[] {
  const [old, fresh] = [before, after].map((profile) => ({ ...profile, routes: routesOf(profile) })) as [
    Required<MerchantProfile>,
    Required<MerchantProfile>,
  ]
  const isWeakened = <Name extends ProfileSetting>(name: Name) =>
    (controls[name] as Weakens<MerchantProfile[Name]>)(old[name], fresh[name])
  return (Object.keys(controls) as ProfileSetting[]).filter(isWeakened)
}

/** Approval by two users is on for everyone, or because the merchant's refunds need it. */
export function approvalIsOn(
  { refundsNeedApproval }: Pick<MerchantProfile, 'refundsNeedApproval'>,
  isOnForAll: boolean,
): boolean {
  return isOnForAll || refundsNeedApproval
}

/** What differs in these settings. Routes stand for the acquirer link, too. */
export type ProfileDifference = Readonly<
  Partial<Record<ProfileSetting, { readonly before: unknown; readonly after: unknown }>>
>

/** A setting and those that are stored together with it. */
function membersOf(name: ProfileSetting): readonly ProfileSetting[] {
  return name === 'routes' ? ['routes', 'acquirerLink'] : [name]
}

export function differenceIn(
  names: readonly ProfileSetting[],
  before: MerchantProfile,
  after: MerchantProfile,
): ProfileDifference {
  return Object.fromEntries(
    names.flatMap(membersOf).map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  )
}

/** The profile with these settings as they were. */
export function withoutChanges(
  names: readonly ProfileSetting[],
  before: MerchantProfile,
  after: MerchantProfile,
): MerchantProfile {
  const kept = names.flatMap(membersOf).map((name) => [name, before[name]] as const)
  return { ...after, ...Object.fromEntries(kept) }
}

/** The profile with a difference applied; undefined when it has changed since in one of these settings. */
export function withDifference(profile: MerchantProfile, difference: ProfileDifference): MerchantProfile | undefined {
  const entries = Object.entries(difference)
  const isSame = ([name, { before }]: (typeof entries)[number]) =>
    isDeepStrictEqual(jsonOf(profile[name as ProfileSetting] ?? null), jsonOf(before))
  if (!entries.every(isSame)) return undefined
  return { ...profile, ...Object.fromEntries(entries.map(([name, { after }]) => [name, after ?? undefined])) }
}

/** As it is stored. */
function jsonOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

// What the parts of a merchant's profile must be together, however they were given.

/** What is wrong with a profile as a whole. */
export type ProfileFault = 'NO_CURRENCY' | 'NEEDS_ACCOUNT_UPDATER' | 'PROVIDER_TWICE'

export function profileFaultOf(profile: MerchantProfile): ProfileFault | undefined {
  if (profile.currencies.length === 0) return 'NO_CURRENCY'
  if (profile.verificationStrategy === 'ACCOUNT_UPDATER' && !profile.usesAccountUpdater) return 'NEEDS_ACCOUNT_UPDATER'
  return providerNamedTwice(profile.providers) ? 'PROVIDER_TWICE' : undefined
}

/** ALL makes other values beside it redundant; colours have one spelling. */
export function tidyProfile(profile: MerchantProfile): MerchantProfile {
  return {
    ...profile,
    operations: allOrSome(profile.operations),
    schemes: allOrSome(profile.schemes),
    sources: allOrSome(profile.sources),
    pageColour: readPageColour(profile.pageColour) ?? defaultPageColour,
  }
}

function allOrSome<Word extends string>(words: readonly (Word | 'ALL')[]): readonly (Word | 'ALL')[] {
  return words.includes('ALL') ? ['ALL'] : words
}
