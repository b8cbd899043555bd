// The identity of a request on the wire: made by the adapters that need one before an attempt is recorded.
import { withTimeout } from '../../concurrency/with-timeout.ts'
import type { Acquirer, AcquirerRequest, Preparation, WireIdentity } from '../../ports/acquirers/acquirer.ts'

/** In the place of an identity that could not be made: nothing was sent, which is also true after a crash. */
const notPrepared = 'notPrepared'

/** Undefined for adapters that need none. What fails has sent nothing. */
export async function prepareRequest(
  acquirer: Acquirer,
  question: () => AcquirerRequest,
  timeoutMs: number,
): Promise<Preparation | undefined> {
  if (!acquirer.prepare) return undefined
  const notSent = (why: string) => ({ kind: 'notSent' as const, why })
  try {
    return await withTimeout(acquirer.prepare(question()), {
      timeoutMs,
      onTimeout: () => notSent('the request could not be prepared in time'),
    })
  } catch (error) {
    return notSent(`the request could not be prepared: ${(error as Error).message}`)
  }
}

/** What is recorded of it. */
export function recordedWire(preparation: Preparation | undefined): { readonly wire?: WireIdentity } {
  if (!preparation) return {}
  return { wire: preparation.kind === 'prepared' ? preparation.wire : { [notPrepared]: preparation.why } }
}

/** Why nothing can have been sent under it, if so. */
export function reasonNeverSent(wire: WireIdentity | undefined): string | undefined {
  return wire?.[notPrepared]
}
