// Whether an acquirer link is taken as down, and how it stands on its page and in the list. Failures in a row arouse suspicion;
// only the adapter's own check takes a link down, and only that or a response of the acquirer brings it up again. Declines are
// responses.

/**
 * - RESPONSE: the acquirer responded to a request, whatever the response.
 * - FAILURE: a request was not sent, or got no response.
 * - REACHABLE, UNREACHABLE: the result of a check.
 */
export type LinkSign = 'RESPONSE' | 'FAILURE' | 'REACHABLE' | 'UNREACHABLE'

/** SUSPECT: payments are still sent while the link is being checked. */
export interface LinkHealth {
  readonly state: 'UP' | 'SUSPECT' | 'DOWN'
  /** Failures since the last response. */
  readonly failures: number
}

export const healthy: LinkHealth = { state: 'UP', failures: 0 }

export function nextHealth({ state, failures }: LinkHealth, sign: LinkSign, failuresMax: number): LinkHealth {
  switch (sign) {
    case 'RESPONSE':
    case 'REACHABLE':
      return healthy
    case 'UNREACHABLE':
      return { state: state === 'UP' ? 'UP' : 'DOWN', failures }
    case 'FAILURE': {
      const isSuspect = state === 'UP' && failures + 1 >= failuresMax
      return { state: isSuspect ? 'SUSPECT' : state, failures: failures + 1 }
    }
  }
}

/** Kinds of responses to requests, inquiries, reversals and the closing of batches that show a failure. */
const failureKinds: ReadonlySet<string> = new Set(['NOT_SENT', 'NO_ANSWER'])

/** Undefined for what is said of a batch before the acquirer is asked. */
export function signOfResult({ kind }: { readonly kind: string }): LinkSign | undefined {
  if (kind === 'IN_FLIGHT') return undefined
  return failureKinds.has(kind) ? 'FAILURE' : 'RESPONSE'
}

const shortestRestMs = 1_000
const longestRestMs = 15_000

/** How long to wait before the next check, by the number of failed ones. */
export function restBeforeCheckMs(checksFailed: number): number {
  return Math.min(shortestRestMs * 2 ** Math.max(checksFailed - 1, 0), longestRestMs)
}

export type LinkStatus = 'DISABLED' | 'DOWN' | 'PENDING' | 'UP'

interface LinkCondition {
  readonly isEnabled: boolean
  /** Undefined while it has not been opened. */
  readonly status?:
    | {
        readonly state: 'UP' | 'DOWN'
        readonly connections: readonly { readonly state: 'UP' | 'SIGNING_ON' | 'DOWN' }[]
      }
    | undefined
}

/** A link can be up before one of its connections is. */
export function linkStatusOf({ isEnabled, status }: LinkCondition): LinkStatus {
  if (!isEnabled) return 'DISABLED'
  if (status?.state !== 'UP') return 'DOWN'
  const { connections } = status
  return connections.length > 0 && connections.every(({ state }) => state === 'SIGNING_ON') ? 'PENDING' : 'UP'
}
