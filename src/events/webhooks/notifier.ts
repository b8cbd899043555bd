// Sends notifications: HTTPS to where the guard allows, with bounds on everything that the other side decides.
import type { IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { minVersion, type ReadDevelopmentCa, trustFor } from '../../platform/net/development-trust.ts'
import {
  checkedLookup,
  type Destination,
  type DestinationPolicy,
  DestinationRefused,
  destinationOf,
  type ResolveName,
  resolveByServers,
  sendProblemOf,
} from '../../platform/net/guard.ts'
import { parseRetryAfter, readExcerpt, rejectUnanswered } from '../../platform/net/read-response.ts'
import type { Notifier, SendResult } from '../ports/webhooks.ts'

export interface NotifierOptions extends DestinationPolicy {
  readonly userAgent: string
  readonly resolveName?: ResolveName
  /** An additional authority to trust for a webhook on this machine; read until there is one. */
  readonly developmentCa?: ReadDevelopmentCa
}

type Message = Parameters<Notifier['send']>[0]

const responseHeadersMax = 32 * 1024
/** Above this many concurrent messages to a webhook, further ones wait. */
const connectionsPerWebhook = 32
/** Shorter than the five seconds that many servers keep an idle connection. */
const idleMs = 4_000

export interface OpenNotifier extends Notifier {
  /** Closes the connections that are kept for the next message. */
  close(): void
}

export function openNotifier({
  userAgent,
  resolveName = resolveByServers,
  developmentCa,
  ...where
}: NotifierOptions): OpenNotifier {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connectionsPerWebhook,
    maxFreeSockets: connectionsPerWebhook,
    timeout: idleMs,
    scheduling: 'lifo',
  })
  const trust = trustFor(developmentCa)

  async function optionsFor(destination: Destination): Promise<RequestOptions> {
    const { url, host, port, isLoopback } = destination
    const secureContext = isLoopback ? await trust() : undefined
    return {
      agent,
      host,
      port,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      lookup: checkedLookup(resolveName, destination),
      maxHeaderSize: responseHeadersMax,
      minVersion,
      // Set explicitly, since an environment variable could change it for the whole process.
      rejectUnauthorized: true,
      headers: { 'user-agent': userAgent },
      ...omitUndefined({ secureContext }),
    }
  }

  return {
    async send(message) {
      const began = performance.now()
      const tookMs = () => Math.round(performance.now() - began)
      const destination = destinationOf(message.url, where)
      if (typeof destination === 'string') return { kind: 'REFUSED', why: destination, tookMs: tookMs() }
      const late = AbortSignal.timeout(message.timeoutMs)
      try {
        const options = await optionsFor(destination)
        const response = await post(options, message, late)
        return { kind: 'ANSWERED', ...response, tookMs: tookMs() }
      } catch (error) {
        if (error instanceof DestinationRefused) return { kind: 'REFUSED', why: error.reason, tookMs: tookMs() }
        return { kind: 'FAILED', why: late.aborted ? 'TIMED_OUT' : sendProblemOf(error), tookMs: tookMs() }
      }
    },
    close: () => agent.destroy(),
  }
}

type WebhookResponse = Pick<Extract<SendResult, { kind: 'ANSWERED' }>, 'status' | 'retryAfterMs' | 'excerpt'>

/**
 * The other side may close a kept connection at the very moment it is used. That says nothing about the webhook,
 * therefore the message is retried at once; the second time over a new connection.
 */
async function post(options: RequestOptions, message: Message, late: AbortSignal): Promise<WebhookResponse> {
  const first = await exchange(options, message, late)
  if (first !== 'STALE') return first
  const second = await exchange({ ...options, agent: false }, message, late)
  if (second === 'STALE') throw new Error('a connection of its own cannot be stale')
  return second
}

function exchange(options: RequestOptions, message: Message, late: AbortSignal): Promise<WebhookResponse | 'STALE'> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookResponse | 'STALE'>()
  const body = Buffer.from(message.body, 'utf8')
  const headers = { ...options.headers, ...message.headers, 'content-length': String(body.length) }
  const sent = request({ ...options, headers, signal: late })
  let hasResponse = false
  sent.on('error', (error) => {
    if (sent.reusedSocket && isClosing(error) && !hasResponse && !late.aborted) resolve('STALE')
    else reject(error)
  })
  sent.on('response', (response) => {
    hasResponse = true
    responseOf(response).then(resolve, reject)
  })
  rejectUnanswered(sent, reject)
  sent.end(body)
  return promise
}

async function responseOf(response: IncomingMessage): Promise<WebhookResponse> {
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'], Date.now())
  const excerpt = await readExcerpt(response)
  return { status: response.statusCode ?? 0, retryAfterMs, excerpt }
}

function isClosing(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNRESET' || code === 'EPIPE'
}
