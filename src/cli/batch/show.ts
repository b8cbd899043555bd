// Shows one of a merchant's settlement batches.

import { FieldError } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Search } from '../../search/ports/search.ts'
import type { SettlementBatch } from '../../search/ports/settlement-batches.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import { batchData, batchesText, differencesText } from '../search-view.ts'
import { withOperations } from '../with-installation.ts'

const batchArgument: ValueRow<number> = {
  kind: 'VALUE',
  placeholder: '<batch>',
  description: 'The batch number; see "batch list".',
  parse: (text) => (/^\d{1,10}$/.test(text) ? Number(text) : new FieldError('must be a whole number')),
}

export const batchShow = command({
  name: 'batch show',
  purpose: 'Shows a settlement batch: what was captured and refunded in it, by scheme and currency.',
  arguments: { merchantId: merchantIdArgument, batch: batchArgument },
  options: {},
  example: 'SHOP1 2026030201',
  run: ({ merchantId, batch }, context) =>
    withOperations(context, async ({ ports: { search }, merchants }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const found = await findBatch(search, merchantId, batch)
      if (found.length === 0) return commandRefused(`${merchantId} has no batch ${batch}.`)
      return commandDone({ batches: found.map(batchData) }, `${batchesText(found)}${differencesText(found)}`)
    }),
})

/** Several acquirers may use one number. The newest come first, therefore the search can stop early. */
async function findBatch(search: Search, merchantId: string, batch: number): Promise<readonly SettlementBatch[]> {
  const found: SettlementBatch[] = []
  let after: string | undefined
  do {
    const { rows, next } = await search.batches(merchantId, { limit: 100, ...omitUndefined({ after }) })
    found.push(...rows.filter((row) => row.batch === batch))
    after = rows.some((row) => row.batch < batch) ? undefined : next
  } while (after !== undefined)
  return found
}
