// The response about a token, version by version: the token resource, and the outcome for the details that were sent.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { token } from '../../contract/groups/source-of-funds.ts'
import {
  replacementToken,
  repositoryId,
  schemeToken100,
  sourceOfFundsResponseOfToken15,
  sourceOfFundsResponseOfToken100,
  tokenResponseGroup,
  tokenStatus,
  usage15,
  usage100,
  verificationStrategy,
} from '../../contract/groups/token.ts'
import { results } from '../../contract/groups/values.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { always, group, type InferResponse } from '../../contract/row.ts'

const merchant = always(merchantIdRow)
const result = always(enumeration(results))

// The token itself may be missing: details that fail their verification are not stored. The status is there even then.
const response15 = {
  correlationId,
  merchant,
  repositoryId: always(repositoryId),
  response: always(tokenResponseGroup),
  result,
  sourceOfFunds: sourceOfFundsResponseOfToken15,
  status: always(tokenStatus),
  token,
  usage: usage15,
  verificationStrategy,
}

const response100 = {
  correlationId,
  merchant,
  replacementToken,
  repositoryId: always(repositoryId),
  response: always(tokenResponseGroup),
  result,
  schemeToken: schemeToken100,
  sourceOfFunds: sourceOfFundsResponseOfToken100,
  status: always(tokenStatus),
  token,
  usage: usage100,
  verificationStrategy,
}

/** The rows of a response about a token; each number is the first version that has them. */
export const tokenResponse = { 15: response15, 100: response100 } as const

/** The same about an existing token: it has its id, and the outcome of its verification if one was made. */
export const retrievedToken = {
  15: { ...response15, response: tokenResponseGroup, token: always(token) },
  100: { ...response100, response: tokenResponseGroup, token: always(token) },
} as const

const { provided } = response100.sourceOfFunds.rows
const { nameOnCard } = response15.sourceOfFunds.rows.provided.rows.card.rows

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalTokenResponse = {
  ...response100,
  sourceOfFunds: group({
    ...response100.sourceOfFunds.rows,
    provided: group({ ...provided.rows, card: group({ ...provided.rows.card.rows, nameOnCard }) }),
  }),
}

export const canonicalRetrievedToken = {
  ...canonicalTokenResponse,
  response: tokenResponseGroup,
  token: always(token),
}

export type TokenResponse = InferResponse<typeof canonicalTokenResponse>
export type RetrievedTokenResponse = InferResponse<typeof canonicalRetrievedToken>
