// The search field of every page: a merchant's orders and tokens by anything that they can be known by.
import { string } from '../../contract/field-types.ts'
import { integerInQuery } from '../../contract/number-types.ts'
import { required } from '../../contract/row.ts'
import { holdsCardNumber } from '../../kernel/account-numbers-in-text.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { readSearchQuery, type TextSearchResult } from '../../search/index.ts'
import type { RetrievedTokenResponse } from '../../tokens/index.ts'
import { type ConsoleContext, findCardMasking, pathId } from '../context.ts'
import { withQuery } from '../fields.ts'
import type { FoundOrderBody, FoundTokenBody, TextSearchBody } from '../response-bodies/search.ts'
import { consoleRefusal, okResponse } from '../responses.ts'
import type { ConsoleRoute } from '../route.ts'
import { askAsMerchant } from './ask-as-merchant.ts'
import { maskFoundAccount, orderListItem } from './search-results.ts'

const queryRows = { text: required(string(1, 100)), limit: integerInQuery(1, 50) } as const

const resultsUsual = 8
/** Receipts have twelve digits, and those of 2026 begin as cards of a known range do. */
const cardDigitsMin = 13

export function searchServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context

  async function findToken(merchantId: string, text: string): Promise<readonly FoundTokenBody[]> {
    if (!/^[A-Za-z0-9]{1,40}$/.test(text)) return []
    const result = await askAsMerchant({ merchantId, name: 'RETRIEVE_TOKEN', body: {}, tokenId: text }, dependencies)
    if (isRejection(result) || 'problem' in result) return []
    const { token, status } = result.response as RetrievedTokenResponse
    return token === undefined ? [] : [{ token, status }]
  }

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/search',
      purpose: 'Finds orders and tokens by id, reference, payer, e-mail, amount, card, receipt or code, also in part.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      handle: withQuery(queryRows, async ({ text, limit = resultsUsual }, call) => {
        if (holdsCardNumber(text, { digitsMin: cardDigitsMin })) return cardNumberTyped
        const merchantId = pathId(call, 'merchantId')
        const query = readSearchQuery(text)
        if (!query) return okResponse<TextSearchBody>({ orders: [], tokens: [], hasMore: false })
        const masking = await findCardMasking(merchantId, context)
        // A user who may not see digits of a card cannot find them out by searching for them.
        const hiddenFields = masking === 'HIDDEN' ? (['ACCOUNT'] as const) : []
        const [{ result, age }, tokens] = await Promise.all([
          dependencies.delayedReads.read(({ search }) => search.byText({ merchantId, query, hiddenFields, limit })),
          findToken(merchantId, text.trim()),
        ])
        return okResponse<TextSearchBody>({
          orders: result.results.map((found) => foundOrderBody(found, masking)),
          tokens,
          hasMore: result.hasMore,
          age,
        })
      }),
    },
  ]
}

const cardNumberTyped = consoleRefusal(
  422,
  'CARD_NUMBER',
  'Card numbers are not searched. Enter the last four digits.',
  'text',
)

function foundOrderBody(
  { order, transactionId, matches }: TextSearchResult,
  masking: Parameters<typeof maskFoundAccount>[1],
): FoundOrderBody {
  const byField = new Map(matches.map(({ field, text }) => [field, text]))
  return {
    order: orderListItem(maskFoundAccount(order, masking)),
    transactionId,
    matches: [...byField].map(([field, text]) => ({ field, text })),
  }
}
