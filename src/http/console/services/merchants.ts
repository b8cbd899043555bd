// The operator's side: merchants and their profiles, and whether their acquirers are there.

import { boolean } from '../../../contract/field-types.ts'
import { scopeCoveredBy } from '../../../contract/operation-rights.ts'
import { merchantIdRow } from '../../../contract/routes.ts'
import { required } from '../../../contract/row.ts'
import {
  type Merchant,
  type MerchantProfile,
  newMerchantProfile,
  type Privilege,
  routesOf,
} from '../../../domain/merchants/merchant.ts'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import { boardMerchant } from '../../../operations/merchants/board-merchant.ts'
import { repositoryForKnown, repositoryForNew } from '../../../operations/merchants/choose-repository.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callAuditStamp, pathId, signedInUser } from '../context.ts'
import { withBody } from '../read-fields.ts'
import type {
  BoardedMerchantBody,
  ChangedMerchantBody,
  MerchantBody,
  MerchantListBody,
  ProfileChoicesBody,
} from '../response-bodies/merchants.ts'
import { consoleRefusal, createdResponse, missingRights, okResponse } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleRoute } from '../route.ts'
import {
  applyProfileInput,
  missingAdapter,
  noSuchAdapter,
  operationNames,
  profileRows,
  refuseProfileInput,
  refuseRepository,
  repositoryRows,
} from './profile.ts'

export function merchantServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { merchants, tokenRepositories, ports, isSandbox } = context
  /** The privilege that shows account numbers in clear waits for a second person where credentials do. */
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
  return [
    {
      method: 'GET',
      path: '/merchants',
      purpose: 'Lists merchants.',
      access: { kind: 'OPERATOR', right: 'VIEW' },
      async handle() {
        const all = await merchants.list()
        return okResponse<MerchantListBody>({
          merchants: all.map(({ id, profile: { name, isEnabled, acquirerLink } }) => ({
            merchantId: id,
            name,
            isEnabled,
            acquirerId: acquirerLink.acquirerId,
          })),
        })
      },
    },
    {
      method: 'POST',
      path: '/merchants',
      purpose: 'Creates a merchant, with its test twin if there is a simulator; returns the passwords once.',
      access: { kind: 'OPERATOR', right: 'CONFIGURE', isSensitive: true },
      handle: withBody(
        { merchantId: required(merchantIdRow), ...profileRows, ...repositoryRows, wantsTwin: boolean() },
        async (
          { merchantId: id, tokenRepositoryId, tokenGeneration, tokenManagement, wantsTwin = true, ...input },
          call,
        ) => {
          const options = { tokenRepositoryId, tokenGeneration, tokenManagement }
          const chosen = await repositoryForNew(id, options, tokenRepositories)
          if (chosen.kind === 'REFUSED') return refuseRepository(chosen)
          const { repository: tokenRepository } = chosen
          const unmaskWanted = isUnmaskWanted(input, [])
          const held = { ...input, ...heldBack(input, unmaskWanted) }
          const { adapter } = input.acquirerLink ?? {}
          const link = input.routes?.[0] ? ports.acquirers.current(input.routes[0].linkId) : context.newLinkOf(adapter)
          if (!link) return adapter === undefined ? missingAdapter(context) : noSuchAdapter('acquirerLink.adapter')
          const fresh = newMerchantProfile(id, link)
          const profile = { ...applyProfileInput(fresh, held, context), tokenRepositoryId: tokenRepository.id }
          const merchant = { id, profile, tokenRepository }
          const wrong = refuseProfileInput(merchant, input, context) ?? refuseUnmask(call, unmaskWanted)
          if (wrong) return wrong
          // The first password is no way around one's own rights.
          const operations = scopeCoveredBy(signedInUser(call).rights)
          const wanted = { merchant, wantsTwin, simulators: isSandbox ? context.simulators : undefined, operations }
          const boarding = await boardMerchant(wanted, callAuditStamp(call, context), {
            merchants,
            vault: ports.vault,
            identifiers: ports.identifiers,
          })
          if (boarding.kind === 'TAKEN')
            return consoleRefusal(409, 'TAKEN', 'A merchant with this ID already exists.', 'merchantId')
          if (boarding.kind === 'REFUSED')
            return consoleRefusal(422, 'FIELD_INVALID', boarding.explanation, 'merchantId')
          const { boarded, twin } = boarding
          const requests = await requestUnmask(id, unmaskWanted, call)
          return createdResponse<BoardedMerchantBody>({
            ...merchantBody(boarded.merchant),
            ...requests,
            userId: boarded.userId,
            password: boarded.password,
            twin:
              typeof twin === 'object'
                ? { ...merchantBody(twin.merchant), userId: twin.userId, password: twin.password }
                : twin,
          })
        },
      ),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId',
      purpose: 'Shows a merchant’s profile.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      async handle(call) {
        const access = await merchants.find(pathId(call, 'merchantId'))
        return access ? okResponse<MerchantBody>(merchantBody(access.merchant)) : pathNotFound
      },
    },
    {
      method: 'PUT',
      path: '/merchants/:merchantId/profile',
      purpose: 'Changes the given fields only.',
      access: { kind: 'OPERATOR', right: 'CONFIGURE', isSensitive: true },
      handle: withBody(
        { ...profileRows, ...repositoryRows },
        async ({ tokenRepositoryId, tokenGeneration, tokenManagement, ...input }, call) => {
          const access = await merchants.find(pathId(call, 'merchantId'))
          if (!access) return pathNotFound
          const { id } = access.merchant
          const unmaskWanted = isUnmaskWanted(input, access.merchant.profile.privileges)
          const wrong =
            refuseProfileInput(
              { id, profile: applyProfileInput(access.merchant.profile, input, context) },
              input,
              context,
            ) ?? refuseUnmask(call, unmaskWanted)
          if (wrong) return wrong
          const by = callAuditStamp(call, context)
          const options = { tokenRepositoryId, tokenGeneration, tokenManagement }
          const chosen = await repositoryForKnown(access.merchant, options, tokenRepositories, by)
          if (chosen.kind === 'REFUSED') return refuseRepository(chosen)
          const { repository: tokenRepository } = chosen
          const wanted = (present: MerchantProfile): MerchantProfile => ({
            ...applyProfileInput(present, { ...input, ...heldBack(input, unmaskWanted) }, context),
            tokenRepositoryId: tokenRepository.id,
          })
          const profile = await merchants.change<never>(id, wanted, by)
          if (!profile) return pathNotFound
          const requests = await requestUnmask(id, unmaskWanted, call)
          return okResponse<ChangedMerchantBody>({ ...merchantBody({ id, profile, tokenRepository }), ...requests })
        },
      ),
    },
    {
      method: 'GET',
      path: '/profile-choices',
      purpose: 'Lists the operations and adapters that a profile may use.',
      access: { kind: 'OPERATOR', right: 'VIEW' },
      async handle() {
        const { acquirers: acquirerAdapters, providers: providerAdapters } = context.adapters
        const newLink = context.newLinkOf()
        return okResponse<ProfileChoicesBody>({
          operations: operationNames,
          acquirerAdapters,
          providerAdapters,
          ...omitUndefined({ newLink }),
        })
      },
    },
  ]
}

/** Without the risk rules, which have a service of their own. */
function merchantBody({ id, profile: { risk: _, ...profile }, tokenRepository }: Merchant): MerchantBody {
  const { homeId: __, ...repository } = tokenRepository
  return { merchantId: id, ...profile, routes: routesOf(profile), tokenRepository: repository }
}

function isUnmaskWanted(input: { privileges?: readonly Privilege[] | undefined }, held: readonly Privilege[]): boolean {
  return (input.privileges ?? []).includes('UNMASK') && !held.includes('UNMASK')
}

function refuseUnmask(call: ConsoleCall, isWanted: boolean): ConsoleRefusal | undefined {
  return isWanted && !signedInUser(call).rights.includes('UNMASK') ? missingRights(['UNMASK']) : undefined
}
