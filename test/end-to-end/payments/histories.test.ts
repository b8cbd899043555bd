// Random histories of many orders, with an acquirer that declines, keeps silent and talks nonsense: once all is settled,
// what the gateway says of every order is what the acquirer has in its books.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { AcquirerBooks } from '../../../src/payments/ports/acquirer-books.ts'
import { verifyBooks } from '../../../src/settlement/operations/verify-books.ts'
import { pickRandom, seeded } from '../../support/builders/seeded.ts'
import {
  type ApiResponse,
  authorizeBody,
  captureBody,
  newOrderId,
  payBody,
  refundBody,
  voidBody,
} from '../../support/clients/client.ts'
import { openShop, type Shop, settleEverything } from '../../support/clients/shop.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  // With an account of its own at the acquirer, whose books are compared as a whole.
  shop = openShop(gateway, (await boardWithAccount(gateway, acquirerMerchantId)).id)
})

const acquirerMerchantId = 'HISTORIES'
const seeds = [1, 20260115, 4_000_000_007]
const ordersOfSeed = 24
const stepsOfOrder = 12
/** The number of programs that work on one order at the same time, and conflict. */
const programs = 2

/** What may go wrong with one request; most go well. */
const troubles = [
  ...Array.from({ length: 16 }, () => undefined),
  ...['x.FAILDECLINED', 'x.FAILUNKNOWN', 'SIM-SILENT', 'SIM-WRONG', 'SIM-NOTSENT', 'SIM-TWICE', 'SIM-SLOW-30'],
  ...['x.FAILPARTIALLY_APPROVED', 'SIM-PARTIAL', 'SIM-LATE-20', 'SIM-WRONG SIM-LATE-REVERSAL-20'],
  ...['SIM-SILENT SIM-LOST-REVERSAL-1', 'SIM-SILENT SIM-OPEN-INQUIRY-2', 'SIM-SILENT SIM-WRONG-INQUIRY-1'],
  ...['SIM-SILENT SIM-SILENT-INQUIRY-1', 'x.FAILUNKNOWN SIM-OPEN-INQUIRY-2'],
]

function bodyOf(random: () => number, done: number): object {
  const amount = (Math.ceil(random() * 4000) / 100).toFixed(2)
  const reference = pickRandom(troubles, random)
  const target = String(1 + Math.floor(random() * (done + 1)))
  const order = { amount: '100.00', currency: 'USD' }
  const about = { ...(reference !== undefined && { reference }) }
  const withAmount = { amount, currency: 'USD', ...about }
  const initial = { order, transaction: about }
  return pickRandom(
    [
      authorizeBody(initial),
      payBody(initial),
      captureBody(amount, about),
      captureBody(amount, about),
      refundBody(amount, { ...about, ...(random() < 0.5 && { targetTransactionId: target }) }),
      refundBody(amount, about),
      { ...voidBody(target), transaction: { targetTransactionId: target, ...about } },
      { apiOperation: 'UPDATE_AUTHORIZATION', transaction: withAmount },
    ],
    random,
  )
}

/** One order's life: programs take turns as they like, and every response is one that the specification knows. */
async function live(orderId: string, seed: number, beginsBadly: boolean): Promise<readonly ApiResponse[]> {
  const responses: ApiResponse[] = []
  let taken = 0
  const program = async (random: () => number) => {
    for (let step = 0; step < stepsOfOrder / programs; step += 1) {
      taken += 1
      const body = taken <= programs ? pickRandom([authorizeBody(), payBody()], random) : bodyOf(random, taken)
      const response = await shop.put(body, { orderId, transactionId: String(taken) })
      assert.ok([200, 201, 400].includes(response.status), `${response.status} ${response.text}`)
      responses.push(response)
    }
  }
  // Programs get in each other's way as the machine likes, so that a seed alone does not make sure of every trouble.
  if (beginsBadly)
    for (const reference of ['SIM-SILENT', 'x.FAILDECLINED']) {
      const body = payBody({ order: { amount: '100.00', currency: 'USD' }, transaction: { reference } })
      responses.push(await shop.put(body, { orderId, transactionId: reference }))
    }
  await Promise.all(Array.from({ length: programs }, (_, index) => program(seeded(seed + index * 7919))))
  return responses
}

interface Standing {
  readonly order_id: string
  readonly kind: string
  readonly approved_minor: string | null
  readonly reference: string
  readonly original_reference: string | null
}

/** What the acquirer's books make an order: authorized, captured, refunded. */
function totalsByTheBooks(lines: readonly Standing[]): readonly number[] {
  const sum = (...kinds: readonly string[]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((total, line) => total + Number(line.approved_minor), 0)
  const authorized = lines
    .filter(({ kind }) => kind === 'AUTHORIZE')
    .map((authorization) => {
      const update = lines.findLast((line) => {
        return line.kind === 'UPDATE_AUTHORIZATION' && line.original_reference === authorization.reference
      })
      return Number((update ?? authorization).approved_minor)
    })
  const reserved = authorized.reduce((total, each) => total + each, sum('PAY'))
  return [reserved, sum('PAY', 'CAPTURE'), sum('REFUND')].map((minor) => minor / 100)
}

describe('a random history', () => {
  /** Codes, and the fields that were refused. */
  const results = new Set<string>()

  for (const seed of seeds) {
    it(`of ${ordersOfSeed} orders by seed ${seed} ends with equal books on both sides`, async () => {
      const orderIds = Array.from({ length: ordersOfSeed }, newOrderId)
      const lives = await Promise.all(
        orderIds.map((orderId, index) => live(orderId, seed + index * 104_729, index === 0)),
      )
      await settleEverything(gateway, shop.merchant)

      const standing = await gateway.query<Standing>(
        `select t.order_id, s.kind, s.approved_minor, s.reference, s.original_reference
         from simulated_acquirer.standing s join transactions t on t.acquirer_reference = s.reference order by t.position`,
      )
      for (const orderId of orderIds) {
        const { body } = await shop.order(orderId)
        assert.deepEqual(
          [body.totalAuthorizedAmount, body.totalCapturedAmount, body.totalRefundedAmount],
          totalsByTheBooks(standing.filter((line) => line.order_id === orderId)),
          `${orderId}: ${JSON.stringify(body.transaction.map((each: ApiResponse['body']) => [each.transaction.type, each.response.gatewayCode, each.transaction.amount]))}`,
        )
        assert.ok(body.totalCapturedAmount <= body.totalAuthorizedAmount)
        assert.ok(body.totalRefundedAmount <= body.totalCapturedAmount)
      }
      for (const { body } of lives.flat()) results.add(body.response?.gatewayCode ?? body.error?.field)
    })
  }

  // Asked of all seeds together: requests race, so that no single seed makes sure of a rare answer.
  it('includes every kind of answer', () => {
    for (const expected of ['APPROVED', 'DECLINED', 'TIMED_OUT', 'LOCK_FAILURE', 'transaction.amount'])
      assert.ok(results.has(expected), `${expected} is not among ${[...results]}`)
  })

  it('leaves no difference for the operator to find', async () => {
    const books = gateway.dependencies.acquirers.of({ adapter: 'simulator' }) as unknown as AcquirerBooks
    const about = { merchantIds: [shop.merchant], linkId: 'simulator', acquirerMerchantId }
    const report = await verifyBooks(about, { store: gateway.dependencies.store, books })
    assert.deepEqual(report.differences, [])
    assert.equal(report.open, 0)
    assert.equal(report.orders, seeds.length * ordersOfSeed)
    assert.ok(report.entries > report.orders * 2)
  })
})
