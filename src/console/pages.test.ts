import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fastify } from 'fastify'
import type { ConsoleBuild } from './build/index.ts'
import { consolePageRoutes } from './pages.ts'

async function visit(path: string, build: ConsoleBuild) {
  const app = fastify()
  app.decorateRequest('logFields', null as never)
  app.addHook('onRequest', async (request) => {
    request.logFields = {}
  })
  consolePageRoutes(app, { consolePages: { getBuild: async () => build } })
  return app.inject({ method: 'GET', url: path })
}

const file = (text: string) => ({
  contentType: 'text/javascript',
  bytes: Buffer.from(text),
  brotli: Buffer.from(`br ${text}`),
  gzip: Buffer.from(`gz ${text}`),
})

const built: ConsoleBuild = {
  kind: 'BUILT',
  page: '<meta property="csp-nonce" nonce="%NONCE%">',
  files: new Map([['assets/index.js', file('script')]]),
}

describe('the console at its address', () => {
  it('says that it is being built, and reloads until it is', async () => {
    const { statusCode, body, headers } = await visit('/console', { kind: 'BUILDING' })
    assert.equal(statusCode, 503)
    assert.match(body, /Building the console/)
    assert.match(body, /http-equiv="refresh"/)
    const { 1: nonce } = /<style nonce="([^"]+)">/.exec(body) ?? []
    assert.ok(nonce)
    assert.match(String(headers['content-security-policy']), /^default-src 'none';/)
    assert.ok(String(headers['content-security-policy']).includes(`style-src 'nonce-${nonce}';`))
  })

  it('says which command builds it when there is no build', async () => {
    const { statusCode, body } = await visit('/console/merchants/SHOP1/orders', { kind: 'MISSING' })
    assert.equal(statusCode, 503)
    assert.match(body, /npx tollgate console build/)
    assert.doesNotMatch(body, /failed/)
  })

  it('says why the last build failed, as text', async () => {
    const { body } = await visit('/console', { kind: 'MISSING', reason: 'Expected `}` in <app.tsx>' })
    assert.match(body, /The last build failed: Expected `}` in &lt;app\.tsx&gt;/)
  })

  it('is one page at every path, with a new nonce each time', async () => {
    const pages = await Promise.all(['/console', '/console/account'].map((path) => visit(path, built)))
    const nonces = pages.map(({ body }) => /nonce="([^"]+)"/.exec(body)?.[1])
    assert.deepEqual(
      pages.map(({ statusCode }) => statusCode),
      [200, 200],
    )
    assert.equal(new Set(nonces).size, 2)
    assert.ok(!nonces.includes('%NONCE%'))
  })

  it('has the files of its own build only', async () => {
    assert.equal((await visit('/console/assets/index.js', built)).body, 'script')
    assert.equal((await visit('/console/assets/older.js', built)).statusCode, 404)
    assert.equal((await visit('/console/assets/../../package.json', built)).statusCode, 404)
  })
})
