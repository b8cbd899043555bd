// Lists the acquirer links.
import { merchantsUsing } from '../../merchants/rules/merchant.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { table } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { linkData } from './view.ts'

export const linkList = command({
  name: 'link list',
  purpose: 'Lists acquirer links.',
  arguments: {},
  options: {},
  example: '',
  run: (_given, context) =>
    withAdministration(context, async ({ links, merchants }) => {
      const [found, all] = [await links.list(), await merchants.list()]
      const rows = found.map(({ linkId, adapter, acquirerId, isEnabled, revision }) => [
        linkId,
        adapter,
        acquirerId,
        isEnabled ? 'yes' : 'no',
        String(revision),
        String(merchantsUsing(linkId, all).length),
      ])
      const headings = ['LINK', 'ADAPTER', 'ACQUIRER', 'ENABLED', 'REVISION', 'MERCHANTS']
      return commandDone(
        { links: found.map(linkData) },
        rows.length === 0 ? 'No acquirer links; see "npx tollgate link create --help".' : table(headings, rows),
      )
    }),
})
