// A merchant's risk rules, and the cards it trusts or suspects. No card number comes here: a card is named by a payment.
import { enumeration, string } from '../../../contract/field-types.ts'
import { orderRows } from '../../../contract/groups/order.ts'
import { riskRuleRows, riskRuleSubjectOf } from '../../../contract/groups/risk-rule.ts'
import { required } from '../../../contract/row.ts'
import type { CardMasking } from '../../../domain/merchant.ts'
import { cardLists, type RiskRules, riskActions } from '../../../domain/risk.ts'
import { rulesOfKindMax, withoutRule, withRule } from '../../../domain/risk-rule-changes.ts'
import { maskNumberFurther } from '../../../operations/steps/present.ts'
import type { StoredCard } from '../../../ports/risk-store.ts'
import type { StoredTransaction } from '../../../ports/store.ts'
import type { KeyedHash } from '../../../ports/vault.ts'
import { nothingHere } from '../access.ts'
import { done, ok, refusal, unknown } from '../answers.ts'
import { byOf, type Desk, idOf, maskingOf } from '../desk.ts'
import { pageOf, pageRows, refuseNote, transactionIdRow } from '../fields.ts'
import { withBody, withQuery } from '../read-fields.ts'
import type { ConsoleAnswer, ConsoleCall, ConsoleRoute } from '../route.ts'

const view = { kind: 'MERCHANT', right: 'VIEW' } as const
const configure = { kind: 'MERCHANT', right: 'CONFIGURE' } as const

const notOneSubject = refusal(422, 'FIELD_INVALID', 'Give one of bin, ip, ipCountry, threeDSecure, avs and csc.', 'bin')

export function riskServices(desk: Desk): readonly ConsoleRoute[] {
  const { merchants, ports } = desk

  async function change(
    call: ConsoleCall,
    changed: (rules: RiskRules) => RiskRules | ConsoleAnswer,
  ): Promise<ConsoleAnswer> {
    const access = await merchants.find(idOf(call, 'merchantId'))
    if (!access) return nothingHere
    const { id, profile } = access.merchant
    const rules = changed(profile.risk)
    if ('status' in rules) return rules
    await merchants.update({ id, profile: { ...profile, risk: rules } }, byOf(call, desk))
    return ok({ rules })
  }

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/risk/rules',
      purpose: 'Shows the merchant’s risk rules.',
      access: view,
      async handle(call) {
        const access = await merchants.find(idOf(call, 'merchantId'))
        return access ? ok({ rules: access.merchant.profile.risk }) : nothingHere
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/risk/rules',
      purpose: 'Adds a rule, or gives one about the same another action.',
      access: configure,
      handle: withBody(
        { ...riskRuleRows, action: required(enumeration(riskActions)) },
        async ({ action, ...given }, call) => {
          const subject = riskRuleSubjectOf(given)
          if (!subject) return notOneSubject
          return change(call, (rules) => {
            const changed = withRule(rules, subject, action)
            return changed === 'TOO_MANY'
              ? refusal(409, 'TOO_MANY', `There are ${rulesOfKindMax} rules of this kind already.`)
              : changed
          })
        },
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/risk/rules/removal',
      purpose: 'Takes away the rule about what is given.',
      access: configure,
      handle: withBody(riskRuleRows, async (given, call) => {
        const subject = riskRuleSubjectOf(given)
        if (!subject) return notOneSubject
        return change(call, (rules) => withoutRule(rules, subject) ?? unknown('rule'))
      }),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/risk/cards',
      purpose: 'Lists trusted and suspect cards, masked.',
      access: view,
      handle: withQuery(pageRows, async (given, call) => {
        const page = await ports.risk.listCards(idOf(call, 'merchantId'), pageOf(given))
        if (!page) return refusal(422, 'FIELD_INVALID', 'It is not from an answer to this list.', 'after')
        const masking = await maskingOf(idOf(call, 'merchantId'), desk)
        return ok({
          rows: page.cards.map((card) => shownCard(card, masking)),
          ...(page.next !== undefined && { next: page.next }),
        })
      }),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/risk/cards',
      purpose: 'Puts the card of a payment on a list.',
      access: configure,
      handle: withBody(
        {
          list: required(enumeration(cardLists)),
          orderId: required(orderRows.id),
          transactionId: required(transactionIdRow),
          note: string(1, 255),
        },
        async ({ list, orderId, transactionId, note }, call) => {
          const badNote = refuseNote(note, 'note')
          if (badNote) return badNote
          const merchantId = idOf(call, 'merchantId')
          const stored = await ports.store.findOrder({ merchantId, orderId })
          const found = stored?.transactions.find(({ key }) => key.transactionId === transactionId)
          if (!found) return unknown('transaction')
          const card = cardOf(found)
          if (!card) return refusal(409, 'NO_CARD', 'The transaction brought no card.')
          const listed = { ...card, list, ...(note !== undefined && { note }) }
          const result = await ports.risk.addCard(merchantId, listed, byOf(call, desk))
          if (result === 'UNKNOWN_MERCHANT') return nothingHere
          const maskedNumber = maskNumberFurther(card.maskedNumber, await maskingOf(merchantId, desk))
          return ok({ maskedNumber, list, result })
        },
      ),
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/risk/cards/:cardId',
      purpose: 'Takes a card from the list it is on.',
      access: configure,
      async handle(call) {
        const hash = hashOf(idOf(call, 'cardId'))
        const isRemoved = hash && (await ports.risk.removeCard(idOf(call, 'merchantId'), [hash], byOf(call, desk)))
        return isRemoved ? done : unknown('card')
      },
    },
  ]
}

/** All that a list keeps of a card. */
function cardOf({ accountHash, request }: StoredTransaction) {
  const { sourceOfFunds } = request as {
    readonly sourceOfFunds?: { readonly provided?: { readonly card?: { readonly number?: string } } }
  }
  const maskedNumber = sourceOfFunds?.provided?.card?.number
  return accountHash && maskedNumber !== undefined ? { hash: accountHash, maskedNumber } : undefined
}

/** Named by its keyed hash, which says nothing to whoever has not the key. */
function shownCard({ list, maskedNumber, addedAt, note, hash }: StoredCard, masking: CardMasking): object {
  const cardId = `${hash.keyId}.${hash.hash.toString('base64url')}`
  return { cardId, list, maskedNumber: maskNumberFurther(maskedNumber, masking), addedAt, note }
}

function hashOf(cardId: string): KeyedHash | undefined {
  const [, keyId, text] = /^([\w-]{1,64})\.([\w-]{43})$/.exec(cardId) ?? []
  return keyId === undefined || text === undefined ? undefined : { keyId, hash: Buffer.from(text, 'base64url') }
}
