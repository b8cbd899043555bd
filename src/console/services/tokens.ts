// Stored payment details, masked: finding, looking, deleting.
import { digits, enumeration } from '../../contract/field-types.ts'
import { month } from '../../contract/format-types.ts'
import { token } from '../../contract/groups/source-of-funds.ts'
import { sourceTypes15, tokenStatus } from '../../contract/groups/token.ts'
import { JsonNumber, type JsonObject } from '../../contract/json/json.ts'
import type { OperationName } from '../../contract/operation.ts'
import type { Infer } from '../../contract/row.ts'
import { cardSchemes } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { ResultPage } from '../../kernel/page.ts'
import { isRejection } from '../../kernel/rejection.ts'
import type { SearchTokensResponse } from '../../tokens/index.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../context.ts'
import { pageQueryOf, pageRows, withQuery } from '../fields.ts'
import type { TokenDetailsBody, TokenListItemBody } from '../response-bodies/tokens.ts'
import { noContent, okResponse, refusalForRejection } from '../responses.ts'
import type { ConsoleCall, ConsoleRoute } from '../route.ts'
import { askAsMerchant } from './ask-as-merchant.ts'

const searchRows = {
  ...pageRows,
  token,
  status: tokenStatus,
  type: sourceTypes15,
  scheme: enumeration(cardSchemes),
  expiryMonth: month(),
  expiryYear: digits(2),
} as const

export function tokenServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context

  const ask = (call: ConsoleCall, name: OperationName, body: JsonObject) => {
    const { token: tokenId } = call.ids
    return askAsMerchant({ merchantId: pathId(call, 'merchantId'), name, body, tokenId }, dependencies)
  }

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/tokens',
      purpose: 'Finds tokens by name, status, kind, scheme or expiry.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      handle: withQuery(searchRows, async ({ after, limit, ...input }, call) => {
        const page = {
          limit: new JsonNumber(String(pageQueryOf({ limit }).limit)),
          ...omitUndefined({ after }),
        }
        const result = await ask(call, 'SEARCH_TOKENS', { page, query: queryOf(input) })
        if ('problem' in result) return result
        if (isRejection(result)) return refusalForRejection(result)
        const { token: rows, page: next } = result.response as SearchTokensResponse
        return okResponse<ResultPage<TokenListItemBody>>({
          rows,
          next: next?.after,
        })
      }),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/tokens/:token',
      purpose: 'Shows the masked details stored under a token, and its usage.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      async handle(call) {
        const result = await ask(call, 'RETRIEVE_TOKEN', {})
        if ('problem' in result) return result
        if (isRejection(result)) return refusalForRejection(result)
        return okResponse<TokenDetailsBody>(result.response as TokenDetailsBody)
      },
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/tokens/:token',
      purpose: 'Deletes a token.',
      access: { kind: 'MERCHANT', permission: 'CONFIGURE' },
      async handle(call) {
        const known = await ask(call, 'RETRIEVE_TOKEN', {})
        if ('problem' in known) return known
        if (isRejection(known)) return refusalForRejection(known)
        // Before it is gone: who asked for it is known also when we are cut off half-way.
        const [merchantId, deleted] = [pathId(call, 'merchantId'), pathId(call, 'token')]
        const line = { merchantId, action: 'TOKEN_DELETED', subject: { token: deleted } } as const
        await context.dependencies.audit.append({ ...line, ...callAuditStamp(call, context) })
        const result = await ask(call, 'DELETE_TOKEN', {})
        if ('problem' in result) return result
        return isRejection(result) ? refusalForRejection(result) : noContent
      },
    },
  ]
}

/** In the shape that the merchant's programs ask in. */
function queryOf(input: Omit<Infer<typeof searchRows>, 'after' | 'limit'>): JsonObject {
  const { token: name, status, type, scheme, expiryMonth, expiryYear } = input
  const expiry = {
    ...omitUndefined({ month: expiryMonth, year: expiryYear }),
  }
  const card = { ...(scheme && { scheme }), ...(Object.keys(expiry).length > 0 && { expiry }) }
  const sourceOfFunds = { ...(type && { type }), ...(Object.keys(card).length > 0 && { provided: { card } }) }
  return {
    ...omitUndefined({ token: name }),
    ...(status && { status }),
    ...(Object.keys(sourceOfFunds).length > 0 && { sourceOfFunds }),
  }
}
