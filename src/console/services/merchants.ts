// The operator's side: merchants and their profiles, and whether their acquirers are there.
import { changeProfile } from '../../approvals/index.ts'
import { pattern } from '../../contract/field-types.ts'
import { required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import {
  type LogoChange,
  logoFaultTexts,
  type MerchantProfile,
  pageLogoBytesMax,
  removePageLogo,
  repositoryForKnown,
  setPageLogo,
} from '../../merchants/index.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callAuditStamp, pathId, signedInUser } from '../context.ts'
import { withBody } from '../fields.ts'
import type {
  ChangedMerchantBody,
  MerchantBody,
  MerchantListBody,
  PageLogoBody,
  ProfileChoicesBody,
} from '../response-bodies/merchants.ts'
import { consoleRefusal, missingPermissions, okResponse } from '../responses.ts'
import type { ConsoleResponse, ConsoleRoute } from '../route.ts'
import { boardingService, isUnmaskWanted, merchantBody, refuseUnmask } from './boarding.ts'
import {
  applyProfileInput,
  operationNames,
  permissionsLackingForProfile,
  profileRows,
  refuseProfileInput,
  refuseRepository,
  repositoryRows,
} from './profile.ts'

export function merchantServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { merchants, tokenRepositories } = context
  return [
    {
      method: 'GET',
      path: '/merchants',
      purpose: 'Lists merchants.',
      access: { kind: 'OPERATOR', permission: 'VIEW' },
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
    boardingService(context),
    {
      method: 'GET',
      path: '/merchants/:merchantId',
      purpose: 'Shows a merchant’s profile.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      async handle(call) {
        const access = await merchants.find(pathId(call, 'merchantId'))
        return access ? okResponse<MerchantBody>(merchantBody(access.merchant)) : pathNotFound
      },
    },
    {
      method: 'PUT',
      path: '/merchants/:merchantId/profile',
      purpose:
        'Changes the given fields only: routes and providers with MANAGE_ROUTES, all others with CONFIGURE. What weakens a control is a request where approval is on.',
      access: { kind: 'OPERATOR', permission: ['CONFIGURE', 'MANAGE_ROUTES'], isSensitive: true },
      handle: withBody(
        { ...profileRows, ...repositoryRows },
        async ({ tokenRepositoryId, tokenGeneration, tokenManagement, ...input }, call) => {
          const access = await merchants.find(pathId(call, 'merchantId'))
          if (!access) return pathNotFound
          const options = { tokenRepositoryId, tokenGeneration, tokenManagement }
          const lacking = permissionsLackingForProfile({ ...input, ...options }, signedInUser(call).permissions)
          if (lacking.length > 0) return missingPermissions(lacking)
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
          const chosen = await repositoryForKnown(access.merchant, options, tokenRepositories, by)
          if (chosen.kind === 'REFUSED') return refuseRepository(chosen)
          const { repository: tokenRepository } = chosen
          const wanted = (present: MerchantProfile): MerchantProfile => ({
            ...applyProfileInput(present, input, context),
            tokenRepositoryId: tokenRepository.id,
          })
          const { approvalRequests } = context.dependencies
          const changed = await changeProfile<never>(id, wanted, by, { ...context, approvalRequests })
          if (!changed) return pathNotFound
          const { profile, awaitsApproval } = changed
          const isMoved = profile.tokenRepositoryId === tokenRepository.id
          const merchant = { id, profile, tokenRepository: isMoved ? tokenRepository : access.merchant.tokenRepository }
          return okResponse<ChangedMerchantBody>({ ...merchantBody(merchant), awaitsApproval })
        },
      ),
    },
    {
      method: 'GET',
      path: '/profile-choices',
      purpose: 'Lists the operations and adapters that a profile may use.',
      access: { kind: 'OPERATOR', permission: 'VIEW' },
      async handle() {
        const { acquirers: acquirerAdapters, providers: providerAdapters } = context.adapters
        const newLink = context.newLinkOf()
        return okResponse<ProfileChoicesBody>({
          operations: operationNames,
          acquirerAdapters,
          providerAdapters,
          isSandbox: context.isSandbox,
          newLink,
        })
      },
    },
  ]
}

/** Base64 has four characters for three bytes. */
const charactersMax = Math.ceil(pageLogoBytesMax / 3) * 4

const content = pattern({
  name: 'Picture',
  lengths: [4, charactersMax],
  pattern: /^[A-Za-z0-9+/]+={0,2}$/,
  wrongCharacters: explain('may only hold a picture in base64'),
})

export function pageLogoServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { merchants, dependencies } = context
  const logoDependencies = { merchants, pageLogos: dependencies.pageLogos }
  const path = '/merchants/:merchantId/page-logo'
  const access = { kind: 'OPERATOR', permission: 'CONFIGURE', isSensitive: true } as const
  return [
    {
      method: 'PUT',
      path,
      purpose: 'Sets the logo on a merchant’s payment pages: a PNG, JPEG or WebP picture in base64.',
      access,
      handle: withBody({ content: required(content) }, async (input, call) => {
        const merchantId = pathId(call, 'merchantId')
        if (!(await merchants.find(merchantId))) return pathNotFound
        const picture = Buffer.from(input.content, 'base64')
        return responseOf(await setPageLogo(merchantId, picture, callAuditStamp(call, context), logoDependencies))
      }),
    },
    {
      method: 'DELETE',
      path,
      purpose: 'Removes the logo from a merchant’s payment pages.',
      access,
      handle: async (call) =>
        responseOf(await removePageLogo(pathId(call, 'merchantId'), callAuditStamp(call, context), logoDependencies)),
    },
  ]
}

function responseOf(change: LogoChange): ConsoleResponse {
  switch (change.kind) {
    case 'CHANGED':
      return okResponse<PageLogoBody>({ pageLogo: change.profile.pageLogo })
    case 'REFUSED':
      return consoleRefusal(422, 'FIELD_INVALID', logoFaultTexts[change.fault], 'content')
    case 'unknown merchant':
      return pathNotFound
  }
}
