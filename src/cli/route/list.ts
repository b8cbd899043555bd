// Lists a merchant's routes.
import { routesOf } from '../../merchants/rules/merchant.ts'
import { command } from '../command.ts'
import { merchantIdArgument, unknownMerchant } from '../options.ts'
import { commandDone } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { routesTable } from './view.ts'

export const routeList = command({
  name: 'route list',
  purpose: "Lists a merchant's routes: the first one whose conditions all fit takes a payment.",
  arguments: { merchantId: merchantIdArgument },
  options: {},
  example: 'SHOP1',
  run: ({ merchantId }, context) =>
    withAdministration(context, async ({ merchants }) => {
      const access = await merchants.find(merchantId)
      if (!access) return unknownMerchant(merchantId)
      const routes = routesOf(access.merchant.profile)
      return commandDone({ merchantId, routes }, routesTable(routes))
    }),
})
