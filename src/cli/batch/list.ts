// Lists a merchant's settlement batches.
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { pageOptions } from '../search-options.ts'
import { batchData, batchesText, differencesText, moreText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'

const batchesAtFirst = 10

export const batchList = command({
  name: 'batch list',
  purpose: 'Lists settlement batches, open ones included, with their totals by scheme and currency.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    ...pageOptions,
    limit: {
      ...pageOptions.limit,
      description: `Maximum number of batches, from 1 to 1000 (default ${batchesAtFirst}).`,
    },
  },
  example: 'SHOP1',
  run: ({ merchantId, limit = batchesAtFirst, after }, context) =>
    withOperations(context, async ({ ports: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const { rows, next } = await search.batches(merchantId, { limit, ...omitUndefined({ after }) })
      const text = rows.length === 0 ? 'No batches.' : `${batchesText(rows)}${differencesText(rows)}${moreText(next)}`
      return commandDone({ batches: rows.map(batchData), next: next ?? null }, text)
    }),
})
