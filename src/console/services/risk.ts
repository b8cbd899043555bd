// Risk rules and listed cards: a merchant's, and the operator's own, which hold for every merchant.
import { type ChangedRules, changeMerchantRules } from '../../approvals/index.ts'
import { enumeration, string } from '../../contract/field-types.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import type { CardMasking } from '../../merchants/index.ts'
import { maskNumberFurther, type StoredTransaction } from '../../payments/index.ts'
import {
  type CardList,
  type CardListEntry,
  cardLists,
  changeRiskRules,
  operatorCardLists,
  operatorLists,
  type RuleChange,
  type RuleChangeRefusal,
  readRiskRules,
  riskActions,
  riskRuleRows,
  riskRuleSubjectOf,
  rulesOfKindMax,
} from '../../risk/index.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callActor, callAuditStamp, findCardMasking, pathId } from '../context.ts'
import { pageQueryOf, pageRows, refuseNote, transactionIdRow, withBody, withQuery } from '../fields.ts'
import type { AddedRiskCardBody, RiskCardBody, RiskRulesBody } from '../response-bodies/risk.ts'
import { consoleRefusal, noContent, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleCall, ConsoleResponse, ConsoleRoute, RouteAccess } from '../route.ts'

/** The owner of the risk rules and card lists of a service, and who may view or change them. */
type OwnerKind = 'MERCHANT' | 'OPERATOR'

interface RiskOwner {
  readonly root: `/${string}`
  readonly see: RouteAccess
  readonly change: RouteAccess
  /** The key that the rules and lists are stored under. */
  readonly ownerOf: (call: ConsoleCall) => string
}

const riskOwners: Readonly<Record<OwnerKind, RiskOwner>> = {
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

export function riskServices(context: ConsoleContext): readonly ConsoleRoute[] {
  return (['MERCHANT', 'OPERATOR'] as const).flatMap((kind) => [
    ...riskRuleRoutes(kind, context),
    ...riskCardRoutes(kind, context),
  ])
}

/** Risk rules. The same services for a merchant's and the operator's, below another path. */
const rulePurposes = {
  MERCHANT: 'Shows the merchant’s risk rules.',
  OPERATOR: 'Shows the operator’s risk rules, which apply to every merchant and cannot be bypassed.',
} as const

const notOneSubject = consoleRefusal(
  422,
  'FIELD_INVALID',
  'Specify one of bin, ip, ipCountry, threeDSecure, avs and csc.',
  'bin',
)

function riskRuleRoutes(kind: OwnerKind, context: ConsoleContext): readonly ConsoleRoute[] {
  const { root, see, change, ownerOf } = riskOwners[kind]
  const { approvalRequests } = context.dependencies
  const stores = { merchants: context.merchants, risk: context.dependencies.risk }

  async function changeRules(ruleChange: RuleChange, call: ConsoleCall): Promise<ConsoleResponse> {
    const by = callAuditStamp(call, context)
    if (kind === 'MERCHANT')
      return rulesResponse(await changeMerchantRules(ownerOf(call), ruleChange, by, { ...context, approvalRequests }))
    const rules = await changeRiskRules(ownerOf(call), ruleChange, by, stores)
    return rulesResponse(typeof rules === 'string' ? rules : { rules })
  }

  return [
    {
      method: 'GET',
      path: `${root}/rules`,
      purpose: rulePurposes[kind],
      access: see,
      async handle(call) {
        const rules = await readRiskRules(ownerOf(call), stores)
        return rules ? okResponse<RiskRulesBody>({ rules }) : pathNotFound
      },
    },
    {
      method: 'POST',
      path: `${root}/rules`,
      purpose: 'Adds a rule, or changes the action of an existing rule.',
      access: change,
      handle: withBody(
        { ...riskRuleRows, action: required(enumeration(riskActions)) },
        async ({ action, ...input }, call) => {
          const subject = riskRuleSubjectOf(input)
          if (!subject) return notOneSubject
          return changeRules({ subject, action }, call)
        },
      ),
    },
    {
      method: 'POST',
      path: `${root}/rules/removal`,
      purpose: 'Removes a rule.',
      access: change,
      handle: withBody(riskRuleRows, async (input, call) => {
        const subject = riskRuleSubjectOf(input)
        if (!subject) return notOneSubject
        return changeRules({ subject, action: undefined }, call)
      }),
    },
  ]
}

function rulesResponse(changed: ChangedRules | RuleChangeRefusal): ConsoleResponse {
  switch (changed) {
    case 'UNKNOWN_MERCHANT':
      return pathNotFound
    case 'UNKNOWN_RULE':
      return unknownResource('rule')
    case 'TOO_MANY':
      return consoleRefusal(
        409,
        'TOO_MANY',
        explain('The maximum of {number} rules of this kind is reached.', { number: rulesOfKindMax }),
      )
    default:
      return okResponse<RiskRulesBody>({
        rules: changed.rules,
        ...(changed.requestId !== undefined && { awaitsApproval: { requestId: changed.requestId } }),
      })
  }
}

/**
 * The cards that a merchant trusts or suspects, and those that the operator suspects for all. No card number comes
 * here: a card is named by a payment that was made with it.
 */
const cardPurposes = {
  MERCHANT: { listing: 'Lists trusted and suspect cards, masked.', adding: 'Adds the card of a payment to a list.' },
  OPERATOR: {
    listing: 'Lists the operator’s suspect cards for all merchants, masked.',
    adding: 'Adds the card of a merchant’s payment to that list.',
  },
} as const

const additionRows = {
  orderId: required(orderRows.id),
  transactionId: required(transactionIdRow),
  note: string(1, 255),
} as const

interface Addition {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly list: CardList
  readonly note?: string | undefined
}

function riskCardRoutes(kind: OwnerKind, context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context
  const { root, see, change, ownerOf } = riskOwners[kind]
  // The operator sees all that is stored in its own list; a merchant's profile decides for its users.
  const maskingFor = async (call: ConsoleCall): Promise<CardMasking> =>
    kind === 'OPERATOR' ? 'SIX_FOUR' : findCardMasking(pathId(call, 'merchantId'), context)

  async function add({ merchantId, orderId, transactionId, list, note }: Addition, call: ConsoleCall) {
    const badNote = refuseNote(note, 'note')
    if (badNote) return badNote
    const stored = await dependencies.store.findOrder({ merchantId, orderId })
    const found = stored?.transactions.find(({ key }) => key.transactionId === transactionId)
    if (!found) return unknownResource('transaction')
    const card = cardOf(found)
    if (!card) return consoleRefusal(409, 'NO_CARD', 'The transaction has no card.')
    const listed = { ...card, list, ...omitUndefined({ note }) }
    const result = await dependencies.risk.addCard(ownerOf(call), listed, callAuditStamp(call, context))
    if (result === 'UNKNOWN_MERCHANT') return pathNotFound
    const maskedNumber = maskNumberFurther(card.maskedNumber, await maskingFor(call))
    return okResponse<AddedRiskCardBody>({ maskedNumber, list, result })
  }

  return [
    {
      method: 'GET',
      path: `${root}/cards`,
      purpose: cardPurposes[kind].listing,
      access: see,
      handle: withQuery(pageRows, async (input, call) => {
        const page = await dependencies.risk.listCards(ownerOf(call), pageQueryOf(input))
        if (!page) return consoleRefusal(422, 'FIELD_INVALID', 'It was not returned by this list.', 'after')
        const masking = await maskingFor(call)
        return okResponse<ResultPage<RiskCardBody>>({
          rows: page.cards.map((card) => riskCardBody(card, masking)),
          next: page.next,
        })
      }),
    },
    {
      method: 'POST',
      path: `${root}/cards`,
      purpose: cardPurposes[kind].adding,
      access: change,
      handle:
        kind === 'MERCHANT'
          ? withBody({ list: required(enumeration(cardLists)), ...additionRows }, async (input, call) =>
              add({ ...input, merchantId: pathId(call, 'merchantId') }, call),
            )
          : withBody(
              {
                list: required(enumeration(operatorCardLists)),
                merchantId: required(merchantIdRow),
                ...additionRows,
              },
              async (input, call) => {
                await noteLook(input, call)
                return add(input, call)
              },
            ),
    },
    {
      method: 'DELETE',
      path: `${root}/cards/:cardId`,
      purpose: 'Removes a card from its list.',
      access: change,
      async handle(call): Promise<ConsoleResponse> {
        const hash = hashOf(pathId(call, 'cardId'))
        const isRemoved =
          hash && (await dependencies.risk.removeCard(ownerOf(call), [hash], callAuditStamp(call, context)))
        return isRemoved ? noContent : unknownResource('card')
      },
    },
  ]

  /** A user of the operator views a payment of the merchant, which always has an audit log entry. */
  async function noteLook({ merchantId, orderId }: Addition, call: ConsoleCall): Promise<void> {
    if (!(await dependencies.store.findMerchant(merchantId))) return
    const subject = { path: `${root}/cards`, orderId }
    const line = { merchantId, actor: callActor(call), action: 'VIEWED_BY_OPERATOR', subject } as const
    await dependencies.audit.append({ ...line, at: dependencies.clock.now() })
  }
}

/** All that a list stores of a card. */
function cardOf({ accountHash, request }: StoredTransaction) {
  const maskedNumber = request.sourceOfFunds?.provided?.card?.number
  return accountHash && maskedNumber !== undefined ? { hash: accountHash, maskedNumber } : undefined
}

/** Identified by its keyed hash, which reveals nothing without the key. */
function riskCardBody({ list, maskedNumber, addedAt, note, hash }: CardListEntry, masking: CardMasking): RiskCardBody {
  const cardId = `${hash.keyId}.${hash.hash.toString('base64url')}`
  return { cardId, list, maskedNumber: maskNumberFurther(maskedNumber, masking), addedAt, note }
}

function hashOf(cardId: string): KeyedHash | undefined {
  const [, keyId, text] = /^([\w-]{1,64})\.([\w-]{43})$/.exec(cardId) ?? []
  return keyId === undefined || text === undefined ? undefined : { keyId, hash: Buffer.from(text, 'base64url') }
}
