// Commands about the routes of a merchant's payments, and how they show routes.
import { simulatorLinks } from '../../compose/index.ts'
import { country, currency, digits, string } from '../../contract/field-types.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import { cardSchemes, instrumentKinds } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import {
  type AcquirerRoute,
  binLengthMax,
  describeConditions,
  type RouteConditions,
  type RouteFault,
  refuseTestLink,
  routeFaultOf,
  routesOf,
  withRoutes,
} from '../../merchants/index.ts'
import { type CommandContext, command } from '../command.ts'
import { commandAuditStamp, merchantIdArgument, unknownMerchant, userOption } from '../options.ts'
import { type CommandResult, commandDone, commandRefused, type UsageError, usageError } from '../result.ts'
import {
  flag,
  listValue,
  type Options,
  type OptionValues,
  parseOneOf,
  requiredOption,
  textValue,
  type ValueRow,
} from '../rows.ts'
import { table } from '../table.ts'
import { withAdministration, withOperations } from '../with-installation.ts'

/** Changes a merchant's routes: what the commands for it share. */
type RouteRefusal = RouteFault | 'NO_SUCH_POSITION' | 'UNKNOWN_LINK' | 'TEST_MERCHANT'

const messages: Readonly<Record<RouteRefusal, string>> = {
  NO_ROUTE: 'A merchant needs at least one route; add another one first.',
  AMOUNT_UNREADABLE: 'An amount of the range has more decimals than its currency.',
  AMOUNT_RANGE_EMPTY: '--amount-from is above --amount-to.',
  BIN_INVALID: '--bins must be one to eight digits each.',
  PERCENT_INVALID: '--percent must be from 1 to 100.',
  NO_SUCH_POSITION: 'The merchant has no route at this position; see "route list".',
  UNKNOWN_LINK: 'There is no such acquirer link, or it takes no payments.',
  TEST_MERCHANT: 'A merchant whose id begins with TEST can only use the simulator.',
}

interface RouteChange {
  readonly merchantId: string
  readonly user: string | undefined
  /** Undefined when a position that it names does not exist. */
  readonly change: (routes: readonly AcquirerRoute[]) => readonly AcquirerRoute[] | undefined
}

function changeRoutes({ merchantId, user, change }: RouteChange, context: CommandContext): Promise<CommandResult> {
  return withOperations(context, async ({ merchants, dependencies: { acquirers } }) => {
    const changed = await merchants.change<RouteRefusal>(
      merchantId,
      (profile) => {
        const before = routesOf(profile)
        const routes = change(before)
        if (!routes) return 'NO_SUCH_POSITION'
        const fault = routeFaultOf(routes)
        if (fault) return fault
        const added = routes.filter((route) => !before.includes(route))
        if (added.some(({ linkId }) => !acquirers.current(linkId))) return 'UNKNOWN_LINK'
        const routed = withRoutes(profile, routes, acquirers.current)
        return refuseTestLink(merchantId, routed, simulatorLinks) === undefined ? routed : 'TEST_MERCHANT'
      },
      commandAuditStamp(user),
    )
    if (changed === undefined) return unknownMerchant(merchantId)
    if (typeof changed === 'string') return commandRefused(messages[changed])
    const routes = routesOf(changed)
    return commandDone(
      { merchantId, routes },
      `Changed; gateways follow within five seconds.\n\n${routesTable(routes)}`,
    )
  })
}

/** Counted from 1, as "route list" shows them. */
function positionValue(description: string): ValueRow<number> {
  return {
    kind: 'VALUE',
    placeholder: '<position>',
    description,
    parse: (text) => (/^[1-9]\d{0,2}$/.test(text) ? Number(text) : new FieldError('must be a number from 1 on')),
  }
}

export const routeList = command({
  name: 'route list',
  purpose: "Lists a merchant's routes: the first one whose conditions all fit takes a payment.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const routes = routesOf(access.merchant.profile)
      return commandDone({ merchantId, routes }, routesTable(routes))
    }),
})

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

export const routeMove = command({
  name: 'route move',
  purpose: 'Moves a route to another position.',
  arguments: {
    merchantId: merchantIdArgument,
    from: positionValue('The route, as "route list" numbers it.'),
    to: positionValue('Its new position.'),
  },
  options: { user: userOption },
  example: 'SHOP1 2 1',
  run({ merchantId, from, to, user }, context) {
    const change = (routes: readonly AcquirerRoute[]) => {
      const route = routes[from - 1]
      return route && to <= routes.length ? routes.toSpliced(from - 1, 1).toSpliced(to - 1, 0, route) : undefined
    }
    return changeRoutes({ merchantId, user, change }, context)
  },
})

export const routeRemove = command({
  name: 'route remove',
  purpose: 'Removes a route; orders that its link has stay with that link.',
  arguments: { merchantId: merchantIdArgument, position: positionValue('The route, as "route list" numbers it.') },
  options: { user: userOption },
  example: 'SHOP1 2',
  run: ({ merchantId, position, user }, context) =>
    changeRoutes(
      {
        merchantId,
        user,
        change: (routes) => (position > routes.length ? undefined : routes.toSpliced(position - 1, 1)),
      },
      context,
    ),
})

export function routeText(route: AcquirerRoute): string {
  const { linkId, acquirerMerchantId } = route
  return `${linkId}, merchant id ${acquirerMerchantId}: ${conditionsText(route)}`
}

export function routesTable(routes: readonly AcquirerRoute[]): string {
  return table(
    ['ROUTE', 'LINK', 'ACQUIRER MERCHANT ID', 'TERMINALS', 'CONDITIONS'],
    routes.map((route, index) => [
      String(index + 1),
      route.linkId,
      route.acquirerMerchantId,
      (route.terminals ?? []).join(', '),
      conditionsText(route),
    ]),
  )
}

function conditionsText(route: AcquirerRoute): string {
  return describeConditions(route).join('; ') || 'every payment'
}
