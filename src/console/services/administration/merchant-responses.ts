// How the console shows merchants, and who may give the privilege that shows account numbers.
import { type Merchant, type Privilege, routesOf } from '../../../merchants/rules/merchant.ts'
import { signedInUser } from '../../context.ts'
import type { MerchantBody } from '../../response-bodies/merchants.ts'
import { missingPermissions } from '../../responses.ts'
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
  return isWanted && !signedInUser(call).rights.includes('UNMASK') ? missingPermissions(['UNMASK']) : undefined
}
