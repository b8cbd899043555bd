// The answer about a token, version by version: the token resource, and the outcome for the details that were sent.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { token } from '../../contract/groups/source-of-funds.ts'
import {
  replacementToken,
  repositoryId,
  schemeToken100,
  sourceOfFundsAnswerOfToken15,
  sourceOfFundsAnswerOfToken100,
  tokenResponse,
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
const answer15 = {
  correlationId,
  merchant,
  repositoryId: always(repositoryId),
  response: always(tokenResponse),
  result,
  sourceOfFunds: sourceOfFundsAnswerOfToken15,
  status: always(tokenStatus),
  token,
  usage: usage15,
  verificationStrategy,
}

const answer100 = {
  correlationId,
  merchant,
  replacementToken,
  repositoryId: always(repositoryId),
  response: always(tokenResponse),
  result,
  schemeToken: schemeToken100,
  sourceOfFunds: sourceOfFundsAnswerOfToken100,
  status: always(tokenStatus),
  token,
  usage: usage100,
  verificationStrategy,
}

/** The rows of an answer about a token; each number is the first version that has them. */
export const tokenAnswer = { 15: answer15, 100: answer100 } as const

/** The same about an existing token: it has its id, and the outcome of its verification if one was made. */
export const retrievedToken = {
  15: { ...answer15, response: tokenResponse, token: always(token) },
  100: { ...answer100, response: tokenResponse, token: always(token) },
} as const

const { provided } = answer100.sourceOfFunds.rows
const { nameOnCard } = answer15.sourceOfFunds.rows.provided.rows.card.rows

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalTokenAnswer = {
  ...answer100,
  sourceOfFunds: group({
    ...answer100.sourceOfFunds.rows,
    provided: group({ ...provided.rows, card: group({ ...provided.rows.card.rows, nameOnCard }) }),
  }),
}

export const canonicalRetrievedToken = {
  ...canonicalTokenAnswer,
  response: tokenResponse,
  token: always(token),
}

export type TokenResponse = InferResponse<typeof canonicalTokenAnswer>
export type RetrievedTokenResponse = InferResponse<typeof canonicalRetrievedToken>
