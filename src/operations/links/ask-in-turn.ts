// Asks the acquirer of an attempt and, as long as each certainly did not receive the request, those of the routes after it.
// Silence is never a reason to ask another: the first may have moved the money.

import { noAnswer, replyWithin } from '../../concurrency/with-timeout.ts'
import type { FailedRoute } from '../../domain/merchants/merchant.ts'
import { linkRevisionOf } from '../../domain/merchants/merchant.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import type { AcquirerReply, AcquirerRequest, RequestIdentity, SendDeadline } from '../../ports/acquirers/acquirer.ts'
import type { Attempt } from '../../ports/payments/transactions.ts'
import type { Ports } from '../call.ts'
import { recordedLink } from '../payments/build-attempt.ts'
import type { ResolvedLink } from '../payments/resolve-link.ts'
import { prepareRequest, reasonNeverSent, recordedWire } from './wire-identity.ts'

interface Asking {
  readonly ask: (identity: RequestIdentity) => AcquirerRequest
  /** The attempt's own link, then the alternatives. */
  readonly links: readonly [ResolvedLink, ...ResolvedLink[]]
  readonly terms: SendDeadline
}

/** The reply, and the attempt as it is recorded: with the link and the reference of the reply. */
export async function askInTurn(
  attempt: Attempt,
  { ask, links: [link, ...alternatives], terms }: Asking,
  ports: Pick<Ports, 'store' | 'identifiers' | 'timeouts'>,
): Promise<{ readonly reply: AcquirerReply; readonly attempt: Attempt }> {
  // All of them share one deadline, and nothing is sent after it.
  const until = performance.now() + ports.timeouts.acquirerTimeoutMs
  const ownTerms = { sendBefore: Math.min(terms.sendBefore, until) }
  const replyOf = (askedAttempt: Attempt, resolved: ResolvedLink): Promise<AcquirerReply> => {
    const why = reasonNeverSent(askedAttempt.wire)
    if (why !== undefined) return Promise.resolve({ kind: 'notSent', why })
    const reply = resolved.acquirer.ask(ask(identityOf(askedAttempt, resolved)), ownTerms)
    return replyWithin(reply, { timeoutMs: Math.max(until - performance.now(), 0), silence: noAnswer })
  }

  let current = attempt
  let reply = await replyOf(current, link)
  for (const next of alternatives) {
    if (reply.kind !== 'notSent' || performance.now() >= ownTerms.sendBefore) break
    const unprepared = reroute(current, next, reply.why, ports)
    const question = () => ask(identityOf(unprepared, next))
    const preparation = await prepareRequest(next.acquirer, question, Math.max(until - performance.now(), 0))
    const rerouted = { ...unprepared, ...recordedWire(preparation) }
    // Only what is recorded may be asked. The request was not sent, so that a failure is a definite one.
    if (!(await ports.store.rerouteAttempt(rerouted).catch(() => false))) break
    current = rerouted
    reply = await replyOf(current, next)
  }
  return { reply, attempt: current }
}

type IdentifiedAttempt = Pick<Attempt, 'acquirerReference' | 'wire' | 'key'> & {
  readonly link: Pick<Attempt['link'], 'orderReference'>
}

/** Which request it is to the acquirer of a link. */
export function identityOf(
  { acquirerReference: reference, wire, key, link: { orderReference: initialReference } }: IdentifiedAttempt,
  { acquirerMerchantId, terminals }: Pick<ResolvedLink, 'acquirerMerchantId' | 'terminals'>,
): RequestIdentity {
  return { reference, acquirerMerchantId, key, ...omitUndefined({ terminals, wire, initialReference }) }
}

function reroute(
  attempt: Attempt,
  next: ResolvedLink,
  why: string,
  { identifiers }: Pick<Ports, 'identifiers'>,
): Attempt {
  const { link, acquirerReference: reference, wire: _, ...rest } = attempt
  const failed: FailedRoute = {
    ...linkRevisionOf(link),
    ...{ acquirerMerchantId: link.acquirerMerchantId, reference, why: why.slice(0, whyLengthMax) },
  }
  return {
    ...rest,
    link: { ...recordedLink(next), failedOver: [...(link.failedOver ?? []), failed] },
    acquirerReference: identifiers.acquirerReference(),
  }
}

/** The stored part of an adapter's explanation. */
const whyLengthMax = 200
