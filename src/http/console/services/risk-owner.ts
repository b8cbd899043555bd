// Whose risk rules and card lists a service is about, and who may see or change them.
import { operatorLists } from '../../../ports/risk/risk-store.ts'
import { pathId } from '../context.ts'
import type { ConsoleCall, RouteAccess } from '../route.ts'

export type OwnerKind = 'MERCHANT' | 'OPERATOR'

interface RiskOwner {
  readonly root: `/${string}`
  readonly see: RouteAccess
  readonly change: RouteAccess
  /** Under which the rules and lists are kept. */
  readonly ownerOf: (call: ConsoleCall) => string
}

export const riskOwners: Readonly<Record<OwnerKind, RiskOwner>> = {
  MERCHANT: {
    root: '/merchants/:merchantId/risk',
    see: { kind: 'MERCHANT', right: 'VIEW' },
    change: { kind: 'MERCHANT', right: 'CONFIGURE' },
    ownerOf: (call) => pathId(call, 'merchantId'),
  },
  OPERATOR: {
    root: '/risk',
    see: { kind: 'OPERATOR', right: 'VIEW' },
    // One of them decides about the payments of everybody.
    change: { kind: 'OPERATOR', right: 'CONFIGURE', isSensitive: true },
    ownerOf: () => operatorLists,
  },
}
