// A webhook for testing: prints what arrives, and replies as configured.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { WebhookSecrets } from '../../events/index.ts'
import { type NotificationVerification, verifyNotification } from './verify-notification.ts'

/** How it replies. */
export interface WebhookBehavior {
  /** The attempts of each notification that get the bad reply; all of them when there is a status and no number. */
  readonly failing: number
  readonly badStatus: number
  readonly slowMs: number
  readonly retryAfterSeconds: number | undefined
}

export interface ReceivedNotification extends NotificationVerification {
  readonly id: string
  readonly attempt: string
  readonly eventNumber: string
  readonly order: string
  readonly transaction: string
  readonly type: string
  readonly result: string
  readonly gatewayCode: string
  readonly answered: number
}

export interface LocalWebhook {
  readonly url: string
  close(): Promise<void>
}

const bodyBytesMax = 1024 * 1024

export async function openLocalWebhook({
  tls,
  port,
  manners,
  secretsOf,
  onArrival,
}: {
  readonly tls: { readonly key: Buffer; readonly cert: Buffer }
  readonly port: number
  readonly manners: WebhookBehavior
  /** Read again when the current ones do not match: they may have been rotated. */
  readonly secretsOf: (isAgain: boolean) => Promise<readonly WebhookSecrets[]>
  readonly onArrival: (arrival: ReceivedNotification) => void
}): Promise<LocalWebhook> {
  const stopped = new AbortController()
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    if (request.method !== 'POST' || body === undefined) return void response.writeHead(405).end()
    const { headers } = request
    const check = async (isAgain: boolean) =>
      verifyNotification({ headers, body, secrets: await secretsOf(isAgain), now: new Date() })
    const first = await check(false)
    const verified = isFine(first) ? first : await check(true)
    const attempt = Number(headers['x-notification-attempt'])
    const answered = !isFine(verified) ? 401 : attempt <= manners.failing ? manners.badStatus : 200
    if (manners.slowMs > 0) await pause(manners.slowMs, undefined, { signal: stopped.signal })
    const isAskedToWait = answered !== 200 && manners.retryAfterSeconds !== undefined
    response.writeHead(answered, isAskedToWait ? { 'retry-after': String(manners.retryAfterSeconds) } : {}).end()
    onArrival({ ...verified, ...contentOf(request, body), answered })
  }
  const server = createServer(tls, (request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    async close() {
      stopped.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isFine({ secret, signature }: NotificationVerification): boolean {
  return secret === 'OK' && signature === 'OK'
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function contentOf(
  { headers }: IncomingMessage,
  body: string,
): Omit<ReceivedNotification, keyof NotificationVerification | 'answered'> {
  const header = (name: string) => String(headers[name] ?? '')
  const read = parsed(body)
  const member = (...path: readonly string[]) => {
    const found = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], read)
    return typeof found === 'string' ? found : ''
  }
  return {
    id: header('x-notification-id'),
    attempt: header('x-notification-attempt'),
    eventNumber: header('tollgate-event-number'),
    order: member('order', 'id'),
    transaction: member('transaction', 'id'),
    type: member('transaction', 'type'),
    result: member('result'),
    gatewayCode: member('response', 'gatewayCode'),
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}
