// A refund without a target of an order that was captured in parts, at a bank that knows each capture by itself: one
// transaction for the merchant, one request for each capture for the bank, and the books of both equal, whatever happens between.
import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import type { Acquirer, AcquirerResult } from '../../../src/payments/ports/acquirer.ts'
import type { Store } from '../../../src/payments/ports/store.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import {
  type ApiResponse,
  authorizeBody,
  type Body,
  captureBody,
  refundBody,
  voidBody,
} from '../../support/clients/client.ts'
import { orderOf, settleEverything, totals } from '../../support/clients/shop.ts'
import { replacePort } from '../../support/faults/replaced-links.ts'
import { openTwoGateways, type TwoGateways } from '../../support/fixtures/two-gateways.ts'
import { tollgate } from '../../support/gateway/command-line.ts'

let both: TwoGateways
before(async () => {
  both = await openTwoGateways()
})

const capturedIn = (...amounts: readonly string[]) =>
  orderOf(both.shop, authorizeBody(), ...amounts.map((amount) => captureBody(amount)))

/** In a version whose refunds need no target. */
const refund = (orderId: string, amount: string, transactionId = 'refund'): Promise<ApiResponse> =>
  both.shop.put(refundBody(amount), { orderId, transactionId, version: 61 })

/** Result, code, amount and requested amount. */
const outcomeOf = ({ body: { result, response, transaction } }: ApiResponse) => [
  result,
  response.gatewayCode,
  transaction.amount,
  transaction.requestedAmount,
]

/** The refunds of the order at the bank: amount, capture by its place, and whether it stands. */
async function refundsAtBank(orderId: string): Promise<readonly unknown[]> {
  const rows = await both.production.query<{ id: string; reference: string }>(
    `select transaction_id as id, acquirer_reference as reference from transactions
     where merchant_id = $1 and order_id = $2 order by position`,
    [both.shop.merchant, orderId],
  )
  const { body } = await both.shopAtBank.order(rows[0]?.reference ?? '')
  const list: readonly Body[] = body.transaction
  const voided = list.flatMap(({ transaction: { type, targetTransactionId }, result }) =>
    type === 'VOID_REFUND' && result === 'SUCCESS' ? [targetTransactionId] : [],
  )
  return list
    .filter(({ transaction }) => transaction.type === 'REFUND')
    .map(({ transaction: { id, amount, targetTransactionId }, result }) => [
      amount,
      rows.find(({ reference }) => reference === targetTransactionId)?.id,
      result === 'SUCCESS' && !voided.includes(id),
    ])
}

/** One refund in the order, told as it was answered, in one event; and the same money at the bank. */
async function assertOneRefund(orderId: string, response: ApiResponse, refunded: number, transactionId = 'refund') {
  const { body } = await both.shop.order(orderId, 61)
  const refunds = body.transaction.filter(({ transaction }: Body) => transaction.type === 'REFUND')
  const amounts = ({ transaction: { id, amount, requestedAmount } }: Body) => [id, amount, requestedAmount]
  assert.deepEqual(refunds.map(amounts), [amounts(response.body)])
  const read = await both.shop.transaction(orderId, transactionId, 61)
  assert.deepEqual(outcomeOf(read), outcomeOf(response))
  const requested = response.body.transaction.requestedAmount ?? response.body.transaction.amount
  const again = await refund(orderId, requested.toFixed(2), transactionId)
  assert.deepEqual(again.body, response.body)
  const events = await both.production.query(
    `select from events where merchant_id = $1 and order_id = $2 and transaction_id = $3 and kind = 'OUTCOME'`,
    [both.shop.merchant, orderId, transactionId],
  )
  assert.equal(events.length, 1)
  await assertBooks(orderId, refunded)
}

async function assertBooks(orderId: string, refunded: number): Promise<void> {
  const status = refunded === 0 ? 'CAPTURED' : refunded === 100 ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const expected = [status, 100, 100, refunded]
  assert.deepEqual(totals(await both.shop.order(orderId)), expected)
  const [first] = await both.production.query<{ reference: string }>(
    `select acquirer_reference as reference from transactions where merchant_id = $1 and order_id = $2 and position = 1`,
    [both.shop.merchant, orderId],
  )
  assert.deepEqual(totals(await both.shopAtBank.order(first?.reference ?? '')), expected)
  await eventually(
    async () => {
      const words = ['books', 'verify', both.shop.merchant, '--json']
      const { json } = await tollgate(words, { env: both.site.environment })
      const [{ open, differences }] = json.merchants
      return { open, differences }
    },
    // The bank's events come in its feed soon after.
    ({ open, differences }) => open === 0 && differences.length === 0,
  )
}

type Ask = Acquirer['ask']
type Handle = (forward: () => Promise<AcquirerResult>, count: number) => Promise<AcquirerResult>

/** The link of the test as it is, but for refunds: `count` is 1 for the first. */
function onRefunds(t: TestContext, handle: Handle): void {
  const { acquirers } = both.production.dependencies
  let count = 0
  const around = (acquirer: Acquirer): Acquirer => {
    const ask: Ask = async (question, terms) => {
      const forward = () => acquirer.ask(question, terms)
      if (question.kind !== 'REFUND') return forward()
      count += 1
      return handle(forward, count)
    }
    return { ...acquirer, ask }
  }
  replacePort(t, both.production.dependencies, 'acquirers', {
    of(link) {
      const acquirer = acquirers.of(link)
      return acquirer && around(acquirer)
    },
    current: (linkId) => acquirers.current(linkId),
  })
}

/** For the last part alone; the ones before it are approved. */
const onSecond =
  (handle: (forward: () => Promise<AcquirerResult>) => Promise<AcquirerResult>): Handle =>
  (forward, count) =>
    count === 2 ? handle(forward) : forward()

/** Everything is as it will be when a late request can no longer arrive. */
async function settle(): Promise<void> {
  await both.production.query(
    `update transactions set sendable_until = now() - interval '1 hour' where merchant_id = $1
     and (deadline_at is not null or reverse_at is not null)`,
    [both.shop.merchant],
  )
  await settleEverything(both.upstream, both.shopAtBank.merchant)
  await settleEverything(both.production, both.shop.merchant)
}

describe('a refund without a target over a gateway link', () => {
  it('takes from the oldest capture first, one request for each', async () => {
    const orderId = await capturedIn('30.00', '70.00')
    const response = await refund(orderId, '80.00')
    assert.deepEqual(outcomeOf(response), ['SUCCESS', 'APPROVED', 80, undefined])
    assert.deepEqual(await refundsAtBank(orderId), [
      [30, '2', true],
      [50, '3', true],
    ])
    await assertOneRefund(orderId, response, 80)
    // The rest is in the second capture alone: one request.
    assert.deepEqual(outcomeOf(await refund(orderId, '20.00', 'rest')), ['SUCCESS', 'APPROVED', 20, undefined])
    assert.deepEqual((await refundsAtBank(orderId)).at(-1), [20, '3', true])
    await assertBooks(orderId, 100)
  })

  it('gives back all of three captures', async () => {
    const orderId = await capturedIn('20.00', '30.00', '50.00')
    const response = await refund(orderId, '100.00')
    assert.deepEqual(outcomeOf(response), ['SUCCESS', 'APPROVED', 100, undefined])
    assert.deepEqual(await refundsAtBank(orderId), [
      [20, '2', true],
      [30, '3', true],
      [50, '4', true],
    ])
    await assertOneRefund(orderId, response, 100)
  })

  it('takes into account what was refunded of a certain capture, and is taken into account by what follows', async () => {
    const orderId = await capturedIn('30.00', '70.00')
    const targeted = refundBody('20.00', { targetTransactionId: '2' })
    assert.equal((await both.shop.put(targeted, { orderId, transactionId: '4' })).body.result, 'SUCCESS')
    assert.equal((await refund(orderId, '60.00')).body.result, 'SUCCESS')
    assert.deepEqual((await refundsAtBank(orderId)).slice(1), [
      [10, '2', true],
      [50, '3', true],
    ])
    assert.equal((await both.shop.put(voidBody('4'), { orderId, transactionId: '5' })).body.result, 'SUCCESS')
    // 20 are left of each: as the bank has it.
    const left = [
      ['2', '20.01', 'ERROR'],
      ['3', '20.01', 'ERROR'],
      ['2', '20.00', 'SUCCESS'],
      ['3', '20.00', 'SUCCESS'],
    ] as const
    for (const [index, [targetTransactionId, amount, result]] of left.entries()) {
      const body = refundBody(amount, { targetTransactionId })
      const response = await both.shop.put(body, { orderId, transactionId: `left-${index}` })
      assert.equal(response.body.result, result, response.text)
    }
    await assertBooks(orderId, 100)
  })

  it('cannot be voided once it has several requests at the bank', async () => {
    const orderId = await capturedIn('30.00', '70.00')
    const response = await refund(orderId, '80.00')
    const { body } = await both.shop.put(voidBody('refund'), { orderId, transactionId: 'void' })
    assert.deepEqual([body.result, body.error.field], ['ERROR', 'transaction.targetTransactionId'])
    await assertOneRefund(orderId, response, 80)
  })

  it('is made the same way by a user, and when its request is approved', async () => {
    const byUser = await capturedIn('30.00', '70.00')
    const money = ['--amount', '80.00', '--currency', 'USD']
    await both.site.operate(['order', 'refund', both.shop.merchant, byUser, ...money, '--user', 'anna'])
    await assertBooks(byUser, 80)

    const requested = await capturedIn('30.00', '70.00')
    const request = refundBody('80.00', { priorApproval: 'REQUESTED' })
    const response = await both.shop.put(request, { orderId: requested, transactionId: '4', version: 61 })
    assert.equal(response.body.result, 'SUCCESS', response.text)
    assert.deepEqual(await refundsAtBank(requested), [])
    await both.site.operate(['order', 'approve-refund', both.shop.merchant, requested, '--user', 'ben'])
    assert.equal((await refundsAtBank(requested)).length, 2)
    await assertBooks(requested, 80)
  })
})

const declined: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } }

describe('a refund whose later part is not approved', () => {
  const open: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'UNKNOWN' } }
  const sent: readonly (readonly [
    what: string,
    handle: (forward: () => Promise<AcquirerResult>) => Promise<AcquirerResult>,
  ])[] = [
    ['is declined', async () => declined],
    ['was certainly not received', async () => ({ kind: 'NOT_SENT', why: 'connection refused' })],
    ['gets no answer and was executed', (forward) => forward().then(() => ({ kind: 'NO_ANSWER' }))],
    ['gets no answer and was not executed', async () => ({ kind: 'NO_ANSWER' })],
  ]
  for (const [what, handle] of sent)
    it(`has succeeded with what was approved before, when the part ${what}`, async (t) => {
      const orderId = await capturedIn('30.00', '70.00')
      onRefunds(t, onSecond(handle))
      const response = await refund(orderId, '100.00')
      assert.deepEqual(outcomeOf(response), ['SUCCESS', 'PARTIALLY_APPROVED', 30, 100])
      await settle()
      await assertOneRefund(orderId, response, 30)
      const standing = (await refundsAtBank(orderId)).filter((line) => (line as unknown[])[2])
      assert.deepEqual(standing, [[30, '2', true]])
      // The rest is refunded by another one.
      assert.deepEqual(outcomeOf(await refund(orderId, '70.00', 'rest')).slice(0, 3), ['SUCCESS', 'APPROVED', 70])
      await assertBooks(orderId, 100)
    })

  it('has succeeded with what was approved before, when the part arrives after its time', async (t) => {
    const orderId = await capturedIn('30.00', '70.00')
    let arrive: (() => Promise<AcquirerResult>) | undefined
    onRefunds(
      t,
      onSecond(async (forward) => {
        arrive = forward
        return { kind: 'NO_ANSWER' }
      }),
    )
    const response = await refund(orderId, '100.00')
    assert.deepEqual(outcomeOf(response), ['SUCCESS', 'PARTIALLY_APPROVED', 30, 100])
    await arrive?.()
    assert.equal((await refundsAtBank(orderId)).length, 2)
    await settle()
    await assertOneRefund(orderId, response, 30)
  })

  it('sends nothing after the part, and stops with the first part, too', async (t) => {
    const [three, first] = [await capturedIn('20.00', '30.00', '50.00'), await capturedIn('30.00', '70.00')]
    let asked = 0
    let declines = 2
    onRefunds(t, async (forward, count) => {
      asked = count
      return count === declines ? declined : forward()
    })
    const response = await refund(three, '100.00')
    assert.deepEqual([...outcomeOf(response), asked], ['SUCCESS', 'PARTIALLY_APPROVED', 20, 100, 2])
    await assertOneRefund(three, response, 20)
    declines = 3
    const refused = await refund(first, '100.00')
    assert.deepEqual([...outcomeOf(refused), asked], ['FAILURE', 'DECLINED', 100, undefined, 3])
    await assertOneRefund(first, refused, 0)
  })

  it('stays open while the outcome of the part is, and then has succeeded with all that was approved', async (t) => {
    const orderId = await capturedIn('30.00', '70.00')
    onRefunds(
      t,
      onSecond((forward) => forward().then(() => open)),
    )
    const response = await refund(orderId, '80.00')
    assert.deepEqual(outcomeOf(response), ['UNKNOWN', 'UNKNOWN', 80, undefined])
    const { body: locked } = await refund(orderId, '1.00', 'another')
    assert.equal(locked.response.gatewayCode, 'LOCK_FAILURE')
    await settle()
    const now = await both.shop.transaction(orderId, 'refund', 61)
    assert.deepEqual(outcomeOf(now), ['SUCCESS', 'APPROVED', 80, undefined])
    await assertBooks(orderId, 80)
  })

  it('has succeeded with what was approved before, when the bank itself refuses the part', async () => {
    const own = await openTwoGateways()
    const orderId = await orderOf(own.shop, authorizeBody(), captureBody('30.00'), captureBody('70.00'))
    const references = await own.production.query<{ reference: string }>(
      `select acquirer_reference as reference from transactions where merchant_id = $1 and order_id = $2 order by position`,
      [own.shop.merchant, orderId],
    )
    const [first, , second] = references.map(({ reference }) => reference)
    const byHand = refundBody('60.00', { targetTransactionId: second })
    const taken = await own.shopAtBank.put(byHand, { orderId: first ?? '', transactionId: 'by-hand' })
    assert.equal(taken.body.result, 'SUCCESS', taken.text)
    const response = await own.shop.put(refundBody('80.00'), { orderId, transactionId: 'refund', version: 61 })
    assert.deepEqual(outcomeOf(response), ['SUCCESS', 'PARTIALLY_APPROVED', 30, 80])
    assert.deepEqual(totals(await own.shopAtBank.order(first ?? '')), ['PARTIALLY_REFUNDED', 100, 100, 90])
  })
})

describe('a refund in parts', () => {
  it('is in its batch as the bank has it: one line for each approved part', async (t) => {
    const own = await openTwoGateways()
    const orderId = await orderOf(
      own.shop,
      authorizeBody(),
      captureBody('20.00'),
      captureBody('30.00'),
      captureBody('50.00'),
    )
    onRefunds(t, async (forward, count) => (count === 3 ? declined : forward()))
    const response = await own.shop.put(refundBody('100.00'), { orderId, transactionId: 'refund', version: 61 })
    assert.deepEqual(outcomeOf(response), ['SUCCESS', 'PARTIALLY_APPROVED', 50, 100])
    const { settlementBatchClosings } = own.production.dependencies
    const merchantId = own.shop.merchant
    const [unclosed, ...others] = await settlementBatchClosings.listUnclosed(merchantId)
    assert.ok(unclosed && others.length === 0)
    const { link, batch } = unclosed
    const account = { merchantId, link }
    const counted = {
      currency: 'USD',
      capturedCount: 3,
      capturedMinor: 100_00n,
      refundedCount: 2,
      refundedMinor: 50_00n,
    }
    assert.deepEqual([unclosed.totals, await settlementBatchClosings.count(account, batch)], [[counted], [counted]])
    const lines = await settlementBatchClosings.listTransactions(account, { batch, currency: 'USD' }, { limit: 10 })
    const refunds = lines.filter(({ isRefund }) => isRefund)
    const recorded = await own.production.query<{ reference: string }>(
      `select part ->> 'reference' as reference from transactions, json_array_elements(refund_parts) part
       where merchant_id = $1 and order_id = $2`,
      [merchantId, orderId],
    )
    assert.deepEqual(
      refunds.map(({ reference, amountMinor }) => [reference, amountMinor]),
      [
        [recorded[0]?.reference, 20_00n],
        [recorded[1]?.reference, 30_00n],
      ],
    )
    // A page is of whole transactions.
    const pageOfRefund = await settlementBatchClosings.listTransactions(
      account,
      { batch, currency: 'USD' },
      { after: { merchantId, orderId, transactionId: '4' }, limit: 1 },
    )
    assert.equal(pageOfRefund.length, 2)
  })

  it('waits for people when the bank refuses to reverse its last part, and is ended by them', async (t) => {
    const orderId = await capturedIn('30.00', '70.00')
    const { acquirers } = both.production.dependencies
    onRefunds(
      t,
      onSecond(() => Promise.resolve({ kind: 'NO_ANSWER' })),
    )
    const wrapped = both.production.dependencies.acquirers
    replacePort(t, both.production.dependencies, 'acquirers', {
      of(link) {
        const acquirer = wrapped.of(link)
        return acquirer && { ...acquirer, reverse: async () => ({ kind: 'REFUSED' as const }) }
      },
      current: (linkId) => acquirers.current(linkId),
    })
    const response = await refund(orderId, '80.00')
    assert.deepEqual(outcomeOf(response), ['SUCCESS', 'PARTIALLY_APPROVED', 30, 80])
    await settle()
    const { attempts } = await both.site.operate(['attempt', 'list', '--merchant', both.shop.merchant])
    const [own] = attempts.filter((each: Body) => each.orderId === orderId)
    assert.deepEqual([own?.amount, own?.why, own?.possibleOutcomes], ['50', 'REVERSAL_REFUSED', ['FAILED', 'REVERSED']])
    const place = [both.shop.merchant, orderId, 'refund']
    const proposal = ['--outcome', 'reversed', '--reason', 'The bank has cancelled it by hand.']
    await both.site.operate(['attempt', 'resolve', ...place, ...proposal, '--user', 'anna'])
    await both.site.operate(['attempt', 'approve', ...place, '--user', 'ben'])
    await assertOneRefund(orderId, response, 30)
  })
})

describe('a refund in parts whose process dies', () => {
  /** What the process has done when it is interrupted; what the refund comes to; and what the process finds when it goes on. */
  const interruptions: readonly (readonly [when: string, refunded: number, interrupt: Interrupt])[] = [
    ['before the first part is sent', 0, ({ refunds, pause }) => refunds(1, () => pause({ kind: 'NO_ANSWER' }))],
    [
      'when the first part was executed',
      30,
      ({ refunds, pause }) => refunds(1, async (forward) => pause(await forward())),
    ],
    ['when the second part is recorded and not sent', 30, ({ reroute, pause }) => reroute(() => pause('LOST'))],
    [
      'when the second part was executed',
      80,
      ({ refunds, pause }) => refunds(2, async (forward) => pause(await forward())),
    ],
  ]
  for (const [when, refunded, interrupt] of interruptions)
    it(`${when} is ended by recovery, which sends no other part`, async (t) => {
      const orderId = await capturedIn('30.00', '70.00')
      const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
      let isPaused = false
      let asked = 0
      const pause = async <Found>(found: Found): Promise<Found> => {
        isPaused = true
        await resumed
        return found
      }
      const { store } = both.production.dependencies
      interrupt({
        pause,
        refunds: (which, handle) =>
          onRefunds(t, (forward, count) => {
            asked = count
            return count === which ? handle(forward) : forward()
          }),
        reroute: (handle) => {
          const rerouteAttempt: Store['rerouteAttempt'] = async (change) => {
            assert.equal(await store.rerouteAttempt(change), true)
            await handle()
            throw new Error('the connection to the database was lost')
          }
          replacePort(t, both.production.dependencies, 'store', { ...store, rerouteAttempt })
        },
      })
      const answering = refund(orderId, '80.00')
      await until(() => isPaused, 'the process is interrupted')
      const askedBefore = asked
      await settle()
      assert.equal(asked, askedBefore)
      resume()
      const response = await answering
      const expected =
        refunded === 0
          ? ['FAILURE', 'TIMED_OUT', 80, undefined]
          : refunded === 80
            ? ['SUCCESS', 'APPROVED', 80, undefined]
            : ['SUCCESS', 'PARTIALLY_APPROVED', refunded, 80]
      assert.deepEqual(outcomeOf(response), expected)
      assert.equal(asked, askedBefore)
      await settle()
      await assertOneRefund(orderId, response, refunded)
    })

  interface Interruption {
    readonly pause: <Found>(found: Found) => Promise<Found>
    readonly refunds: (
      which: number,
      handle: (forward: () => Promise<AcquirerResult>) => Promise<AcquirerResult>,
    ) => void
    readonly reroute: (handle: () => Promise<unknown>) => void
  }
  type Interrupt = (interruption: Interruption) => void
})
