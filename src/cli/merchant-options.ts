// What the operator can decide about a merchant, as options of "merchant create" and "merchant update".
import { acquirerAdapters } from '../compose.ts'
import { catalogue } from '../contract/catalogue.ts'
import { Refused, string } from '../contract/field-types.ts'
import { transactionRows } from '../contract/groups/transaction.ts'
import { isCurrency } from '../domain/currency.ts'
import {
  loginWays,
  type MerchantProfile,
  tokenGenerations,
  tokenManagements,
  verificationStrategies,
} from '../domain/merchant.ts'
import { choice, flag, type GivenOptions, list, type Options, oneOf, text } from './rows.ts'

const { id: acquirerIdRow, merchantId: acquirerMerchantIdRow } = transactionRows.acquirer.rows
const operationNames = ['ALL', ...catalogue.filter(({ route }) => route.byApiOperation).map(({ name }) => name)]

export const profileOptions = {
  name: text(string(1, 100), '<text>', 'What the merchant is called. At first its id.'),
  currencies: list(currency, 'USD,EUR', 'The currencies it may use, by ISO 4217. At first USD.'),
  operations: list(
    oneOf(operationNames),
    'ALL|VERIFY,...',
    `The operations it may use: ${operationNames.join(', ')}. At first ALL.`,
  ),
  tokenGeneration: choice(tokenGenerations, '<way>', 'How its tokens are made. At first RANDOM.'),
  tokenManagement: choice(
    tokenManagements,
    '<way>',
    'Whether one account may have several tokens. At first UNIQUE_TOKEN.',
  ),
  verificationStrategy: choice(
    verificationStrategies,
    '<way>',
    'How a card is checked before it is stored. At first NONE.',
  ),
  aggregator: flag('It may name sub-merchants.'),
  login: list(
    oneOf(loginWays),
    loginWays.join(','),
    'How its programs may prove who they are. At first PASSWORD,CERTIFICATE.',
  ),
  acquirerAdapter: choice(acquirerAdapters, '<adapter>', 'What talks to its acquirer. At first simulator.'),
  acquirerId: text(acquirerIdRow, '<text>', "The acquirer's name, shown as transaction.acquirer.id."),
  acquirerMerchantId: text(acquirerMerchantIdRow, '<text>', 'What the acquirer calls it. At first its id.'),
} as const satisfies Options

type ProfileChanges = GivenOptions<typeof profileOptions>

/** The profile of a new merchant for whom nothing else was said. */
export function firstProfile(merchantId: string): MerchantProfile {
  return {
    name: merchantId,
    isEnabled: true,
    // A certificate proves nothing before it is registered, so that being ready for one opens no door.
    loginWays,
    currencies: ['USD'],
    operations: ['ALL'],
    acquirerLink: { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: merchantId },
    tokenGeneration: 'RANDOM',
    tokenManagement: 'UNIQUE_TOKEN',
    verificationStrategy: 'NONE',
    isAggregator: false,
  }
}

/** The profile with what was given in place of what was there. */
export function changeProfile(profile: MerchantProfile, given: ProfileChanges): MerchantProfile {
  const { acquirerLink: link } = profile
  return {
    ...profile,
    name: given.name ?? profile.name,
    loginWays: given.login ?? profile.loginWays,
    currencies: given.currencies ?? profile.currencies,
    operations: given.operations?.includes('ALL') ? ['ALL'] : (given.operations ?? profile.operations),
    acquirerLink: {
      adapter: given.acquirerAdapter ?? link.adapter,
      acquirerId: given.acquirerId ?? link.acquirerId,
      acquirerMerchantId: given.acquirerMerchantId ?? link.acquirerMerchantId,
    },
    tokenGeneration: given.tokenGeneration ?? profile.tokenGeneration,
    tokenManagement: given.tokenManagement ?? profile.tokenManagement,
    verificationStrategy: given.verificationStrategy ?? profile.verificationStrategy,
    isAggregator: given.aggregator ?? profile.isAggregator,
  }
}

function currency(code: string): string | Refused {
  return isCurrency(code) ? code : new Refused('must be currency codes of ISO 4217, such as USD, with commas between')
}
