// Ids with characters that mean something in addresses, in markup or in spreadsheets, at the console's services.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { orderRows } from '../../../src/contract/groups/order.ts'
import { FieldError } from '../../../src/contract/row.ts'
import { specialIds } from '../../support/builders/special-ids.ts'
import { apiPath, payBody, send } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { caughtUp } from '../../support/fixtures/search-world.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

const formula = '=HYPERLINK("https://evil.example","x")'

describe('an id with special characters at the console', () => {
  let gateway: TestGateway
  let merchantId: string
  let user: ConsoleUser

  before(async () => {
    gateway = await sharedGateway()
    merchantId = (await boardMerchant(gateway)).id
    user = await signedIn(gateway, { merchantId })
    const url = 'https://localhost:9/notifications'
    await gateway.dependencies.webhookSettings.change(merchantId, { isEnabled: true, url }, testerStamp())
    for (const id of [...specialIds, formula]) {
      const place = `/order/${encodeURIComponent(id)}/transaction/${encodeURIComponent(id)}`
      const { status, text } = await send(gateway.listeners.httpUrl ?? '', {
        method: 'PUT',
        path: apiPath(place, { merchant: merchantId }),
        body: payBody({ order: { amount: '1', currency: 'USD', reference: '=1+1' } }),
        login: `merchant.${merchantId}:${testPassword}`,
      })
      assert.equal(status, 201, text)
    }
    await caughtUp(gateway, merchantId)
  })

  const get = (rest: string) => ask(gateway, { path: ofMerchant(rest, merchantId), as: user })

  it('is accepted by the API', () => {
    for (const id of specialIds) assert.ok(!(orderRows.id.type.read(id) instanceof FieldError), id)
  })

  it('opens its order, and is found by a search for it', async () => {
    for (const id of specialIds) {
      const { status, body, text } = await get(`/orders/${encodeURIComponent(id)}`)
      assert.deepEqual([status, body.orderId, body.transactions?.[0]?.transactionId], [200, id, id], text)
      const found = await get(`/orders?orderId=${encodeURIComponent(id)}`)
      assert.deepEqual(
        found.body.rows.map(({ orderId }: { readonly orderId: string }) => orderId),
        [id],
        id,
      )
    }
  })

  it('names the notification about its order', async () => {
    for (const id of specialIds) {
      const { body } = await get(`/deliveries?orderId=${encodeURIComponent(id)}`)
      assert.equal(body.rows.length, 1, id)
      const whole = await get(`/deliveries/${body.rows[0].notificationId}`)
      assert.deepEqual([whole.status, whole.body.orderId], [200, id], whole.text)
    }
  })

  it('is neither a token nor a notification', async () => {
    for (const id of specialIds)
      for (const thing of ['tokens', 'deliveries']) {
        const { status, body } = await get(`/${thing}/${encodeURIComponent(id)}`)
        assert.deepEqual([status, body.code], [404, 'NOT_FOUND'], `${thing} ${id}`)
      }
  })

  it('is at the address of every page', async () => {
    for (const id of specialIds) {
      const path = `/console${ofMerchant(`/orders/${encodeURIComponent(id)}`, merchantId)}`
      const { status, headers } = await send(gateway.listeners.httpUrl ?? '', { path, login: null })
      assert.deepEqual([status, headers['content-type']], [200, 'text/html;charset=UTF-8'], id)
    }
  })

  it('cannot be a login', async () => {
    const body = { login: '<svg onload=alert(20)>', name: 'x', permissions: ['VIEW'] }
    const path = ofMerchant('/users', merchantId)
    const { status, body: said } = await ask(gateway, { method: 'POST', path, body, as: user })
    assert.deepEqual([status, said.field], [422, 'login'])
  })

  it('is not a formula in a file, and the file is not a page', async () => {
    for (const list of ['orders', 'transactions']) {
      const { text, headers } = await get(`/${list}.csv`)
      assert.match(headers['content-type'] ?? '', /^text\/csv/)
      assert.match(headers['content-disposition'] ?? '', /^attachment;/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.ok(text.includes('<script>alert(1)</script>'), 'the text is there')
      assert.ok(text.includes(`'=HYPERLINK`), 'the formula is there, as a text')
      assert.doesNotMatch(text, /(^|[,;\t\r\n"])[=+@]/, 'no cell begins as a formula does')
    }
  })
})
