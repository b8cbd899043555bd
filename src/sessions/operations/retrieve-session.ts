// Returns the values of a session, masked.

import { onlyPaths } from '../../contract/session-authors.ts'
import type { Values } from '../../kernel/values.ts'
import {
  type Call,
  type OperationResponse,
  type OperationResult,
  type RetrievalRequest,
  unmaskAccounts,
} from '../../payments/index.ts'
import type { SessionResponse } from '../contract/session-response.ts'
import type { SessionDependencies } from '../dependencies.ts'
import { findSession, unknownSession } from './find-session.ts'
import type { TrustedSession } from './session-authors.ts'
import { openCodes, readSecrets, sealContextOf, withValueAt } from './session-secrets.ts'

export async function retrieveSession(
  _request: RetrievalRequest,
  call: Call,
  dependencies: Pick<SessionDependencies, 'sessions' | 'vault' | 'clock'>,
): Promise<OperationResult> {
  const { sessionId = '' } = call
  const session = await findSession(sessionId, call, dependencies)
  return session ? describeSession(sessionId, session, call, dependencies) : unknownSession()
}

const securityCode = 'sourceOfFunds.provided.card.securityCode'

/** Describes a session for answers: its values, masked, and whether it contains a security code. */
export function describeSession(
  sessionId: string,
  session: TrustedSession,
  { isDevice = false }: Pick<Call, 'isDevice'>,
  { vault }: Pick<SessionDependencies, 'vault'>,
): OperationResponse<SessionResponse> {
  const description = {
    merchant: session.merchantId,
    result: 'SUCCESS' as const,
    session: {
      id: sessionId,
      updateStatus: session.updateStatus,
      version: session.version,
      authenticationLimit: session.authenticationLimit,
    },
  }
  const shown = withMaskedCode(session.content, openCodes(sessionId, session, vault))
  // A payer's device sees what a payer has entered, and nothing that the merchant has set.
  const held = isDevice ? onlyPaths(shown, (path) => session.authors[path] === 'PAYER') : shown
  const response: SessionResponse = { ...held, ...description }
  const { accounts } = session
  return {
    kind: 'ANSWERED',
    isFirst: false,
    response,
    reveal:
      accounts &&
      (async () => {
        const clear = readSecrets(await vault.open(accounts, sealContextOf(session, 'accounts')))
        return unmaskAccounts(response, new Map(clear.map(([path, , number]) => [path, number]))) as SessionResponse
      }),
  }
}

function withMaskedCode(content: Values, codes: ReturnType<typeof openCodes>): Values {
  const [, , code] = codes.find(([path]) => path === securityCode) ?? []
  return code === undefined ? content : withValueAt(content, securityCode, 'x'.repeat(code.length))
}
