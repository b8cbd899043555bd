// The operator's side: merchants and their profiles, and whether their acquirers are there.
import { catalogue } from '../../../contract/catalogue.ts'
import { boolean, currency, enumeration, pattern, string } from '../../../contract/field-types.ts'
import { orderRows } from '../../../contract/groups/order.ts'
import { transactionRows } from '../../../contract/groups/transaction.ts'
import { merchantIdRow } from '../../../contract/routes.ts'
import { group, type Infer, list, required } from '../../../contract/row.ts'
import { cardSchemes } from '../../../domain/card.ts'
import {
  authenticationPolicies,
  cardMaskings,
  firstProfile,
  loginWays,
  type Merchant,
  type MerchantProfile,
  privileges,
  verificationStrategies,
} from '../../../domain/merchant.ts'
import { newRepository, ownRepositoryId, tokenGenerations, tokenManagements } from '../../../domain/token-repository.ts'
import { boardMerchant } from '../../../operations/board-merchant.ts'
import { textHash } from '../../../operations/steps/resolve-repository.ts'
import { nothingHere } from '../access.ts'
import { made, ok, refusal } from '../answers.ts'
import { byOf, type Desk, idOf } from '../desk.ts'
import { withBody } from '../read-fields.ts'
import type { ConsoleRoute, Refusal } from '../route.ts'

const { id: acquirerId, merchantId: acquirerMerchantId } = transactionRows.acquirer.rows

const operationNames = ['ALL', ...catalogue.filter(({ route }) => route.byApiOperation).map(({ name }) => name)]

const origin = pattern({
  name: 'Origin',
  lengths: [8, 200],
  pattern: /^https?:/,
  characters: 'an origin such as https://shop.example',
  check: (text) => (URL.parse(text)?.origin === text ? undefined : 'must be an origin such as https://shop.example'),
})

/** What the operator decides for a merchant; risk rules and providers have ways of their own. */
const profileRows = {
  name: string(1, 100),
  isEnabled: boolean(),
  loginWays: list(enumeration(loginWays)),
  currencies: list(currency()),
  operations: list(enumeration(operationNames)),
  acquirerLink: group({ acquirerId, acquirerMerchantId, needsPartialAmountFlag: boolean() }),
  verificationStrategy: enumeration(verificationStrategies),
  usesAccountUpdater: boolean(),
  isAggregator: boolean(),
  privileges: list(enumeration(privileges)),
  schemes: list(enumeration(['ALL', ...cardSchemes])),
  cardMasking: enumeration(cardMaskings),
  categoryCodes: list(orderRows.merchantCategoryCode),
  pageOrigins: list(origin),
  payerAuthentication: enumeration(authenticationPolicies),
  refundsNeedApproval: boolean(),
  hasReporting: boolean(),
} as const

type ProfileGiven = Infer<typeof profileRows>

export function merchantServices(desk: Desk): readonly ConsoleRoute[] {
  const { merchants, tokenRepositories, ports, isSandbox } = desk
  return [
    {
      method: 'GET',
      path: '/merchants',
      purpose: 'Lists merchants.',
      access: { kind: 'OPERATOR', right: 'VIEW' },
      async handle() {
        const all = await merchants.list()
        return ok({
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
      purpose: 'Boards a merchant, with its test twin where there is a simulator; tells the passwords, this once.',
      access: { kind: 'OPERATOR', right: 'CONFIGURE', isSensitive: true },
      handle: withBody(
        {
          merchantId: required(merchantIdRow),
          ...profileRows,
          tokenGeneration: enumeration(tokenGenerations),
          tokenManagement: enumeration(tokenManagements),
          wantsTwin: boolean(),
        },
        async ({ merchantId, tokenGeneration, tokenManagement, wantsTwin = true, ...given }, call) => {
          const repositoryId = ownRepositoryId(merchantId, textHash)
          if (await tokenRepositories.find(repositoryId))
            return refusal(409, 'TAKEN', 'There is a token repository of this name already.', 'merchantId')
          const profile = changed(firstProfile(merchantId), given)
          const wrong = refuseProfile(profile)
          if (wrong) return wrong
          const tokenRepository = newRepository(repositoryId, {
            ...(tokenGeneration && { generation: tokenGeneration }),
            ...(tokenManagement && { management: tokenManagement }),
          })
          const merchant = { id: merchantId, profile: { ...profile, tokenRepositoryId: repositoryId }, tokenRepository }
          const boarding = await boardMerchant({ merchant, wantsTwin, hasSimulator: isSandbox }, byOf(call, desk), {
            merchants,
            vault: ports.vault,
            identifiers: ports.identifiers,
          })
          if (boarding.kind === 'TAKEN')
            return refusal(409, 'TAKEN', 'There is a merchant of this id already.', 'merchantId')
          if (boarding.kind === 'REFUSED') return refusal(422, 'FIELD_INVALID', boarding.explanation, 'merchantId')
          const { boarded, twin } = boarding
          return made({
            ...shownMerchant(boarded.merchant),
            userId: boarded.userId,
            password: boarded.password,
            twin:
              typeof twin === 'object'
                ? { ...shownMerchant(twin.merchant), userId: twin.userId, password: twin.password }
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
        const access = await merchants.find(idOf(call, 'merchantId'))
        return access ? ok(shownMerchant(access.merchant)) : nothingHere
      },
    },
    {
      method: 'PUT',
      path: '/merchants/:merchantId/profile',
      purpose: 'Changes what is given and leaves the rest.',
      access: { kind: 'OPERATOR', right: 'CONFIGURE', isSensitive: true },
      handle: withBody(profileRows, async (given, call) => {
        const access = await merchants.find(idOf(call, 'merchantId'))
        if (!access) return nothingHere
        const { merchant } = access
        const profile = changed(merchant.profile, given)
        const wrong = refuseProfile(profile)
        if (wrong) return wrong
        await merchants.update({ id: merchant.id, profile }, byOf(call, desk))
        return ok(shownMerchant({ ...merchant, profile }))
      }),
    },
    {
      method: 'GET',
      path: '/links',
      purpose: 'Says of each acquirer link whether the other side is there.',
      access: { kind: 'OPERATOR', right: 'VIEW' },
      async handle() {
        const all = await merchants.list()
        const byAdapter = Map.groupBy(all, ({ profile: { acquirerLink } }) => acquirerLink.adapter)
        const links = [...byAdapter].map(async ([adapter, using]) => {
          const acquirer = ports.acquirers.of({
            ...using[0]?.profile.acquirerLink,
            adapter,
          } as Merchant['profile']['acquirerLink'])
          const isReachable = acquirer ? await acquirer.isReachable().catch(() => false) : false
          return { adapter, isReachable, merchants: using.length }
        })
        return ok({ links: await Promise.all(links) })
      },
    },
  ]
}

function changed(profile: MerchantProfile, { acquirerLink, ...given }: ProfileGiven): MerchantProfile {
  return { ...profile, ...given, acquirerLink: { ...profile.acquirerLink, ...acquirerLink } }
}

/** What the fields say together must make sense, too. */
function refuseProfile({ verificationStrategy, usesAccountUpdater, currencies }: MerchantProfile): Refusal | undefined {
  if (verificationStrategy === 'ACCOUNT_UPDATER' && !usesAccountUpdater)
    return refusal(422, 'FIELD_INVALID', 'It needs the account updater.', 'verificationStrategy')
  if (currencies.length === 0) return refusal(422, 'FIELD_INVALID', 'There must be at least one.', 'currencies')
  return undefined
}

/** Without the risk rules, which have a service of their own. */
function shownMerchant({ id, profile: { risk: _, ...profile }, tokenRepository }: Merchant): object {
  const { homeId: __, ...repository } = tokenRepository
  return { merchantId: id, ...profile, tokenRepository: repository }
}
