// Removes a route from a merchant.
import { command } from '../command.ts'
import { merchantIdArgument, userOption } from '../options.ts'
import { changeRoutes, positionValue } from './change.ts'

export const routeRemove = command({
  name: 'route remove',
  purpose: 'Removes a route; orders that its link has stay with that link.',
  arguments: { merchantId: merchantIdArgument, position: positionValue('The route, as "route list" numbers it.') },
  options: { user: userOption },
  example: 'SHOP1 2',
  run: ({ merchantId, position, user }, context) =>
    changeRoutes(
      {
        merchantId,
        user,
        change: (routes) => (position > routes.length ? undefined : routes.toSpliced(position - 1, 1)),
      },
      context,
    ),
})
