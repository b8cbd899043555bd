// The scheme token that a saved card is stored with: the one that came with it, the one it has, or a new one.

import type { Rejection } from '../../../kernel/rejection.ts'
import type { TokenRepository } from '../../../merchants/index.ts'
import type { CreateOrUpdateTokenRequest } from '../../contract/create-or-update-token.ts'
import type { Cardholder } from '../../ports/token-service.ts'
import type { StoredToken } from '../../ports/token-store.ts'
import type { DetailsToVerify } from '../verify-details.ts'
import {
  notConfigured,
  obtainSchemeToken,
  type SchemeTokenDependencies,
  type SchemeTokenToKeep,
} from './obtain-scheme-token.ts'

interface SchemeTokenContext {
  readonly request: CreateOrUpdateTokenRequest
  readonly repository: TokenRepository
  readonly checked: DetailsToVerify
  /** The token that is changed. */
  readonly existingToken: StoredToken | undefined
  /** It contains the account already. */
  readonly isSameAccount: boolean
}

export async function resolveSchemeTokenToKeep(
  { request, repository, checked, existingToken, isSameAccount }: SchemeTokenContext,
  dependencies: SchemeTokenDependencies,
): Promise<SchemeTokenToKeep | undefined | Rejection> {
  const { kind, isDeviceNumber, pushed, expiry } = checked
  if (kind !== 'CARD' || isDeviceNumber) return undefined
  if (pushed) return pushed
  const existingSchemeToken = existingToken?.schemeToken
  const isKept =
    isSameAccount && (existingSchemeToken?.status === 'ACTIVE' || existingSchemeToken?.status === 'SUSPENDED')
  if (isKept && existingSchemeToken) return { schemeToken: existingSchemeToken }
  // Nothing is opened for a repository without scheme tokens.
  if (!repository.hasSchemeTokens && request.schemeTokenProvisioningMode === 'SYNCHRONOUS') return notConfigured()
  if (!repository.hasSchemeTokens) return isSameAccount ? heldAndDue(existingToken) : undefined
  const { number } = await checked.account()
  return obtainSchemeToken(
    {
      repository,
      mode: request.schemeTokenProvisioningMode,
      card: { number, expiry },
      cardholder: cardholderOf(request),
      existingSchemeToken,
      isSameAccount,
    },
    dependencies,
  )
}

function heldAndDue(existingToken: StoredToken | undefined): SchemeTokenToKeep | undefined {
  const { schemeToken, schemeDueAt } = existingToken ?? {}
  return schemeToken && { schemeToken, dueAt: schemeDueAt }
}

/** Sent to the token service and not stored. */
function cardholderOf({ billing, customer, device, sourceOfFunds }: CreateOrUpdateTokenRequest): Cardholder {
  const { nameOnCard } = sourceOfFunds?.provided?.card ?? {}
  return {
    nameOnCard,
    billing,
    customer,
    ipAddress: device?.ipAddress,
  }
}
