// Returns the values of a session, masked.
import type { RetrievalRequest } from '../../contract/operations/payments/retrieve-transaction.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { describeSession } from './describe-session.ts'
import { findSession, unknownSession } from './find-session.ts'

export async function retrieveSession(
  _request: RetrievalRequest,
  call: Call,
  ports: Pick<Ports, 'sessions' | 'vault' | 'clock'>,
): Promise<OperationResult> {
  const { sessionId = '' } = call
  const session = await findSession(sessionId, call, ports)
  return session ? describeSession(sessionId, session, call, ports) : unknownSession()
}
