// A shop with TLS on an origin of its own: shows what its server made into a page, and remembers what browsers post to it.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import type { TestGateway } from '../gateway/gateway.ts'

export interface TlsShop {
  readonly origin: string
  /** Where browsers come back to. */
  readonly returnUrl: string
  /** What they have brought, oldest first. */
  readonly posts: readonly Readonly<Record<string, string>>[]
  /** The address of a page with this body. */
  show(body: string): string
  close(): Promise<void>
}

export async function openTlsShop({ dataDir }: Pick<TestGateway, 'dataDir'>): Promise<TlsShop> {
  const { serverKeyFile, serverCertificateFile } = await ensureDevelopmentCertificates(join(dataDir, 'shop-tls'))
  const [key, cert] = await Promise.all([readFile(serverKeyFile), readFile(serverCertificateFile)])
  const pages = new Map<string, string>()
  const posts: Record<string, string>[] = []
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    if (request.method === 'POST') posts.push(Object.fromEntries(new URLSearchParams(body)))
    const shown = pages.get(request.url?.split('?')[0] ?? '') ?? '<main><h1>Back in the shop</h1></main>'
    response
      .writeHead(200, { 'content-type': 'text/html;charset=UTF-8' })
      .end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Shop</title>${shown}</html>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    returnUrl: `${origin}/back`,
    posts,
    show(body) {
      const path = `/page-${pages.size + 1}`
      pages.set(path, body)
      return origin + path
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
