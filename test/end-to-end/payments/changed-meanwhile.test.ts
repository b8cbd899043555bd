// A user decides on an order that changes between reading it and recording the decision: the decision is made on the order
// as it is then. Only an order that changes again and again counts as busy.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { acceptDispute } from '../../../src/payments/operations/manual/answer-dispute.ts'
import { approveRefund, declineRefund } from '../../../src/payments/operations/manual/decide-refund-request.ts'
import { recordProviderEvent } from '../../../src/payments/operations/manual/record-provider-event.ts'
import { reviewOrder } from '../../../src/payments/operations/manual/review-order.ts'
import type { OrderKey } from '../../../src/payments/ports/transactions.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { type Body, payBody, refundBody } from '../../support/clients/client.ts'
import { openShop, orderOf } from '../../support/clients/shop.ts'

import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

type Ports = TestGateway['dependencies']

/** Ports for which `change` comes between the first `times` readings of an order and what follows from them. */
function changing(times: number, change: () => Promise<unknown>): Ports {
  const { store } = gateway.dependencies
  let left = times
  const findOrder: typeof store.findOrder = async (key) => {
    const found = await store.findOrder(key)
    if (left > 0) {
      left -= 1
      await change()
    }
    return found
  }
  const changed = new Proxy(store, {
    get(target, name) {
      const value = name === 'findOrder' ? findOrder : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...gateway.dependencies, store: changed }
}

/** A fee that a provider takes: changes the order, and none of its amounts. */
const recordFee = (key: OrderKey) =>
  recordProviderEvent({ key, type: 'FUNDING', amount: '1', currency: 'USD', userId: 'bank' }, gateway.dependencies)

const chargeback = { type: 'CHARGEBACK', amount: '30', currency: 'USD', reference: 'CASE-1', userId: 'bank' } as const

async function paidOrder(...more: readonly object[]): Promise<OrderKey> {
  const shop = openShop(gateway)
  return { merchantId: shop.merchant, orderId: await orderOf(shop, payBody(), ...more) }
}

const orderToRefund = () => paidOrder(refundBody('30', { priorApproval: 'REQUESTED' }))

async function orderToReview(): Promise<OrderKey> {
  const risk = { ...noRiskRules, binRanges: [{ from: '512345', to: '512345', action: 'REVIEW' as const }] }
  const shop = openShop(gateway, (await boardMerchant(gateway, { profile: { risk } })).id)
  return { merchantId: shop.merchant, orderId: await orderOf(shop, payBody()) }
}

async function disputedOrder(): Promise<OrderKey> {
  const key = await paidOrder()
  await recordProviderEvent({ key, ...chargeback }, gateway.dependencies)
  return key
}

const decisions: readonly {
  readonly name: string
  readonly order: () => Promise<OrderKey>
  readonly decide: (key: OrderKey, dependencies: Ports) => Promise<{ readonly kind: string }>
  readonly done: string
}[] = [
  {
    name: 'an approved refund',
    order: orderToRefund,
    decide: (key, dependencies) => approveRefund({ key, userId: 'anna' }, dependencies),
    done: 'ANSWERED',
  },
  {
    name: 'a declined refund',
    order: orderToRefund,
    decide: (key, dependencies) => declineRefund({ key, userId: 'anna' }, dependencies),
    done: 'DECLINED',
  },
  {
    name: 'an accepted payment',
    order: orderToReview,
    decide: (key, dependencies) => reviewOrder({ key, decision: 'ACCEPTED', userId: 'anna' }, dependencies),
    done: 'REVIEWED',
  },
  {
    name: 'a chargeback',
    order: () => paidOrder(),
    decide: (key, dependencies) => recordProviderEvent({ key, ...chargeback }, dependencies),
    done: 'ANSWERED',
  },
  {
    name: 'an accepted dispute',
    order: disputedOrder,
    decide: (key, dependencies) =>
      acceptDispute({ key, caseNumber: 'CASE-1', note: undefined, userId: 'anna' }, dependencies),
    done: 'ANSWERED',
  },
]

describe('an order that changes while a user decides on it', () => {
  for (const { name, order, decide, done } of decisions) {
    it(`${name}: is decided as it is then`, async () => {
      const key = await order()
      const dependencies = changing(1, () => recordFee(key))
      assert.equal((await decide(key, dependencies)).kind, done)
    })

    it(`${name}: is busy when it changes each time`, async () => {
      const key = await order()
      const dependencies = changing(100, () => recordFee(key))
      const { kind, ...rest } = await decide(key, dependencies)
      const code = (rest as { response?: { response?: { gatewayCode?: string } } }).response?.response?.gatewayCode
      assert.equal(code ?? kind, 'LOCKED')
    })
  }

  it('a dispute that another user accepts meanwhile is not lost twice', async () => {
    const key = await disputedOrder()
    const accept = (dependencies: Ports) =>
      acceptDispute({ key, caseNumber: 'CASE-1', note: undefined, userId: 'anna' }, dependencies)
    const second = await accept(changing(1, () => accept(gateway.dependencies)))
    assert.equal(second.kind, 'DISPUTE_CLOSED')
    const { body } = await openShop(gateway, key.merchantId).order(key.orderId)
    assert.equal(body.transaction.filter((each: Body) => each.transaction.type === 'CHARGEBACK').length, 2)
  })

  it('a refund that another user approves meanwhile is not executed twice', async () => {
    const key = await orderToRefund()
    const approve = (dependencies: Ports) => approveRefund({ key, userId: 'anna' }, dependencies)
    const second = await approve(changing(1, () => approve(gateway.dependencies)))
    assert.equal(second.kind, 'NOTHING_AWAITED')
    const { body } = await openShop(gateway, key.merchantId).order(key.orderId)
    assert.equal(body.totalRefundedAmount, 30)
  })
})
