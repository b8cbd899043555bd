// UPDATE_SESSION: puts values into a session, over the ones it has.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId, responseControls } from '../../contract/groups/call.ts'
import { sessionLock } from '../../contract/groups/session.ts'
import { operation } from '../../contract/operation.ts'
import { updateSessionRoute } from '../../contract/routes.ts'
import { decided, type Infer, inOrder, transient } from '../../contract/row.ts'
import { cardNumberPlausible, customDataWithoutCardNumber } from '../../contract/rules/instruments.ts'
import { sessionResponse } from './session-response.ts'
import { canonicalSessionValues, sessionValues } from './session-values.ts'

const ofTheCall = { correlationId, responseControls, session: sessionLock }

// Devices name the operation up to version 49, and some clients in every version, although nothing else could be meant.
const apiOperation = transient(decided('choices', enumeration(['UPDATE_PAYER_DATA', 'UPDATE_SESSION'])))

const request15 = inOrder({ ...sessionValues[15], ...ofTheCall, apiOperation })
const request50 = inOrder({ ...sessionValues[50], ...ofTheCall, apiOperation })
const request100 = inOrder({ ...sessionValues[100], ...ofTheCall, apiOperation })

// Only what no later update could put right.
const rules = [cardNumberPlausible, customDataWithoutCardNumber] as const

/** UPDATE_SESSION, by the first version each contract holds for. */
export const updateSession = operation({
  name: 'UPDATE_SESSION',
  route: updateSessionRoute,
  versions: {
    15: { request: request15, response: sessionResponse[15], rules },
    30: { request: request15, response: sessionResponse[30], rules },
    50: { request: request50, response: sessionResponse[50], rules },
    100: { request: request100, response: sessionResponse[100], rules },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...canonicalSessionValues, ...ofTheCall }

/** What the operation receives, in every version. */
export type UpdateSessionRequest = Infer<typeof canonicalRequest>
