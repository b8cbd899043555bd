// Finds a merchant's transactions.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { defaultLimit, readSearchFilter, searchOptions } from '../search-options.ts'
import { foundTransactionData, foundTransactionsText, moreText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'

export const transactionSearch = command({
  name: 'transaction search',
  purpose: 'Finds transactions by id, reference, card, token, amount, time, type, result, or order status.',
  arguments: { merchantId: merchantIdArgument },
  options: searchOptions,
  example: 'SHOP1 --code INSUFFICIENT_FUNDS --since 1d',
  notes: () =>
    `All given conditions must match. The newest come first, by time of record. The most recent changes may be
missing until a running gateway has indexed them.`,
  async run({ merchantId, ...options }, context) {
    const wanted = readSearchFilter(merchantId, options)
    if ('kind' in wanted) return wanted
    const { limit = defaultLimit, after } = options
    return withOperations(context, async ({ ports: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const { rows, next } = await search.transactions(wanted, { limit, ...omitUndefined({ after }) })
      const text = rows.length === 0 ? 'No transactions.' : `${foundTransactionsText(rows)}${moreText(next)}`
      return commandDone({ transactions: rows.map(foundTransactionData), next: next ?? null }, text)
    })
  },
})
