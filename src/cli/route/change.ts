// Changes a merchant's routes: what the commands for it share.
import { simulatorLinks } from '../../compose/index.ts'
import { FieldError } from '../../contract/row.ts'
import { refuseTestLink } from '../../merchants/operations/test-twin.ts'
import { routesOf, withRoutes } from '../../merchants/rules/merchant.ts'
import { type AcquirerRoute, type RouteFault, routeFaultOf } from '../../merchants/rules/routes.ts'
import type { CommandContext } from '../command.ts'
import { commandAuditStamp, unknownMerchant } from '../options.ts'
import { type CommandResult, commandDone, commandRefused } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import { withOperations } from '../with-installation.ts'
import { routesTable } from './view.ts'

type RouteRefusal = RouteFault | 'NO_SUCH_POSITION' | 'UNKNOWN_LINK' | 'TEST_MERCHANT'

const messages: Readonly<Record<RouteRefusal, string>> = {
  NO_ROUTE: 'A merchant needs at least one route; add another one first.',
  AMOUNT_UNREADABLE: 'An amount of the range has more decimals than its currency.',
  AMOUNT_RANGE_EMPTY: '--amount-from is above --amount-to.',
  BIN_INVALID: '--bins must be one to eight digits each.',
  PERCENT_INVALID: '--percent must be from 1 to 100.',
  NO_SUCH_POSITION: 'The merchant has no route at this position; see "route list".',
  UNKNOWN_LINK: 'There is no such acquirer link, or it takes no payments.',
  TEST_MERCHANT: 'A merchant whose id begins with TEST can only use the simulator.',
}

export interface RouteChange {
  readonly merchantId: string
  readonly user: string | undefined
  /** Undefined when a position that it names does not exist. */
  readonly change: (routes: readonly AcquirerRoute[]) => readonly AcquirerRoute[] | undefined
}

export function changeRoutes(
  { merchantId, user, change }: RouteChange,
  context: CommandContext,
): Promise<CommandResult> {
  return withOperations(context, async ({ merchants, ports: { acquirers } }) => {
    const changed = await merchants.change<RouteRefusal>(
      merchantId,
      (profile) => {
        const before = routesOf(profile)
        const routes = change(before)
        if (!routes) return 'NO_SUCH_POSITION'
        const fault = routeFaultOf(routes)
        if (fault) return fault
        const added = routes.filter((route) => !before.includes(route))
        if (added.some(({ linkId }) => !acquirers.current(linkId))) return 'UNKNOWN_LINK'
        const routed = withRoutes(profile, routes, acquirers.current)
        return refuseTestLink(merchantId, routed, simulatorLinks) === undefined ? routed : 'TEST_MERCHANT'
      },
      commandAuditStamp(user),
    )
    if (changed === undefined) return unknownMerchant(merchantId)
    if (typeof changed === 'string') return commandRefused(messages[changed])
    const routes = routesOf(changed)
    return commandDone(
      { merchantId, routes },
      `Changed; gateways follow within five seconds.\n\n${routesTable(routes)}`,
    )
  })
}

/** Counted from 1, as "route list" shows them. */
export function positionValue(description: string): ValueRow<number> {
  return {
    kind: 'VALUE',
    placeholder: '<position>',
    description,
    parse: (text) => (/^[1-9]\d{0,2}$/.test(text) ? Number(text) : new FieldError('must be a number from 1 on')),
  }
}
