// What a merchant's server checks before it accepts a notification: the secret that the gateway sends, and the Standard Webhooks
// signature.
import { timingSafeEqual } from 'node:crypto'
import { type WebhookSecrets, webhookSignature } from '../../events/index.ts'

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
  readonly secrets: readonly WebhookSecrets[]
  readonly now: Date
}): NotificationVerification {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
  const sent = header('x-notification-secret')
  const isKnown = sent !== undefined && secrets.some((secret) => isSame(secret.sent, sent))
  return {
    secret: sent === undefined ? 'MISSING' : isKnown ? 'OK' : 'WRONG',
    signature: signatureStatus(
      {
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signatures: header('webhook-signature'),
        body,
      },
      secrets,
      now,
    ),
  }
}

interface ReceivedNotification {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  readonly signatures: string | undefined
  readonly body: string
}

function signatureStatus(
  { id, timestamp, signatures, body }: ReceivedNotification,
  secrets: readonly WebhookSecrets[],
  now: Date,
): SignatureStatus {
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'MISSING'
  if (!(Math.abs(now.getTime() - Number(timestamp) * 1000) <= toleranceMs)) return 'TOO_OLD'
  const expected = secrets.map(({ signing }) => webhookSignature(signing, { id, timestamp, body }))
  const isRight = signatures.split(' ').some((each) => expected.some((right) => isSame(right, each)))
  return isRight ? 'OK' : 'WRONG'
}

/** In constant time, wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
