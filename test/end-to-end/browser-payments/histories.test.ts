// Random histories of browser payments: whichever source reports first, and however often, each payment has one
// outcome, each change one event, no success is lost, and both sides have the same in their books.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ListedOrder, StoredTransaction } from '../../../src/payments/ports/transactions.ts'
import { type BrowserPayment, isBrowserPayment } from '../../../src/payments/rules/journey.ts'
import { isSuccessful } from '../../../src/payments/rules/order.ts'
import { verifyBooks } from '../../../src/settlement/operations/verify-books.ts'
import { seeded } from '../../support/builders/seeded.ts'
import { providerOf } from '../../support/clients/browser-payment.ts'
import { type Body, merchantId } from '../../support/clients/client.ts'
import { settleEverything } from '../../support/clients/shop.ts'
import { type HistoryWorld, runHistory } from '../../support/fixtures/browser-payment-history.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

/** A campaign sets more: HISTORIES=20000 npm test -- browser-payments/histories */
const histories = Number(process.env['HISTORIES'] ?? 400)
const atOnce = 24
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let gateway: TestGateway
let world: HistoryWorld
before(async () => {
  // A connection for each: on a busy machine those who wait for one are refused after five seconds.
  gateway = await startGateway({ TOLLGATE_LOG_LEVEL: 'error', TOLLGATE_DATABASE_POOL_SIZE: `${atOnce}` })
  const access = await gateway.dependencies.store.findMerchant(merchantId)
  const [row] = await gateway.query<{ secret: string }>('select secret from simulated_providers.callback_secret')
  assert.ok(access && row)
  world = { gateway, merchant: access.merchant, secret: row.secret }
})
after(() => gateway.stop())

async function liveAll(): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let index = next++; index < histories; index = next++)
      await runHistory(world, `history-${index}`, seeded(seed + index * 7919)).catch((error: Error) => {
        throw new Error(`history ${index} of seed ${seed}: ${error.message}`, { cause: error })
      })
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/** Everything that could still happen has happened: payers have left, scripts are over, and time has run out. */
async function endAll(): Promise<void> {
  await gateway.query(
    "update simulated_providers.line set started_at = started_at - interval '1 hour' where course is not null",
  )
  await gateway.query(
    "update simulated_providers.line set decision = 'DECLINE' where decision = 'LEAVE' and course is null",
  )
  await gateway.query("update transactions set recorded_at = now() - interval '3 hours'")
  await settleEverything(gateway)
}

async function listAll(): Promise<readonly ListedOrder[]> {
  const listed: ListedOrder[] = []
  for (;;) {
    const page = await gateway.dependencies.store.listOrders({
      merchantId,
      afterOrderId: listed.at(-1)?.order.id ?? '',
      limit: 500,
    })
    if (page.length === 0) return listed
    listed.push(...page)
  }
}

interface EventRow {
  readonly order_id: string
  readonly number: number
  readonly kind: string
  readonly transaction_id: string
  readonly response: Body
}

/** What must have happened to a transaction for it to stand as it does: each of it once. */
function interactionsOf({
  journey,
  reversal,
  gatewayCode,
}: StoredTransaction & { readonly journey: BrowserPayment }): number {
  const { times, isAgreed, confirming } = journey
  const isCalledOff = reversal !== undefined && gatewayCode !== 'ABORTED' && gatewayCode !== 'TIMED_OUT'
  // What is given up, and what the provider answered nonsense about, is called off with the outcome.
  return [times.redirected, times.returned, isAgreed, confirming, isCalledOff].filter(Boolean).length
}

const failures = ['DECLINED', 'CANCELLED', 'ABORTED', 'ACQUIRER_SYSTEM_ERROR']
/** The first word, perhaps pending, and then one outcome, of which only a failure may still become a success. */
const legal = new RegExp(`^(SUBMITTED |PENDING )?(PENDING )?((${failures.join('|')}) )?(APPROVED )?$`)

describe(`${histories} random histories of browser payments (SEED=${seed})`, () => {
  it('reach an end', { timeout: 600_000 }, async () => {
    const startMs = performance.now()
    await liveAll()
    console.log(`seed ${seed}: ${histories} histories in ${Math.round(performance.now() - startMs)} ms`)
    await endAll()
  })

  it('leave one event for each change, numbered without gaps, and one outcome', async () => {
    const rows = await gateway.query<EventRow>(
      'select order_id, number, kind, transaction_id, response from events order by order_id, number',
    )
    const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
    const counts = await gateway.query<{ order_id: string; event_count: number }>(
      'select order_id, event_count from orders',
    )
    for (const { order_id, event_count } of counts) {
      const numbers = (byOrder.get(order_id) ?? []).map(({ number }) => number)
      assert.deepEqual(
        numbers,
        Array.from({ length: event_count }, (_, index) => index + 1),
        `${order_id} (${seed})`,
      )
    }
    let seen = 0
    for (const { transactions } of await listAll()) {
      for (const transaction of transactions) {
        const { key, journey } = transaction
        if (!isBrowserPayment(journey)) continue
        seen += 1
        const own = (byOrder.get(key.orderId) ?? []).filter((row) => row.transaction_id === key.transactionId)
        const codes = own
          .filter(({ kind }) => kind === 'OUTCOME')
          .map(({ response }) => `${response.response.gatewayCode} `)
        const message = `${key.orderId}/${key.transactionId} of seed ${seed}: ${own.map(({ kind, response }) => `${kind} ${response.response.gatewayCode}`)}`
        assert.match(codes.join(''), legal, message)
        assert.equal(codes.at(-1)?.trim(), transaction.gatewayCode, message)
        const interactions = own.filter(({ kind }) => kind === 'INTERACTION').length
        assert.equal(interactions, interactionsOf({ ...transaction, journey }), message)
        assert.equal(
          own.filter(({ kind }) => kind === 'REVERSAL').length,
          transaction.reversal === 'DONE' ? 1 : 0,
          message,
        )
      }
    }
    assert.ok(seen > histories, 'no payment was tried again')
  })

  it('leave at most one payment on an order', async () => {
    for (const { order } of await listAll()) {
      const paid = order.transactions.filter((each) => each.isJourney && isSuccessful(each))
      assert.ok(paid.length <= 1, `${order.id} of seed ${seed}`)
    }
  })

  it('include every kind of end', async () => {
    const ends = await gateway.query<{ code: string; count: number }>(
      `select response->'response'->>'gatewayCode' as code, count(*)::int as count from events
       where kind = 'OUTCOME' group by 1`,
    )
    for (const expected of ['SUBMITTED', 'PENDING', 'APPROVED', ...failures])
      assert.ok(
        ends.some(({ code, count }) => code === expected && count > 5),
        `${expected}: ${JSON.stringify(ends)} (${seed})`,
      )
  })

  for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const) {
    it(`leave the same in the books of ${provider} as in the gateway's`, async () => {
      const adapter = `simulated-${provider.toLowerCase().replace('_', '-')}`
      const about = { merchantIds: [merchantId], linkId: adapter, acquirerMerchantId: `${merchantId}-${provider}` }
      const report = await verifyBooks(about, {
        store: gateway.dependencies.store,
        books: providerOf(gateway, provider),
      })
      assert.deepEqual([report.differences, report.open], [[], 0], `seed ${seed}`)
      assert.ok(report.entries > histories / 10)
    })
  }
})
