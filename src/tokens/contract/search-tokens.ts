// SEARCH_TOKENS: the stored tokens that have all the requested values, a page at a time.
import { asciiText, digits, enumeration } from '../../contract/field-types.ts'
import { month } from '../../contract/format-types.ts'
import { correlationId, responseControls } from '../../contract/groups/call.ts'
import { ach, card50, directDebitCanada, giftCard30, providerA, token } from '../../contract/groups/source-of-funds.ts'
import { repositoryOfSubMerchant, sourceTypes15, tokenStatus } from '../../contract/groups/token.ts'
import { integer } from '../../contract/number-types.ts'
import { operation } from '../../contract/operation.ts'
import { searchTokensRoute } from '../../contract/routes.ts'
import {
  always,
  canonically,
  decided,
  group,
  type Infer,
  type InferResponse,
  inOrder,
  list,
  only,
  optional,
  type Row,
  type Rows,
  withDefault,
  without,
} from '../../contract/row.ts'
import { canonicalRetrievedToken, retrievedToken } from './token-response.ts'

/** The default page size, with or without the group around it. */
export const tokensPerPageDefault = 20

const after = decided('choices', asciiText(1, 200))
const page = decided('choices', group({ after, limit: withDefault(tokensPerPageDefault, integer(1, 100)) }))

/**
 * What a token may be found by. Account numbers are compared whole, never in part, and those of banks with what names
 * the bank.
 */
const searchable = {
  sourceOfFunds: group({
    provided: group({
      ach: group(only(ach.rows, 'bankAccountNumber', 'routingNumber')),
      card: group({ expiry: group({ month: month(), year: digits(2) }), ...only(card50.rows, 'number', 'scheme') }),
      directDebitCanada: group({
        bankAccountNumber: optional(directDebitCanada.rows.bankAccountNumber),
        financialInstitutionNumber: optional(directDebitCanada.rows.financialInstitutionNumber),
        transitNumber: optional(directDebitCanada.rows.transitNumber),
      }),
      giftCard: group(only(giftCard30.rows, 'number')),
      providerA: group({ billingAgreement: group(only(providerA.rows.billingAgreement.rows, 'id')) }),
    }),
    type: sourceTypes15,
  }),
  status: tokenStatus,
  token,
}

const query = decided('choices', group(withDottedNames(searchable)))

/**
 * Every field is known by its dotted name too, `sourceOfFunds.type` for one, and then moved to its place in the groups.
 */
function withDottedNames<R extends Rows>(rows: R): R {
  return inOrder({ ...rows, ...Object.fromEntries(dottedRows(rows, [])) })
}

function* dottedRows(rows: Rows, within: readonly string[]): Iterable<[string, Row]> {
  for (const [name, row] of Object.entries(rows)) {
    const path = [...within, name]
    if (row.kind === 'GROUP') yield* dottedRows(row.rows, path)
    else if (within.length > 0) yield [path.join('.'), canonically(`query.${path.join('.')}`, row)]
  }
}

const request15 = { correlationId, page, query, responseControls }
const request50 = { correlationId, page, query, responseControls, subMerchant: repositoryOfSubMerchant }

function responseOf<R extends Rows>(token: R) {
  return {
    correlationId,
    page: group({ after }),
    result: always(enumeration(['SUCCESS'])),
    token: always(list(group(token))),
  }
}

const ofTheResponse = ['correlationId', 'merchant', 'response', 'result'] as const
const response15 = responseOf(without(retrievedToken[15], ...ofTheResponse))
const response100 = responseOf(without(retrievedToken[100], ...ofTheResponse))

/** SEARCH_TOKENS, by the first version each contract holds for. */
export const searchTokens = operation({
  name: 'SEARCH_TOKENS',
  route: searchTokensRoute,
  versions: {
    15: { request: request15, response: response15 },
    50: { request: request50, response: response15 },
    100: { request: request50, response: response100 },
  },
})

/** Every version's rows at their canonical places: what the operation fills in. Never compiled. */
const canonicalResponse = responseOf(without(canonicalRetrievedToken, ...ofTheResponse))

/** What the operation receives, in every version. */
export type SearchTokensRequest = Infer<typeof request50>
export type SearchTokensResponse = InferResponse<typeof canonicalResponse>
