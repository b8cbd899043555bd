// A merchant's routes as its services take them, and what of them is refused.
import { boolean, country, currency, digits, enumeration, string } from '../../contract/field-types.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { amount, integer } from '../../contract/number-types.ts'
import { group, list, required } from '../../contract/row.ts'
import { type Explanation, explain } from '../../kernel/explanation.ts'
import { cardSchemes, instrumentKinds } from '../../kernel/instrument.ts'
import { type AcquirerRoute, binLengthMax, type RouteFault, routeFaultOf } from '../../merchants/rules/routes.ts'
import type { Acquirers } from '../../payments/ports/acquirer.ts'
import { consoleRefusal } from '../responses.ts'
import type { ConsoleRefusal } from '../route.ts'

const { id: acquirerId, merchantId: acquirerMerchantId } = transactionRows.acquirer.rows

/** Which links there are is for the installation to say. */
const linkId = string(1, 60)

export const routeRows = list(
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

const faults = {
  NO_ROUTE: 'There must be at least one.',
  AMOUNT_UNREADABLE: 'An amount has more decimals than its currency.',
  AMOUNT_RANGE_EMPTY: 'The lowest amount is above the highest.',
  BIN_INVALID: explain('First digits of card numbers must be one to {number} digits.', { number: binLengthMax }),
  PERCENT_INVALID: 'A share must be from 1 to 100 percent.',
} as const satisfies Readonly<Record<RouteFault, string | Explanation>>

export function refuseRoutes(
  routes: readonly AcquirerRoute[] | undefined,
  acquirers: Pick<Acquirers, 'current'>,
): ConsoleRefusal | undefined {
  if (!routes) return undefined
  const unknown = routes.findIndex((route) => !acquirers.current(route.linkId))
  if (unknown >= 0) return consoleRefusal(422, 'FIELD_INVALID', 'No such link.', `routes[${unknown}].linkId`)
  const fault = routeFaultOf(routes)
  return fault && consoleRefusal(422, 'FIELD_INVALID', faults[fault], 'routes')
}
