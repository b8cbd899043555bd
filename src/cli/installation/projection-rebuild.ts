// Rebuilds the search data from events.
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { openProgressReporter } from '../progress.ts'
import { commandDone, commandRefused } from '../result.ts'
import { optionalArgument } from '../rows.ts'
import { table } from '../table.ts'
import { withOperations } from '../with-installation.ts'

export const projectionRebuild = command({
  name: 'projection rebuild',
  purpose: 'Rebuilds the search and reporting index from events; queries use the existing index until it is ready.',
  arguments: { merchantId: optionalArgument(merchantIdArgument) },
  options: {},
  example: 'SHOP1',
  notes: () => 'Without a merchant, rebuilds all merchants one after the other. Payments continue meanwhile.',
  run: ({ merchantId }, context) =>
    withOperations(context, async ({ ports: { projection }, merchants }) => {
      if (merchantId !== undefined && !(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const named = merchantId === undefined ? (await merchants.list()).map(({ id }) => id) : [merchantId]
      const reporter = openProgressReporter(context.isJson, context.terminal.stderr)
      const rebuilt: { readonly merchantId: string; readonly entries: number }[] = []
      for (const id of named) {
        let entries = 0
        const result = await projection.rebuild(id, ({ done: taken, total }) => {
          entries = taken
          reporter.report({ what: `Indexing ${id}`, done: taken, total })
        })
        if (result === 'BUSY')
          return commandRefused(`Another process is already rebuilding ${id}; nothing was changed.`)
        rebuilt.push({ merchantId: id, entries })
      }
      reporter.end()
      const rows = rebuilt.map(({ merchantId: id, entries }) => [id, String(entries)])
      return commandDone({ merchants: rebuilt }, table(['MERCHANT', 'FEED ENTRIES'], rows))
    }),
})
