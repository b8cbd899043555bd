// What a payment carries through two gateways beside its card and amount: agreements to a series of payments with stored
// credentials, 3-D Secure results from elsewhere, and the cryptograms of wallets.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { AcquirerRequest } from '../../../src/payments/ports/acquirer.ts'
import { authorizeBody, type Body, cardSource, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { settleEverything } from '../../support/clients/shop.ts'
import { openTwoGateways, type TwoGateways } from '../../support/fixtures/two-gateways.ts'
import { tollgate } from '../../support/gateway/command-line.ts'

let both: TwoGateways
before(async () => {
  both = await openTwoGateways()
})

/** Sends a request, which must succeed: the response, and the transaction that the bank has. */
async function send(body: object): Promise<{ readonly ours: Body; readonly theirs: Body }> {
  const orderId = newOrderId()
  const { body: ours, text } = await both.shop.put(body, { orderId })
  assert.equal(ours.result, 'SUCCESS', text)
  const [row] = await both.production.query<{ reference: string }>(
    'select acquirer_reference as reference from transactions where merchant_id = $1 and order_id = $2',
    [both.shop.merchant, orderId],
  )
  const { body: order } = await both.shopAtBank.order(row?.reference ?? '')
  return { ours, theirs: order.transaction?.[0] ?? assert.fail(`the bank has nothing of ${orderId}`) }
}

const terms = {
  amountVariability: 'FIXED',
  expiryDate: '2039-01-01',
  maximumAmountPerPayment: '120',
  minimumDaysBetweenPayments: 28,
  numberOfPayments: 12,
  paymentFrequency: 'MONTHLY',
  retailer: { tradingName: 'Corner shop' },
}

describe('a payment through two gateways', () => {
  for (const [type, first] of [
    ['RECURRING', payBody],
    ['INSTALLMENT', authorizeBody],
    ['UNSCHEDULED', verifyBody],
  ] as const)
    it(`of a series that is ${type} carries the agreement and the stored credential, the first time and later`, async () => {
      const id = `agreement-${randomUUID()}`
      const storing = { agreement: { id, type, ...terms }, sourceOfFunds: cardSource({ storedOnFile: 'TO_BE_STORED' }) }
      const begun = await send(first(storing))
      const later = await send(
        payBody({
          agreement: { id },
          sourceOfFunds: cardSource({ storedOnFile: 'STORED', securityCode: undefined }),
          transaction: { source: 'MERCHANT' },
        }),
      )
      for (const { ours, theirs } of [begun, later]) {
        assert.deepEqual(ours.agreement, { id, type, ...terms, maximumAmountPerPayment: 120 })
        // Under an id that no other merchant of this gateway has there.
        assert.deepEqual(theirs.agreement, { ...ours.agreement, id: `${ours.merchant}.${id}` })
        assert.equal(theirs.transaction.source, ours.transaction.source)
        const { storedOnFile } = ours.sourceOfFunds.provided.card
        assert.ok(storedOnFile)
        assert.equal(theirs.sourceOfFunds.provided.card.storedOnFile, storedOnFile)
      }
      assert.equal(later.theirs.transaction.source, 'MERCHANT')
    })

  it('carries the result of a 3-D Secure 1 authentication that was made elsewhere', async () => {
    const result = {
      acsEci: '02',
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
      authenticationToken: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
      enrollmentStatus: 'ENROLLED',
      xid: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
    }
    for (const body of [payBody, authorizeBody]) {
      const { ours, theirs } = await send(body({ '3DSecure': result }))
      assert.deepEqual(ours['3DSecure'], result)
      assert.deepEqual(theirs['3DSecure'], result)
    }
  })

  it("carries the cryptogram of a wallet to the bank's own acquirer, and neither gateway stores or shows it", async (t) => {
    const acquirer = both.upstream.dependencies.acquirers.of({ adapter: 'simulator' } as never) as {
      ask: (request: AcquirerRequest, terms: unknown) => unknown
    }
    const { ask } = acquirer
    const asked: AcquirerRequest[] = []
    acquirer.ask = (request, sending) => {
      asked.push(request)
      return ask(request, sending)
    }
    t.after(() => Object.assign(acquirer, { ask }))
    const cryptogram = 'Canary/upstream+cryptogram=='
    const device = { eciIndicator: '5', onlinePaymentCryptogram: cryptogram }
    const devicePayment = { '3DSecure': device, cryptogramFormat: '3DSECURE' }
    const order = { amount: '10.00', currency: 'USD', walletProvider: 'APPLE_PAY' }
    const { ours, theirs } = await send(payBody({ order, sourceOfFunds: cardSource({ devicePayment }) }))
    const charged = asked.find(({ currency }) => currency === 'USD')
    assert.ok(charged && 'instrument' in charged && charged.instrument.kind === 'CARD')
    const { threeDSecure } = charged.instrument.devicePayment ?? {}
    assert.deepEqual([threeDSecure?.eciIndicator, threeDSecure?.onlinePaymentCryptogram?.open()], ['5', cryptogram])
    assert.deepEqual([ours.order.walletProvider, theirs.order.walletProvider], ['APPLE_PAY', 'APPLE_PAY'])
    assert.doesNotMatch(JSON.stringify([ours, theirs]), /Canary/)
    for (const gateway of [both.production, both.upstream])
      assert.deepEqual(
        await gateway.query("select order_id from transactions t where t::text like '%Canary/upstream%'"),
        [],
      )
  })

  it('leaves books that agree', async () => {
    const { shop, production, site } = both
    await settleEverything(production, shop.merchant)
    const { code, stdout } = await tollgate(['books', 'verify', shop.merchant, '--json'], { env: site.environment })
    assert.equal(code, 0, stdout)
  })
})
