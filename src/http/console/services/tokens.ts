// Stored payment details, masked: finding, looking, deleting.

import { findOperation } from '../../../contract/catalogue.ts'
import { digits, enumeration, month } from '../../../contract/field-types.ts'
import { token } from '../../../contract/groups/source-of-funds.ts'
import { sourceTypes15, tokenStatus } from '../../../contract/groups/token.ts'
import { JsonNumber, type JsonObject } from '../../../contract/json/json.ts'
import { contractFor, type OperationName, versions } from '../../../contract/operation.ts'
import type { SearchTokensResponse } from '../../../contract/operations/tokens/search-tokens.ts'
import type { Infer } from '../../../contract/row.ts'
import { cardSchemes } from '../../../domain/card.ts'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import { isRejection, type Rejection } from '../../../domain/rejection.ts'
import type { OperationResponse } from '../../../operations/call.ts'
import type { ResultPage } from '../../../ports/search/search.ts'
import { handleRequest } from '../../api/handle-request.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../context.ts'
import { pageQueryOf, pageRows } from '../fields.ts'
import { withQuery } from '../read-fields.ts'
import type { TokenDetailsBody, TokenListItemBody } from '../response-bodies/tokens.ts'
import { noContent, okResponse, refusalForRejection } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleRoute } from '../route.ts'

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
  const { ports } = context

  /** As a merchant's program would ask, without a certificate: nothing comes unmasked. */
  async function ask(
    call: ConsoleCall,
    name: OperationName,
    body: JsonObject,
  ): Promise<OperationResponse | Rejection | ConsoleRefusal> {
    const access = await ports.store.findMerchant(pathId(call, 'merchantId'))
    const operation = findOperation(name)
    if (!access || !operation) return pathNotFound
    const caller = { kind: 'caller', merchant: access.merchant, hasCertificate: false, isDevice: false } as const
    const { token: tokenId } = call.ids
    const ids = tokenId === undefined ? {} : { tokenId }
    const version = versions.newest
    return handleRequest({ caller, ids, operation, version, contract: contractFor(operation, version), body }, ports)
  }

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/tokens',
      purpose: 'Finds tokens by name, status, kind, scheme or expiry.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      handle: withQuery(searchRows, async ({ after, limit, ...input }, call) => {
        const page = {
          limit: new JsonNumber(String(pageQueryOf({ limit }).limit)),
          ...omitUndefined({ after }),
        }
        const result = await ask(call, 'SEARCH_TOKENS', { page, query: queryOf(input) })
        if ('problem' in result) return result
        if (isRejection(result)) return refusalForRejection(result)
        const { token: rows, page: next } = result.answer as SearchTokensResponse
        return okResponse<ResultPage<TokenListItemBody>>({
          rows,
          ...omitUndefined({ next: next?.after }),
        })
      }),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/tokens/:token',
      purpose: 'Shows the masked details stored under a token, and its usage.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      async handle(call) {
        const result = await ask(call, 'RETRIEVE_TOKEN', {})
        if ('problem' in result) return result
        if (isRejection(result)) return refusalForRejection(result)
        return okResponse<TokenDetailsBody>(result.answer as TokenDetailsBody)
      },
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/tokens/:token',
      purpose: 'Deletes a token.',
      access: { kind: 'MERCHANT', right: 'CONFIGURE' },
      async handle(call) {
        const known = await ask(call, 'RETRIEVE_TOKEN', {})
        if ('problem' in known) return known
        if (isRejection(known)) return refusalForRejection(known)
        // Before it is gone: who asked for it is known also when we are cut off half-way.
        const [merchantId, deleted] = [pathId(call, 'merchantId'), pathId(call, 'token')]
        const line = { merchantId, action: 'TOKEN_DELETED', subject: { token: deleted } } as const
        await context.ports.audit.append({ ...line, ...callAuditStamp(call, context) })
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
