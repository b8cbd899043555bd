// Recovery of attempts with an unknown outcome, with a scripted acquirer: the requests it gets, their order, and the
// resulting order and events.
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { recoverAttempts } from '../../../../src/payments/jobs/recover-attempts.ts'
import type { InquiryResult } from '../../../../src/payments/ports/acquirer.ts'
import type { Store } from '../../../../src/payments/ports/store.ts'
import { until } from '../../../support/checks/poll.ts'
import {
  authorizeBody,
  captureBody,
  newOrderId,
  payBody,
  updateBody,
  voidBody,
} from '../../../support/clients/client.ts'
import { booksOf, openShop, outcome, type Shop, settleEverything, totals } from '../../../support/clients/shop.ts'
import { claimLinkAlone } from '../../../support/faults/claim-attempt.ts'
import { holdSleeps } from '../../../support/faults/held-sleeps.ts'
import { replaceLinks } from '../../../support/faults/replaced-links.ts'
import { type AcquirerScript, scriptedAcquirer } from '../../../support/faults/scripted-acquirer.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

/** A link of this file's own to the simulator: what is overdue there is taken by these tests alone. */
const linkId = 'recovered'

/** What is replaced comes back in reverse order; a hook that another hook registers would run at once. */
const endings: (() => Promise<void>)[] = []
const file = { after: (clean: () => Promise<void>) => void endings.push(clean) }
after(async () => {
  for (const clean of endings.toReversed()) await clean()
})

let gateway: TestGateway
let shop: Shop
/** The dependencies of a recovery that takes the attempts of that link. */
let dependencies: TestGateway['dependencies']
before(async () => {
  gateway = await sharedGateway()
  const simulator = gateway.dependencies.acquirers.of({ adapter: 'simulator' }) ?? assert.fail('there is no simulator')
  replaceLinks(file, gateway, { [linkId]: simulator })
  const store = claimLinkAlone(file, gateway, linkId)
  dependencies = { ...gateway.dependencies, store }
  const routes = [{ linkId, acquirerMerchantId: 'RECOVERED' }]
  shop = openShop(gateway, (await boardMerchant(gateway, { profile: { routes } })).id)
})

const settleAll = () => settleEverything({ ...gateway, dependencies }, shop.merchant)

const approved: InquiryResult = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } }
const notFound: InquiryResult = { kind: 'NOT_FOUND' }

/** Longer than any test: the request arrives when the test has ended. */
const never = 998_000

/** An order with a void that got no response and has not arrived. */
async function silentVoid(t: TestContext, first = payBody()) {
  holdSleeps(t, gateway.dependencies.clock, never)
  const orderId = newOrderId()
  await shop.put(first, { orderId })
  const response = await shop.put(voidBody('1', { reference: `SIM-LATE-${never}` }), { orderId, transactionId: '2' })
  assert.equal(response.body.result, 'UNKNOWN', response.text)
  return orderId
}

interface Row {
  readonly gateway_code: string | null
  readonly is_open: boolean
  readonly is_reversal_sent: boolean
  readonly claim: number
  readonly manual_resolution: string | null
  readonly due_in_ms: number
  readonly events: number
}

async function rowOf(orderId: string, transactionId = '2'): Promise<Row> {
  const [row] = await gateway.query<Row>(
    `select gateway_code, deadline_at is not null as is_open, reversal_sent_at is not null as is_reversal_sent, claim,
       manual_resolution, case when isfinite(deadline_at)
         then (extract(epoch from deadline_at - now()) * 1000)::float8 else -1 end as due_in_ms,
       (select count(*)::int from events e
        where e.merchant_id = $3 and e.order_id = t.order_id and e.transaction_id = t.transaction_id) as events
     from transactions t where merchant_id = $3 and order_id = $1 and transaction_id = $2`,
    [orderId, transactionId, shop.merchant],
  )
  return row ?? assert.fail(`there is no transaction ${transactionId} of ${orderId}`)
}

/** Recovery runs once, with an acquirer of the test's. */
async function recoverWith(script: AcquirerScript, timeouts: Partial<TestGateway['dependencies']['timeouts']> = {}) {
  await gateway.query(`update transactions set deadline_at = now() where merchant_id = $1 and isfinite(deadline_at)`, [
    shop.merchant,
  ])
  const { acquirers, calls } = scriptedAcquirer(script)
  const errors: unknown[] = []
  // On a slow machine what is to be tried again after a second may be due before this run has ended.
  let runs = 0
  const claimOverdue: Store['claimOverdue'] = async (terms) => {
    runs += 1
    return runs > 1 ? [] : dependencies.store.claimOverdue(terms)
  }
  const store = { ...dependencies.store, claimOverdue }
  const own = { ...dependencies, store, acquirers, timeouts: { ...dependencies.timeouts, ...timeouts } }
  const ended = await recoverAttempts(own, (error) => errors.push(error))
  return { ended, calls, errors }
}

describe('a void without an answer', () => {
  it('is not approved once its reversal was sent, however often the reversal gets no answer', async (t) => {
    const orderId = await silentVoid(t)
    const first = await recoverWith({ inquire: [notFound], reverse: ['NO_ANSWER'] })
    assert.deepEqual(first.calls, ['inquire', 'reverse'])
    const sent = await rowOf(orderId)
    assert.deepEqual([sent.gateway_code, sent.is_open, sent.is_reversal_sent], ['UNKNOWN', true, true])

    // The void has arrived meanwhile; an inquiry would say so. The reversal may still undo it, so that recovery must not inquire.
    const second = await recoverWith({ inquire: [approved], reverse: ['NO_ANSWER'] })
    assert.deepEqual(second.calls, ['reverse'])
    assert.equal((await rowOf(orderId)).gateway_code, 'UNKNOWN')

    const third = await recoverWith({ reverse: ['ACKNOWLEDGED'] })
    assert.deepEqual([third.ended, third.calls], [1, ['reverse']])
    const ended = await rowOf(orderId)
    assert.deepEqual([ended.gateway_code, ended.is_open, ended.events], ['ACQUIRER_SYSTEM_ERROR', false, 2])
    assert.deepEqual(totals(await shop.order(orderId)), ['CAPTURED', 100, 100, 0])
  })

  it('has its reversal recorded before the acquirer receives it', async (t) => {
    const orderId = await silentVoid(t)
    let wasRecorded = false
    const reverse = async () => {
      wasRecorded = (await rowOf(orderId)).is_reversal_sent
      return { kind: 'ACKNOWLEDGED' } as const
    }
    await recoverWith({ inquire: [notFound], reverse: [reverse] })
    assert.ok(wasRecorded)
  })

  it('is not reversed by a process whose time was over when it had recorded the reversal', async (t) => {
    const orderId = await silentVoid(t)
    await recoverWith({ inquire: [notFound], reverse: ['NO_ANSWER'] })
    const { calls } = await recoverWith({}, { acquirerTimeoutMs: 0 })
    assert.deepEqual(calls, [])
    const row = await rowOf(orderId)
    assert.deepEqual([row.gateway_code, row.is_open, row.is_reversal_sent], ['UNKNOWN', true, true])
    assert.equal((await recoverWith({ reverse: ['ACKNOWLEDGED'] })).ended, 1)
  })

  it("has the acquirer's outcome after it has refused the reversal for good", async (t) => {
    const orderId = await silentVoid(t)
    const { calls } = await recoverWith({ inquire: [notFound, approved], reverse: ['REFUSED'] })
    assert.deepEqual(calls, ['inquire', 'reverse', 'inquire'])
    assert.equal((await rowOf(orderId)).gateway_code, 'APPROVED')
    assert.deepEqual(totals(await shop.order(orderId)), ['CANCELLED', 0, 0, 0])
  })

  it("has not the acquirer's outcome while a reversal without an answer may still be executed", async (t) => {
    const orderId = await silentVoid(t)
    const capabilities = { lateArrivalMs: 3_600_000 }
    await recoverWith({ capabilities, inquire: [notFound], reverse: ['NO_ANSWER'] })
    const early = await recoverWith({ capabilities, reverse: ['REFUSED'] })
    assert.deepEqual(early.calls, ['reverse'])
    const open = await rowOf(orderId)
    assert.deepEqual([open.gateway_code, open.is_open], ['UNKNOWN', true])
    assert.ok(open.due_in_ms > 1_800_000, `it is tried again in ${open.due_in_ms} ms`)

    await gateway.query(`update transactions set reversal_sent_at = now() - interval '2 hours' where order_id = $1`, [
      orderId,
    ])
    const late = await recoverWith({ capabilities, inquire: [approved], reverse: ['REFUSED'] })
    assert.deepEqual([late.ended, late.calls], [1, ['reverse', 'inquire']])
    assert.equal((await rowOf(orderId)).gateway_code, 'APPROVED')
  })

  it('waits for the late-arrival time where early reversals are not held', async (t) => {
    const orderId = await silentVoid(t)
    const capabilities = { holdsEarlyReversals: false, lateArrivalMs: 3_600_000 }
    const early = await recoverWith({ capabilities, inquire: [notFound] })
    assert.deepEqual([early.calls, (await rowOf(orderId)).gateway_code], [['inquire'], 'UNKNOWN'])
    const late = await recoverWith({ capabilities, inquire: [approved] })
    assert.deepEqual([late.ended, (await rowOf(orderId)).gateway_code], [1, 'APPROVED'])
  })

  it('has failed once it can no longer arrive', async (t) => {
    const orderId = await silentVoid(t)
    await gateway.query(`update transactions set sendable_until = now() - interval '1 minute' where order_id = $1`, [
      orderId,
    ])
    const capabilities = { holdsEarlyReversals: false, canReverse: false, lateArrivalMs: 5_000 }
    await recoverWith({ capabilities, inquire: [notFound] })
    assert.equal((await rowOf(orderId)).gateway_code, 'ACQUIRER_SYSTEM_ERROR')
  })

  it('is left to operators where the acquirer can neither report nor reverse it', async (t) => {
    const orderId = await silentVoid(t)
    const capabilities = { canInquire: false, canReverse: false }
    const { calls } = await recoverWith({ capabilities })
    assert.deepEqual(calls, [])
    const held = await rowOf(orderId)
    assert.deepEqual([held.gateway_code, held.is_open, held.manual_resolution], ['UNKNOWN', true, 'CANNOT_BE_SETTLED'])
    const next = await shop.put(voidBody('1'), { orderId, transactionId: '3' })
    assert.equal(next.body.response.gatewayCode, 'LOCK_FAILURE', 'the order stays held')
  })

  it('makes an event only when something has changed, and is inquired about less and less often', async (t) => {
    const orderId = await silentVoid(t)
    const open: InquiryResult = { kind: 'ANSWERED', response: { gatewayCode: 'UNKNOWN' } }
    const pauses: number[] = []
    for (const minutes of [0, 10, 60]) {
      const since = `now() - interval '${minutes} minutes'`
      await gateway.query(`update transactions set sendable_until = ${since} where order_id = $1`, [orderId])
      await recoverWith({ inquire: [open] })
      const row = await rowOf(orderId)
      assert.deepEqual([row.events, row.is_open], [1, true])
      pauses.push(row.due_in_ms)
    }
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    )
    assert.ok((pauses[2] ?? 0) > 5 * 60_000, `after an hour it waits ${pauses[2]} ms`)
    await recoverWith({ inquire: [approved] })
    assert.deepEqual([(await rowOf(orderId)).gateway_code, (await rowOf(orderId)).events], ['APPROVED', 2])
  })

  it('is claimed by one process for longer than an inquiry takes', async (t) => {
    const orderId = await silentVoid(t)
    const { promise: response, resolve } = Promise.withResolvers<InquiryResult>()
    const slow = recoverWith({ inquire: [response] })
    await until(async () => (await rowOf(orderId)).claim > 1, 'the attempt is claimed')
    const other = scriptedAcquirer({})
    assert.equal(await recoverAttempts({ ...dependencies, acquirers: other.acquirers }), 0)
    assert.deepEqual(other.calls, [])
    assert.ok((await rowOf(orderId)).due_in_ms > gateway.dependencies.timeouts.acquirerTimeoutMs)
    resolve(approved)
    assert.equal((await slow).ended, 1)
    assert.equal((await rowOf(orderId)).gateway_code, 'APPROVED')
  })

  it('is released when an inquiry never ends', async (t) => {
    const orderId = await silentVoid(t)
    const { promise: never } = Promise.withResolvers<InquiryResult>()
    await recoverWith({ inquire: [never] }, { acquirerTimeoutMs: 20 })
    assert.deepEqual([(await rowOf(orderId)).gateway_code, (await rowOf(orderId)).is_open], ['UNKNOWN', true])
  })
})

describe('an approval of less than the requested amount', () => {
  const inPart = { reference: 'A.FAILPARTIALLY_APPROVED' }
  const acceptPartialAmount = { order: { amount: '100', currency: 'USD', acceptPartialAmount: true } }

  for (const [what, body, expected, status] of [
    ['a capture', captureBody('50', inPart), 'TIMED_OUT', ['AUTHORIZED', 100, 0, 0]],
    ['an update', updateBody('110', inPart), 'UNKNOWN', ['AUTHORIZED', 100, 0, 0]],
    ['a void', voidBody('1', inPart), 'UNKNOWN', ['AUTHORIZED', 100, 0, 0]],
  ] as const) {
    it(`of ${what} has no effect: it is reversed, and the order is unchanged`, async () => {
      const orderId = newOrderId()
      await shop.put(authorizeBody(acceptPartialAmount), { orderId })
      const response = await shop.put(body, { orderId, transactionId: '2' })
      assert.equal(response.body.response.gatewayCode, expected, response.text)
      await settleAll()
      const order = await shop.order(orderId)
      assert.deepEqual([totals(order), order.body.amount], [status, 100])
      assert.equal((await booksOf(gateway, orderId))[1]?.is_reversed, true)
      const next = await shop.put(captureBody('100'), { orderId, transactionId: '3' })
      assert.deepEqual(outcome(next), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    })
  }

  it('of an update after a capture does not lock the order', async () => {
    const orderId = newOrderId()
    await shop.put(authorizeBody(acceptPartialAmount), { orderId })
    await shop.put(captureBody('60'), { orderId, transactionId: '2' })
    const response = await shop.put(updateBody('110', inPart), { orderId, transactionId: '3' })
    assert.equal(response.body.result, 'UNKNOWN', response.text)
    await settleAll()
    const next = await shop.put(captureBody('40'), { orderId, transactionId: '4' })
    assert.deepEqual(totals(next), ['CAPTURED', 100, 100, 0])
  })
})

describe('an outcome that the database refuses', () => {
  it('ends as a failure after three claims, is reversed, and is left to operators', async (t) => {
    const constraint = 'transactions_refuses_in_a_test'
    const forbidden = `merchant_id <> '${shop.merchant}' or gateway_code <> 'APPROVED' or amount_minor <> 77700`
    await gateway.query(`alter table transactions add constraint ${constraint} check (${forbidden}) not valid`)
    t.after(() => gateway.query(`alter table transactions drop constraint ${constraint}`))
    const orderId = newOrderId()
    const order = { amount: '777', currency: 'USD' }
    assert.equal((await shop.put(payBody({ order }), { orderId })).status, 500)

    const { ended, errors } = await recoverWith({ inquire: [approved] })
    assert.deepEqual([ended, errors.length], [0, 1])
    assert.deepEqual([(await rowOf(orderId, '1')).gateway_code, (await rowOf(orderId, '1')).is_open], [null, true])
    assert.equal((await recoverWith({ inquire: [approved] })).ended, 1)

    const row = await rowOf(orderId, '1')
    assert.deepEqual(
      [row.gateway_code, row.is_open, row.manual_resolution, row.events],
      ['SYSTEM_ERROR', false, 'OUTCOME_REFUSED', 1],
    )
    await settleAll()
    assert.equal((await booksOf(gateway, orderId))[0]?.is_reversed, true)
    const again = await shop.put(payBody({ order: { ...order, amount: '778' } }), { orderId, transactionId: '2' })
    assert.deepEqual(totals(again), ['CAPTURED', 778, 778, 0], 'the order is free')
  })
})

describe('a partial approval that the merchant does not accept', () => {
  it('is reversed only after the decline is recorded', async (t) => {
    const orderId = newOrderId()
    const acquirer = gateway.dependencies.acquirers.of({ adapter: 'simulator' }) ?? assert.fail('there is no simulator')
    const reverse = acquirer.reverse.bind(acquirer)
    const recorded: (string | null)[] = []
    t.mock.method(acquirer, 'reverse', async (target: Parameters<typeof reverse>[0]) => {
      recorded.push((await rowOf(orderId, '1')).gateway_code)
      return reverse(target)
    })
    const order = { amount: '100', currency: 'USD', reference: 'A.FAILPARTIALLY_APPROVED' }
    const response = await shop.put(payBody({ order }), { orderId })
    assert.equal(response.body.response.gatewayCode, 'DECLINED')
    assert.deepEqual(recorded, ['DECLINED'])
    assert.equal((await booksOf(gateway, orderId))[0]?.is_reversed, true, 'before the answer goes out')
  })
})

describe('a process that slept after it had recorded an attempt', () => {
  it('does not send it when another process may have decided it', async (t) => {
    const { store } = gateway.dependencies
    const recordAttempt = store.recordAttempt.bind(store)
    t.mock.method(store, 'recordAttempt', async (attempt: Parameters<typeof recordAttempt>[0]) => {
      const recorded = await recordAttempt(attempt)
      return { ...recorded, sendBefore: performance.now() }
    })
    const orderId = newOrderId()
    const response = await shop.put(payBody(), { orderId })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'ACQUIRER_SYSTEM_ERROR', 'FAILED'])
    assert.deepEqual(await booksOf(gateway, orderId), [])
  })
})

describe('a request whose attempt was recorded unnoticed', () => {
  it('is answered as the first request with what recovery has decided, its repeat as a repeat', async (t) => {
    const { store } = gateway.dependencies
    const recordAttempt = store.recordAttempt.bind(store)
    const unnoticed: typeof recordAttempt = async (attempt) => {
      await recordAttempt(attempt)
      await recoverWith({ inquire: [notFound], reverse: ['ACKNOWLEDGED'] })
      return { kind: 'ORDER_MOVED' }
    }
    t.mock.method(store, 'recordAttempt').mock.mockImplementationOnce(unnoticed)
    const orderId = newOrderId()
    const response = await shop.put(payBody(), { orderId })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'TIMED_OUT', 'FAILED'])
    const repeat = await shop.put(payBody(), { orderId })
    assert.deepEqual([repeat.status, repeat.body], [200, response.body])
  })
})
