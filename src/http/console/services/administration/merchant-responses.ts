// How the console shows merchants, and the privilege that another user has to approve.
import { type Merchant, type Privilege, routesOf } from '../../../../domain/merchants/merchant.ts'
import { type ConsoleContext, callAuditStamp, signedInUser } from '../../context.ts'
import type { MerchantBody } from '../../response-bodies/merchants.ts'
import { missingRights } from '../../responses.ts'
import type { ConsoleCall, ConsoleRefusal } from '../../route.ts'

/** Without the risk rules, which have a service of their own. */
export function merchantBody({ id, profile: { risk: _, ...profile }, tokenRepository }: Merchant): MerchantBody {
  const { homeId: __, ...repository } = tokenRepository
  return { merchantId: id, ...profile, routes: routesOf(profile), tokenRepository: repository }
}

export function isUnmaskWanted(
  input: { privileges?: readonly Privilege[] | undefined },
  held: readonly Privilege[],
): boolean {
  return (input.privileges ?? []).includes('UNMASK') && !held.includes('UNMASK')
}

export function refuseUnmask(call: ConsoleCall, isWanted: boolean): ConsoleRefusal | undefined {
  return isWanted && !signedInUser(call).rights.includes('UNMASK') ? missingRights(['UNMASK']) : undefined
}

export function unmaskRequests(context: ConsoleContext) {
  const { ports } = context
  /** The privilege that shows account numbers in clear waits for a second user where credentials do. */
  const heldBack = ({ privileges = [] }: { privileges?: readonly Privilege[] }, isWanted: boolean) =>
    isWanted && context.credentialsNeedApproval && { privileges: privileges.filter((each) => each !== 'UNMASK') }
  const requestUnmask = async (merchantId: string, isWanted: boolean, call: ConsoleCall) => {
    if (!isWanted || !context.credentialsNeedApproval) return {}
    const requestId = await ports.accessRequests.add(
      merchantId,
      { kind: 'UNMASK' },
      undefined,
      callAuditStamp(call, context),
    )
    return { awaitsApproval: { requestId, privileges: ['UNMASK'] as const } }
  }
  return { heldBack, requestUnmask }
}
