// Loads the logos that sessions name by their URLs: from public addresses only, as for notifications, without redirects, pictures by
// their content, and not more than a few at a time. What was loaded is kept for a while in this process.
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isLogoFault, linkedLogoBytesMax, readPageLogo } from '../../merchants/index.ts'
import { minVersion, type ReadDevelopmentCa, trustFor } from '../../platform/net/development-trust.ts'
import {
  checkedLookup,
  type Destination,
  type DestinationPolicy,
  destinationOf,
  type ResolveName,
  resolveByServers,
} from '../../platform/net/guard.ts'
import { rejectUnanswered } from '../../platform/net/read-response.ts'
import type { LinkedLogos } from '../ports/checkout-store.ts'

export interface LinkedLogoOptions extends DestinationPolicy {
  readonly userAgent: string
  readonly resolveName?: ResolveName
  readonly developmentCa?: ReadDevelopmentCa
  readonly timeoutMs?: number
  /** The monotonic clock. */
  readonly nowMs?: () => number
}

type Logo = Awaited<ReturnType<LinkedLogos['find']>>

/** A page without its logo is shown at once; the picture may come a moment later. */
const defaultTimeoutMs = 5_000
const headersMax = 32 * 1024

const foundMs = 60 * 60_000
/** A shop that repairs its logo should not wait for an hour. */
const missedMs = 60_000

/** With the largest logos this is about 13 MB. */
const entriesMax = 100
const atOnceMax = 16
const atOnceOfMerchantMax = 2

export function openLinkedLogos(options: LinkedLogoOptions): LinkedLogos {
  const { nowMs = () => performance.now() } = options
  const load = loader(options)
  const logos = new Map<string, { readonly logo: Promise<Logo>; untilMs: number }>()
  const loading = new Map<string, number>()

  function mayLoad(merchantId: string): boolean {
    const all = [...loading.values()].reduce((sum, count) => sum + count, 0)
    return all < atOnceMax && (loading.get(merchantId) ?? 0) < atOnceOfMerchantMax
  }

  function count(merchantId: string, by: 1 | -1): void {
    const now = (loading.get(merchantId) ?? 0) + by
    if (now === 0) loading.delete(merchantId)
    else loading.set(merchantId, now)
  }

  return {
    async find(merchantId, url) {
      const key = JSON.stringify([merchantId, url])
      const cached = logos.get(key)
      if (cached && nowMs() < cached.untilMs) return cached.logo
      if (!mayLoad(merchantId)) return undefined
      count(merchantId, 1)
      // Readers that come meanwhile wait for the same response.
      const entry = { logo: load(url).finally(() => count(merchantId, -1)), untilMs: Number.POSITIVE_INFINITY }
      logos.delete(key)
      logos.set(key, entry)
      const [oldest] = logos.keys()
      if (logos.size > entriesMax && oldest !== undefined) logos.delete(oldest)
      const logo = await entry.logo
      entry.untilMs = nowMs() + (logo ? foundMs : missedMs)
      return logo
    },
  }
}

/** Whatever goes wrong, there is no logo: a page must not fail because of it. */
function loader(options: LinkedLogoOptions): (url: string) => Promise<Logo> {
  const { userAgent, resolveName = resolveByServers, timeoutMs = defaultTimeoutMs, developmentCa, ...where } = options
  const trust = trustFor(developmentCa)

  async function requestOptions(destination: Destination): Promise<RequestOptions> {
    const { url, host, port, isLoopback } = destination
    return {
      agent: false,
      host,
      port,
      path: `${url.pathname}${url.search}`,
      lookup: checkedLookup(resolveName, destination),
      maxHeaderSize: headersMax,
      minVersion,
      rejectUnauthorized: true,
      headers: { 'user-agent': userAgent, accept: 'image/png, image/jpeg, image/webp' },
      signal: AbortSignal.timeout(timeoutMs),
      ...omitUndefined({ secureContext: isLoopback ? await trust() : undefined }),
    }
  }

  return async (url) => {
    const destination = destinationOf(url, where)
    if (typeof destination === 'string') return undefined
    try {
      const content = await exchange(await requestOptions(destination))
      const contentType = content ? readPageLogo(content, linkedLogoBytesMax) : 'NOT_A_PICTURE'
      return !content || isLogoFault(contentType) ? undefined : { contentType, content }
    } catch {
      return undefined
    }
  }
}

function exchange(options: RequestOptions): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>()
  const sent = httpsRequest(options)
  sent.on('error', reject)
  sent.on('response', (response) => readBody(response).then(resolve, reject))
  rejectUnanswered(sent, reject)
  sent.end()
  return promise
}

/** Redirects are not followed: each would be another destination. */
async function readBody(response: IncomingMessage): Promise<Buffer | undefined> {
  if (response.statusCode !== 200) {
    response.destroy()
    return undefined
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += (chunk as Buffer).length
    // Leaving the loop closes the connection.
    if (length > linkedLogoBytesMax) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
