// The address itself: a page with the ways in for people, and the usual 404 for programs.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type ApiResponse, type ClientRequest, send } from '../../support/clients/client.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

function ask(sent: Partial<ClientRequest>, url = gateway.listeners.httpsUrl): Promise<ApiResponse> {
  return send(url, { path: '/', login: null, ...sent })
}

describe('the root of the gateway', () => {
  it('leads a browser to the console and the reference, which answer', async () => {
    const { status, headers, text } = await ask({ headers: browser })
    assert.deepEqual([status, headers['content-type']], [200, 'text/html;charset=UTF-8'])
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? '')
    assert.deepEqual(links, ['/console', '/docs'])
    for (const path of links) assert.notEqual((await ask({ path, headers: browser })).status, 404, path)
  })

  it('loads nothing, runs nothing and cannot be framed', async () => {
    const { headers, text } = await ask({ headers: browser })
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'nonce-[^']+';/)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.doesNotMatch(text, /<script|<img|<link/)
  })

  it('is 404 in the shape of the API for programs, other methods and clients with certificates', async () => {
    const { httpsUrl, mtlsUrl } = gateway.listeners
    for (const response of [
      await ask({}),
      await ask({ headers: { accept: 'application/json' } }),
      await ask({ headers: { accept: '*/*' } }),
      await ask({ method: 'POST', headers: browser, body: {} }, httpsUrl),
      await ask({ headers: browser }, mtlsUrl),
    ])
      assert.deepEqual([response.status, response.body.error.cause], [404, 'INVALID_REQUEST'])
  })
})
