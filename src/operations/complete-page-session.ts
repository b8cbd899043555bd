// Completes the session of a page by what the shop's page said when it opened ours. The browser brings it, so that whatever
// the session says itself counts more.
import { isGroup, layOver, type Values } from '../domain/lay-over.ts'
import { isRejection, type Rejection, reject } from '../domain/rejection.ts'
import { nextSessionVersion } from '../domain/session.ts'
import type { StoredSession } from '../ports/session-store.ts'
import type { Ports } from './call.ts'
import type { OpenedCheckout } from './open-checkout.ts'
import { findSession, sessionChanged, unknownSession } from './steps/find-session.ts'
import { mapsWithinBounds } from './steps/maps-within-bounds.ts'
import { takeApart } from './steps/session-secrets.ts'
import { sessionValuesOf } from './steps/session-values-of.ts'

/** Each telling that fails means that another change was made meanwhile. */
const tellingsMax = 20

export interface Posted {
  /** In canonical shape, read by the contract of the session. */
  readonly values: object
  /** The version that the session must have. */
  readonly version?: string | undefined
  /** Looks at the values together with those of the session. */
  readonly check: (values: Values) => Rejection | undefined
}

export async function completePageSession(
  { merchant, sessionId, stored }: OpenedCheckout,
  posted: Posted,
  ports: Pick<Ports, 'sessions' | 'vault' | 'clock' | 'identifiers'>,
): Promise<StoredSession | Rejection> {
  for (let telling = 0; telling < tellingsMax; telling += 1) {
    const session = await findSession(sessionId, { merchant }, ports)
    if (!session) return unknownSession()
    if (posted.version !== undefined && posted.version !== session.version) return sessionChanged()
    // What is being paid, or is paid, stays as it is.
    if (stored.checkout.state !== 'OPEN') return session
    const content = withPosted(session, posted)
    if (isRejection(content)) return content
    if (JSON.stringify(content) === JSON.stringify(session.content)) return session
    const { merchantId, hash, accounts, expiresAt } = session
    const version = nextSessionVersion(session.version, ports.identifiers.sessionVersionHead)
    const change = { merchantId, hash, version, content, ...(accounts && { accounts }), expiresAt }
    const isDone = await ports.sessions.update({
      ...change,
      previousVersion: session.version,
      updatedAt: ports.clock.now(),
    })
    if (isDone) return { ...session, version, content }
  }
  return reject('OVERLOADED', 'The session is being changed by many requests at once. Try again later.')
}

function withPosted({ content }: StoredSession, { values, check }: Posted): Values | Rejection {
  const { content: below, accounts, codes } = takeApart(sessionValuesOf(values))
  if (accounts.length + codes.length > 0) throw new Error('a page is never opened with payment details')
  const merged = inOrderOf(content as Values, layOver(below, content))
  return mapsWithinBounds(merged) ?? check(merged) ?? merged
}

/** What the session has comes first, so that nothing new leaves the same text. */
function inOrderOf(held: Values, merged: Values): Values {
  const names = [...new Set([...Object.keys(held), ...Object.keys(merged)])]
  return Object.fromEntries(
    names.map((name) => {
      const [before, now] = [held[name], merged[name]]
      return [name, isGroup(before) && isGroup(now) ? inOrderOf(before, now) : now]
    }),
  )
}
