// Commands about the risk rules of a merchant or of all, whose rules a risk command is about, and how it shows them.

import { merchantIdRow } from '../../contract/routes.ts'
import type { FieldRow } from '../../contract/row.ts'
import {
  binLengthMax,
  type CardListEntry,
  changeRiskRules,
  operatorLists,
  type RiskRuleSubject,
  type RiskRules,
  riskActions,
  riskRuleRows,
  riskRuleSubjectOf,
  rulesOfKindMax,
} from '../../risk/index.ts'
import { command } from '../command.ts'
import { commandAuditStamp, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused, type UsageError, usageError } from '../result.ts'
import {
  choiceValue,
  flag,
  type Options,
  type OptionValues,
  requiredOption,
  textValue,
  type ValueRow,
} from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { withAdministration } from '../with-installation.ts'

/** The owner of the rules and lists of a risk command: a merchant's, or the operator's for all merchants. */
export const merchantOption = textValue(merchantIdRow, '<merchantId>', 'The merchant whose rules and lists to use.')

export const ownerOptions = {
  merchant: merchantOption,
  operator: flag("The operator's own rules and lists, which apply to every merchant and cannot be bypassed."),
} as const satisfies Options

interface RiskRuleOwner {
  readonly kind: 'OWNER'
  /** Undefined for the operator. */
  readonly merchantId: string | undefined
  /** The owner that the lists are stored under. */
  readonly listsId: string
  readonly name: string
}

export function readRiskRuleOwner({
  merchant,
  operator,
}: {
  readonly merchant: string | undefined
  readonly operator: true | undefined
}): UsageError | RiskRuleOwner {
  if ((merchant === undefined) === (operator === undefined))
    return usageError('Specify either --merchant or --operator.')
  const name = merchant ?? 'the operator'
  return { kind: 'OWNER', merchantId: merchant, listsId: merchant ?? operatorLists, name }
}

export function rulesText(rules: RiskRules): string {
  const rows = [
    ...rules.binRanges.map((rule) => ['--bin', rangeText(rule), rule.action]),
    ...rules.ipRanges.map((rule) => ['--ip', rangeText(rule), rule.action]),
    ...rules.ipCountries.map((rule) => ['--ip-country', rule.country, rule.action]),
    ...rules.threeDSecure.map((rule) => ['--three-d-secure', rule.result, rule.action]),
    ...rules.avs.map((rule) => ['--avs', rule.gatewayCode, rule.action]),
    ...rules.csc.map((rule) => ['--csc', rule.gatewayCode, rule.action]),
  ]
  const lists = rules.hasCardLists ? 'Cards are listed; see "risk card list".' : 'No listed cards.'
  return [rows.length === 0 ? 'No rules.' : table(['RULE', 'VALUE', 'ACTION'], rows), lists].join('\n')
}

/** In the format of the option that created the rule. */
function rangeText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : `${from}-${to}`
}

export function cardData({ list, maskedNumber, addedAt, note }: CardListEntry): object {
  return { list, maskedNumber, addedAt, note }
}

export function cardsText(cards: readonly CardListEntry[]): string {
  if (cards.length === 0) return 'No listed cards.'
  return table(
    ['LIST', 'CARD', 'ADDED', 'NOTE'],
    cards.map(({ list, maskedNumber, addedAt, note }) => [list, maskedNumber, timestampText(addedAt), note ?? '']),
  )
}

/** The criteria of a risk rule, as options of "risk rule add" and "risk rule remove". */
export const subjectOptions = {
  bin: option(
    riskRuleRows.bin,
    '512345[-512349]',
    `First digits of card numbers, up to ${binLengthMax}: one prefix, or a range of two prefixes of equal length with a hyphen.`,
  ),
  ip: option(riskRuleRows.ip, '192.0.2.0/24', 'IP addresses: a single address, a range with a hyphen, or a network.'),
  ipCountry: option(riskRuleRows.ipCountry, 'DEU', 'The country of the IP address (ISO 3166-1 alpha-3).'),
  threeDSecure: choiceValue(
    valuesOf(riskRuleRows.threeDSecure),
    '<result>',
    'A result of payer authentication; NONE matches card payments without it.',
  ),
  avs: choiceValue(
    valuesOf(riskRuleRows.avs),
    '<code>',
    'A result of the address check, known once the acquirer has responded.',
  ),
  csc: choiceValue(
    valuesOf(riskRuleRows.csc),
    '<code>',
    'A result of the security code check, known once the acquirer has responded.',
  ),
} as const satisfies Options

type SubjectOptions = OptionValues<typeof subjectOptions>

export function subjectOf(
  options: SubjectOptions,
): UsageError | { readonly kind: 'SUBJECT'; readonly subject: RiskRuleSubject } {
  const subject = riskRuleSubjectOf(options)
  if (!subject) return usageError('Specify one of --bin, --ip, --ip-country, --three-d-secure, --avs and --csc.')
  return { kind: 'SUBJECT', subject }
}

function option<T>({ type }: Pick<FieldRow<T>, 'type'>, placeholder: string, description: string): ValueRow<T> {
  return { kind: 'VALUE', placeholder, description, parse: (text) => type.read(text) }
}

function valuesOf(row: { readonly type: { readonly values?: readonly string[] } }): readonly string[] {
  return row.type.values ?? []
}

export const riskShow = command({
  name: 'risk show',
  purpose: "Shows the operator's risk rules and those of a merchant.",
  arguments: {},
  options: { merchant: merchantOption },
  example: '--merchant SHOP1',
  run: ({ merchant }, context) =>
    withAdministration(context, async ({ merchants, risk }) => {
      const operator = await risk.operatorRules()
      const operatorText = `Operator rules, for every merchant:\n\n${rulesText(operator)}`
      if (merchant === undefined) return commandDone({ operator }, operatorText)

      const access = await merchants.find(merchant)
      if (!access) return unknownMerchant(merchant)
      const { risk: rules } = access.merchant.profile
      return commandDone(
        { operator, merchant: { id: merchant, ...rules } },
        `${operatorText}\n\nRules of ${merchant}:\n\n${rulesText(rules)}`,
      )
    }),
})

export const riskRuleAdd = command({
  name: 'risk rule add',
  purpose: 'Adds a risk rule; gateways follow within five seconds.',
  arguments: {},
  options: {
    ...ownerOptions,
    ...subjectOptions,
    action: requiredOption(choiceValue(riskActions, '<action>', 'What happens to a matching payment.')),
    user: userOption,
  },
  example: '--merchant SHOP1 --ip-country DEU --action REVIEW',
  async run({ merchant, operator, action, user, ...options }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner
    const about = subjectOf(options)
    if (about.kind === 'MISUSED') return about

    return withAdministration(context, async (administration) => {
      const change = { subject: about.subject, action }
      const rules = await changeRiskRules(owner.listsId, change, commandAuditStamp(user), administration)
      if (rules === 'TOO_MANY') return commandRefused(`The maximum of ${rulesOfKindMax} rules of this kind is reached.`)
      if (typeof rules === 'string') return unknownMerchant(owner.name)
      return commandDone({ owner: owner.merchantId ?? null, rules }, `Rules of ${owner.name}:\n\n${rulesText(rules)}`)
    })
  },
})

export const riskRuleRemove = command({
  name: 'risk rule remove',
  purpose: 'Removes the matching risk rule; gateways follow within five seconds.',
  arguments: {},
  options: { ...ownerOptions, ...subjectOptions, user: userOption },
  example: '--operator --bin 512345-512349',
  async run({ merchant, operator, user, ...options }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner
    const about = subjectOf(options)
    if (about.kind === 'MISUSED') return about

    return withAdministration(context, async (administration) => {
      const change = { subject: about.subject, action: undefined }
      const rules = await changeRiskRules(owner.listsId, change, commandAuditStamp(user), administration)
      if (rules === 'UNKNOWN_MERCHANT') return unknownMerchant(owner.name)
      if (typeof rules === 'string') return commandRefused(`No such rule of ${owner.name}; see "risk show".`)
      return commandDone({ owner: owner.merchantId ?? null, rules }, `Rules of ${owner.name}:\n\n${rulesText(rules)}`)
    })
  },
})
