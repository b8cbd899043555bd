// The styles of the simulated providers' pages: read once, and identified by their content.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'

const file = resolve(import.meta.dirname, '..', '..', '..', '..', '..', 'web', 'sandbox', 'providers.css')
const path = '/sandbox/assets/providers/:fingerprint/providers.css'

export interface SiteAssets {
  readonly url: string
  /** For the integrity attribute: browsers refuse a file with another content. */
  readonly integrity: string
  readonly bytes: Buffer
}

/** Read when the server is built: a sandbox without its pages does not start. */
export function readSiteAssets(): SiteAssets {
  const bytes = readFileSync(file)
  const fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return {
    url: path.replace(':fingerprint', fingerprint),
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    bytes,
  }
}

export function assetRoute(app: FastifyInstance, { bytes }: SiteAssets): void {
  app.get(path, async (request, reply) => {
    request.logFields['route'] = path
    request.logFields['result'] = 'SUCCESS'
    return reply
      .headers(siteHeaders)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css;charset=UTF-8')
      .send(bytes)
  })
}

// The security headers of the simulated providers' pages.

/**
 * Of every response to a browser, including redirects. The address of a page contains the token that identifies the
 * payer.
 */
export const siteHeaders: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * The policy does not restrict where forms may lead: browsers would apply that also to the redirect that follows, and
 * on from there to the shop, which a provider does not know. The forms themselves lead to their own page.
 */
export const sitePageHeaders: Readonly<Record<string, string>> = {
  ...siteHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cache-control': 'no-store',
}
