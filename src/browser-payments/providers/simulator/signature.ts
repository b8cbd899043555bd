// The signature on callbacks: proves that a holder of the secret sent this message, recently, to this address.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { BrowserPaymentProvider } from '../../../payments/ports/provider.ts'

export const timestampHeader = 'x-provider-timestamp'
export const signatureHeader = 'x-provider-signature'

const ageMsMax = 5 * 60_000

interface Message {
  readonly url: string
  readonly body: Buffer
}

export function signatureHeaders(message: Message, { secret, now }: { readonly secret: string; readonly now: Date }) {
  const timestamp = String(now.getTime())
  return { [timestampHeader]: timestamp, [signatureHeader]: signatureOf(message, timestamp, secret) }
}

export function isSignedLately(
  message: Parameters<BrowserPaymentProvider['isAuthentic']>[0],
  secret: string | undefined,
): boolean {
  const timestamp = message.headers[timestampHeader]
  const signature = message.headers[signatureHeader]
  if (secret === undefined || typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(message.now.getTime() - Number(timestamp)) > ageMsMax) return false
  const expected = Buffer.from(signatureOf(message, timestamp, secret))
  const received = Buffer.from(signature)
  return expected.length === received.length && timingSafeEqual(expected, received)
}

/** The last part of the address is the token of the payment: a message about one cannot be replayed for another. */
function signatureOf({ url, body }: Message, timestamp: string, secret: string): string {
  const token = URL.parse(url, 'https://gateway')?.pathname.split('/').at(-1) ?? ''
  return createHmac('sha256', secret).update(`${timestamp}\n${token}\n`).update(body).digest('hex')
}
