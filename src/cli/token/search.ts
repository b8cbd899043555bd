// Finds stored payment details of a merchant, masked.

import { token as tokenRow } from '../../contract/groups/source-of-funds.ts'
import { sourceTypes15 } from '../../contract/groups/token.ts'
import { FieldError } from '../../contract/row.ts'
import { cardSchemes } from '../../domain/card.ts'
import type { TokenQuery } from '../../ports/tokens/token-store.ts'
import { command } from '../command.ts'
import { merchantIdArgument } from '../merchant/merchant-id.ts'
import { timestampText } from '../merchant/view.ts'
import { commandDone } from '../result.ts'
import { choiceValue, textValue, type ValueRow } from '../rows.ts'
import { table } from '../table.ts'
import { wholeNumber } from '../webhook/options.ts'
import { subMerchantOption, tokenData, withTokens } from './options.ts'

const usualLimit = 50

const kindOption: ValueRow<NonNullable<TokenQuery['kind']>> = {
  kind: 'value',
  placeholder: '<kind>',
  description: 'Only accounts of this kind: CARD, GIFT_CARD, ACH and so on.',
  parse: (given) => sourceTypes15.type.read(given),
}

const expiryOption: ValueRow<{ readonly month: number; readonly year: number }> = {
  kind: 'value',
  placeholder: '<MM/YY>',
  description: 'Only cards with this expiry.',
  parse(given) {
    const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(given) ?? []
    return month && year ? { month: Number(month), year: Number(year) } : new FieldError('must look like 04/44')
  },
}

export const tokenSearch = command({
  name: 'token search',
  purpose: 'Lists what a merchant has stored under tokens, masked, by name.',
  arguments: { merchantId: merchantIdArgument },
  options: {
    status: choiceValue(['VALID', 'INVALID'], '<status>', 'Only those in this state.'),
    kind: kindOption,
    scheme: choiceValue(cardSchemes, '<scheme>', 'Only cards of this scheme.'),
    expiry: expiryOption,
    subMerchant: subMerchantOption,
    after: textValue(tokenRow, '<token>', 'Goes on after this one.'),
    limit: wholeNumber({ min: 1, max: 1000 }, '<count>', `At most so many; at first ${usualLimit}.`),
  },
  example: 'SHOP1 --status INVALID --scheme VISA',
  notes: () =>
    `An account number cannot be given here: what is typed into a terminal is kept in many places. A merchant's program finds
a token by its account with SEARCH_TOKENS.`,
  run({ merchantId, subMerchant, after, limit = usualLimit, ...given }, surroundings) {
    return withTokens(surroundings, { merchantId, subMerchant }, async ({ tokens }, { id: repositoryId }) => {
      const { status, kind, scheme, expiry } = given
      const query: TokenQuery = {
        ...(status && { status }),
        ...(kind && { kind }),
        ...(scheme && { scheme }),
        ...(expiry && { expiryMonth: expiry.month, expiryYear: expiry.year }),
      }
      const found = await tokens.search({ repositoryId, query, after, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const next = found.length > limit ? shown.at(-1)?.token : undefined
      const rows = shown.map((each) => [
        each.token,
        each.state.status,
        each.kind,
        each.masked,
        each.scheme ?? '',
        timestampText(each.lastUsedAt),
      ])
      const listed = table(['TOKEN', 'STATUS', 'KIND', 'ACCOUNT', 'SCHEME', 'LAST USED'], rows)
      const more = next === undefined ? '' : `\n\nThere are more: --after ${next}.`
      return commandDone(
        { tokens: shown.map(tokenData), ...(next !== undefined && { next }) },
        rows.length === 0 ? 'No tokens.' : `${listed}${more}`,
      )
    })
  },
})
