// What clients say of the order in the body of PAY and AUTHORIZE: its id, which the path has, and its invoice.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { authorizeBody, captureBody, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

const money = { amount: '10.00', currency: 'USD' }
const requests = { PAY: payBody, AUTHORIZE: authorizeBody } as const

for (const [name, request] of Object.entries(requests)) {
  describe(`order.id in the body of ${name}`, () => {
    it('is accepted when the path has the same, in every version', async () => {
      for (const version of [15, 29, 30, 50, 100]) {
        const orderId = newOrderId()
        const response = await shop.put(request({ order: { ...money, id: orderId } }), { orderId, version })
        assert.deepEqual(outcome(response).slice(0, 3), [201, 'SUCCESS', 'APPROVED'], response.text)
        assert.equal(response.body.order.id, orderId)
      }
    })

    it('is INVALID when the path has another, and nothing is charged', async () => {
      const orderId = newOrderId()
      const response = await shop.put(request({ order: { ...money, id: `${orderId}-x` } }), { orderId })
      assert.deepEqual(refusal(response), refusalOf('order.id'))
      assert.equal((await shop.order(orderId)).status, 400)
    })

    it('does not make another request of a repeat', async () => {
      const orderId = newOrderId()
      const plain = request({ order: money })
      assert.equal((await shop.put(request({ order: { ...money, id: orderId } }), { orderId })).status, 201)
      assert.equal((await shop.put(plain, { orderId })).status, 200)
    })

    it('of a session is ignored: only the path and the body count', async () => {
      const sessions = openSessions(gateway)
      const id = await sessions.open()
      await sessions.update(id, { order: { id: 'another', ...money } })
      const orderId = newOrderId()
      const { order: _, ...body } = request() as { order?: object }
      const response = await shop.put({ ...body, session: { id } }, { orderId })
      assert.deepEqual([response.status, response.body.order?.id], [201, orderId], response.text)
      const wrong = { ...body, order: { id: 'another' }, session: { id } }
      assert.deepEqual(refusal(await shop.put(wrong)), refusalOf('order.id'))
    })
  })

  describe(`order.invoiceNumber of ${name}`, () => {
    it('is stored and returned from version 50 on', async () => {
      for (const version of [50, 57, 100]) {
        const orderId = newOrderId()
        const invoiced = { order: { ...money, invoiceNumber: 'INV-2026/17' } }
        const { body } = await shop.put(request(invoiced), { orderId, version })
        assert.equal(body.order.invoiceNumber, 'INV-2026/17')
        assert.equal((await shop.transaction(orderId, '1', version)).body.order.invoiceNumber, 'INV-2026/17')
        assert.equal((await shop.order(orderId, version)).body.invoiceNumber, 'INV-2026/17')
      }
    })
  })
}

describe('order.id in the body of other operations', () => {
  it('is refused as unsupported', async () => {
    const orderId = newOrderId()
    const verify = verifyBody({ order: { currency: 'USD', id: orderId } })
    assert.deepEqual(refusal(await shop.put(verify, { orderId })), refusalOf('order.id', 'UNSUPPORTED'))
    await shop.put(authorizeBody(), { orderId })
    const capture = { ...captureBody(), order: { id: orderId } }
    assert.deepEqual(
      refusal(await shop.put(capture, { orderId, transactionId: '2' })),
      refusalOf('order.id', 'UNSUPPORTED'),
    )
  })
})

describe('a sandbox merchant', () => {
  it('accepts currencies from everywhere', async () => {
    const amounts: Readonly<Record<string, string>> = {
      AED: '10.00',
      ARS: '10.00',
      BDT: '10.00',
      BHD: '10.125',
      BRL: '10.00',
      CLP: '1000',
      COP: '10.00',
      INR: '10.00',
      LKR: '10.00',
      MXN: '10.00',
      OMR: '10.125',
      PEN: '10.00',
      PKR: '10.00',
      QAR: '10.00',
      SAR: '10.00',
      XOF: '1000',
    }
    for (const [currency, amount] of Object.entries(amounts)) {
      const { body, text } = await shop.put(payBody({ order: { amount, currency } }))
      assert.deepEqual(
        [body.result, body.order?.currency, body.order?.amount],
        ['SUCCESS', currency, Number(amount)],
        text,
      )
    }
  })
})
