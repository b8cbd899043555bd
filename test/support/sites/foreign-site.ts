// A foreign site, without TLS: shows pages that a test has written, under two names of this machine.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForeignSite {
  /** The address of a page with this body, by another port of the host: the same site for a browser, as a neighbouring
   * subdomain is, so that cookies go along. */
  sameSite(body: string): string
  /** The address of a page with this body, on another site altogether. */
  crossSite(body: string): string
  /** Requests for unknown paths: what a script tried to send here. */
  readonly strays: readonly string[]
  close(): Promise<void>
}

/** Beside a gateway whose plain door has this address. */
export async function openForeignSite(gatewayUrl: string): Promise<ForeignSite> {
  const pages = new Map<string, string>()
  const strays: string[] = []
  const server = createServer((request, response) => {
    const body = pages.get(request.url ?? '')
    if (body === undefined) strays.push(`${request.method} ${request.url}`)
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html;charset=UTF-8' })
      .end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Elsewhere</title>${body ?? ''}</html>`)
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { hostname } = new URL(gatewayUrl)
  const other = hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  const show = (host: string) => (body: string) => {
    const path = `/page-${pages.size + 1}`
    pages.set(path, body)
    return `http://${host}:${port}${path}`
  }
  return {
    sameSite: show(hostname),
    crossSite: show(other),
    strays,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
