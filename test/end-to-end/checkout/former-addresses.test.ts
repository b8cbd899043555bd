// Addresses of the payment page and of libraries that older clients load.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { newOrderId, send } from '../../support/clients/client.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

function ask(path: string) {
  return send(gateway.listeners.httpsUrl, { path, login: null })
}

describe('the former entries of the payment page', () => {
  it('lead to the page, which opens', async () => {
    const order = { id: newOrderId(), amount: '10.00', currency: 'USD' }
    const interaction = { operation: 'PURCHASE', merchant: { name: 'Shop' }, returnUrl: 'https://shop.example/return' }
    const opened = await openSessions(gateway).create({ apiOperation: 'INITIATE_CHECKOUT', interaction, order })
    const { id } = opened.body.session
    for (const [entry, page] of [
      [`/checkout/entry/${id}`, `/checkout/pay/${id}`],
      [`/checkout/lightboxEntry/${id}`, `/checkout/pay/${id}?frame=lightbox`],
    ] as const) {
      const { status, headers } = await ask(entry)
      assert.deepEqual([status, headers['location'], headers['referrer-policy']], [302, page, 'no-referrer'])
      assert.equal((await ask(page)).status, 200)
    }
  })

  it('are unknown for what is no session', async () => {
    for (const path of [
      '/checkout/entry/x',
      '/checkout/lightboxEntry/..%2f..%2fevil',
      '/checkout/entry/SESSION%0d%0aX',
    ])
      assert.equal((await ask(path)).status, 404, path)
  })
})

describe('the libraries that are not available', () => {
  it("say in the browser's console what is missing", async () => {
    for (const [path, missing] of [
      ['/form/v2/hpf.js', /session\.js/],
      ['/static/apm/2.1.0/apm.min.js', /INITIATE_BROWSER_PAYMENT/],
    ] as const) {
      const { status, headers, text } = await ask(path)
      assert.deepEqual([status, headers['content-type']], [200, 'text/javascript;charset=UTF-8'])
      assert.equal(headers['access-control-allow-origin'], '*')
      const said: string[] = []
      runInNewContext(text, { console: { error: (line: string) => said.push(line) } })
      assert.equal(said.length, 1)
      assert.match(said[0] ?? '', missing)
    }
  })
})
