// Finds a merchant's orders.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { defaultLimit, readSearchFilter, searchOptions } from '../search-options.ts'
import { foundOrderData, foundOrdersText, moreText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'

export const orderSearch = command({
  name: 'order search',
  purpose: 'Finds orders by id, reference, card, token, amount, time, status, or the result of their transactions.',
  arguments: { merchantId: merchantIdArgument },
  options: searchOptions,
  example: 'SHOP1 --last-four 0008 --since 3d',
  notes: () =>
    `All given conditions must match. The newest orders come first; --since and --until refer to the time an
order was opened. The most recent changes may be missing until a running gateway has indexed them.`,
  async run({ merchantId, ...options }, context) {
    const wanted = readSearchFilter(merchantId, options)
    if ('kind' in wanted) return wanted
    const { limit = defaultLimit, after } = options
    return withOperations(context, async ({ ports: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const { rows, next } = await search.orders(wanted, { limit, ...omitUndefined({ after }) })
      const text = rows.length === 0 ? 'No orders.' : `${foundOrdersText(rows)}${moreText(next)}`
      return commandDone({ orders: rows.map(foundOrderData), next: next ?? null }, text)
    })
  },
})
