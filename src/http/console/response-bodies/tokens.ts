// What the console's services for tokens return: the API's own answers.
import type { SearchTokensResponse } from '../../../contract/operations/tokens/search-tokens.ts'
import type { RetrievedTokenResponse } from '../../../contract/operations/tokens/token-response.ts'

export type TokenListItemBody = SearchTokensResponse['token'][number]
export type TokenDetailsBody = RetrievedTokenResponse
