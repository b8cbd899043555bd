// The operator's settings for a merchant, as options of "merchant create" and "merchant update".
import { simulatorLinks } from '../../compose/index.ts'
import { string } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import { cardSchemes, instrumentKinds } from '../../kernel/instrument.ts'
import { isCurrency } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { verificationStrategies } from '../../kernel/verification-strategy.ts'
import {
  accountNumbersInTextPolicies,
  authenticationMethods,
  authenticationPolicies,
  cardMaskings,
  defaultPageColour,
  type Merchant,
  type MerchantProfile,
  type NewAcquirerLink,
  type Privilege,
  type ProfileFault,
  pageFonts,
  privileges,
  profileFaultOf,
  readPageColour,
  refuseTestLink,
  tidyProfile,
  tokenGenerations,
  tokenManagements,
  withAcquirerLink,
} from '../../merchants/index.ts'
import { hostNamePattern } from '../../payments/index.ts'
import { defaultLimits, defaultMark, readRequestLimit, readVelocityLimit } from '../../platform/counters/limits.ts'
import { catalogue } from '../../requests/index.ts'
import { linkIdValue } from '../acquirer/links.ts'
import { type UsageError, usageError } from '../result.ts'
import {
  choiceValue,
  flag,
  freeTextValue,
  listValue,
  type Options,
  type OptionValues,
  parseOneOf,
  textValue,
  type ValueRow,
} from '../rows.ts'
import { providersOption } from './adapter-options.ts'

const { id: acquirerIdRow, merchantId: acquirerMerchantIdRow } = transactionRows.acquirer.rows
const operationNames = ['ALL', ...catalogue.filter(({ route }) => route.byApiOperation).map(({ name }) => name)]
const { merchantCategoryCode: categoryCodeRow } = orderRows

export const profileOptions = {
  name: freeTextValue(string(1, 100), '<text>', "The merchant's name. Default: its id."),
  currencies: listValue(currency, 'USD,EUR', 'The currencies it may use (ISO 4217). Default: USD.'),
  operations: listValue(
    parseOneOf(operationNames),
    'ALL|VERIFY,...',
    `The operations it may use: ${operationNames.join(', ')}. Default: ALL.`,
  ),
  tokenRepository: textValue(
    string(1, 16),
    '<repositoryId>',
    'The token repository it shares with others; see "token-repository list". Default: its own repository.',
  ),
  tokenGeneration: choiceValue(
    tokenGenerations,
    '<way>',
    'How tokens are generated in its own repository. Default: RANDOM.',
  ),
  tokenManagement: choiceValue(
    tokenManagements,
    '<way>',
    'Whether one account may have several tokens. Default: UNIQUE_TOKEN.',
  ),
  verificationStrategy: choiceValue(
    verificationStrategies,
    '<way>',
    'How a card is verified before it is stored. Default: NONE.',
  ),
  accountUpdater: flag('Allows its cards to be looked up at the account updater.'),
  aggregator: flag('Allows it to name sub-merchants.'),
  privileges: listOrNothing(
    { parseOne: privilege, nothing: 'NONE' },
    'NONE|UNMASK,...',
    `Its privileges: ${privileges.join(', ')}. Default: NONE.`,
  ),
  schemes: listValue(
    parseOneOf(['ALL', ...cardSchemes]),
    'ALL|VISA,...',
    `The card schemes it may take: ALL, ${cardSchemes.join(', ')}. Default: ALL.`,
  ),
  sources: listValue(
    parseOneOf(['ALL', ...instrumentKinds]),
    'ALL|CARD,...',
    `The sources of funds it may take: ALL, ${instrumentKinds.join(', ')}. Default: ALL.`,
  ),
  cardMasking: choiceValue(cardMaskings, '<way>', 'How card numbers are masked in responses. Default: SIX_FOUR.'),
  accountNumbersInText: choiceValue(
    accountNumbersInTextPolicies,
    '<policy>',
    'How card numbers in free-text fields of its requests are handled. Default: MASK; KEEP in the sandbox.',
  ),
  categoryCodes: listOrNothing(
    { parseOne: categoryCode, nothing: 'ANY' },
    'ANY|5411,...',
    'The merchant category codes it may name, four digits each. Default: ANY.',
  ),
  pageOrigins: listOrNothing(
    { parseOne: pageOrigin, nothing: 'NONE' },
    'NONE|https://shop.example,...',
    "Shop origins that may embed the gateway's pages in a frame. Default: NONE.",
  ),
  pageColour: {
    kind: 'VALUE',
    placeholder: 'DEFAULT|#0a5cff',
    description:
      "The colour of its payment pages. It is darkened or lightened where text would not be readable. Default: DEFAULT, the gateway's own.",
    parse: pageColour,
  },
  pageFont: choiceValue(pageFonts, '<font>', 'The font of its payment pages. Default: SYSTEM.'),
  pageAmounts: flag("Accepts amounts set by the shop's page for older checkout sessions without an amount."),
  notificationHosts: listOrNothing(
    { parseOne: notificationHost, nothing: 'ANY' },
    'ANY|shop.example,...',
    'Hosts allowed in order.notificationUrl. Default: ANY.',
  ),
  providers: providersOption,
  payerAuthentication: choiceValue(
    authenticationPolicies,
    '<policy>',
    "When payers are authenticated: on the merchant's request, also on hosted pages, or always. Default: BY_MERCHANT.",
  ),
  velocityLimits: listOrNothing(
    { parseOne: velocityLimit, nothing: 'OFF' },
    'DEFAULT|OFF|ADDRESS:DECLINES:HOUR:15,...',
    `Velocity limits for hosted pages and hosted fields. DEFAULT means ${defaultLimits.join(', ')}. Default: DEFAULT.`,
  ),
  apiVelocityLimits: listOrNothing(
    { parseOne: velocityLimit, nothing: 'OFF' },
    'OFF|DEFAULT|ACCOUNT:DECLINES:DAY:20,...',
    'Velocity limits for API payments that contain card details. Default: OFF.',
  ),
  authenticationDeclinePercent: {
    kind: 'VALUE',
    placeholder: '0-100',
    description:
      'The percentage of declined payments from which hosted pages authenticate payers; 0 turns this off. Default: 50.',
    parse: percent,
  },
  requestLimits: listOrNothing(
    { parseOne: requestLimit, nothing: 'OFF' },
    'OFF|20:SECOND,600:MINUTE',
    'Maximum number of API requests per second or minute. Default: OFF.',
  ),
  reporting: flag('Allows reports to be downloaded with a reporting password.'),
  refundsNeedApproval: flag('Requires a second user to approve manual refunds.'),
  needsPartialAmountFlag: flag('Requires payments to state whether partial approvals are accepted.'),
  login: listValue(
    parseOneOf(authenticationMethods),
    authenticationMethods.join(','),
    'How its API clients may authenticate. Default: PASSWORD,CERTIFICATE.',
  ),
  link: linkIdValue('Its acquirer link; see "link list". Default: simulator in the sandbox; required in production.'),
  acquirerId: textValue(acquirerIdRow, '<text>', "The acquirer's id, returned as transaction.acquirer.id."),
  acquirerMerchantId: textValue(acquirerMerchantIdRow, '<text>', 'Its merchant id at the acquirer. Default: its id.'),
} as const satisfies Options

type ProfileChanges = OptionValues<typeof profileOptions>

/** The profile with the given options in place of the existing values. */
export function changeProfile(
  profile: MerchantProfile,
  options: ProfileChanges,
  /** The link that the options name. */
  chosen?: NewAcquirerLink,
): MerchantProfile {
  const { acquirerId, acquirerMerchantId, needsPartialAmountFlag } = options
  const acquirer = { ...chosen, ...omitUndefined({ acquirerId, acquirerMerchantId, needsPartialAmountFlag }) }
  return tidyProfile({
    ...withAcquirerLink(profile, acquirer),
    name: options.name ?? profile.name,
    authenticationMethods: options.login ?? profile.authenticationMethods,
    currencies: options.currencies ?? profile.currencies,
    operations: options.operations ?? profile.operations,
    verificationStrategy: options.verificationStrategy ?? profile.verificationStrategy,
    usesAccountUpdater: options.accountUpdater ?? profile.usesAccountUpdater,
    isAggregator: options.aggregator ?? profile.isAggregator,
    privileges: options.privileges ?? profile.privileges,
    schemes: options.schemes ?? profile.schemes,
    sources: options.sources ?? profile.sources,
    cardMasking: options.cardMasking ?? profile.cardMasking,
    accountNumbersInText: options.accountNumbersInText ?? profile.accountNumbersInText,
    categoryCodes: options.categoryCodes ?? profile.categoryCodes,
    pageOrigins: options.pageOrigins ?? profile.pageOrigins,
    pageColour: options.pageColour ?? profile.pageColour,
    pageFont: options.pageFont ?? profile.pageFont,
    takesPageAmounts: options.pageAmounts ?? profile.takesPageAmounts,
    notificationHosts: options.notificationHosts ?? profile.notificationHosts,
    providers: options.providers ?? profile.providers,
    payerAuthentication: options.payerAuthentication ?? profile.payerAuthentication,
    refundsNeedApproval: options.refundsNeedApproval ?? profile.refundsNeedApproval,
    hasReporting: options.reporting ?? profile.hasReporting,
    velocityLimits: options.velocityLimits ?? profile.velocityLimits,
    apiVelocityLimits: options.apiVelocityLimits ?? profile.apiVelocityLimits,
    authenticationDeclinePercent: options.authenticationDeclinePercent ?? profile.authenticationDeclinePercent,
    requestLimits: options.requestLimits ?? profile.requestLimits,
  })
}

const faults: Readonly<Record<ProfileFault, string>> = {
  NO_CURRENCY: '--currencies requires at least one currency.',
  NEEDS_ACCOUNT_UPDATER: '--verification-strategy ACCOUNT_UPDATER requires --account-updater.',
  PROVIDER_TWICE: '--providers must name each provider once.',
}

/** The combination of the options must also make sense. */
export function refuseProfileOptions(merchant: Pick<Merchant, 'id' | 'profile'>): UsageError | undefined {
  const { id, profile } = merchant
  const fault = profileFaultOf(profile)
  if (fault) return usageError(faults[fault])
  if (refuseTestLink(id, profile, simulatorLinks) === undefined) return undefined
  return usageError('A merchant whose id begins with TEST can only use the simulator.')
}

/** A list that one word, by itself, empties. */
function listOrNothing<Value extends string>(
  { parseOne, nothing }: { readonly parseOne: (text: string) => Value | FieldError; readonly nothing: string },
  placeholder: string,
  description: string,
): ValueRow<readonly Value[]> {
  const { parse, ...row } = listValue(parseOne, placeholder, description)
  return { ...row, parse: (text) => (text === nothing ? [] : parse(text)) }
}

function velocityLimit(limit: string): string | FieldError {
  if (limit === defaultMark || readVelocityLimit(limit)) return limit
  return new FieldError('must be OFF, or DEFAULT and limits such as ADDRESS:DECLINES:HOUR:15, separated by commas')
}

function requestLimit(limit: string): string | FieldError {
  return readRequestLimit(limit) ? limit : new FieldError('must be OFF, or limits such as 20:SECOND,600:MINUTE')
}

function percent(digits: string): number | FieldError {
  return /^(\d|[1-9]\d|100)$/.test(digits) ? Number(digits) : new FieldError('must be a number from 0 to 100')
}

function privilege(word: string): Privilege | FieldError {
  const known = privileges.find((each) => each === word)
  return known ?? new FieldError(`must be NONE, or some of ${privileges.join(', ')}, separated by commas`)
}

function categoryCode(code: string): string | FieldError {
  const read = categoryCodeRow.type.read(code)
  return read instanceof FieldError ? new FieldError('must be four-digit codes separated by commas, or ANY') : read
}

function pageOrigin(text: string): string | FieldError {
  const isOrigin = /^https?:/.test(text) && URL.parse(text)?.origin === text
  return isOrigin ? text : new FieldError('must be origins such as https://shop.example, separated by commas, or NONE')
}

function pageColour(text: string): string | FieldError {
  if (text === defaultPageColour) return text
  return readPageColour(text) ?? new FieldError('must be DEFAULT or a colour such as #0a5cff')
}

function notificationHost(text: string): string | FieldError {
  const isHost = hostNamePattern.test(text)
  return isHost ? text : new FieldError('must be host names such as shop.example, separated by commas, or ANY')
}

function currency(code: string): string | FieldError {
  return isCurrency(code) ? code : new FieldError('must be ISO 4217 currency codes such as USD, separated by commas')
}
