// Users: a merchant's, and the operator's own. The same services for both, below another path.
import {
  addUserWithApproval,
  changeUserWithApproval,
  resetPasswordWithApproval,
  resetSecondFactorWithApproval,
} from '../../approvals/index.ts'
import { boolean, enumeration, string } from '../../contract/field-types.ts'
import { list, required } from '../../contract/row.ts'
import { operatorMerchantId, permissions, type UserKey } from '../../kernel/user.ts'
import {
  type EmailRefusal,
  managerOf,
  type NewPasswordResult,
  removeUser,
  signOutUser,
  type UserManagementResult,
  unlockUser,
} from '../../users/index.ts'
import { type ConsoleContext, pathId, signedInUser } from '../context.ts'
import { withBody } from '../fields.ts'
import { newLoginRow } from '../path-ids.ts'
import type { ChangedUserBody, EndedSessionsBody, NewPasswordBody, UserListBody } from '../response-bodies/users.ts'
import {
  consoleRefusal,
  createdResponse,
  missingPermissions,
  noContent,
  okResponse,
  unknownResource,
} from '../responses.ts'
import type { ConsoleCall, ConsoleResponse, ConsoleRoute, RouteAccess } from '../route.ts'
import { notAnAddress } from './account.ts'

const name = string(1, 100)
const permissionsRow = list(enumeration(permissions))
/** Empty for none. */
const email = string(0, 254)

export function userServices(context: ConsoleContext): readonly ConsoleRoute[] {
  return [
    ...userRoutes('/merchants/:merchantId/users', 'MERCHANT', context),
    ...userRoutes('/users', 'OPERATOR', context),
  ]
}

function userRoutes(
  root: `/${string}`,
  kind: 'MERCHANT' | 'OPERATOR',
  { dependencies, merchants, credentialsNeedApproval }: ConsoleContext,
): readonly ConsoleRoute[] {
  const approverDependencies = { ...dependencies, merchants, credentialsNeedApproval }
  const see: RouteAccess = { kind, permission: 'MANAGE_USERS' }
  const change: RouteAccess = { ...see, isSensitive: true }
  const merchantOf = (call: ConsoleCall) => (kind === 'MERCHANT' ? pathId(call, 'merchantId') : operatorMerchantId)
  const keyOf = (call: ConsoleCall): UserKey => ({ merchantId: merchantOf(call), login: pathId(call, 'login') })
  const manager = (call: ConsoleCall) => managerOf(signedInUser(call))
  return [
    {
      method: 'GET',
      path: root,
      purpose: 'Lists users.',
      access: see,
      handle: async (call) => okResponse<UserListBody>({ users: await dependencies.users.list(merchantOf(call)) }),
    },
    {
      method: 'POST',
      path: root,
      purpose: 'Adds a user and returns the initial password once.',
      access: change,
      handle: withBody(
        { login: required(newLoginRow), name: required(name), permissions: required(permissionsRow), email },
        async (input, call) => {
          const added = await addUserWithApproval(
            { merchantId: merchantOf(call), ...input },
            manager(call),
            approverDependencies,
          )
          switch (added.kind) {
            case 'TAKEN':
              return consoleRefusal(409, 'TAKEN', 'A user with this login already exists.', 'login')
            case 'NOT_A_LOGIN':
              return consoleRefusal(422, 'FIELD_INVALID', 'This is not a valid login.', 'login')
            case 'UNKNOWN_MERCHANT':
              return unknownResource('merchant')
            case 'NOT_AN_ADDRESS':
              return notAnAddress
            default:
              return passwordResponse(added as NewPasswordResult)
          }
        },
      ),
    },
    {
      method: 'PUT',
      path: `${root}/:login`,
      purpose: 'Changes name, permissions, e-mail address or whether the user can sign in.',
      access: change,
      handle: withBody({ name, permissions: permissionsRow, isEnabled: boolean(), email }, async (input, call) =>
        userResponse(await changeUserWithApproval(keyOf(call), input, manager(call), approverDependencies)),
      ),
    },
    {
      method: 'DELETE',
      path: `${root}/:login`,
      purpose: 'Removes a user.',
      access: change,
      async handle(call) {
        const removed = await removeUser(keyOf(call), manager(call), dependencies)
        return removed.kind === 'DONE' ? noContent : userResponse(removed)
      },
    },
    {
      method: 'POST',
      path: `${root}/:login/password`,
      purpose: 'Resets the password and returns the new one once; it must be changed at the next sign-in.',
      access: change,
      handle: async (call) =>
        passwordResponse(await resetPasswordWithApproval(keyOf(call), manager(call), approverDependencies)),
    },
    {
      method: 'DELETE',
      path: `${root}/:login/second-factor`,
      purpose: 'Resets the second factor of a user.',
      access: change,
      async handle(call) {
        const reset = await resetSecondFactorWithApproval(keyOf(call), manager(call), approverDependencies)
        return reset.kind === 'NOT_SET_UP'
          ? consoleRefusal(409, 'NOT_SET_UP', 'The user has no second factor.')
          : userResponse(reset)
      },
    },
    {
      method: 'DELETE',
      path: `${root}/:login/lock`,
      purpose: 'Unlocks a user after too many failed attempts.',
      access: change,
      handle: async (call) => userResponse(await unlockUser(keyOf(call), manager(call), dependencies)),
    },
    {
      method: 'DELETE',
      path: `${root}/:login/console-sessions`,
      purpose: 'Ends all sessions of a user.',
      access: change,
      async handle(call) {
        const result = await signOutUser(keyOf(call), manager(call), dependencies)
        return result.kind === 'SIGNED_OUT'
          ? okResponse<EndedSessionsBody>({ ended: result.ended })
          : userResponse(result)
      },
    },
  ]
}

/** With the request for a permission that a second user has to approve. */
type WithRequest<Result> = Result & { readonly requestId?: string }

function userResponse(result: WithRequest<UserManagementResult | EmailRefusal>): ConsoleResponse {
  switch (result.kind) {
    case 'DONE':
      return okResponse<ChangedUserBody>({ ...result.user, requestId: result.requestId })
    case 'UNKNOWN':
      return unknownResource('user')
    case 'OWN':
      return consoleRefusal(409, 'OWN', 'You cannot do this to your own account.')
    case 'LAST_MANAGER':
      return consoleRefusal(409, 'LAST_MANAGER', 'At least one operator user must have permission to manage users.')
    case 'LACKS_PERMISSIONS':
      return missingPermissions(result.permissions)
    case 'NOT_AN_ADDRESS':
      return notAnAddress
  }
}

function passwordResponse(result: WithRequest<NewPasswordResult>): ConsoleResponse {
  if (result.kind === 'MADE') {
    const { user, password, requestId } = result
    return createdResponse<NewPasswordBody>({ user, password, requestId })
  }
  return result.kind === 'OVERLOADED'
    ? consoleRefusal(503, 'OVERLOADED', 'Try again in a moment.')
    : userResponse(result)
}
