// Decides whether a call may be made: from the rule of its route, who is signed in, and the merchant that the path names.
import { mayActFor, operatorMerchantId } from '../kernel/user.ts'
import type { ConsoleSession } from '../users/index.ts'
import { consoleRefusal } from './responses.ts'
import { type ConsoleRefusal, type RouteAccess, requiredPermissions } from './route.ts'

/** How long a second factor that was shown counts for what is sensitive. */
export const secondFactorValidMs = 15 * 60_000

export interface AccessCheck {
  readonly access: RouteAccess
  readonly session: ConsoleSession | undefined
  /** The merchant that the path names. */
  readonly merchantId: string | undefined
  readonly now: Date
  /** Production: without a second factor a user reaches their own account and nothing else. */
  readonly needsSecondFactor: boolean
}

/** The refusal, or undefined when the call may be made. Nothing was looked up for it, so it reveals nothing about what exists. */
export function refuseAccess({
  access,
  session,
  merchantId,
  now,
  needsSecondFactor,
}: AccessCheck): ConsoleRefusal | undefined {
  if (access.kind === 'PUBLIC') return undefined
  if (!session || session.expiresAt <= now || !session.user.isEnabled) return signedOut
  if (access.kind === 'SELF') return undefined
  const { user } = session
  if (user.mustChangePassword) return passwordMustChange
  if (needsSecondFactor && !user.hasSecondFactor) return secondFactorNeeded
  if (access.kind === 'OPERATOR' && user.merchantId !== operatorMerchantId) return notPermitted
  // Another merchant is answered like one that does not exist.
  if (access.kind === 'MERCHANT' && (merchantId === undefined || !mayActFor(user, merchantId))) return pathNotFound
  if (!requiredPermissions(access.permission).some((permission) => user.permissions.includes(permission)))
    return notPermitted
  return access.isSensitive ? refuseStale(session, now) : undefined
}

function refuseStale({ user, secondFactorAt }: ConsoleSession, now: Date): ConsoleRefusal | undefined {
  if (!user.hasSecondFactor) return undefined
  const isFresh = secondFactorAt !== undefined && now.getTime() - secondFactorAt.getTime() <= secondFactorValidMs
  return isFresh ? undefined : staleSecondFactor
}

export const signedOut = consoleRefusal(401, 'SIGNED_OUT', 'You are not signed in.')
export const pathNotFound = consoleRefusal(404, 'NOT_FOUND', 'Not found.')
export const notPermitted = consoleRefusal(403, 'NOT_PERMITTED', 'You do not have permission to do this.')
const passwordMustChange = consoleRefusal(403, 'PASSWORD_MUST_CHANGE', 'Change your password first.')
const secondFactorNeeded = consoleRefusal(403, 'SECOND_FACTOR_NEEDED', 'Set up a second factor first.')
const staleSecondFactor = consoleRefusal(403, 'STALE_SECOND_FACTOR', 'Verify your second factor again to continue.')
