// Risk rules and listed cards: a merchant's, and the operator's own, which hold for every merchant.
import type { Desk } from '../context.ts'
import type { ConsoleRoute } from '../route.ts'
import { cardsBelow } from './risk-cards.ts'
import { rulesBelow } from './risk-rules.ts'

export function riskServices(desk: Desk): readonly ConsoleRoute[] {
  return (['MERCHANT', 'OPERATOR'] as const).flatMap((kind) => [...rulesBelow(kind, desk), ...cardsBelow(kind, desk)])
}
