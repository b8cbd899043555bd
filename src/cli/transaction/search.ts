// Finds a merchant's transactions.
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../merchant/merchant-id.ts'
import { commandDone } from '../result.ts'
import { defaultLimit, readSearchFilter, searchOptions } from '../search-options.ts'
import { foundTransactionData, foundTransactionsText, moreText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'

export const transactionSearch = command({
  name: 'transaction search',
  purpose:
    'Finds transactions by id, reference, card, token, amount, time, kind, result, or the status of their order.',
  arguments: { merchantId: merchantIdArgument },
  options: searchOptions,
  example: 'SHOP1 --code INSUFFICIENT_FUNDS --since 1d',
  notes: () =>
    `Everything that is given must hold. The newest come first, by their time of record. What happened a moment ago may be
missing: running gateways take it in.`,
  async run({ merchantId, ...given }, surroundings) {
    const wanted = readSearchFilter(merchantId, given)
    if ('kind' in wanted) return wanted
    const { limit = defaultLimit, after } = given
    return withOperations(surroundings, async ({ ports: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const { rows, next } = await search.transactions(wanted, { limit, ...(after !== undefined && { after }) })
      const text = rows.length === 0 ? 'No transactions.' : `${foundTransactionsText(rows)}${moreText(next)}`
      return commandDone({ transactions: rows.map(foundTransactionData), next: next ?? null }, text)
    })
  },
})
