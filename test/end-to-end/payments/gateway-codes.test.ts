// Every value of response.gatewayCode, produced over HTTP from its cause; a code that nothing produces fails here.
import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../../src/kernel/gateway-code.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { eventually } from '../../support/checks/poll.ts'
import {
  type ApiResponse,
  cardExpiring,
  newOrderId,
  payBody,
  refundBody,
  verifyBody,
} from '../../support/clients/client.ts'
import { openShop, orderOf, type Shop } from '../../support/clients/shop.ts'
import { holdSleeps } from '../../support/faults/held-sleeps.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

/** The expiry dates by which the simulated acquirer answers. */
const byExpiry: Partial<Readonly<Record<GatewayCode, readonly [month: string, year: string]>>> = {
  ACQUIRER_SYSTEM_ERROR: ['1', '37'],
  APPROVED: ['1', '39'],
  APPROVED_PENDING_SETTLEMENT: ['12', '39'],
  AUTHENTICATION_FAILED: ['10', '38'],
  DECLINED: ['5', '39'],
  DECLINED_AVS: ['1', '38'],
  DECLINED_AVS_CSC: ['3', '38'],
  DECLINED_CSC: ['2', '38'],
  DECLINED_DO_NOT_CONTACT: ['9', '39'],
  DECLINED_INVALID_PIN: ['8', '38'],
  DECLINED_PAYMENT_PLAN: ['4', '39'],
  DECLINED_PIN_REQUIRED: ['9', '38'],
  DEFERRED_TRANSACTION_RECEIVED: ['5', '38'],
  DUPLICATE_BATCH: ['4', '38'],
  EXCEEDED_RETRY_LIMIT: ['12', '38'],
  EXPIRED_CARD: ['4', '27'],
  INSUFFICIENT_FUNDS: ['6', '39'],
  INVALID_CSC: ['3', '39'],
  NOT_ENROLLED_3D_SECURE: ['11', '38'],
  NOT_SUPPORTED: ['10', '39'],
  PENDING: ['11', '39'],
  REFERRED: ['8', '39'],
  SYSTEM_ERROR: ['6', '38'],
  TIMED_OUT: ['8', '28'],
  UNKNOWN: ['5', '37'],
  UNSPECIFIED_FAILURE: ['2', '37'],
}

const giftCard = (number: string) => ({ type: 'GIFT_CARD', provided: { giftCard: { number } } })
const balanceOf = (number: string) => () => shop.put(verifyBody({ sourceOfFunds: giftCard(number) }))

/** What another cause than the card brings about. */
const byOtherCause: Partial<Readonly<Record<GatewayCode, (t: TestContext) => Promise<ApiResponse>>>> = {
  // A refund that waits for approval is approved by the gateway itself.
  APPROVED_AUTO: async () => {
    const orderId = await orderOf(shop, payBody())
    return shop.put(refundBody('1', { priorApproval: 'REQUESTED' }), { orderId, transactionId: '2' })
  },
  BALANCE_AVAILABLE: balanceOf('6000000000000050'),
  BALANCE_UNKNOWN: balanceOf('6000000000009999'),
  NO_BALANCE: balanceOf('6000000000000000'),
  BLOCKED: async () => {
    const binRanges = [{ from: '512345', to: '512345', action: 'REJECT' as const }]
    const { id } = await boardMerchant(gateway, { profile: { risk: { ...noRiskRules, binRanges } } })
    return openShop(gateway, id).put(payBody())
  },
  // Another transaction of the order is under way.
  LOCK_FAILURE: async (t) => {
    const answer = holdSleeps(t, gateway.dependencies.clock, 5000)
    const orderId = newOrderId()
    const order = { amount: '1', currency: 'USD', reference: 'SIM-SLOW-5000' }
    const slow = shop.put(payBody({ order }), { orderId })
    await eventually(
      () => shop.order(orderId),
      ({ status }) => status === 200,
    )
    const locked = await shop.put(payBody(), { orderId, transactionId: '2' })
    answer()
    assert.deepEqual([locked.status, (await slow).body.response.gatewayCode], [200, 'APPROVED'])
    return locked
  },
  PARTIALLY_APPROVED: () => {
    const order = { amount: '10', currency: 'USD', acceptPartialAmount: true }
    return shop.put(payBody({ order, sourceOfFunds: cardExpiring('7', '39') }))
  },
  // The results of a payment at a provider's site, which a reference produces without a browser.
  ABORTED: () => shop.put(atProvider('x.FAILABORTED')),
  CANCELLED: () => shop.put(atProvider('x.FAILCANCELLED')),
  SUBMITTED: () => shop.put(atProvider('x')),
  AUTHENTICATION_IN_PROGRESS: () => {
    const { sourceOfFunds } = payBody() as { sourceOfFunds: object }
    return shop.put({ apiOperation: 'INITIATE_AUTHENTICATION', order: { currency: 'USD' }, sourceOfFunds })
  },
}

function atProvider(reference: string): object {
  return {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back' },
    order: { amount: '10', currency: 'EUR', reference },
    sourceOfFunds: { type: 'PROVIDER_C' },
  }
}

describe('response.gatewayCode', () => {
  for (const gatewayCode of Object.keys(gatewayCodes) as GatewayCode[]) {
    const expiry = byExpiry[gatewayCode]
    const cause = byOtherCause[gatewayCode]

    it(`${gatewayCode} is returned for its cause`, async (t) => {
      const made = expiry ? shop.put(payBody({ sourceOfFunds: cardExpiring(...expiry) })) : cause?.(t)
      assert.ok(made, 'nothing in this test produces it')
      const { body, text } = await made
      assert.equal(body.response?.gatewayCode, gatewayCode, text)
      assert.equal(body.result, gatewayCodes[gatewayCode].result)
    })
  }

  it('has one cause for each code', () => {
    const produced = [...Object.keys(byExpiry), ...Object.keys(byOtherCause)]
    assert.deepEqual(produced.toSorted(), Object.keys(gatewayCodes).toSorted())
  })

  it('can be directed by a reference in any later operation', async () => {
    for (const gatewayCode of ['DECLINED', 'REFERRED', 'ACQUIRER_SYSTEM_ERROR', 'INSUFFICIENT_FUNDS']) {
      const orderId = await orderOf(shop, payBody())
      const body = refundBody('1', { reference: `x.FAIL${gatewayCode}` })
      const response = await shop.put(body, { orderId, transactionId: '2' })
      assert.equal(response.body.response.gatewayCode, gatewayCode)
    }
  })

  it('is the nearest one that a version lists, when it does not list the actual one', async () => {
    const newer = await shop.put(payBody({ sourceOfFunds: cardExpiring('8', '38') }), { version: 100 })
    const orderId = newer.body.order.id
    for (const version of [15, 29, 30, 38, 50]) {
      const { body } = await shop.transaction(orderId, '1', version)
      assert.match(body.response.gatewayCode, /^DECLINED/)
      assert.equal(body.result, 'FAILURE')
    }
  })
})
