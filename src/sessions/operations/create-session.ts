// Creates an empty session, to be filled from the payer's browser or by the merchant.

import type { Call, OperationResult } from '../../payments/call.ts'
import type { CreateSessionRequest } from '../contract/create-session.ts'
import type { SessionDependencies } from '../dependencies.ts'
import { defaultAuthenticationLimit, plainSessionEnd } from '../rules/session.ts'
import { openSession } from './open-session.ts'

export async function createSession(
  request: CreateSessionRequest,
  call: Call,
  ports: Pick<SessionDependencies, 'sessions' | 'vault' | 'identifiers' | 'clock'>,
): Promise<OperationResult> {
  const createdAt = ports.clock.expiryTime()
  const authenticationLimit = request.session?.authenticationLimit ?? defaultAuthenticationLimit
  const aes256Key = ports.identifiers.sessionKey()
  const session = await openSession(
    {
      kind: 'PLAIN',
      updateStatus: 'NO_UPDATE',
      authenticationLimit,
      createdAt,
      expiresAt: plainSessionEnd({ createdAt, now: createdAt }),
      values: {},
      pageSecrets: { aes256Key },
    },
    call,
    ports,
  )
  return {
    kind: 'ANSWERED',
    isFirst: true,
    response: {
      merchant: call.merchant.id,
      result: 'SUCCESS',
      session: { ...session, aes256Key, authenticationLimit },
    },
  }
}
