// What a receiver checks before it accepts a notification: the secret that the gateway sends, and the Standard Webhooks
// signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationSecrets } from '../../ports/events/notifications.ts'

export type SignatureStatus = 'OK' | 'MISSING' | 'WRONG' | 'TOO_OLD'

export interface NotificationVerification {
  readonly secret: SignatureStatus
  readonly signature: SignatureStatus
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** As in the Standard Webhooks libraries. */
const toleranceMs = 5 * 60_000

export function verifyNotification({
  headers,
  body,
  secrets,
  now,
}: {
  readonly headers: Headers
  readonly body: string
  readonly secrets: readonly NotificationSecrets[]
  readonly now: Date
}): NotificationVerification {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
  const sent = header('x-notification-secret')
  const isKnown = sent !== undefined && secrets.some((secret) => isSame(secret.sent, sent))
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const signatures = header('webhook-signature')
  const parts = { id, timestamp, signatures, body }
  return {
    secret: sent === undefined ? 'MISSING' : isKnown ? 'OK' : 'WRONG',
    signature: verdictOn(
      parts,
      secrets.map(({ signing }) => signing),
      now,
    ),
  }
}

interface SignedNotification {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  readonly signatures: string | undefined
  readonly body: string
}

function verdictOn(
  { id, timestamp, signatures, body }: SignedNotification,
  secrets: readonly string[],
  now: Date,
): SignatureStatus {
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'MISSING'
  if (!(Math.abs(now.getTime() - Number(timestamp) * 1000) <= toleranceMs)) return 'TOO_OLD'
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  const isRight = signatures.split(' ').some((each) => expected.some((right) => isSame(right, each)))
  return isRight ? 'OK' : 'WRONG'
}

/** In constant time, wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
