// How the gateway serves the console's pages: under a strict policy, over HTTPS and HTTP alone, in files that weigh little.
// And what it refuses that other sites can make a browser send.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { buildConsole } from '../../../src/console/build/build.ts'
import { csrfOf } from '../../../src/console/session-cookie.ts'
import { markListenerKind } from '../../../src/platform/http/request-origin.ts'
import { pages } from '../../support/browser/console-registry.ts'
import { send } from '../../support/clients/client.ts'
import { ask, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { makeCertificate } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

/** Of a page on a first visit, as it comes over the line. */
const bytesMax = 300 * 1024

let gateway: TestGateway
let url: string
/** Where the build is. */
let folder: string

before(async () => {
  folder = (await buildConsole()).folder
  gateway = await sharedGateway()
  url = gateway.listeners.httpUrl ?? ''
})

describe('the console’s pages', () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })

  it('are one page at every address, never cached and never framed', async () => {
    for (const path of ['/console', '/console/', '/console/merchants/TESTMERCHANT/orders/a%20b?status=CAPTURED']) {
      const response = await get(path)
      assert.equal(response.status, 200, path)
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
      const expected = {
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      }
      for (const [name, value] of Object.entries(expected)) assert.equal(response.headers.get(name), value, name)
    }
  })

  it("allow the gateway's scripts and the styles of this very answer, and nothing else", async () => {
    const responses = await Promise.all([get('/console'), get('/console')])
    const policies = responses.map(({ headers }) => headers.get('content-security-policy') ?? '')
    for (const [index, response] of responses.entries()) {
      const policy = policies[index] ?? ''
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[A-Za-z0-9+/=]{24}';/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe|\*|data:/)
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      assert.ok((await response.text()).includes(`nonce="${nonce}"`))
    }
    assert.notEqual(policies[0], policies[1])
  })

  it('come in files that browsers cache for good, compressed beforehand', async () => {
    const page = await (await get('/console')).text()
    const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? assert.fail('the page has no script')
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await get(script, { 'accept-encoding': encoding })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-encoding'), encoding === 'identity' ? null : encoding)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/)
      assert.match(await response.text(), /import/)
    }
    assert.equal((await get('/console/assets/of-another-build.js')).status, 404)
    assert.equal((await fetch(`${url}/console`, { method: 'POST' })).status, 405)
  })

  it('are compressed for a release as well as can be: Brotli saves more than a tenth of what gzip leaves', async () => {
    const names = await readdir(join(folder, 'assets'))
    const sizeOf = async (ending: string) => {
      const sizes = names.filter((name) => name.endsWith(ending)).map((name) => stat(join(folder, 'assets', name)))
      return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
    }
    const [brotli, gzip] = [await sizeOf('.br'), await sizeOf('.gz')]
    assert.ok(brotli > 0 && brotli < 0.9 * gzip, `${brotli} bytes, ${gzip} with gzip`)
  })

  it('are not served to programs with certificates, nor at the listener for metrics', async (t) => {
    for (const name of ['mtls', 'metrics', 'https'] as const) {
      const server = createServer((request, response) => {
        markListenerKind(request, name)
        gateway.server.routing(request, response)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      t.after(() => server.close())
      const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      assert.equal((await fetch(`${at}/console`)).status, name === 'https' ? 200 : 404, name)
      assert.equal((await fetch(`${at}/console/mark.svg`)).status, name === 'https' ? 200 : 404, name)
    }
  })

  it('are served with the certificate of the development authority, and not at the listener for client certificates', async () => {
    const { cert, key } = await makeCertificate(gateway)
    const { httpsUrl, mtlsUrl } = gateway.listeners
    const ca = await readFile(join(gateway.dataDir, 'tls', 'ca-certificate.pem'))
    for (const path of ['/console', '/console/account', `/console${ofMerchant('/orders')}`, '/console/mark.svg']) {
      const trusting = { path, login: null, tls: { ca, rejectUnauthorized: true } }
      assert.equal((await send(httpsUrl, trusting)).status, 200, path)
      assert.equal((await send(mtlsUrl, { path, login: null, tls: { cert, key } })).status, 404, path)
    }
  })

  it('are one page at the address of every page of the registry', async () => {
    for (const { path } of pages) {
      const { status, text } = await send(url, { path: `/console${path.replaceAll(/:\w+/g, 'x')}`, login: null })
      assert.equal(status, 200, path)
      assert.match(text, /<div id="root">/, path)
    }
  })

  it('weigh little on a first visit, each with all that its own files ask for', async (t) => {
    const names = (await readdir(join(folder, 'assets'))).filter((name) => /\.(js|css)$/.test(name))
    const texts = new Map<string, string>()
    for (const name of names) texts.set(name, await readFile(join(folder, 'assets', name), 'utf8'))
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    const shell = names.filter((name) => page.includes(`/assets/${name}"`))
    const lazy = shell.flatMap((file) =>
      [...(texts.get(file) ?? '').matchAll(/import\([`"']\.\/([\w.-]+\.js)[`"']\)/g)].map(([, name = '']) => name),
    )
    assert.ok(new Set(lazy).size > 15, 'pages have files of their own')
    for (const first of new Set(lazy)) {
      const files = new Set(shell)
      const take = (name: string) => {
        if (files.has(name)) return
        files.add(name)
        for (const other of names) if (texts.get(name)?.includes(other)) take(other)
      }
      take(first)
      const sizes = [...files].map(async (name) => (await stat(join(folder, 'assets', `${name}.br`))).size)
      const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, page.length)
      t.diagnostic(`${bytes} bytes: ${first}`)
      assert.ok(bytes > 50_000 && bytes < bytesMax, `${first}: ${bytes} bytes`)
    }
  })
})

describe('a form of another site', () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  const intruder = { login: 'intruder', name: 'Intruder', permissions: ['VIEW'] }
  const post = async (headers: Readonly<Record<string, string | undefined>>) => {
    const as = await signedIn(gateway)
    const path = ofMerchant('/users')
    const response = await ask(gateway, { method: 'POST', path, as, body: intruder, headers })
    assert.equal((await gateway.query(`select from users where login = 'intruder'`)).length, 0, 'no user was added')
    return [response.status, response.body.code]
  }

  for (const type of types) {
    it(`is refused for where it comes from, with the content type ${type}`, async () => {
      for (const site of ['cross-site', 'same-site'])
        assert.deepEqual(await post({ 'sec-fetch-site': site, 'content-type': type }), [403, 'FOREIGN_ORIGIN'])
      const foreign = { 'sec-fetch-site': undefined, origin: 'https://evil.example', 'content-type': type }
      assert.deepEqual(await post(foreign), [403, 'FOREIGN_ORIGIN'])
    })

    it(`is refused for the content type ${type}, wherever it comes from`, async () => {
      assert.deepEqual(await post({ 'content-type': type }), [415, 'NOT_JSON'])
    })
  }
})

describe('a request from a page of the console', () => {
  it('needs the token of this page, and not that of another session', async () => {
    const [as, other] = [await operatorsUser(gateway), await operatorsUser(gateway)]
    for (const csrf of [undefined, '', csrfOf(other.token)]) {
      const headers = { 'x-tollgate-csrf': csrf }
      const response = await ask(gateway, { method: 'DELETE', path: '/console-sessions', as, headers })
      assert.deepEqual([response.status, response.body.code], [403, 'WRONG_CSRF'])
    }
    assert.equal((await ask(gateway, { path: '/session', as })).status, 200, 'the login goes on')
  })
})
