// Adds a route to a merchant.
import { country, currency, digits, string } from '../../contract/field-types.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import { cardSchemes, instrumentKinds } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type AcquirerRoute, type RouteConditions, binLengthMax } from '../../merchants/rules/routes.ts'
import { command } from '../command.ts'
import { merchantIdArgument, userOption } from '../options.ts'
import { type UsageError, usageError } from '../result.ts'
import { type OptionValues, type Options, type ValueRow, flag, listValue, parseOneOf, requiredOption, textValue } from '../rows.ts'
import { changeRoutes, positionValue } from './change.ts'

const { id: acquirerIdRow, merchantId: acquirerMerchantIdRow } = transactionRows.acquirer.rows

const conditionOptions = {
  currencies: listValue(parseRow(currency()), 'EUR,USD', 'Only payments in these currencies.'),
  schemes: listValue(parseOneOf(cardSchemes), 'VISA,...', `Only cards of these schemes: ${cardSchemes.join(', ')}.`),
  sources: listValue(
    parseOneOf(instrumentKinds),
    'CARD,...',
    `Only these sources of funds: ${instrumentKinds.join(', ')}.`,
  ),
  cardCountries: listValue(
    parseRow(country()),
    'DEU,AUT',
    'Only cards issued in these countries (three letters); needs a table of card ranges, see "bins import".',
  ),
  bins: listValue(
    parseRow(digits(1, binLengthMax)),
    '512345,4',
    `Only card numbers that begin with these digits, at most ${binLengthMax} each.`,
  ),
  amountFrom: amountValue('Only amounts from this one on, in --amount-currency.'),
  amountTo: amountValue('Only amounts up to this one, in --amount-currency.'),
  amountCurrency: textValue(currency(), '<currency>', 'The currency of the range. Default: that of --currencies.'),
  percent: {
    kind: 'VALUE',
    placeholder: '1-100',
    description: 'Only this share of the orders that meet the other conditions; always the same orders.',
    parse: (text) => (/^([1-9]\d?|100)$/.test(text) ? Number(text) : new FieldError('must be a number from 1 to 100')),
  } satisfies ValueRow<number>,
} as const satisfies Options

export const routeAdd = command({
  name: 'route add',
  purpose: 'Adds a route to a merchant, as its last one unless a position is given.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    link: requiredOption(textValue(string(1, 60), '<linkId>', 'The acquirer link that takes the payments.')),
    acquirerMerchantId: textValue(
      acquirerMerchantIdRow,
      '<text>',
      "The merchant's id at that acquirer. Default: its own id.",
    ),
    acquirerId: textValue(acquirerIdRow, '<text>', "Returned as transaction.acquirer.id. Default: the link's."),
    terminals: listValue(parseRow(string(1, 40)), 'T1,T2', "The merchant's terminals at that acquirer."),
    needsPartialAmountFlag: flag('Requires payments to state whether partial approvals are accepted.'),
    position: positionValue('Where it is inserted, counted from 1. Default: the end.'),
    ...conditionOptions,
    user: userOption,
  },
  example: 'SHOP1 --link north-bank --acquirer-merchant-id 4711 --currencies EUR --schemes VISA,MASTERCARD',
  notes: () =>
    `The first route whose conditions all fit takes a payment; what follows on its order stays with that link.
The next route that fits takes it only when the first link certainly did not receive the request.`,
  async run({ merchantId, user, position, ...options }, context) {
    const conditions = conditionsOf(options)
    if ('kind' in conditions) return conditions
    const { acquirerId, terminals, needsPartialAmountFlag } = options
    const route: AcquirerRoute = {
      linkId: options.link,
      acquirerMerchantId: options.acquirerMerchantId ?? merchantId,
      ...omitUndefined({ acquirerId, terminals, needsPartialAmountFlag }),
      ...(Object.keys(conditions).length > 0 && { conditions }),
    }
    const change = (routes: readonly AcquirerRoute[]) => {
      const place = (position ?? routes.length + 1) - 1
      return place > routes.length ? undefined : routes.toSpliced(place, 0, route)
    }
    return changeRoutes({ merchantId, user, change }, context)
  },
})

function conditionsOf(options: OptionValues<typeof conditionOptions>): RouteConditions | UsageError {
  const { currencies, schemes, sources, cardCountries, bins, percent, amountFrom: from, amountTo: to } = options
  const only = currencies?.length === 1 ? currencies[0] : undefined
  const rangeCurrency = options.amountCurrency ?? only
  const hasRange = from !== undefined || to !== undefined
  if (hasRange && rangeCurrency === undefined) return usageError('An amount range requires --amount-currency.')
  if (!hasRange && options.amountCurrency !== undefined)
    return usageError('--amount-currency requires --amount-from or --amount-to.')
  return {
    ...omitUndefined({ currencies, schemes, sources, cardCountries, bins, percent }),
    ...(hasRange &&
      rangeCurrency !== undefined && { amount: { currency: rangeCurrency, ...omitUndefined({ from, to }) } }),
  }
}

function parseRow(row: { readonly type: { read(value: unknown): string | FieldError } }) {
  return (text: string) => row.type.read(text)
}

function amountValue(description: string): ValueRow<string> {
  return {
    kind: 'VALUE',
    placeholder: '<amount>',
    description,
    parse: (text) =>
      /^\d{1,12}(\.\d{1,4})?$/.test(text) ? text : new FieldError('must be an amount such as 10 or 99.50'),
  }
}
