// CREATE_TOKEN: stores payment details under a token that the gateway names.
import { operation } from '../../contract/operation.ts'
import { createTokenRoute } from '../../contract/routes.ts'
import { without } from '../../contract/row.ts'
import { type CreateOrUpdateTokenRequest, tokenRequest, tokenRules } from './create-or-update-token.ts'
import { tokenResponse } from './token-response.ts'

const request15 = without(tokenRequest[15], 'token')
const request50 = without(tokenRequest[50], 'token')
const request100 = without(tokenRequest[100], 'token')

/** CREATE_TOKEN, by the first version each contract holds for. */
export const createToken = operation({
  name: 'CREATE_TOKEN',
  route: createTokenRoute,
  versions: {
    15: { request: request15, response: tokenResponse[15], rules: tokenRules },
    50: { request: request50, response: tokenResponse[15], rules: tokenRules },
    100: { request: request100, response: tokenResponse[100], rules: tokenRules },
  },
})

/** What the operation receives, in every version. */
export type CreateTokenRequest = Omit<CreateOrUpdateTokenRequest, 'token'>
