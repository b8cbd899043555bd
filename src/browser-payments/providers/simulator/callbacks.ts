// Sends callbacks about events to the gateway, at the address it gave, until it acknowledges them. Each is
// signed.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { request } from 'node:https'
import type { Clock } from '../../../kernel/clock.ts'
import type { Provider } from '../../../kernel/provider.ts'
import type { BrowserPaymentProvider } from '../../../payments/index.ts'
import { type Database, prepared } from '../../../platform/postgres/database.ts'
import { findAgreement } from './agreements.ts'
import { findProviderLine } from './payments.ts'
import { providerLineStatusOf } from './provider-line-status.ts'

const leaseMs = 30_000
const atOnce = 20
const triesMax = 10
const waitMs = 5_000

// Two processes may send at the same time; each callback is sent by one of them.
const claim = prepared(
  'providers-claim-callbacks',
  `update simulated_providers.callback set due_at = $2, tries = tries + 1
   where callback_id in (
     select callback_id from simulated_providers.callback
     where due_at <= $1 and delivered_at is null and given_up_at is null and ($3::text is null or reference = $3)
     order by due_at limit $4 for update skip locked)
   returning callback_id, provider, account, reference, url, tries`,
)

const note = prepared(
  'providers-note-callback',
  `update simulated_providers.callback set last_response = $2, delivered_at = $3, given_up_at = $4, due_at = $5
   where callback_id = $1`,
)

interface CallbackRow {
  readonly callback_id: string
  readonly provider: Provider
  readonly account: string
  readonly reference: string
  readonly url: string
  readonly tries: number
}

export interface CallbackOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secret: CallbackSecret
  /** The certificates that the gateway is verified with. */
  readonly trusted: () => Promise<readonly string[]>
}

export interface Callbacks {
  /** Sends what is due, of one payment or of all; returns how many were acknowledged. */
  sendDue(reference?: string): Promise<number>
}

export function openCallbacks({ database, clock, secret, trusted }: CallbackOptions): Callbacks {
  async function send(callback: CallbackRow): Promise<boolean> {
    const { callback_id, url, reference, tries } = callback
    const body = Buffer.from(JSON.stringify({ reference, state: await stateOf(callback) }))
    const headers = signatureHeaders({ url, body }, { secret: await secret.read(), now: clock.now() })
    const response = await post(url, { body, headers, ca: await trusted() })
    const isAcknowledged = response >= 200 && response < 300
    const now = clock.now()
    const isLast = !isAcknowledged && tries >= triesMax
    const next = new Date(now.getTime() + gapMs(tries))
    await database.query(note([callback_id, String(response), isAcknowledged ? now : null, isLast ? now : null, next]))
    return isAcknowledged
  }

  async function stateOf({ provider, account, reference }: CallbackRow): Promise<string> {
    const line = await findProviderLine(database, { provider, account, reference })
    if (line) return providerLineStatusOf(line, clock.now()).state
    return (await findAgreement(database, { account, reference }))?.state ?? 'OPEN'
  }

  return {
    async sendDue(reference) {
      await secret.read()
      const now = clock.now()
      const lease = new Date(now.getTime() + leaseMs)
      const { rows } = await database.query<CallbackRow>(claim([now, lease, reference ?? null, atOnce]))
      const acknowledged = await Promise.all(rows.map(send))
      return acknowledged.filter((each) => each).length
    },
  }
}

/** Two seconds after the first attempt, then twice as long each time, up to ten minutes. */
function gapMs(tries: number): number {
  return Math.min(2_000 * 2 ** Math.max(tries - 1, 0), 600_000)
}

interface CallbackPost {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly ca: readonly string[]
}

/** The status of the response; 0 when there was none. */
function post(url: string, { body, headers, ca }: CallbackPost): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const sent = request(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
      ca: [...ca],
      agent: false,
      signal: AbortSignal.timeout(waitMs),
    },
    (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    },
  )
  sent.on('error', () => resolve(0))
  sent.end(body)
  return promise
}

/** The secret that signs callbacks: random for each database, and read once. */
export interface CallbackSecret {
  read(): Promise<string>
  /** The secret, if it was read already: checking a message cannot wait. One that comes too early is repeated. */
  known(): string | undefined
}

export function callbackSecret(database: Database): CallbackSecret {
  let remembered: string | undefined
  return {
    async read() {
      if (remembered === undefined) {
        const { rows } = await database.query<{ secret: string }>(
          'select secret from simulated_providers.callback_secret',
        )
        remembered = rows[0]?.secret
      }
      if (remembered === undefined) throw new Error('the simulated providers have no secret for callbacks')
      return remembered
    },
    known: () => remembered,
  }
}

/** The signature on callbacks: proves that a holder of the secret sent this message, recently, to this address. */
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
