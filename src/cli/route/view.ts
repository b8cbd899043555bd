// How commands show routes.
import { type AcquirerRoute, describeConditions } from '../../merchants/rules/routes.ts'
import { table } from '../table.ts'

export function routeText(route: AcquirerRoute): string {
  const { linkId, acquirerMerchantId } = route
  return `${linkId}, merchant id ${acquirerMerchantId}: ${conditionsText(route)}`
}

export function routesTable(routes: readonly AcquirerRoute[]): string {
  return table(
    ['ROUTE', 'LINK', 'ACQUIRER MERCHANT ID', 'TERMINALS', 'CONDITIONS'],
    routes.map((route, index) => [
      String(index + 1),
      route.linkId,
      route.acquirerMerchantId,
      (route.terminals ?? []).join(', '),
      conditionsText(route),
    ]),
  )
}

function conditionsText(route: AcquirerRoute): string {
  return describeConditions(route).join('; ') || 'every payment'
}
