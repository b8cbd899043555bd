// DELETE_TOKEN: deletes what is stored under a token. Existing transactions keep its id.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { repositoryOfSubMerchant } from '../../contract/groups/token.ts'
import { operation } from '../../contract/operation.ts'
import { deleteTokenRoute } from '../../contract/routes.ts'
import { always, type Infer, type InferResponse } from '../../contract/row.ts'

// As query parameters: a DELETE has no body.
const request15 = { correlationId }
const request50 = { correlationId, subMerchant: repositoryOfSubMerchant }

const response = { correlationId, result: always(enumeration(['SUCCESS'])) }

/** DELETE_TOKEN, by the first version each contract holds for. */
export const deleteToken = operation({
  name: 'DELETE_TOKEN',
  route: deleteTokenRoute,
  versions: {
    15: { request: request15, response },
    50: { request: request50, response },
  },
})

/** What the operation receives, in every version. */
export type DeleteTokenRequest = Infer<typeof request50>
export type DeleteTokenResponse = InferResponse<typeof response>
