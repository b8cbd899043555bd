// The styles of the simulated providers' pages: read once, and identified by their content.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { siteHeaders } from './headers.ts'

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
