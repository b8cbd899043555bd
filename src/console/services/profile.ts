// What the operator decides for a merchant, as its services take it, and what of it is refused.
import { boolean, country, currency, digits, enumeration, pattern, string } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { amount, integer } from '../../contract/number-types.ts'
import { group, type Infer, list, required } from '../../contract/row.ts'
import { type Explanation, explain } from '../../kernel/explanation.ts'
import { cardSchemes, instrumentKinds } from '../../kernel/instrument.ts'
import { providers } from '../../kernel/provider.ts'
import { type Permission, permissionsLacking } from '../../kernel/user.ts'
import { verificationStrategies } from '../../kernel/verification-strategy.ts'
import {
  type AcquirerRoute,
  accountNumbersInTextPolicies,
  authenticationMethods,
  authenticationPolicies,
  binLengthMax,
  cardMaskings,
  defaultPageColour,
  type Merchant,
  type MerchantProfile,
  type ProfileFault,
  pageFonts,
  privileges,
  profileFaultOf,
  type RepositoryRefusal,
  type RouteFault,
  readPageColour,
  refuseTestLink,
  routeFaultOf,
  type SimulatorLinks,
  tidyProfile,
  tokenGenerations,
  tokenManagements,
  withAcquirerLink,
  withRoutes,
} from '../../merchants/index.ts'
import { type Acquirers, hostNamePattern } from '../../payments/index.ts'
import { defaultMark, readRequestLimit, readVelocityLimit } from '../../platform/counters/limits.ts'
import { catalogue } from '../../requests/index.ts'
import type { ConsoleContext } from '../context.ts'
import { consoleRefusal } from '../responses.ts'
import type { ConsoleRefusal } from '../route.ts'

/** Of a route: routes come as rows of their own, each with the acquirer and the merchant's id there. */
const { id: acquirerId, merchantId: acquirerMerchantId } = transactionRows.acquirer.rows

/** Which links there are is for the installation to say. */
const linkId = string(1, 60)

const routeRows = list(
  group({
    linkId: required(linkId),
    acquirerMerchantId: required(acquirerMerchantId),
    acquirerId,
    terminals: list(string(1, 40)),
    needsPartialAmountFlag: boolean(),
    conditions: group({
      currencies: list(currency()),
      schemes: list(enumeration(cardSchemes)),
      sources: list(enumeration(instrumentKinds)),
      cardCountries: list(country()),
      bins: list(digits(1, binLengthMax)),
      amount: group({ currency: required(currency()), from: amount(), to: amount() }),
      percent: integer(1, 100),
    }),
  }),
)

const routeFaults = {
  NO_ROUTE: 'There must be at least one.',
  AMOUNT_UNREADABLE: 'An amount has more decimals than its currency.',
  AMOUNT_RANGE_EMPTY: 'The lowest amount is above the highest.',
  BIN_INVALID: explain('First digits of card numbers must be one to {number} digits.', { number: binLengthMax }),
  PERCENT_INVALID: 'A share must be from 1 to 100 percent.',
} as const satisfies Readonly<Record<RouteFault, string | Explanation>>

function refuseRoutes(
  routes: readonly AcquirerRoute[] | undefined,
  acquirers: Pick<Acquirers, 'current'>,
): ConsoleRefusal | undefined {
  if (!routes) return undefined
  const unknown = routes.findIndex((route) => !acquirers.current(route.linkId))
  if (unknown >= 0) return consoleRefusal(422, 'FIELD_INVALID', 'No such link.', `routes[${unknown}].linkId`)
  const fault = routeFaultOf(routes)
  return fault && consoleRefusal(422, 'FIELD_INVALID', routeFaults[fault], 'routes')
}

/** By apiOperation. */
export const operationNames = ['ALL', ...catalogue.filter(({ route }) => route.byApiOperation).map(({ name }) => name)]

const origin = pattern({
  name: 'Origin',
  lengths: [8, 200],
  pattern: /^https?:/,
  wrongCharacters: explain('may only hold an origin such as https://shop.example'),
  check: (text) =>
    URL.parse(text)?.origin === text ? undefined : explain('must be an origin such as https://shop.example'),
})

const hostName = pattern({
  name: 'Host name',
  lengths: [1, 253],
  pattern: hostNamePattern,
  wrongCharacters: explain('may only hold a host name such as shop.example'),
})

const velocityLimit = pattern({
  name: 'Velocity limit',
  lengths: [7, 60],
  pattern: /^[A-Z]/,
  wrongCharacters: explain('may only hold DEFAULT, or a limit such as ADDRESS:DECLINES:HOUR:15'),
  check: (text) =>
    text === defaultMark || readVelocityLimit(text)
      ? undefined
      : explain('must be DEFAULT or a limit such as ADDRESS:DECLINES:HOUR:15'),
})

const requestLimit = pattern({
  name: 'Request limit',
  lengths: [8, 13],
  pattern: /^\d/,
  wrongCharacters: explain('may only hold a limit such as 20:SECOND'),
  check: (text) => (readRequestLimit(text) ? undefined : explain('must be a limit such as 20:SECOND or 600:MINUTE')),
})

const pageColour = pattern({
  name: 'Colour',
  lengths: [4, 7],
  pattern: /^(DEFAULT|#[0-9a-fA-F]+)$/,
  wrongCharacters: explain('may only hold DEFAULT, or a colour such as #0a5cff'),
  check: (text) =>
    text === defaultPageColour || readPageColour(text)
      ? undefined
      : explain('must be DEFAULT or a colour such as #0a5cff'),
})

/** Which ones there are is for the installation to say. */
const adapter = string(1, 60)

/** Risk rules have services of their own. */
export const profileRows = {
  name: string(1, 100),
  isEnabled: boolean(),
  authenticationMethods: list(enumeration(authenticationMethods)),
  currencies: list(currency()),
  operations: list(enumeration(operationNames)),
  acquirerLink: group({ adapter, acquirerId, acquirerMerchantId, needsPartialAmountFlag: boolean() }),
  routes: routeRows,
  verificationStrategy: enumeration(verificationStrategies),
  usesAccountUpdater: boolean(),
  isAggregator: boolean(),
  privileges: list(enumeration(privileges)),
  schemes: list(enumeration(['ALL', ...cardSchemes])),
  sources: list(enumeration(['ALL', ...instrumentKinds])),
  cardMasking: enumeration(cardMaskings),
  accountNumbersInText: enumeration(accountNumbersInTextPolicies),
  categoryCodes: list(orderRows.merchantCategoryCode),
  pageOrigins: list(origin),
  pageColour,
  pageFont: enumeration(pageFonts),
  takesPageAmounts: boolean(),
  notificationHosts: list(hostName),
  providers: list(
    group({
      provider: required(enumeration(providers)),
      adapter: required(adapter),
      account: required(acquirerMerchantId),
    }),
  ),
  payerAuthentication: enumeration(authenticationPolicies),
  refundsNeedApproval: boolean(),
  hasReporting: boolean(),
  velocityLimits: list(velocityLimit),
  apiVelocityLimits: list(velocityLimit),
  authenticationDeclinePercent: integer(0, 100),
  requestLimits: list(requestLimit),
} as const

type ProfileInput = Infer<typeof profileRows>

/** The token repository: an existing one, or its own with these settings. */
export const repositoryRows = {
  tokenRepositoryId: string(1, 16),
  tokenGeneration: enumeration(tokenGenerations),
  tokenManagement: enumeration(tokenManagements),
} as const

/** Fields that say where payments go. */
const routeFields: ReadonlySet<string> = new Set(['acquirerLink', 'routes', 'providers'])

/** Routes and providers take a permission of their own. */
export function permissionsLackingForProfile(input: object, held: readonly Permission[]): readonly Permission[] {
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const needed = given.map((name): Permission => (routeFields.has(name) ? 'MANAGE_ROUTES' : 'CONFIGURE'))
  return permissionsLacking([...new Set(needed)], held)
}

/** Acquirer fields change the first route. */
export function applyProfileInput(
  profile: MerchantProfile,
  { acquirerLink, routes, ...input }: ProfileInput,
  { dependencies: { acquirers } }: Pick<ConsoleContext, 'dependencies'>,
): MerchantProfile {
  const routed = routes && routes.length > 0 ? withRoutes(profile, routes, acquirers.current) : profile
  return tidyProfile({ ...(acquirerLink ? withAcquirerLink(routed, acquirerLink) : routed), ...input })
}

const faults = {
  NO_CURRENCY: ['currencies', 'There must be at least one.'],
  NEEDS_ACCOUNT_UPDATER: ['verificationStrategy', 'It needs the account updater.'],
  PROVIDER_TWICE: ['providers', 'Each provider can be listed only once.'],
} as const satisfies Readonly<Record<ProfileFault, readonly [field: string, explanation: string]>>

/** What the fields say together must make sense, and the adapters that are given must be there. */
export function refuseProfileInput(
  merchant: Pick<Merchant, 'id' | 'profile'>,
  { acquirerLink, routes, providers: links = [] }: ProfileInput,
  { adapters, simulators, dependencies }: Pick<ConsoleContext, 'adapters' | 'simulators' | 'dependencies'>,
): ConsoleRefusal | undefined {
  const wrongRoutes = refuseRoutes(routes, dependencies.acquirers)
  if (wrongRoutes) return wrongRoutes
  if (acquirerLink?.adapter !== undefined && !adapters.acquirers.includes(acquirerLink.adapter))
    return noSuchAdapter('acquirerLink.adapter')
  const strange = links.findIndex((link) => !adapters.providers[link.provider].includes(link.adapter))
  if (strange >= 0) return noSuchAdapter(`providers[${strange}].adapter`)
  const fault = profileFaultOf(merchant.profile)
  const [field, explanation] = (fault && faults[fault]) ?? refuseTestMerchant(merchant, simulators) ?? []
  return explanation === undefined ? undefined : consoleRefusal(422, 'FIELD_INVALID', explanation, field)
}

function refuseTestMerchant({ id, profile }: Pick<Merchant, 'id' | 'profile'>, simulators: SimulatorLinks) {
  if (refuseTestLink(id, profile, simulators) === undefined) return undefined
  return ['acquirerLink.adapter', 'A merchant whose ID begins with TEST can only use the simulator.'] as const
}

/** A new merchant needs an acquirer, and only the sandbox has a default one. */
export function missingAdapter({ adapters }: Pick<ConsoleContext, 'adapters'>): ConsoleRefusal {
  const explanation = adapters.acquirers.length === 0 ? 'This gateway has no acquirer adapter.' : 'Choose an adapter.'
  return consoleRefusal(422, 'FIELD_MISSING', explanation, 'acquirerLink.adapter')
}

export function noSuchAdapter(field: string): ConsoleRefusal {
  return consoleRefusal(422, 'FIELD_INVALID', 'No such adapter.', field)
}

const repositoryRefusals: Readonly<Record<RepositoryRefusal, ConsoleRefusal>> = {
  EXCLUSIVE: consoleRefusal(
    422,
    'FIELD_INVALID',
    'Generation and management of an existing repository cannot be set here.',
    'tokenRepositoryId',
  ),
  UNKNOWN: consoleRefusal(422, 'FIELD_INVALID', 'No such token repository.', 'tokenRepositoryId'),
  TAKEN: consoleRefusal(409, 'TAKEN', 'A token repository with this ID already exists.', 'merchantId'),
  SHARED: consoleRefusal(409, 'SHARED', 'Other merchants share this merchant’s token repository.', 'tokenRepositoryId'),
  HOLDS_TOKENS: consoleRefusal(
    409,
    'HOLDS_TOKENS',
    'The token repository already holds tokens, so its generation and management cannot be changed.',
    'tokenRepositoryId',
  ),
}

export function refuseRepository({ why }: { readonly why: RepositoryRefusal }): ConsoleRefusal {
  return repositoryRefusals[why]
}
