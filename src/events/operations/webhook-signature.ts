// The signature of Standard Webhooks, version 1, over a notification's id, time and body.
import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

export interface SignedNotification {
  readonly id: string
  /** In seconds, as the header has it. */
  readonly timestamp: string
  readonly body: string
}

/** One entry of the header webhook-signature. */
export function webhookSignature(secret: string, { id, timestamp, body }: SignedNotification): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
