// RETRIEVE_TOKEN: what is stored under a token, masked, and how it has been used.
import { repositoryOfSubMerchant } from '../../contract/groups/token.ts'
import { operation } from '../../contract/operation.ts'
import { retrieveTokenRoute } from '../../contract/routes.ts'
import type { Infer } from '../../contract/row.ts'
import { retrievalRequest } from '../../payments/contract/retrieve-transaction.ts'
import { retrievedToken } from './token-response.ts'

const request50 = { ...retrievalRequest, subMerchant: repositoryOfSubMerchant }

/** RETRIEVE_TOKEN, by the first version each contract holds for. */
export const retrieveToken = operation({
  name: 'RETRIEVE_TOKEN',
  route: retrieveTokenRoute,
  versions: {
    15: { request: retrievalRequest, response: retrievedToken[15] },
    50: { request: request50, response: retrievedToken[15] },
    100: { request: request50, response: retrievedToken[100] },
  },
})

/** What the operation receives, in every version. */
export type RetrieveTokenRequest = Infer<typeof request50>
