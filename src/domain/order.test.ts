import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from './gateway-code.ts'
import { type Order, type OrderTransaction, planVerification, statusOf, totalsOf, withOutcome } from './order.ts'
import { isRejection } from './rejection.ts'

function transaction(differences: Partial<OrderTransaction>): OrderTransaction {
  return { id: '1', type: 'VERIFICATION', amountMinor: 0n, ...differences }
}

function order(differences: Partial<Order>): Order {
  const at = new Date(0)
  return {
    id: 'o',
    currency: 'USD',
    amountMinor: 0n,
    revision: 1,
    isBusy: false,
    createdAt: at,
    updatedAt: at,
    transactions: [],
    ...differences,
  }
}

const wish = { currency: 'USD', orderAmountMinor: 0n, hasSubMerchant: false }

describe('the status of an order with one verification', () => {
  it('follows from its outcome, for every outcome there is', () => {
    for (const [gatewayCode, { result, isOpen }] of Object.entries(gatewayCodes)) {
      const status = statusOf([transaction({ gatewayCode: gatewayCode as GatewayCode })])
      const expected = isOpen ? undefined : result === 'SUCCESS' ? 'VERIFIED' : 'FAILED'
      assert.equal(status, expected, gatewayCode)
    }
  })

  it('is left out while the verification is in flight', () => {
    assert.equal(statusOf([transaction({})]), undefined)
  })

  it('stays VERIFIED when a later verification fails', () => {
    const history = [transaction({ gatewayCode: 'APPROVED' }), transaction({ id: '2', gatewayCode: 'DECLINED' })]
    assert.equal(statusOf(history), 'VERIFIED')
  })
})

describe('the captured answers of the reference', () => {
  const authorization = transaction({ type: 'AUTHORIZATION', amountMinor: 100n, gatewayCode: 'APPROVED' })
  const capture = transaction({ id: '2', type: 'CAPTURE', amountMinor: 100n, gatewayCode: 'APPROVED' })
  const refund = transaction({ id: '3', type: 'REFUND', amountMinor: 100n, gatewayCode: 'APPROVED' })
  const voided = transaction({
    id: '4',
    type: 'VOID_AUTHORIZATION',
    targetTransactionId: '1',
    amountMinor: 100n,
    gatewayCode: 'APPROVED',
  })
  const rows: readonly [string, readonly OrderTransaction[], bigint, bigint, bigint][] = [
    ['AUTHORIZED', [authorization], 100n, 0n, 0n],
    ['CAPTURED', [authorization, capture], 100n, 100n, 0n],
    ['PARTIALLY_CAPTURED', [authorization, { ...capture, amountMinor: 40n }], 100n, 40n, 0n],
    ['CAPTURED', [{ ...authorization, type: 'PAYMENT' }], 100n, 100n, 0n],
    ['REFUNDED', [authorization, capture, refund], 100n, 100n, 100n],
    ['PARTIALLY_REFUNDED', [authorization, capture, { ...refund, amountMinor: 1n }], 100n, 100n, 1n],
    ['EXCESSIVELY_REFUNDED', [{ ...refund, amountMinor: 1234n }], 0n, 0n, 1234n],
    ['CANCELLED', [authorization, voided], 0n, 0n, 0n],
    ['FAILED', [{ ...authorization, gatewayCode: 'DECLINED' }], 0n, 0n, 0n],
  ]

  it('have the status and totals that follow from their transactions', () => {
    for (const [status, history, authorizedMinor, capturedMinor, refundedMinor] of rows) {
      assert.equal(statusOf(history), status)
      assert.deepEqual(totalsOf(history), { authorizedMinor, capturedMinor, refundedMinor }, status)
    }
  })
})

describe('planning a verification', () => {
  it('is allowed on a new order, after a failed one and after another verification', () => {
    for (const given of [
      undefined,
      order({ transactions: [transaction({ gatewayCode: 'DECLINED' })] }),
      order({ transactions: [transaction({ gatewayCode: 'APPROVED' })] }),
      order({ transactions: [transaction({ type: 'PAYMENT', gatewayCode: 'DECLINED' })] }),
    ])
      assert.equal(planVerification(given, wish).kind, 'planned')
  })

  it('never carries an amount', () => {
    const planned = planVerification(undefined, { ...wish, orderAmountMinor: 500n })
    assert.ok(planned.kind === 'planned' && planned.amountMinor === 0n && planned.orderAmountMinor === 500n)
  })

  it('waits for nobody: a busy order is busy', () => {
    assert.equal(planVerification(order({ isBusy: true }), wish).kind, 'busy')
  })

  it('is refused on an order that holds a payment, in another currency, or with late sub-merchant details', () => {
    const paid = order({ transactions: [transaction({ type: 'PAYMENT', amountMinor: 5n, gatewayCode: 'APPROVED' })] })
    const reasons = [
      planVerification(paid, wish),
      planVerification(order({}), { ...wish, currency: 'EUR' }),
      planVerification(order({}), { ...wish, hasSubMerchant: true }),
    ].map((planned) => isRejection(planned) && planned.reason)
    assert.deepEqual(reasons, ['ORDER_ALREADY_STARTED', 'CURRENCY_DIFFERS', 'SUB_MERCHANT_LATE'])
  })
})

describe('an outcome', () => {
  it('replaces the open one of its transaction, and is added when there is none', () => {
    const open = transaction({})
    const decided = transaction({ gatewayCode: 'APPROVED' })
    assert.deepEqual(withOutcome([open], decided), [decided])
    assert.deepEqual(withOutcome([], decided), [decided])
  })
})
