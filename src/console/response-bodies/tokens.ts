// What the console's services for tokens return: the API's own answers.
import type { SearchTokensResponse } from '../../tokens/contract/search-tokens.ts'
import type { RetrievedTokenResponse } from '../../tokens/contract/token-response.ts'

export type TokenListItemBody = SearchTokensResponse['token'][number]
export type TokenDetailsBody = RetrievedTokenResponse
