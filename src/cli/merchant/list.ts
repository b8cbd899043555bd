// Lists the merchants, one line each.
import { currencyListText } from '../../kernel/money.ts'
import { command } from '../command.ts'
import { commandDone } from '../result.ts'
import { table } from '../table.ts'
import { withAdministration } from '../with-installation.ts'
import { merchantData } from './view.ts'

export const merchantList = command({
  name: 'merchant list',
  purpose: 'Lists all merchants.',
  arguments: {},
  options: {},
  example: '',
  run: (_given, context) =>
    withAdministration(context, async ({ merchants }) => {
      const found = await merchants.list()
      const rows = found.map(({ id, profile }) => [
        id,
        profile.isEnabled ? 'yes' : 'no',
        profile.loginWays.join(','),
        currencyListText(profile.currencies, ','),
        profile.operations.join(','),
        profile.acquirerLink.acquirerId,
        profile.name,
      ])
      const headings = ['MERCHANT', 'ENABLED', 'LOGIN', 'CURRENCIES', 'OPERATIONS', 'ACQUIRER', 'NAME']
      return commandDone(
        { merchants: found.map(merchantData) },
        rows.length === 0 ? 'No merchants.' : table(headings, rows),
      )
    }),
})
