// Moves a route of a merchant to another position.
import type { AcquirerRoute } from '../../merchants/rules/routes.ts'
import { command } from '../command.ts'
import { merchantIdArgument, userOption } from '../options.ts'
import { changeRoutes, positionValue } from './change.ts'

export const routeMove = command({
  name: 'route move',
  purpose: 'Moves a route to another position.',
  arguments: {
    merchantId: merchantIdArgument,
    from: positionValue('The route, as "route list" numbers it.'),
    to: positionValue('Its new position.'),
  },
  options: { user: userOption },
  example: 'SHOP1 2 1',
  run({ merchantId, from, to, user }, context) {
    const change = (routes: readonly AcquirerRoute[]) => {
      const route = routes[from - 1]
      return route && to <= routes.length ? routes.toSpliced(from - 1, 1).toSpliced(to - 1, 0, route) : undefined
    }
    return changeRoutes({ merchantId, user, change }, context)
  },
})
