// Informs the token service which scheme tokens are no longer wanted, with retries until it acknowledges.
import { backoffMs, countSettled, ignore, type OnError } from '../../platform/jobs/repeat.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { SchemeTokenReference } from '../ports/token-claims.ts'
import type { TokenService } from '../ports/token-service.ts'

const batchSize = 50
const leaseMs = 30_000

type GiveUpPorts = Pick<TokenDependencies, 'tokenClaims' | 'tokenService'>

/** Returns how many were acknowledged. */
export async function giveUpSchemeTokens(ports: GiveUpPorts, onError: OnError = ignore): Promise<number> {
  const { tokenService, tokenClaims } = ports
  if (!tokenService) return 0
  const unwanted = await tokenClaims.claimUnwanted({ limit: batchSize, leaseMs })
  const settled = await Promise.allSettled(unwanted.map((schemeToken) => giveUp(schemeToken, tokenService, ports)))
  return countSettled(settled, onError)
}

async function giveUp(
  schemeToken: SchemeTokenReference & { readonly attempts: number },
  tokenService: TokenService,
  { tokenClaims }: GiveUpPorts,
): Promise<boolean> {
  const hasHeard = await tokenService.giveUp(schemeToken.reference)
  if (hasHeard) await tokenClaims.forgetUnwanted(schemeToken)
  else await tokenClaims.putOffUnwanted(schemeToken, backoffMs(schemeToken.attempts))
  return hasHeard
}
