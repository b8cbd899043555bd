// CREATE_SESSION: an empty session, to be filled from the payer's browser or by the merchant.
import { correlationId } from '../../contract/groups/call.ts'
import { sessionToCreate50 } from '../../contract/groups/session.ts'
import { operation } from '../../contract/operation.ts'
import { createSessionRoute } from '../../contract/routes.ts'
import type { Infer } from '../../contract/row.ts'
import { createdSessionResponse } from './session-response.ts'

const request15 = { correlationId }
const request50 = { correlationId, session: sessionToCreate50 }

/** CREATE_SESSION, by the first version each contract holds for. */
export const createSession = operation({
  name: 'CREATE_SESSION',
  route: createSessionRoute,
  versions: {
    15: { request: request15, response: createdSessionResponse[15] },
    50: { request: request50, response: createdSessionResponse[50] },
  },
})

/** What the operation receives, in every version. */
export type CreateSessionRequest = Infer<typeof request50>
