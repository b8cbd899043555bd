// A small server that draws the sample pages with the gateway's own headers and files, and remembers what is posted. The page
// that answers a form stays: a test that goes on to the next page must not meet it moving on, too.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { generatedFile, readCheckoutFiles } from '../../../src/pages/checkout/assets.ts'
import type { PageView } from '../../../src/pages/checkout/page-view.ts'
import { renderPage } from '../../../src/pages/checkout/render/render-page.ts'
import { headersOf } from '../../../src/pages/checkout/respond.ts'
import { type SamplePage, samplePages } from '../builders/sample-pages.ts'

export interface DrawnPages {
  readonly url: string
  /** Bodies of forms, and the paths they went to. */
  readonly posts: { readonly path: string; readonly body: URLSearchParams }[]
  /** Forms are answered from when the function is called that this returns. */
  holdAnswers(): () => void
  /** Address of a sample page, in another language or with other values. */
  address(name: SamplePage, changes?: Partial<PageView>): string
  /** The same without the script by which some pages move on, so that the test need not be faster. */
  stillAddress(name: SamplePage, changes?: Partial<PageView>): string
  stop(): Promise<void>
}

/** Where axe-core is. Pages may load scripts of their own server, and browsers keep those compiled. */
export const axePath = '/axe.js'

/** Lead away after a while or at once. */
const leadingScripts = /<script [^>]*\/(?:challenge|examination|hand-over|leave|unfinished|wait)\.js"[^>]*><\/script>/g

export async function serveDrawnPages(): Promise<DrawnPages> {
  const assets = readCheckoutFiles()
  const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')))
  const posts: DrawnPages['posts'] = []
  let released: Promise<void> | undefined
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.split('/').slice(4).join('/')
    const asset = assets.files.get(name) ?? generatedFile(name)
    if (pathname.startsWith('/checkout/assets/') && asset)
      return void response
        .writeHead(200, { 'content-type': asset.contentType, 'cache-control': 'max-age=3600' })
        .end(asset.bytes)
    if (pathname === axePath)
      return void response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' })
        .end(axe)
    if (pathname === '/shop')
      return void response
        .setHeader('content-type', 'text/html')
        .end('<iframe id="frame" width="400" height="100"></iframe>')
    if (request.method === 'POST') {
      const body = await text(request)
      if (!pathname.endsWith('/reports')) posts.push({ path: pathname, body: new URLSearchParams(body) })
      await released
    }
    const sample = samplePages[(searchParams.get('page') ?? 'wait') as SamplePage]
    const view = { ...sample, ...JSON.parse(searchParams.get('changes') ?? '{}') } as PageView
    const page = renderPage(view, assets)
    response
      .writeHead(200, { ...headersOf(view), 'content-type': 'text/html;charset=UTF-8' })
      .end(request.method === 'POST' || searchParams.has('still') ? page.replaceAll(leadingScripts, '') : page)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address: DrawnPages['address'] = (name, changes = {}) =>
    `${url}/checkout/pay/sample?${new URLSearchParams({ page: name, changes: JSON.stringify(changes) })}`
  return {
    url,
    posts,
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>()
      released = promise
      return resolve
    },
    address,
    stillAddress: (name, changes) => `${address(name, changes)}&still`,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
