// Moves one merchant to a node that is chosen for it.
import { moveMerchant } from '../../compose/cluster.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { requiredOption } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { parseNode } from './node-option.ts'

export const clusterMoveMerchant = command({
  name: 'cluster move-merchant',
  purpose: 'Gives a merchant shards of its own and moves it to a node.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    to: requiredOption({
      kind: 'VALUE',
      placeholder: '<host:port>',
      description: 'The node, as "tollgate cluster verify --json" lists it.',
      parse: parseNode,
    }),
  },
  example: 'SHOP1 --to db2:5432',
  notes: () =>
    `For a merchant that outgrows the others of its node. Its payments wait while its rows are copied; those of all others
continue. A token repository with the merchant's id moves with it.`,
  run: ({ merchantId, to }, context) =>
    withAdministration(context, async ({ merchants }, _config, { database }) => {
      if (!(await merchants.find(merchantId))) return unknownMerchant(merchantId)
      const moved = await moveMerchant(database, merchantId, to)
      const text =
        moved.from === moved.to
          ? `${merchantId} is on ${moved.to} already, in shards of its own.`
          : `${merchantId} was moved from ${moved.from} to ${moved.to}.`
      return commandDone({ merchantId, ...moved }, text)
    }),
})
