// The owner of the risk rules and card lists of a service, and who may view or change them.
import { operatorLists } from '../../risk/ports/risk-store.ts'
import { pathId } from '../context.ts'
import type { ConsoleCall, RouteAccess } from '../route.ts'

export type OwnerKind = 'MERCHANT' | 'OPERATOR'

interface RiskOwner {
  readonly root: `/${string}`
  readonly see: RouteAccess
  readonly change: RouteAccess
  /** The key that the rules and lists are stored under. */
  readonly ownerOf: (call: ConsoleCall) => string
}

export const riskOwners: Readonly<Record<OwnerKind, RiskOwner>> = {
  MERCHANT: {
    root: '/merchants/:merchantId/risk',
    see: { kind: 'MERCHANT', permission: 'VIEW' },
    change: { kind: 'MERCHANT', permission: 'CONFIGURE' },
    ownerOf: (call) => pathId(call, 'merchantId'),
  },
  OPERATOR: {
    root: '/risk',
    see: { kind: 'OPERATOR', permission: 'VIEW' },
    // A change affects the payments of all merchants.
    change: { kind: 'OPERATOR', permission: 'CONFIGURE', isSensitive: true },
    ownerOf: () => operatorLists,
  },
}
