// Whether a notification is the gateway's own: the secret it sends, and the signature of Standard Webhooks.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Two of each while they are rotated, one otherwise. */
export interface Secrets {
  /** Come as X-Notification-Secret. */
  readonly sent: readonly string[]
  /** Sign; they begin with whsec_. */
  readonly signing: readonly string[]
}

/** An older signature may be a replay of a recorded notification. */
const toleranceMs = 5 * 60_000

export function isGenuine(headers: IncomingHttpHeaders, body: Buffer, secrets: Secrets, nowMs = Date.now()): boolean {
  const text = (name: string) => String(headers[name] ?? '')
  const secret = text('x-notification-secret')
  if (!secrets.sent.some((known) => isSame(known, secret))) return false

  const timestamp = text('webhook-timestamp')
  if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= toleranceMs)) return false
  // The bytes as they came: a body that was parsed and written again may differ in a space.
  const signed = Buffer.concat([Buffer.from(`${text('webhook-id')}.${timestamp}.`), body])
  const right = secrets.signing.map((each) => {
    const key = Buffer.from(each.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return text('webhook-signature')
    .split(' ')
    .some((given) => right.some((one) => isSame(one, given)))
}

/** Constant-time comparison: response times reveal nothing about the secret. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
