// Returns the values of a session, masked.

import type { Call, OperationResult } from '../../payments/call.ts'
import type { RetrievalRequest } from '../../payments/contract/retrieve-transaction.ts'
import type { SessionDependencies } from '../dependencies.ts'
import { describeSession } from './describe-session.ts'
import { findSession, unknownSession } from './find-session.ts'

export async function retrieveSession(
  _request: RetrievalRequest,
  call: Call,
  ports: Pick<SessionDependencies, 'sessions' | 'vault' | 'clock'>,
): Promise<OperationResult> {
  const { sessionId = '' } = call
  const session = await findSession(sessionId, call, ports)
  return session ? describeSession(sessionId, session, call, ports) : unknownSession()
}
