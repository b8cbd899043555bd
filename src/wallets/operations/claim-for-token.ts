// A wallet's payload whose account is stored under a token.

import type { Rejection } from '../../kernel/rejection.ts'
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import type { Call } from '../../payments/call.ts'
import type { UsablePayload } from '../../payments/ports/wallet-payloads.ts'
import type { WalletDependencies } from '../dependencies.ts'
import { claimPayload } from './open-device-payment.ts'

interface TokenToSave {
  readonly call: Call
  readonly repository: TokenRepository
  /** The token that the path names. */
  readonly name: string | undefined
  readonly details: { readonly payload?: UsablePayload | undefined }
}

/** A request without the token's id is a new one each time: it would store the account under another id. */
export async function claimForToken(
  { call, repository, name, details: { payload } }: TokenToSave,
  ports: Pick<WalletDependencies, 'usedPayloads' | 'identifiers' | 'sessions'>,
): Promise<Rejection | undefined> {
  if (!payload) return undefined
  const token = name ?? `new ${ports.identifiers.attemptId()}`
  const used = await claimPayload(payload, { kind: 'TOKEN', repositoryId: repository.id, token }, call, ports)
  const { usedSession, merchant } = call
  if (!used && usedSession) await ports.sessions.deleteCodes({ merchantId: merchant.id, hash: usedSession.hash })
  return used
}
