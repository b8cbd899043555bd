// Boarding: a new merchant with everything that it needs to begin, from defaults or as a copy of another merchant.
import { addUserWithApproval, changeProfile } from '../../approvals/index.ts'
import { boolean, enumeration, string } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import {
  operationsOfScope,
  permissionsLackingFor,
  scopeCoveredBy,
  scopeNames,
} from '../../contract/operation-permissions.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { group, type Infer, list, required } from '../../contract/row.ts'
import { changeWebhookSettings } from '../../events/index.ts'
import type { CredentialScope } from '../../kernel/credential-scope.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Permission, permissions, permissionsLacking } from '../../kernel/user.ts'
import {
  boardMerchant,
  copiedProfile,
  type Merchant,
  type MerchantProfile,
  newMerchantProfile,
  type Privilege,
  repositoryForNew,
  routesOf,
} from '../../merchants/index.ts'
import { managerOf } from '../../users/index.ts'
import { type ConsoleContext, callAuditStamp, signedInUser } from '../context.ts'
import { withBody } from '../fields.ts'
import { newLoginRow } from '../path-ids.ts'
import type { BoardedMerchantBody, MerchantBody } from '../response-bodies/merchants.ts'
import { consoleRefusal, createdResponse, isConsoleRefusal, missingPermissions } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleRoute } from '../route.ts'
import {
  applyProfileInput,
  missingAdapter,
  noSuchAdapter,
  profileRows,
  refuseProfileInput,
  refuseRepository,
  repositoryRows,
} from './profile.ts'

/** What a merchant begins with beside its profile. */
const startRows = {
  /** Another merchant, whose settings are the defaults. */
  copyFrom: merchantIdRow,
  /** What the first API passwords permit. */
  credentialScope: enumeration(scopeNames),
  /** Enables notifications to this URL. */
  notificationUrl: orderRows.notificationUrl,
  firstUser: group({
    login: required(newLoginRow),
    name: required(string(1, 100)),
    permissions: required(list(enumeration(permissions))),
  }),
  wantsTwin: boolean(),
} as const

const bodyRows = { merchantId: required(merchantIdRow), ...profileRows, ...repositoryRows, ...startRows } as const

type BoardingInput = Infer<typeof bodyRows>

export function boardingService(context: ConsoleContext): ConsoleRoute {
  return {
    method: 'POST',
    path: '/merchants',
    purpose:
      'Creates a merchant, from defaults or as a copy, with its first user and its test twin if wanted; returns the passwords once.',
    access: { kind: 'OPERATOR', permission: 'CONFIGURE', isSensitive: true },
    handle: withBody(bodyRows, async (input, call) => {
      const refused = refuseStart(input, call)
      if (refused) return refused
      const merchant = await newMerchant(input, call, context)
      if (isConsoleRefusal(merchant)) return merchant
      return board(merchant, input, call, context)
    }),
  }
}

/** A user gives a merchant's first user no more than their own permissions. */
function refuseStart({ firstUser, copyFrom }: BoardingInput, call: ConsoleCall): ConsoleRefusal | undefined {
  const held = signedInUser(call).permissions
  const needed: readonly Permission[] = [
    'MANAGE_ROUTES',
    ...(copyFrom === undefined ? [] : (['VIEW'] as const)),
    ...(firstUser ? (['MANAGE_USERS'] as const) : []),
    ...(firstUser?.permissions ?? []),
  ]
  const lacking = permissionsLacking([...new Set(needed)], held)
  return lacking.length > 0 ? missingPermissions(lacking) : undefined
}

async function newMerchant(
  input: BoardingInput,
  call: ConsoleCall,
  context: ConsoleContext,
): Promise<Merchant | ConsoleRefusal> {
  const { merchantId: id, tokenRepositoryId, tokenGeneration, tokenManagement, copyFrom } = input
  const source = copyFrom === undefined ? undefined : (await context.merchants.find(copyFrom))?.merchant
  if (copyFrom !== undefined && !source)
    return consoleRefusal(422, 'FIELD_INVALID', 'There is no such merchant.', 'copyFrom')
  // The tokens of the other merchant stay with it; its own repository gets the same settings.
  const { generation, management } = source?.tokenRepository ?? {}
  const wanted = tokenRepositoryId === undefined ? { tokenGeneration: generation, tokenManagement: management } : {}
  const given = omitUndefined({ tokenRepositoryId, tokenGeneration, tokenManagement })
  const chosen = await repositoryForNew(id, { ...wanted, ...given }, context.tokenRepositories)
  if (chosen.kind === 'REFUSED') return refuseRepository(chosen)
  const { repository: tokenRepository } = chosen
  const started = source ? copiedProfile(source.profile, id) : defaultProfile(input, context)
  if (isConsoleRefusal(started)) return started
  const changes = profileInput(input)
  const unmaskWanted = isUnmaskWanted(changes, [])
  const profile = { ...applyProfileInput(started, changes, context), tokenRepositoryId: tokenRepository.id }
  const merchant = { id, profile, tokenRepository }
  return refuseProfileInput(merchant, changes, context) ?? refuseUnmask(call, unmaskWanted) ?? merchant
}

function defaultProfile(
  { merchantId, acquirerLink, routes }: BoardingInput,
  context: ConsoleContext,
): MerchantProfile | ConsoleRefusal {
  const { adapter } = acquirerLink ?? {}
  const link = routes?.[0] ? context.dependencies.acquirers.current(routes[0].linkId) : context.newLinkOf(adapter)
  if (link) return newMerchantProfile(merchantId, link, context)
  return adapter === undefined ? missingAdapter(context) : noSuchAdapter('acquirerLink.adapter')
}

/** The fields of the profile alone. */
function profileInput(input: BoardingInput): Infer<typeof profileRows> {
  const names = Object.keys(profileRows) as readonly (keyof typeof profileRows)[]
  const given = names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])
  return Object.fromEntries(given) as Infer<typeof profileRows>
}

async function board(merchant: Merchant, input: BoardingInput, call: ConsoleCall, context: ConsoleContext) {
  const { merchants, dependencies, isSandbox } = context
  const { credentialScope = 'FULL', notificationUrl, firstUser, wantsTwin = true } = input
  const by = callAuditStamp(call, context)
  const operations = firstOperations(operationsOfScope[credentialScope], signedInUser(call).permissions)
  // A new merchant is enabled by a second user, who sees its whole profile then.
  const awaitsSecondUser = context.credentialsNeedApproval && merchant.profile.isEnabled
  const boardedAs = awaitsSecondUser ? { ...merchant, profile: { ...merchant.profile, isEnabled: false } } : merchant
  const wanted = {
    merchant: boardedAs,
    wantsTwin,
    simulators: isSandbox ? context.simulators : undefined,
    operations,
  }
  const { vault, identifiers } = dependencies
  const boarding = await boardMerchant(wanted, by, { merchants, vault, identifiers })
  if (boarding.kind === 'TAKEN')
    return consoleRefusal(409, 'TAKEN', 'A merchant with this ID already exists.', 'merchantId')
  if (boarding.kind === 'REFUSED') return consoleRefusal(422, 'FIELD_INVALID', boarding.explanation, 'merchantId')
  const { boarded, twin } = boarding
  const { id } = merchant
  const enabling = awaitsSecondUser
    ? await changeProfile<never>(id, (profile) => ({ ...profile, isEnabled: true }), by, {
        ...context,
        ...dependencies,
      })
    : undefined
  if (notificationUrl !== undefined)
    await changeWebhookSettings(id, { isEnabled: true, url: notificationUrl }, by, dependencies)
  const approverDependencies = { ...dependencies, merchants, credentialsNeedApproval: context.credentialsNeedApproval }
  const user =
    firstUser &&
    (await addUserWithApproval({ merchantId: id, ...firstUser }, managerOf(signedInUser(call)), approverDependencies))
  return createdResponse<BoardedMerchantBody>({
    ...merchantBody(boarded.merchant),
    awaitsApproval: enabling?.awaitsApproval,
    userId: boarded.userId,
    password: boarded.password,
    ...(user && {
      firstUser: user.kind === 'MADE' ? { login: user.user.login, password: user.password } : ('NOT_ADDED' as const),
    }),
    twin:
      typeof twin === 'object'
        ? { ...merchantBody(twin.merchant), userId: twin.userId, password: twin.password }
        : twin,
  })
}

/** The first password is no way around one's own permissions. */
function firstOperations(scope: CredentialScope, held: readonly Permission[]): CredentialScope {
  if (permissionsLackingFor(scope, held).length === 0) return scope
  const covered = scopeCoveredBy(held)
  return scope.includes('ALL') ? covered : covered.filter((operation) => scope.includes(operation))
}

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
  return isWanted && !signedInUser(call).permissions.includes('UNMASK') ? missingPermissions(['UNMASK']) : undefined
}
