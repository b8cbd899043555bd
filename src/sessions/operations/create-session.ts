// Creates an empty session, to be filled from the payer's browser or by the merchant.

import type { Values } from '../../kernel/values.ts'
import { type Call, notificationUrlOf, type OperationResult, sealSessionUrl } from '../../payments/index.ts'
import type { CreateSessionRequest } from '../contract/create-session.ts'
import type { SessionDependencies } from '../dependencies.ts'
import type { StoredSession } from '../ports/session-store.ts'
import { defaultAuthenticationLimit, firstSessionVersion, plainSessionEnd } from '../rules/session.ts'
import { sealAccountsOf, sealCodesOf, sealContextOf, splitSecrets } from './session-secrets.ts'

export async function createSession(
  request: CreateSessionRequest,
  call: Call,
  dependencies: Pick<SessionDependencies, 'sessions' | 'vault' | 'identifiers' | 'clock'>,
): Promise<OperationResult> {
  const createdAt = dependencies.clock.expiryTime()
  const authenticationLimit = request.session?.authenticationLimit ?? defaultAuthenticationLimit
  const aes256Key = dependencies.identifiers.sessionKey()
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
    dependencies,
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

type NewSession = Pick<StoredSession, 'kind' | 'updateStatus' | 'authenticationLimit' | 'createdAt' | 'expiresAt'> & {
  readonly values: Values
  /** Returned once and never again, but needed later by the hosted pages. */
  readonly pageSecrets: object
}

/** The session as the response to its creation describes it. */
interface OpenedSession {
  readonly id: string
  readonly updateStatus: StoredSession['updateStatus']
  readonly version: string
}

/** Creates and stores a session: shared by all operations that create one. */
export async function openSession(
  { values, pageSecrets, ...newSession }: NewSession,
  { merchant, version, isDevice = false }: Pick<Call, 'merchant' | 'version' | 'isDevice'>,
  { sessions, vault, identifiers }: Pick<SessionDependencies, 'sessions' | 'vault' | 'identifiers'>,
): Promise<OpenedSession> {
  const id = identifiers.sessionId()
  const owner = { merchantId: merchant.id, hash: vault.keyedHash('SESSION', id) }
  const { content, accounts, codes } = splitSecrets(values)
  const sealedAccounts = sealAccountsOf(owner, accounts, vault)
  const sealedCodes = sealCodesOf(id, codes, vault)
  const url = isDevice ? undefined : notificationUrlOf(content)
  const session: StoredSession = {
    ...owner,
    ...newSession,
    version: firstSessionVersion(identifiers.sessionVersionHead()),
    createdInVersion: version,
    isPublic: isDevice,
    isMerchantKnown: !isDevice,
    isMerchantUpdateRefused: false,
    deviceCalls: 0,
    authors: {},
    notificationUrlSeal: url === undefined ? undefined : sealSessionUrl({ ...owner, url }, vault),
    content,
    accounts: sealedAccounts,
    pageSecrets: vault.seal(JSON.stringify(pageSecrets), sealContextOf(owner, 'told')),
    codes: sealedCodes,
    updatedAt: newSession.createdAt,
  }
  await sessions.create(
    session,
    codes.map(([path]) => path),
  )
  return { id, updateStatus: session.updateStatus, version: session.version }
}
