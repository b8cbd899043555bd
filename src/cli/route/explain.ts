// Says which route takes a payment, and why the others do not.
import { currency, string } from '../../contract/field-types.ts'
import { FieldError } from '../../contract/row.ts'
import { cardKindOf, instrumentKinds } from '../../kernel/instrument.ts'
import { parseMoney } from '../../kernel/money.ts'
import {
  binLengthMax,
  explainRoutes,
  type PaymentToRoute,
  type RouteExplanation,
  routesOf,
} from '../../merchants/index.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone, usageError } from '../result.ts'
import { choiceValue, requiredOption, textValue, type ValueRow } from '../rows.ts'
import { table } from '../table.ts'
import { withOperations } from '../with-installation.ts'

/** The digits that routes look at; nothing else of a number goes any further. */
const cardOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<digits>',
  description: `The first digits of the card number, such as 512345...; no more than ${binLengthMax} are used.`,
  parse: (text) =>
    /^\d{6,19}[.x…]*$/.test(text)
      ? text.slice(0, binLengthMax).replaceAll(/\D/g, '')
      : new FieldError('must be at least six digits of a card number'),
}

const verdicts: Readonly<Record<RouteExplanation['verdict'], string>> = {
  TAKES: 'takes it',
  FAILOVER: 'if those before did not receive the request',
  DOES_NOT_FIT: 'does not fit',
}

export const routeExplain = command({
  name: 'route explain',
  purpose: 'Shows which route would take a payment, and why. Nothing is sent.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    currency: requiredOption(textValue(currency(), '<currency>', "The payment's currency.")),
    amount: {
      kind: 'VALUE',
      placeholder: '<amount>',
      description: "The payment's amount. Default: 0.",
      parse: (text) =>
        /^\d{1,12}(\.\d{1,4})?$/.test(text) ? text : new FieldError('must be an amount such as 10 or 99.50'),
    } satisfies ValueRow<string>,
    card: cardOption,
    source: choiceValue(instrumentKinds, '<source>', 'The source of funds. Default: CARD.'),
    order: textValue(string(1, 40), '<orderId>', 'The order, for routes that take a share of them. Default: none.'),
  },
  example: 'SHOP1 --currency EUR --card 512345... --amount 10',
  async run({ merchantId, currency: code, amount = '0', card: bin, source = 'CARD', order: orderId = '' }, context) {
    const money = parseMoney({ amount, currency: code })
    if (!money) return usageError(`--amount has more decimals than ${code}.`)
    return withOperations(context, async ({ merchants, dependencies: { acquirers, cardCountries } }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const cardCountry = bin === undefined ? undefined : await cardCountries.find(bin)
      const scheme = bin === undefined ? undefined : cardKindOf(bin).scheme
      const payment: PaymentToRoute = {
        merchantId,
        orderId,
        currency: code,
        amountMinor: money.amountMinor,
        source,
        scheme,
        bin,
        cardCountry,
      }
      const routes = routesOf(access.merchant.profile)
      const usable = routes.filter(({ linkId }) => acquirers.current(linkId))
      const explained = explainRoutes(usable, payment)
      const rows = routes.map((route, index) => {
        const found = explained.find((each) => each.route === route)
        const why = found
          ? found.conditions.map(reasonText).join('; ') || 'no conditions'
          : 'its link takes no payments'
        return [
          String(index + 1),
          route.linkId,
          route.acquirerMerchantId,
          verdicts[found?.verdict ?? 'DOES_NOT_FIT'],
          why,
        ]
      })
      const taker = explained.find(({ verdict }) => verdict === 'TAKES')?.route
      const position = taker && routes.indexOf(taker) + 1
      const first = taker
        ? `Route ${position} takes the payment: ${taker.linkId}, merchant id ${taker.acquirerMerchantId}.`
        : 'No route takes the payment; it is refused.'
      return commandDone(
        { merchantId, position, route: taker, cardCountry, scheme, routes: explained },
        `${first}\n\n${table(['ROUTE', 'LINK', 'ACQUIRER MERCHANT ID', 'RESULT', 'WHY'], rows)}`,
      )
    })
  },
})

function reasonText({ isMet, text }: RouteExplanation['conditions'][number]): string {
  return isMet ? text : `not met: ${text}`
}
