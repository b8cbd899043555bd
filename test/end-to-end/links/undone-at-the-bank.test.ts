// What the gateway has to undo at a bank that runs another gateway, while that gateway's own acquirer is away, or after the bank
// has closed the batch by its schedule: in the end the books of both are equal, and people have nothing to do that time does.
import assert from 'node:assert/strict'
import { afterEach, before, describe, it, type TestContext } from 'node:test'
import { recoverAttempts } from '../../../src/payments/jobs/recover-attempts.ts'
import { processDueReversals } from '../../../src/payments/jobs/reverse-owed.ts'
import { reviewOrder } from '../../../src/payments/operations/manual/review-order.ts'
import type { AcquirerResult } from '../../../src/payments/ports/acquirer.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import { eventually } from '../../support/checks/poll.ts'
import { type Body, newOrderId, payBody } from '../../support/clients/client.ts'
import { outcome, settleEverything, totals } from '../../support/clients/shop.ts'
import { replaceLinks } from '../../support/faults/replaced-links.ts'
import { testerStamp } from '../../support/fixtures/merchants.ts'
import { openTwoGateways, type TwoGateways } from '../../support/fixtures/two-gateways.ts'
import { tollgate } from '../../support/gateway/command-line.ts'

let both: TwoGateways
before(async () => {
  both = await openTwoGateways()
})
afterEach(() => both.production.dependencies.risk.changeOperatorRules(() => noRiskRules, testerStamp()))

const linkId = 'north-bank'
const away: AcquirerResult = { kind: 'NOT_SENT', why: 'the line is down' }
const answered = (gatewayCode: 'DECLINED'): AcquirerResult => ({ kind: 'ANSWERED', response: { gatewayCode } })

/** What the bank's own acquirer responds instead of executing anything. */
function banksAcquirer(t: TestContext): { result: AcquirerResult | undefined } {
  const own = both.upstream.dependencies.acquirers.of({ linkId: 'simulator', revision: 1, adapter: 'simulator' })
  assert.ok(own)
  const script: { result: AcquirerResult | undefined } = { result: undefined }
  replaceLinks(t, both.upstream, {
    simulator: { ...own, ask: async (question, terms) => script.result ?? own.ask(question, terms) },
  })
  return script
}

/** Payments reach the bank, and its responses get lost. */
function losingAnswers(t: TestContext): { isLost: boolean } {
  const own = both.production.dependencies.acquirers.of({ linkId, revision: 1, adapter: 'gateway' })
  assert.ok(own)
  const script = { isLost: true }
  replaceLinks(t, both.production, {
    [linkId]: {
      ...own,
      async ask(question, terms) {
        const result = await own.ask(question, terms)
        return script.isLost ? { kind: 'NO_ANSWER' } : result
      },
    },
  })
  return script
}

/** The bank's batch is closed without the gateway. */
async function bankClosesItsBatch(): Promise<void> {
  const { upstream, shopAtBank } = both
  assert.equal(
    (await closeSettlementBatch({ merchantId: shopAtBank.merchant, userId: 'schedule' }, upstream.dependencies)).kind,
    'CLOSED',
  )
}

const keyOf = (orderId: string) => ({ merchantId: both.shop.merchant, orderId })

async function firstOf(orderId: string) {
  const stored = await both.production.dependencies.store.findOrder(keyOf(orderId))
  return stored?.transactions[0] ?? assert.fail('the payment is stored')
}

async function atBank(orderId: string): Promise<Body> {
  return (await both.shopAtBank.order((await firstOf(orderId)).acquirerReference)).body
}

/** One round of the jobs, whatever pause they would make. */
async function oneRound(): Promise<void> {
  const { dependencies, query } = both.production
  await query(`update transactions set reverse_at = now() where reverse_at > now() and merchant_id = $1`, [
    both.shop.merchant,
  ])
  await recoverAttempts(dependencies)
  await processDueReversals(dependencies)
}

async function leftToOperators(): Promise<readonly Body[]> {
  const words = ['attempt', 'list', '--merchant', both.shop.merchant, '--json']
  const { json } = await tollgate(words, { env: both.site.environment })
  return json.attempts
}

async function assertBooksAgree(): Promise<void> {
  const { upstream, production, shop, shopAtBank, site } = both
  await settleEverything(upstream, shopAtBank.merchant)
  const words = ['books', 'verify', shop.merchant, '--json']
  const verified = await eventually(
    async () => (await tollgate(words, { env: site.environment })).json.merchants[0],
    ({ differences }: Body) => differences.length === 0,
  )
  assert.deepEqual([verified.open, verified.differences], [0, []])
  const sum = (
    column: string,
  ) => `select coalesce(sum(total_captured_minor - total_refunded_minor), 0)::text as ${column}
    from orders where merchant_id = $1`
  const [ours] = await production.query<{ kept: string }>(sum('kept'), [shop.merchant])
  const [theirs] = await upstream.query<{ kept: string }>(sum('kept'), [shopAtBank.merchant])
  assert.deepEqual(ours, theirs)
}

describe('a payment whose answer was lost', () => {
  for (const isSettled of [false, true])
    it(`is reversed once the bank's own acquirer is back, ${isSettled ? 'by a refund after the bank closed its batch' : 'by a void'}`, async (t) => {
      const line = losingAnswers(t)
      const bank = banksAcquirer(t)
      const orderId = newOrderId()
      const paid = await both.shop.put(payBody(), { orderId })
      assert.deepEqual(outcome(paid), [201, 'FAILURE', 'TIMED_OUT', 'FAILED'])
      line.isLost = false
      if (isSettled) await bankClosesItsBatch()
      bank.result = away
      for (let round = 0; round < 3; round += 1) await oneRound()
      assert.equal((await firstOf(orderId)).reversal, 'OWED')
      assert.equal(totals({ body: await atBank(orderId) } as never)[0], 'CAPTURED')
      bank.result = undefined
      await settleEverything(both.production, both.shop.merchant)
      assert.equal((await firstOf(orderId)).reversal, 'DONE')
      const expected = isSettled ? ['REFUNDED', 100, 100, 100] : ['CANCELLED', 0, 0, 0]
      assert.deepEqual(totals({ body: await atBank(orderId) } as never), expected)
      assert.deepEqual(await leftToOperators(), [])
      await assertBooksAgree()
    })
})

describe('a payment that is rejected in review', () => {
  async function heldForReview(): Promise<string> {
    const binRanges = [{ from: '512345', to: '512345', action: 'REVIEW' as const }]
    await both.production.dependencies.risk.changeOperatorRules(() => ({ ...noRiskRules, binRanges }), testerStamp())
    const orderId = newOrderId()
    const paid = await both.shop.put(payBody(), { orderId })
    assert.equal(paid.body.risk.response.review.decision, 'PENDING', paid.text)
    return orderId
  }
  const reject = (orderId: string) =>
    reviewOrder({ key: keyOf(orderId), decision: 'REJECTED', userId: 'anna' }, both.production.dependencies)

  it('after the bank closed its batch is refunded at once: the refused void is a decision', async () => {
    const orderId = await heldForReview()
    await bankClosesItsBatch()
    assert.deepEqual(await reject(orderId), { kind: 'REVIEWED', transactionId: '1', isUndone: true })
    const { body } = await both.shop.order(orderId)
    assert.deepEqual(totals({ body } as never), ['REFUNDED', 100, 100, 100])
    const codes = body.transaction.map(({ transaction, response }: Body) => [transaction.type, response.gatewayCode])
    assert.deepEqual(codes, [
      ['PAYMENT', 'APPROVED'],
      ['VOID_PAYMENT', 'DECLINED'],
      ['REFUND', 'APPROVED'],
    ])
    assert.deepEqual(totals({ body: await atBank(orderId) } as never), ['REFUNDED', 100, 100, 100])
    await assertBooksAgree()
  })

  it("is refunded once when the bank's own acquirer is away meanwhile", async (t) => {
    const orderId = await heldForReview()
    await bankClosesItsBatch()
    const bank = banksAcquirer(t)
    bank.result = away
    assert.deepEqual(await reject(orderId), { kind: 'REVIEWED', transactionId: '1', isUndone: false })
    for (let round = 0; round < 3; round += 1) await oneRound()
    assert.equal((await firstOf(orderId)).reversal, 'OWED')
    bank.result = undefined
    await settleEverything(both.production, both.shop.merchant)
    const { body } = await both.shop.order(orderId)
    assert.deepEqual(totals({ body } as never), ['REFUNDED', 100, 100, 100])
    assert.equal(body.transaction[0].risk.response.reversalResult, 'OKAY')
    assert.deepEqual(totals({ body: await atBank(orderId) } as never), ['REFUNDED', 100, 100, 100])
    assert.deepEqual(await leftToOperators(), [])
    await assertBooksAgree()
  })

  it('is left to people, in every list of theirs, once the bank has decided against void and refund', async (t) => {
    const orderId = await heldForReview()
    await bankClosesItsBatch()
    const bank = banksAcquirer(t)
    bank.result = answered('DECLINED')
    assert.deepEqual(await reject(orderId), { kind: 'REVIEWED', transactionId: '1', isUndone: false })
    assert.equal((await firstOf(orderId)).reversal, 'REFUSED')
    const held = (await leftToOperators()).filter((attempt) => attempt.orderId === orderId)
    assert.deepEqual(
      held.map(({ transactionId, why }) => [transactionId, why]),
      [['1', 'REVERSAL_REFUSED']],
    )
    const { reversalsRefused } = await both.production.dependencies.unresolvedItemsMonitor.countUnresolvedItems()
    assert.ok(reversalsRefused >= 1, 'the metric that alerts follow')
    const atRisk = `select is_reversal_refused from projected_transactions
      where merchant_id = $1 and order_id = $2 and is_reversal_refused`
    await eventually(
      () => both.production.query(atRisk, [both.shop.merchant, orderId]),
      (rows) => rows.length === 1,
    )
  })
})
