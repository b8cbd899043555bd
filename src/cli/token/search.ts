// Finds stored payment details of a merchant, masked.
import { token as tokenRow } from '../../contract/groups/source-of-funds.ts'
import { sourceTypes15 } from '../../contract/groups/token.ts'
import { FieldError } from '../../contract/row.ts'
import { cardSchemes } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { TokenQuery } from '../../tokens/ports/token-store.ts'
import { command } from '../command.ts'
import { merchantIdArgument, wholeNumber } from '../options.ts'
import { commandDone } from '../result.ts'
import { type ValueRow, choiceValue, textValue } from '../rows.ts'
import { table, timestampText } from '../table.ts'
import { subMerchantOption, tokenData, withTokens } from './options.ts'

const usualLimit = 50

const kindOption: ValueRow<NonNullable<TokenQuery['kind']>> = {
  kind: 'VALUE',
  placeholder: '<kind>',
  description: 'Only accounts of this type: CARD, GIFT_CARD, ACH and so on.',
  parse: (text) => sourceTypes15.type.read(text),
}

const expiryOption: ValueRow<{ readonly month: number; readonly year: number }> = {
  kind: 'VALUE',
  placeholder: '<MM/YY>',
  description: 'Only cards with this expiry.',
  parse(text) {
    const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(text) ?? []
    return month && year ? { month: Number(month), year: Number(year) } : new FieldError('must look like 04/44')
  },
}

export const tokenSearch = command({
  name: 'token search',
  purpose: "Lists a merchant's tokens in alphabetical order, with masked account details.",
  arguments: { merchantId: merchantIdArgument },
  options: {
    status: choiceValue(['VALID', 'INVALID'], '<status>', 'Only tokens with this status.'),
    kind: kindOption,
    scheme: choiceValue(cardSchemes, '<scheme>', 'Only cards of this scheme.'),
    expiry: expiryOption,
    subMerchant: subMerchantOption,
    after: textValue(tokenRow, '<token>', 'Continues after this token.'),
    limit: wholeNumber({ min: 1, max: 1000 }, '<count>', `Maximum number of results (default ${usualLimit}).`),
  },
  example: 'SHOP1 --status INVALID --scheme VISA',
  notes: () =>
    `Account numbers are not accepted here because terminals keep what is typed. Use the API operation
SEARCH_TOKENS to find a token by its account number.`,
  run({ merchantId, subMerchant, after, limit = usualLimit, ...options }, context) {
    return withTokens(context, { merchantId, subMerchant }, async ({ tokens }, { id: repositoryId }) => {
      const { status, kind, scheme, expiry } = options
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
      const more = next === undefined ? '' : `\n\nMore results: --after ${next}`
      return commandDone(
        { tokens: shown.map(tokenData), ...omitUndefined({ next }) },
        rows.length === 0 ? 'No tokens.' : `${listed}${more}`,
      )
    })
  },
})
