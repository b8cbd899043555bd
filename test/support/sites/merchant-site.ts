// A merchant's web site on an origin of its own, with a strict policy: pages that load the gateway's libraries and nothing else of it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface MerchantPage {
  /** The library's path on the gateway, such as /checkout/version/60/checkout.js. */
  readonly library: string
  /** Data-attributes of the script tag: complete, cancel and so on. */
  readonly data?: Readonly<Record<string, string>>
  /** Runs after the library. */
  readonly script: string
  readonly body?: string
  /** Whether the policy of the page lets its scripts ask the gateway; otherwise its forms and frames still may go there. */
  readonly mayAsk?: boolean
}

export interface MerchantSite {
  readonly origin: string
  /** The address of a page that is served from now on. Every page has functions onComplete, onCancel, onTimeout, onError,
   * which write down in `received` what they were called with. */
  add(page: MerchantPage): string
  /** What browsers asked this site for, address by address. */
  readonly visits: readonly string[]
  close(): Promise<void>
}

const recorder = `
  globalThis.received = []
  for (const name of ['onComplete', 'onCancel', 'onTimeout', 'onError'])
    globalThis[name] = (...args) => { received.push([name, ...args]) }`

export async function openMerchantSite(gatewayUrl: string): Promise<MerchantSite> {
  const files = new Map<string, { readonly type: string; readonly text: string; readonly policy: string }>()
  const visits: string[] = []
  const strict = [
    "default-src 'none'",
    `script-src 'self' ${gatewayUrl}`,
    `frame-src ${gatewayUrl}`,
    `form-action ${gatewayUrl}`,
    "base-uri 'none'",
  ].join('; ')
  const usual = `${strict}; connect-src ${gatewayUrl}`
  const plainPage = { type: 'text/html', text: '<title>Shop</title><h1>Shop</h1>', policy: strict }
  const server = createServer((request, response) => {
    const address = request.url ?? '/'
    visits.push(address)
    const { type, text, policy } = files.get(address.split('?')[0] ?? '') ?? plainPage
    response.writeHead(200, { 'content-type': `${type};charset=UTF-8`, 'content-security-policy': policy })
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://shop.localhost:${(server.address() as AddressInfo).port}`
  let pages = 0
  return {
    origin,
    visits,
    add({ library, data = {}, script, body = '', mayAsk = true }) {
      pages += 1
      const place = `/page-${pages}`
      const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${value}"`)
      files.set(`${place}/recorder.js`, { type: 'text/javascript', text: recorder, policy: strict })
      files.set(`${place}/shop.js`, { type: 'text/javascript', text: script, policy: strict })
      files.set(place, {
        type: 'text/html',
        text: `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>
          <script src="${place}/recorder.js"></script>${body}
          <button id="pay">Pay</button>
          <script src="${gatewayUrl}${library}" ${attributes.join(' ')}></script>
          <script src="${place}/shop.js"></script></html>`,
        policy: mayAsk ? usual : strict,
      })
      return origin + place
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
