// Fetches a card that its issuer has pushed to the gateway, with its scheme token.

import type { Expiry } from '../../../kernel/instrument.ts'
import { type Rejection, reject } from '../../../kernel/rejection.ts'
import type { Secret } from '../../../kernel/secret.ts'
import { noAnswer, responseWithin } from '../../../platform/concurrency/with-timeout.ts'
import {
  giveUpSchemeToken,
  keepProvisioned,
  linkWithinMs,
  type SchemeTokenPorts,
  type SchemeTokenToKeep,
} from './obtain-scheme-token.ts'
import { newSchemeTokenReference } from './scheme-token-reference.ts'

export interface PushedCard {
  readonly card: { readonly number: Secret; readonly expiry: Expiry }
  readonly keep: SchemeTokenToKeep
}

const field = 'sourceOfFunds.schemeTokenProvisioningIdentifier'

/** The repository is the one that the token will be stored in. */
export async function fetchPushedCard(
  { identifier, repositoryId }: { readonly identifier: string; readonly repositoryId: string },
  ports: SchemeTokenPorts,
): Promise<PushedCard | Rejection> {
  const { tokenService, tokenClaims, timeouts } = ports
  if (!tokenService) return notFetched('is not available')
  const reference = newSchemeTokenReference(repositoryId, ports)
  await tokenClaims.giveUpUnlessKept(reference, linkWithinMs)
  const result = await responseWithin(tokenService.fetchPushed(identifier, reference.reference), {
    timeoutMs: timeouts.serviceWaitMs,
    silence: noAnswer,
  })
  if (result.kind === 'PUSHED') return { card: result.card, keep: keepProvisioned(result, ports) }
  await giveUpSchemeToken(reference.reference, ports)
  return notFetched(result.kind === 'UNKNOWN' ? 'does not know this identifier' : 'did not respond in time')
}

function notFetched(why: string): Rejection {
  return reject('SCHEME_TOKEN_NOT_OBTAINED', `No token was stored: the token service of the card scheme ${why}.`, {
    field,
  })
}
