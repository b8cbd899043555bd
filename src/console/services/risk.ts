// Risk rules and listed cards: a merchant's, and the operator's own, which hold for every merchant.
import type { ConsoleContext } from '../context.ts'
import type { ConsoleRoute } from '../route.ts'
import { riskCardRoutes } from './risk-cards.ts'
import { riskRuleRoutes } from './risk-rules.ts'

export function riskServices(context: ConsoleContext): readonly ConsoleRoute[] {
  return (['MERCHANT', 'OPERATOR'] as const).flatMap((kind) => [
    ...riskRuleRoutes(kind, context),
    ...riskCardRoutes(kind, context),
  ])
}
