// Requests the scheme tokens that stored cards still wait for and links them, and gives up those that are no longer wanted.

import { schemeTokenSealContext } from '../../keys/index.ts'
import { backoffMs, countSettled, ignore, type OnError } from '../../platform/jobs/repeat.ts'
import type { TokenDependencies } from '../dependencies.ts'
import { openStoredCard } from '../operations/open-stored-card.ts'
import {
  askTokenService,
  keepProvisioned,
  refusedSchemeToken,
} from '../operations/scheme-tokens/obtain-scheme-token.ts'
import type { ClaimedToken, SchemeTokenReference } from '../ports/token-claims.ts'
import type { TokenService } from '../ports/token-service.ts'
import type { StoredSchemeToken, StoredToken } from '../ports/token-store.ts'

const batchSize = 50
/** No other process takes a claimed token for this long; longer than the service may take to answer. */
const leaseMs = 30_000

type ProvisionDependencies = Pick<
  TokenDependencies,
  'tokens' | 'tokenClaims' | 'tokenService' | 'vault' | 'audit' | 'clock' | 'timeouts'
>

/** Returns how many scheme tokens were linked. */
export async function provisionSchemeTokens(
  dependencies: ProvisionDependencies,
  onError: OnError = ignore,
): Promise<number> {
  if (!dependencies.tokenService) return 0
  const due = await dependencies.tokenClaims.claimProvisions({ limit: batchSize, leaseMs })
  const settled = await Promise.allSettled(due.map((claimed) => provision(claimed, dependencies)))
  return countSettled(settled, onError)
}

async function provision(claimed: ClaimedToken, dependencies: ProvisionDependencies): Promise<boolean> {
  const token = await dependencies.tokens.find(claimed)
  // A token that was deleted meanwhile has had its scheme token given up in the same commit.
  if (!token) return false
  const { schemeToken } = token
  if (schemeToken?.status !== 'PENDING') {
    await store(token, schemeToken, dependencies)
    return false
  }
  const { reference } = schemeToken
  const number = await openStoredCard(token, 'SCHEME_TOKEN', dependencies)
  // Name, address and contact were part of the request that stored the card, and are not stored.
  const question = { reference, number, expiry: token.expiry, cardholder: {} }
  const result = await askTokenService(question, dependencies)
  if (result.kind === 'NO_ANSWER') {
    await dependencies.tokenClaims.putOffProvision(token, backoffMs(claimed.attempts))
    return false
  }
  if (result.kind === 'REFUSED') {
    await store(token, refusedSchemeToken(reference, dependencies).schemeToken, dependencies)
    return false
  }
  const { clearNumber: _, ...facts } = keepProvisioned(result, dependencies).schemeToken
  return store(
    token,
    { ...facts, number: dependencies.vault.seal(result.number.open(), schemeTokenSealContext(token)) },
    dependencies,
  )
}

/**
 * False when the token has changed meanwhile: then it is due again for what it now waits for, or what it no longer
 * wants was given up in the commit of the change.
 */
async function store(
  token: StoredToken,
  schemeToken: StoredSchemeToken | undefined,
  { tokens, clock }: ProvisionDependencies,
): Promise<boolean> {
  const { schemeDueAt: _, schemeToken: __, ...rest } = token
  const changed = {
    ...rest,
    schemeToken,
    updateSource: 'GATEWAY',
    updatedAt: clock.now(),
  } as const
  return (await tokens.update(changed, { revision: token.revision })) === 'STORED'
}

type GiveUpDependencies = Pick<TokenDependencies, 'tokenClaims' | 'tokenService'>

/** Returns how many were acknowledged. */
export async function giveUpSchemeTokens(dependencies: GiveUpDependencies, onError: OnError = ignore): Promise<number> {
  const { tokenService, tokenClaims } = dependencies
  if (!tokenService) return 0
  const unwanted = await tokenClaims.claimUnwanted({ limit: batchSize, leaseMs })
  const settled = await Promise.allSettled(
    unwanted.map((schemeToken) => giveUp(schemeToken, tokenService, dependencies)),
  )
  return countSettled(settled, onError)
}

async function giveUp(
  schemeToken: SchemeTokenReference & { readonly attempts: number },
  tokenService: TokenService,
  { tokenClaims }: GiveUpDependencies,
): Promise<boolean> {
  const hasHeard = await tokenService.giveUp(schemeToken.reference)
  if (hasHeard) await tokenClaims.forgetUnwanted(schemeToken)
  else await tokenClaims.putOffUnwanted(schemeToken, backoffMs(schemeToken.attempts))
  return hasHeard
}
