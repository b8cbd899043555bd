// Apple Pay merchant validation: a request to Apple with the merchant's identity certificate. The payer's browser names the URL,
// so that only Apple's own hosts are called, at public addresses.
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import {
  checkedLookup,
  type Destination,
  DestinationRefused,
  destinationOf,
  type ResolveName,
  resolveByServers,
  sendProblemOf,
} from '../../platform/net/guard.ts'
import { rejectUnanswered } from '../../platform/net/read-response.ts'
import type { MerchantValidation, MerchantValidationRequest, MerchantValidationResult } from '../ports/wallets.ts'
import { objectOf, parseObject } from './json-members.ts'

export interface MerchantValidationOptions {
  readonly userAgent: string
  readonly timeoutMs?: number
  readonly resolveName?: ResolveName
  /** Sends a request, with the options of the platform. */
  readonly send?: (options: RequestOptions) => ReturnType<typeof httpsRequest>
}

/** Apple's gateways, for production, tests (cert) and China, also of single sites; no other name below apple.com. */
const appleHost = /^(?:cn-)?apple-pay-gateway(?:-[a-z0-9]+){0,4}\.apple\.com$/
const applePath = /^\/paymentservices\/(?:startSession|paymentSession)$/

const ports = [443]
const responseBytesMax = 64 * 1024
const responseHeadersMax = 32 * 1024
/** The sheet waits for about half a minute. */
const defaultTimeoutMs = 15_000

/** One of Apple's gateways, or why the URL is not called. */
export function appleDestinationOf(validationUrl: string): Destination | string {
  const destination = destinationOf(validationUrl, { ports, allowsLoopback: false })
  if (typeof destination === 'string') return destination
  if (!appleHost.test(destination.host)) return 'NAME_NOT_ALLOWED'
  const { pathname, search, hash } = destination.url
  return applePath.test(pathname) && search === '' && hash === '' ? destination : 'PATH_NOT_ALLOWED'
}

export function openMerchantValidation(options: MerchantValidationOptions): MerchantValidation {
  const { userAgent, timeoutMs = defaultTimeoutMs, resolveName = resolveByServers, send = httpsRequest } = options
  return {
    async validate(request) {
      const destination = appleDestinationOf(request.validationUrl)
      if (typeof destination === 'string') return { kind: 'REFUSED', why: destination }
      const late = AbortSignal.timeout(timeoutMs)
      try {
        const body = bodyOf(request)
        const response = await exchange(
          send({
            // A connection belongs to one merchant's certificate, and is used once.
            agent: false,
            host: destination.host,
            port: destination.port,
            path: destination.url.pathname,
            method: 'POST',
            lookup: checkedLookup(resolveName, destination),
            maxHeaderSize: responseHeadersMax,
            minVersion: 'TLSv1.2',
            rejectUnauthorized: true,
            cert: request.identity.certificate.pem,
            key: request.identity.privateKey.open(),
            headers: { 'user-agent': userAgent, 'content-type': 'application/json', 'content-length': body.length },
            signal: late,
          }),
          body,
        )
        return readResponse(response)
      } catch (error) {
        if (error instanceof DestinationRefused) return { kind: 'REFUSED', why: error.reason }
        return { kind: 'FAILED', why: late.aborted ? 'TIMED_OUT' : sendProblemOf(error) }
      }
    },
  }
}

function bodyOf({ identifier, displayName, domain }: MerchantValidationRequest): Buffer {
  return Buffer.from(
    JSON.stringify({ merchantIdentifier: identifier, displayName, initiative: 'web', initiativeContext: domain }),
  )
}

interface AppleAnswer {
  readonly status: number
  readonly text: string
}

function exchange(sent: ReturnType<typeof httpsRequest>, body: Buffer): Promise<AppleAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<AppleAnswer>()
  sent.on('error', reject)
  sent.on('response', (response) => readText(response).then(resolve, reject))
  rejectUnanswered(sent, reject)
  sent.end(body)
  return promise
}

async function readText(response: IncomingMessage): Promise<AppleAnswer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += (chunk as Buffer).length
    // Leaving the loop closes the connection.
    if (length > responseBytesMax) throw new Error('the answer is too long')
    chunks.push(chunk as Buffer)
  }
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}

function readResponse({ status, text }: AppleAnswer): MerchantValidationResult {
  const merchantSession = status === 200 ? objectOf(parseObject(text)) : undefined
  return merchantSession ? { kind: 'VALIDATED', merchantSession } : { kind: 'FAILED', why: `STATUS_${status}` }
}
