// Stored payment details, masked: finding, looking, deleting.
import { findOperation } from '../../../contract/catalogue.ts'
import { digits, enumeration, month } from '../../../contract/field-types.ts'
import { token } from '../../../contract/groups/source-of-funds.ts'
import { sourceTypes15, tokenStatus } from '../../../contract/groups/token.ts'
import { JsonNumber, type JsonObject } from '../../../contract/json/json.ts'
import { type OperationName, versions } from '../../../contract/operation.ts'
import type { SearchTokensAnswer } from '../../../contract/operations/tokens/search-tokens.ts'
import type { Infer } from '../../../contract/row.ts'
import { cardSchemes } from '../../../domain/card.ts'
import { isRejection, type Rejection } from '../../../domain/rejection.ts'
import type { Answered } from '../../../operations/call.ts'
import { answerRequest } from '../../api/answer-request.ts'
import { nothingHere } from '../access.ts'
import { byOf, type Desk, idOf } from '../context.ts'
import { pageOf, pageRows } from '../fields.ts'
import { withQuery } from '../read-fields.ts'
import { done, ok, refusalOf } from '../responses.ts'
import type { ConsoleCall, ConsoleRoute, Refusal } from '../route.ts'

const searchRows = {
  ...pageRows,
  token,
  status: tokenStatus,
  type: sourceTypes15,
  scheme: enumeration(cardSchemes),
  expiryMonth: month(),
  expiryYear: digits(2),
} as const

export function tokenServices(desk: Desk): readonly ConsoleRoute[] {
  const { ports } = desk

  /** As a merchant's program would ask, without a certificate: nothing comes unmasked. */
  async function ask(
    call: ConsoleCall,
    name: OperationName,
    body: JsonObject,
  ): Promise<Answered | Rejection | Refusal> {
    const access = await ports.store.findMerchant(idOf(call, 'merchantId'))
    const operation = findOperation(name)
    if (!access || !operation) return nothingHere
    const caller = { kind: 'caller', merchant: access.merchant, hasCertificate: false, isDevice: false } as const
    const { token: tokenId } = call.ids
    const ids = tokenId === undefined ? {} : { tokenId }
    return answerRequest({ caller, ids, operation, version: versions.newest, body }, ports)
  }

  return [
    {
      method: 'GET',
      path: '/merchants/:merchantId/tokens',
      purpose: 'Finds tokens by name, status, kind, scheme or expiry.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      handle: withQuery(searchRows, async ({ after, limit, ...given }, call) => {
        const page = { limit: new JsonNumber(String(pageOf({ limit }).limit)), ...(after !== undefined && { after }) }
        const result = await ask(call, 'SEARCH_TOKENS', { page, query: queryOf(given) })
        if ('problem' in result) return result
        if (isRejection(result)) return refusalOf(result)
        const { token: rows, page: next } = result.answer as SearchTokensAnswer
        return ok({ rows, ...(next?.after !== undefined && { next: next.after }) })
      }),
    },
    {
      method: 'GET',
      path: '/merchants/:merchantId/tokens/:token',
      purpose: 'Shows what is stored under a token, masked, and how it has been used.',
      access: { kind: 'MERCHANT', right: 'VIEW' },
      async handle(call) {
        const result = await ask(call, 'RETRIEVE_TOKEN', {})
        if ('problem' in result) return result
        return isRejection(result) ? refusalOf(result) : ok(result.answer)
      },
    },
    {
      method: 'DELETE',
      path: '/merchants/:merchantId/tokens/:token',
      purpose: 'Forgets what is stored under a token.',
      access: { kind: 'MERCHANT', right: 'CONFIGURE' },
      async handle(call) {
        const known = await ask(call, 'RETRIEVE_TOKEN', {})
        if ('problem' in known) return known
        if (isRejection(known)) return refusalOf(known)
        // Before it is gone: who asked for it is known also when we are cut off half-way.
        const [merchantId, deleted] = [idOf(call, 'merchantId'), idOf(call, 'token')]
        const line = { merchantId, action: 'TOKEN_DELETED', subject: { token: deleted } } as const
        await desk.ports.audit.append({ ...line, ...byOf(call, desk) })
        const result = await ask(call, 'DELETE_TOKEN', {})
        if ('problem' in result) return result
        return isRejection(result) ? refusalOf(result) : done
      },
    },
  ]
}

/** In the shape that the merchant's programs ask in. */
function queryOf(given: Omit<Infer<typeof searchRows>, 'after' | 'limit'>): JsonObject {
  const { token: name, status, type, scheme, expiryMonth, expiryYear } = given
  const expiry = {
    ...(expiryMonth !== undefined && { month: expiryMonth }),
    ...(expiryYear !== undefined && { year: expiryYear }),
  }
  const card = { ...(scheme && { scheme }), ...(Object.keys(expiry).length > 0 && { expiry }) }
  const sourceOfFunds = { ...(type && { type }), ...(Object.keys(card).length > 0 && { provided: { card } }) }
  return {
    ...(name !== undefined && { token: name }),
    ...(status && { status }),
    ...(Object.keys(sourceOfFunds).length > 0 && { sourceOfFunds }),
  }
}
