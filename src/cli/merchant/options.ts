// What the operator can decide about a merchant, as options of "merchant create" and "merchant update".
import { acquirerAdapters } from '../../compose/index.ts'
import { catalogue } from '../../contract/catalogue.ts'
import { string } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import { cardSchemes } from '../../domain/card.ts'
import { isCurrency } from '../../domain/currency.ts'
import { hostNamePattern } from '../../domain/events/notification-url.ts'
import {
  accountNumbersInTextPolicies,
  authenticationPolicies,
  cardMaskings,
  loginWays,
  type Merchant,
  type MerchantProfile,
  type Privilege,
  privileges,
  verificationStrategies,
} from '../../domain/merchants/merchant.ts'
import { type ProfileFault, profileFaultOf, tidyProfile } from '../../domain/merchants/profile-rules.ts'
import { instrumentKinds } from '../../domain/payments/instrument.ts'
import { defaultLimits, defaultMark, readVelocityLimit } from '../../domain/risk/velocity/limits.ts'
import { readRequestLimit } from '../../domain/risk/velocity/request-limits.ts'
import { tokenGenerations, tokenManagements } from '../../domain/tokens/token-repository.ts'
import { type UsageError, usageError } from '../result.ts'
import {
  choiceValue,
  flag,
  listValue,
  type Options,
  type OptionValues,
  parseOneOf,
  textValue,
  type ValueRow,
} from '../rows.ts'
import { providersOption } from './provider-options.ts'

export { newMerchantProfile } from '../../domain/merchants/merchant.ts'

const { id: acquirerIdRow, merchantId: acquirerMerchantIdRow } = transactionRows.acquirer.rows
const operationNames = ['ALL', ...catalogue.filter(({ route }) => route.byApiOperation).map(({ name }) => name)]
const { merchantCategoryCode: categoryCodeRow } = orderRows

export const profileOptions = {
  name: textValue(string(1, 100), '<text>', 'What the merchant is called. At first its id.'),
  currencies: listValue(currency, 'USD,EUR', 'The currencies it may use, by ISO 4217. At first USD.'),
  operations: listValue(
    parseOneOf(operationNames),
    'ALL|VERIFY,...',
    `The operations it may use: ${operationNames.join(', ')}. At first ALL.`,
  ),
  tokenRepository: textValue(
    string(1, 16),
    '<repositoryId>',
    'The token repository it shares with others; see "token-repository list". At first one of its own.',
  ),
  tokenGeneration: choiceValue(tokenGenerations, '<way>', 'How tokens of its own are made. At first RANDOM.'),
  tokenManagement: choiceValue(
    tokenManagements,
    '<way>',
    'Whether one account may have several tokens. At first UNIQUE_TOKEN.',
  ),
  verificationStrategy: choiceValue(
    verificationStrategies,
    '<way>',
    'How a card is checked before it is stored. At first NONE.',
  ),
  accountUpdater: flag('The account updater may be asked about its cards.'),
  aggregator: flag('It may name sub-merchants.'),
  privileges: listOrNothing(
    { parseOne: privilege, nothing: 'NONE' },
    'NONE|UNMASK,...',
    `What it may do beyond the usual: ${privileges.join(', ')}. At first NONE.`,
  ),
  schemes: listValue(
    parseOneOf(['ALL', ...cardSchemes]),
    'ALL|VISA,...',
    `The card schemes it may take: ALL, ${cardSchemes.join(', ')}. At first ALL.`,
  ),
  sources: listValue(
    parseOneOf(['ALL', ...instrumentKinds]),
    'ALL|CARD,...',
    `The sources of funds it may take: ALL, ${instrumentKinds.join(', ')}. At first ALL.`,
  ),
  cardMasking: choiceValue(cardMaskings, '<way>', 'How much of a card number answers show. At first SIX_FOUR.'),
  accountNumbersInText: choiceValue(
    accountNumbersInTextPolicies,
    '<policy>',
    'What becomes of card numbers in texts of its requests. Default: KEEP.',
  ),
  categoryCodes: listOrNothing(
    { parseOne: categoryCode, nothing: 'ANY' },
    'ANY|5411,...',
    'The merchant category codes it may name, four digits each. At first ANY.',
  ),
  pageOrigins: listOrNothing(
    { parseOne: pageOrigin, nothing: 'NONE' },
    'NONE|https://shop.example,...',
    'Origins of its shop that may show our pages in a frame. At first NONE.',
  ),
  pageAmounts: flag('Older checkout sessions without an amount take it from the page of its shop.'),
  notificationHosts: listOrNothing(
    { parseOne: notificationHost, nothing: 'ANY' },
    'ANY|shop.example,...',
    'Hosts that an order.notificationUrl may name. Default: ANY.',
  ),
  providers: providersOption,
  payerAuthentication: choiceValue(
    authenticationPolicies,
    '<policy>',
    'Whether its payers are authenticated: when it asks for it, on our pages too, or always. At first BY_MERCHANT.',
  ),
  velocityLimits: listOrNothing(
    { parseOne: velocityLimit, nothing: 'OFF' },
    'DEFAULT|OFF|ADDRESS:DECLINES:HOUR:15,...',
    `Velocity limits for hosted pages and hosted fields. DEFAULT stands for ${defaultLimits.join(', ')}. At first DEFAULT.`,
  ),
  apiVelocityLimits: listOrNothing(
    { parseOne: velocityLimit, nothing: 'OFF' },
    'OFF|DEFAULT|ACCOUNT:DECLINES:DAY:20,...',
    'Velocity limits for payments that its programs send with card details of their own. At first OFF.',
  ),
  authenticationDeclinePercent: {
    kind: 'value',
    placeholder: '0-100',
    description:
      'Hosted pages authenticate payers while this share of its payments is declined; 0 for never. At first 50.',
    parse: percent,
  },
  requestLimits: listOrNothing(
    { parseOne: requestLimit, nothing: 'OFF' },
    'OFF|20:SECOND,600:MINUTE',
    'How many requests its programs may send in a second or a minute. At first OFF.',
  ),
  reporting: flag('Its programs may take reports, with a reporting password.'),
  refundsNeedApproval: flag('Four eyes: what one person refunds by hand, another has to approve.'),
  needsPartialAmountFlag: flag('Its payments must say what to do about a partial approval.'),
  login: listValue(
    parseOneOf(loginWays),
    loginWays.join(','),
    'How its programs may prove who they are. At first PASSWORD,CERTIFICATE.',
  ),
  acquirerAdapter: choiceValue(acquirerAdapters, '<adapter>', 'What talks to its acquirer. At first simulator.'),
  acquirerId: textValue(acquirerIdRow, '<text>', "The acquirer's name, shown as transaction.acquirer.id."),
  acquirerMerchantId: textValue(acquirerMerchantIdRow, '<text>', 'What the acquirer calls it. At first its id.'),
} as const satisfies Options

type ProfileChanges = OptionValues<typeof profileOptions>

/** The profile with what was given in place of what was there. */
export function changeProfile(profile: MerchantProfile, given: ProfileChanges): MerchantProfile {
  const { acquirerLink: link } = profile
  return tidyProfile({
    ...profile,
    name: given.name ?? profile.name,
    loginWays: given.login ?? profile.loginWays,
    currencies: given.currencies ?? profile.currencies,
    operations: given.operations ?? profile.operations,
    acquirerLink: {
      ...link,
      adapter: given.acquirerAdapter ?? link.adapter,
      acquirerId: given.acquirerId ?? link.acquirerId,
      acquirerMerchantId: given.acquirerMerchantId ?? link.acquirerMerchantId,
      ...(given.needsPartialAmountFlag && { needsPartialAmountFlag: true }),
    },
    verificationStrategy: given.verificationStrategy ?? profile.verificationStrategy,
    usesAccountUpdater: given.accountUpdater ?? profile.usesAccountUpdater,
    isAggregator: given.aggregator ?? profile.isAggregator,
    privileges: given.privileges ?? profile.privileges,
    schemes: given.schemes ?? profile.schemes,
    sources: given.sources ?? profile.sources,
    cardMasking: given.cardMasking ?? profile.cardMasking,
    accountNumbersInText: given.accountNumbersInText ?? profile.accountNumbersInText,
    categoryCodes: given.categoryCodes ?? profile.categoryCodes,
    pageOrigins: given.pageOrigins ?? profile.pageOrigins,
    takesPageAmounts: given.pageAmounts ?? profile.takesPageAmounts,
    notificationHosts: given.notificationHosts ?? profile.notificationHosts,
    providers: given.providers ?? profile.providers,
    payerAuthentication: given.payerAuthentication ?? profile.payerAuthentication,
    refundsNeedApproval: given.refundsNeedApproval ?? profile.refundsNeedApproval,
    hasReporting: given.reporting ?? profile.hasReporting,
    velocityLimits: given.velocityLimits ?? profile.velocityLimits,
    apiVelocityLimits: given.apiVelocityLimits ?? profile.apiVelocityLimits,
    authenticationDeclinePercent: given.authenticationDeclinePercent ?? profile.authenticationDeclinePercent,
    requestLimits: given.requestLimits ?? profile.requestLimits,
  })
}

const faults: Readonly<Record<ProfileFault, string>> = {
  NO_CURRENCY: '--currencies needs at least one.',
  NEEDS_ACCOUNT_UPDATER: '--verification-strategy ACCOUNT_UPDATER needs --account-updater.',
  PROVIDER_TWICE: '--providers must name each provider once.',
  TEST_NEEDS_SIMULATOR: 'A merchant whose id begins with TEST is served by the simulator alone.',
}

/** What the options say together must make sense, too. */
export function refuseProfileOptions(merchant: Pick<Merchant, 'id' | 'profile'>): UsageError | undefined {
  const fault = profileFaultOf(merchant)
  return fault && usageError(faults[fault])
}

/** A list that one word, by itself, empties. */
function listOrNothing<Value extends string>(
  { parseOne, nothing }: { readonly parseOne: (text: string) => Value | FieldError; readonly nothing: string },
  placeholder: string,
  description: string,
): ValueRow<readonly Value[]> {
  const { parse, ...row } = listValue(parseOne, placeholder, description)
  return { ...row, parse: (given) => (given === nothing ? [] : parse(given)) }
}

function velocityLimit(limit: string): string | FieldError {
  if (limit === defaultMark || readVelocityLimit(limit)) return limit
  return new FieldError('must be OFF, or DEFAULT and limits such as ADDRESS:DECLINES:HOUR:15 with commas between')
}

function requestLimit(limit: string): string | FieldError {
  return readRequestLimit(limit) ? limit : new FieldError('must be OFF, or limits such as 20:SECOND,600:MINUTE')
}

function percent(digits: string): number | FieldError {
  return /^(\d|[1-9]\d|100)$/.test(digits) ? Number(digits) : new FieldError('must be a number from 0 to 100')
}

function privilege(word: string): Privilege | FieldError {
  const known = privileges.find((each) => each === word)
  return known ?? new FieldError(`must be NONE, or some of ${privileges.join(', ')} with commas between`)
}

function categoryCode(code: string): string | FieldError {
  const read = categoryCodeRow.type.read(code)
  return read instanceof FieldError ? new FieldError('must be codes of four digits with commas between, or ANY') : read
}

function pageOrigin(text: string): string | FieldError {
  const isOrigin = /^https?:/.test(text) && URL.parse(text)?.origin === text
  return isOrigin ? text : new FieldError('must be origins such as https://shop.example, with commas between, or NONE')
}

function notificationHost(text: string): string | FieldError {
  const isHost = hostNamePattern.test(text)
  return isHost ? text : new FieldError('must be host names such as shop.example, with commas between, or ANY')
}

function currency(code: string): string | FieldError {
  return isCurrency(code)
    ? code
    : new FieldError('must be currency codes of ISO 4217, such as USD, with commas between')
}
