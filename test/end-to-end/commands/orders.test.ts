// The operator's commands about orders, batches and books, and what they mean to a merchant's programs.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { type ApiResponse, apiPath, type Body, cardSource, newOrderId, send } from '../../support/clients/client.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { caughtUp } from '../../support/fixtures/search-world.ts'
import { type EndedCommand, tollgate } from '../../support/gateway/command-line.ts'
import { databaseUrl, testEnvironment, testKey, testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let folder = ''

before(async () => {
  gateway = await startGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-orders-'))
})
after(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})

const settings = () => testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') })

function run(...words: readonly string[]): Promise<EndedCommand> {
  return tollgate(words, { env: settings() })
}

/** What --json would print. */
async function data(...words: readonly string[]) {
  const result = await runHere(words, settings())
  assert.ok(result.kind === 'DONE' && !result.hasProblems, JSON.stringify(result))
  return JSON.parse(JSON.stringify(result.data))
}

async function refusal(...words: readonly string[]): Promise<string> {
  const result = await runHere(words, settings())
  const message = result.kind === 'REFUSED' ? result.message : assert.fail(JSON.stringify(result))
  assert.doesNotMatch(message, /\n/)
  return message
}

let known = 0

/** A merchant with books of its own at the acquirer. */
async function board(profile: Partial<MerchantProfile> = {}): Promise<string> {
  known += 1
  const acquirerLink = { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: `CLIORDERS${known}` }
  const { id } = await boardMerchant(gateway, { profile: { acquirerLink, ...profile } })
  return id
}

const reviewed = {
  risk: { ...noRiskRules, binRanges: [{ from: '512345', to: '512345', action: 'REVIEW' }] },
} as const satisfies Partial<MerchantProfile>

function programOf(merchant: string) {
  const login = `merchant.${merchant}:${testPassword}`
  const url = gateway.listeners.httpUrl ?? assert.fail('the sandbox has a plain listener')
  const put = (order: string, transaction: string, body: object): Promise<ApiResponse> =>
    send(url, { method: 'PUT', path: apiPath(`/order/${order}/transaction/${transaction}`, { merchant }), login, body })
  const initial =
    (apiOperation: string) =>
    async (order: string, amount: string, differences: object = {}) => {
      const money = { amount, currency: 'USD' }
      const body = { apiOperation, order: money, sourceOfFunds: cardSource(), ...differences }
      return put(order, '1', body)
    }
  const later =
    (apiOperation: string) =>
    (order: string, id: string, amount: string, differences: object = {}) =>
      put(order, id, { apiOperation, transaction: { amount, currency: 'USD', ...differences } })
  return {
    pay: initial('PAY'),
    authorize: initial('AUTHORIZE'),
    capture: later('CAPTURE'),
    refund: later('REFUND'),
    undo: (order: string, id: string, targetTransactionId: string) =>
      put(order, id, { apiOperation: 'VOID', transaction: { targetTransactionId } }),
    async order(order: string, version = 100): Promise<Body> {
      const response = await send(url, { path: apiPath(`/order/${order}`, { merchant, version }), login })
      assert.equal(response.status, 200, response.text)
      return response.body
    },
  }
}

function assertSucceeded({ text, body }: ApiResponse): Body {
  assert.equal(body.result, 'SUCCESS', text)
  return body
}

function totalsOf(order: Body): readonly number[] {
  return [order.totalAuthorizedAmount, order.totalCapturedAmount, order.totalRefundedAmount]
}

/** Who did what, oldest first. */
async function audited(merchant: string): Promise<readonly (readonly string[])[]> {
  const rows = await gateway.query<{ actor: string; action: string }>(
    `select actor, action from audit where merchant_id = $1 and actor <> 'tester' order by at, audit_id`,
    [merchant],
  )
  return rows.map(({ actor, action }) => [actor, action])
}

describe('order show', () => {
  it('shows the status of an order, its transactions and events, with the card masked', async () => {
    const merchant = await board()
    const program = programOf(merchant)
    const order = newOrderId()
    assertSucceeded(await program.authorize(order, '10.00'))
    assertSucceeded(await program.capture(order, '2', '7.5'))
    assertSucceeded(await program.refund(order, '3', '2.25'))

    const shown = await data('order', 'show', merchant, order)
    assert.deepEqual(
      [shown.merchantId, shown.orderId, shown.status, shown.isLocked, shown.amount, shown.currency],
      [merchant, order, 'PARTIALLY_REFUNDED', false, '10', 'USD'],
    )
    assert.deepEqual(shown.totals, { authorized: '10', captured: '7.5', refunded: '2.25', disputed: '0' })
    const [first, second, third] = shown.transactions
    assert.deepEqual(
      shown.transactions.map((t: Body) => [t.id, t.type, t.amount, t.result, t.gatewayCode, t.entryPoint]),
      [
        ['1', 'AUTHORIZATION', '10', 'SUCCESS', 'APPROVED', 'WEB_SERVICES_API'],
        ['2', 'CAPTURE', '7.5', 'SUCCESS', 'APPROVED', 'WEB_SERVICES_API'],
        ['3', 'REFUND', '2.25', 'SUCCESS', 'APPROVED', 'WEB_SERVICES_API'],
      ],
    )
    assert.deepEqual([first.account, first.risk], ['CARD 512345xxxxxx0008', 'NOT_CHECKED'])
    assert.deepEqual([second.target, third.target], ['1', '2'])
    assert.ok(third.batch > 0 && Date.parse(third.timeOfRecord) > Date.now() - 60_000)
    assert.deepEqual(
      shown.events.map((event: Body) => [event.number, event.kind, event.transactionId]),
      [
        [1, 'OUTCOME', '1'],
        [2, 'OUTCOME', '2'],
        [3, 'OUTCOME', '3'],
      ],
    )

    const { code, stdout, stderr } = await run('order', 'show', merchant, order)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^ {2}Status +PARTIALLY_REFUNDED$/m)
    assert.match(stdout, /^ {2}Captured +7\.50 USD$/m)
    assert.match(stdout, /^Transaction 3: REFUND 2\.25 USD, SUCCESS \(APPROVED\)$/m)
    assert.match(stdout, /^ {2}Account +Mastercard 512345xxxxxx0008$/m)
    assert.match(stdout, /^3 +OUTCOME +3 +\S+Z$/m)
    assert.ok(!stdout.includes('5123450000000008'))
  })

  it('shows a payment with an open outcome', async () => {
    const merchant = await board()
    const order = newOrderId()
    await programOf(merchant).pay(order, '10', { sourceOfFunds: cardSource({ expiry: { month: '5', year: '37' } }) })
    const shown = await data('order', 'show', merchant, order)
    assert.deepEqual([shown.status, shown.isLocked, shown.transactions[0].gatewayCode], [null, true, 'UNKNOWN'])
    assert.match((await run('order', 'show', merchant, order)).stdout, /Status +not known yet, with a transaction in/)
    const event = ['--amount', '1', '--currency', 'USD']
    assert.match(
      await refusal('order', 'fee', merchant, order, ...event),
      /^Another transaction of order .* is in progress/,
    )
  })

  it('reports whether the merchant or the order does not exist', async () => {
    assert.equal(await refusal('order', 'show', 'NOBODY', 'x'), 'Merchant NOBODY does not exist.')
    assert.equal(
      await refusal('order', 'show', 'TESTMERCHANT', 'a\u001b[2Jb'),
      'Order a?[2Jb of TESTMERCHANT does not exist.',
    )
    const { code, stderr, json } = await run('order', 'show', 'TESTMERCHANT', 'none', '--json')
    assert.deepEqual([code, stderr, json], [1, '', { error: 'Order none of TESTMERCHANT does not exist.' }])
  })
})

describe('order review', () => {
  it('accepts an authorization, which can be captured from then on', async () => {
    const merchant = await board(reviewed)
    const program = programOf(merchant)
    const order = newOrderId()
    const held = assertSucceeded(await program.authorize(order, '10'))
    assert.equal(held.risk.response.review.decision, 'PENDING')
    const early = await program.capture(order, '2', '10')
    assert.match(early.body.error.explanation, /accepted in review/)

    const words = ['order', 'review', merchant, order, '--accept', '--user', 'anna', '--note', 'Called the payer']
    const { code, stdout, stderr } = await run(...words)
    assert.deepEqual([code, stdout, stderr], [0, `Accepted: transaction 1 of order ${order}.\n`, ''])

    const { transaction } = await program.order(order)
    const { time, ...review } = transaction[0].risk.response.review
    assert.deepEqual(review, { decision: 'ACCEPTED', userId: 'anna', note: 'Called the payer' })
    assert.ok(Date.parse(time) > Date.now() - 60_000)
    assert.equal(transaction[0].risk.response.gatewayCode, 'REVIEW_REQUIRED', 'what the rules found stays')
    assertSucceeded(await program.capture(order, '3', '10'))
    assert.deepEqual(await audited(merchant), [['anna', 'ORDER_REVIEWED']])

    const shown = await run('order', 'show', merchant, order)
    assert.match(shown.stdout, /^ {2}Review +ACCEPTED by anna at \S+Z: Called the payer$/m)
    assert.match(shown.stdout, /^2 +DECISION +1 /m)
    assert.equal(await refusal(...words), `No payment of order ${order} is waiting for review.`)
  })

  for (const [operation, type] of [
    ['pay', 'VOID_PAYMENT'],
    ['authorize', 'VOID_AUTHORIZATION'],
  ] as const) {
    it(`rejects a payment by ${operation}: a ${type} by the gateway reverses it`, async () => {
      const merchant = await board(reviewed)
      const program = programOf(merchant)
      const order = newOrderId()
      assertSucceeded(await program[operation](order, '10'))
      const rejected = await data('order', 'review', merchant, order, '--reject')
      const expected = { merchantId: merchant, orderId: order, transactionId: '1', decision: 'REJECTED' }
      assert.deepEqual(rejected, { ...expected, reversal: 'DONE' })

      const now = await program.order(order)
      assert.equal(now.status, 'CANCELLED')
      assert.deepEqual(totalsOf(now), [0, 0, 0])
      const [first, second] = now.transaction
      assert.equal(now.transaction.length, 2)
      assert.deepEqual([first.risk.response.review.decision, first.risk.response.reversalResult], ['REJECTED', 'OKAY'])
      assert.deepEqual(
        [second.transaction.type, second.gatewayEntryPoint, second.transaction.targetTransactionId, second.result],
        [type, 'AUTO', '1', 'SUCCESS'],
      )
      const shown = await data('order', 'show', merchant, order)
      assert.deepEqual(
        shown.events.map((event: Body) => [event.kind, event.transactionId]),
        [
          ['OUTCOME', '1'],
          ['DECISION', '1'],
          ['OUTCOME', second.transaction.id],
          ['REVERSAL', '1'],
        ],
      )
      const [payment, undone] = shown.transactions
      assert.deepEqual([payment.reversal, undone.account, undone.target], ['DONE', 'CARD 512345xxxxxx0008', '1'])
      assert.equal(undone.batch, payment.batch)
      assert.deepEqual(
        await audited(merchant),
        [[userInfo().username, 'ORDER_REVIEWED']],
        'by the user of the operating system',
      )
      assert.equal((await data('books', 'verify', merchant)).differences, 0)
    })
  }

  it('refunds when the rejected payment is settled already', async () => {
    const merchant = await board(reviewed)
    const program = programOf(merchant)
    const order = newOrderId()
    assertSucceeded(await program.pay(order, '10'))
    await data('batch', 'close', merchant)
    const { code, json } = await run('order', 'review', merchant, order, '--reject', '--json')
    assert.deepEqual([code, json.decision, json.reversal], [0, 'REJECTED', 'DONE'])
    const { transaction, status } = await program.order(order)
    assert.deepEqual([status, transaction[0].risk.response.reversalResult], ['REFUNDED', 'OKAY'])
  })

  it('finds nothing to decide on an order that no rule held back', async () => {
    const merchant = await board()
    const order = newOrderId()
    assertSucceeded(await programOf(merchant).pay(order, '10'))
    const words = ['order', 'review', merchant, order, '--accept']
    assert.equal(await refusal(...words), `No payment of order ${order} is waiting for review.`)
    assert.match(await refusal('order', 'review', merchant, 'none', '--accept'), /^Order none of \S+ does not exist/)
    assert.match(await refusal('order', 'review', 'NOBODY', order, '--reject'), /^Merchant NOBODY does not exist\.$/)
  })
})

describe('a requested refund', () => {
  const requested = { priorApproval: 'REQUESTED' }

  async function asked(merchant: string, order: string, ...amounts: readonly string[]) {
    const program = programOf(merchant)
    assertSucceeded(await program.pay(order, '10'))
    for (const [index, amount] of amounts.entries())
      assertSucceeded(await program.refund(order, `request-${index + 1}`, amount, requested))
    assert.equal((await program.order(order)).status, 'REFUND_REQUESTED')
    return program
  }

  it('is executed once it is approved', async () => {
    const merchant = await board()
    const order = newOrderId()
    const program = await asked(merchant, order, '4')
    const { code, stdout } = await run('order', 'approve-refund', merchant, order, '--user', 'anna')
    assert.equal(code, 0)
    assert.match(stdout, /^Refunded 4 USD as refund-[0-9a-f]{16}; the order is PARTIALLY_REFUNDED\.\n$/)

    const now = await program.order(order)
    assert.equal(now.status, 'PARTIALLY_REFUNDED')
    assert.deepEqual(totalsOf(now), [10, 10, 4])
    const made = now.transaction.at(-1)
    assert.deepEqual(
      [made.transaction.type, made.gatewayEntryPoint, made.transaction.targetTransactionId],
      ['REFUND', 'MERCHANT_ADMINISTRATION', '1'],
    )
    assert.deepEqual(await audited(merchant), [['anna', 'REFUND_APPROVED']])
    const again = await refusal('order', 'approve-refund', merchant, order)
    assert.equal(again, `No such refund request of order ${order} is waiting for approval.`)
    assert.equal((await data('books', 'verify', merchant)).differences, 0)
  })

  it('is not executed when it is declined', async () => {
    const merchant = await board()
    const order = newOrderId()
    const program = await asked(merchant, order, '4')
    const { code, stdout } = await run('order', 'turn-down-refund', merchant, order, '--user', 'anna')
    assert.deepEqual([code, stdout], [0, `Declined refund request request-1 of order ${order}.\n`])
    const now = await program.order(order)
    assert.equal(now.status, 'CAPTURED')
    assert.deepEqual(totalsOf(now), [10, 10, 0])
    assert.deepEqual(await audited(merchant), [['anna', 'REFUND_TURNED_DOWN']])
    assert.match(await refusal('order', 'approve-refund', merchant, order), /is waiting for approval/)
  })

  it('has to be named where several wait', async () => {
    const merchant = await board()
    const order = newOrderId()
    const program = await asked(merchant, order, '4', '3')
    const several = `Several refund requests of order ${order} are waiting; specify one with --request.`
    assert.equal(await refusal('order', 'approve-refund', merchant, order), several)
    assert.equal(await refusal('order', 'turn-down-refund', merchant, order), several)
    assert.match(
      await refusal('order', 'approve-refund', merchant, order, '--request', 'none'),
      /No such refund request/,
    )
    const made = await data('order', 'approve-refund', merchant, order, '--request', 'request-2')
    assert.deepEqual([made.type, made.amount, made.orderStatus], ['REFUND', '3', 'REFUND_REQUESTED'])
    await data('order', 'turn-down-refund', merchant, order, '--request', 'request-1')
    assert.equal((await program.order(order)).status, 'PARTIALLY_REFUNDED')
  })

  it('keeps waiting when the acquirer does not answer, and can be approved again', async () => {
    const merchant = await board()
    const order = newOrderId()
    const program = await asked(merchant, order, '4')
    const silent = { TOLLGATE_SIMULATOR_FAULTS: 'seed=1,silent=1', TOLLGATE_ACQUIRER_TIMEOUT_MS: '50' }
    const words = ['order', 'approve-refund', merchant, order]
    const { code, stdout, stderr } = await tollgate(words, { env: { ...settings(), ...silent } })
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(stderr, 'Failed: the gateway code is TIMED_OUT.\n')
    assert.equal((await program.order(order)).status, 'REFUND_REQUESTED')
    assert.equal((await data(...words)).orderStatus, 'PARTIALLY_REFUNDED')
  })

  it('is refused when the money has been refunded meanwhile', async () => {
    const merchant = await board()
    const order = newOrderId()
    const program = await asked(merchant, order, '4')
    assertSucceeded(await program.refund(order, 'all', '10'))
    assert.match(await refusal('order', 'approve-refund', merchant, order), /exceeds the remaining refundable amount/)
    assert.deepEqual(totalsOf(await program.order(order)), [10, 10, 10])
  })
})

describe('an action of a bank or provider', () => {
  const money = ['--amount', '10.00', '--currency', 'USD']

  it('is recorded as a chargeback, visible in newer versions only, without a change of totals', async () => {
    const merchant = await board()
    const program = programOf(merchant)
    const order = newOrderId()
    assertSucceeded(await program.pay(order, '10'))
    const steps = [
      ['information-request', 'DISPUTED'],
      ['pending', 'DISPUTED'],
      ['processed', 'CHARGEBACK_PROCESSED'],
      ['won', 'CAPTURED'],
    ] as const
    for (const [index, [state, status]] of steps.entries()) {
      const words = ['order', 'chargeback', merchant, order, ...money, '--state', state, '--user', 'anna']
      const made = await data(...words, '--reference', 'CASE-17', '--note', `It is ${state}`)
      assert.deepEqual([made.type, made.amount, made.orderStatus], ['CHARGEBACK', '10', status], state)

      const now = await program.order(order)
      assert.equal(now.status, status, state)
      assert.deepEqual(totalsOf(now), [10, 10, 0])
      assert.equal(now.transaction.length, index + 2)
      const { transaction, gatewayEntryPoint, userId } = now.transaction.at(-1)
      assert.deepEqual([transaction.id, transaction.type, transaction.amount], [made.transactionId, 'CHARGEBACK', 10])
      assert.deepEqual([transaction.reference, transaction.merchantNote], ['CASE-17', `It is ${state}`])
      assert.deepEqual([gatewayEntryPoint, userId], ['AUTO', 'anna'])

      const older = await program.order(order, 38)
      assert.deepEqual(
        older.transaction.map((each: Body) => each.transaction.type),
        ['PAYMENT'],
        'version 38 does not list chargebacks',
      )
      assert.equal(older.status, status === 'CAPTURED' ? 'CAPTURED' : undefined, 'nor such a status')
      assert.deepEqual(totalsOf(older), [10, 10, 0])
    }
    assert.deepEqual(
      await audited(merchant),
      steps.map(() => ['anna', 'PROVIDER_EVENT_RECORDED']),
    )
    assert.equal((await data('books', 'verify', merchant)).differences, 0, 'no acquirer was called')
  })

  it('is shown as a dispute with its case, amount and deadline', async () => {
    const merchant = await board()
    const order = newOrderId()
    assertSucceeded(await programOf(merchant).pay(order, '10'))
    const words = [
      'order',
      'chargeback',
      merchant,
      order,
      '--amount',
      '4.5',
      '--currency',
      'USD',
      '--reference',
      'CASE-9',
    ]
    const { stdout: text } = await run(...words, '--state', 'pending', '--respond-by', '2026-01-31')
    assert.match(text, /^Recorded "Chargeback pending" of 4\.50 USD as chargeback-\w+; order \S+ is DISPUTED\.\n$/)
    const { stdout } = await run('order', 'show', merchant, order)
    assert.match(stdout, /^ {2}Disputed +4\.50 USD$/m)
    assert.match(
      stdout,
      /^ {2}Dispute +Chargeback pending, 4\.50 USD, case CASE-9, respond by 2026-01-31 \(overdue\)$/m,
    )
    const { disputes, totals } = await data('order', 'show', merchant, order)
    assert.deepEqual(
      [disputes[0].state, disputes[0].amount, disputes[0].isOverdue, totals.disputed],
      ['PENDING', '4.5', true, '4.5'],
    )
    assert.equal((await data(...words, '--state', 'lost')).dispute.state, 'LOST')
    const { stderr } = await run(...words, '--state', 'pending', '--respond-by', '2026-02-30')
    assert.match(stderr, /--respond-by.*must be a date such as 2026-11-30/)
  })

  it('is recorded as a fee, also without a payment', async () => {
    const merchant = await board()
    const program = programOf(merchant)
    const order = newOrderId()
    assertSucceeded(await program.pay(order, '10'))
    const fee = ['--amount', '0.35', '--currency', 'USD']
    const { code, stdout } = await run('order', 'fee', merchant, order, ...fee)
    assert.equal(code, 0)
    assert.match(stdout, /^Recorded fee of 0\.35 USD as funding-[0-9a-f]{16}; order \S+ is CAPTURED\.\n$/)
    assert.deepEqual(totalsOf(await program.order(order)), [10, 10, 0])

    const alone = await data('order', 'fee', merchant, 'fees-of-march', ...fee)
    assert.deepEqual([alone.type, alone.orderStatus], ['FUNDING', 'FUNDING'])
    const now = await program.order('fees-of-march')
    assert.deepEqual([now.status, now.amount, ...totalsOf(now)], ['FUNDING', 0.35, 0, 0, 0])
  })

  it('is refused where it is impossible', async () => {
    const merchant = await board()
    const order = newOrderId()
    assertSucceeded(await programOf(merchant).authorize(order, '10'))
    const chargeback = (id: string, ...differences: readonly string[]) =>
      refusal('order', 'chargeback', merchant, id, '--state', 'pending', ...differences)
    assert.match(await chargeback(order, ...money), /no payment that can be charged back/)
    assert.match(await chargeback('none', ...money), /^Order none of \S+ does not exist/)
    assert.match(await chargeback(order, '--amount', '10', '--currency', 'EUR'), /opened in USD/)
    assert.match(await chargeback(order, '--amount', '1.001', '--currency', 'USD'), /more decimals than USD allows/)
    assertSucceeded(await programOf(merchant).capture(order, '2', '10'))
    assert.match(await chargeback(order, '--amount', '10.01', '--currency', 'USD'), /exceeds the captured amount/)
    assert.match(
      await refusal('order', 'fee', 'NOBODY', order, '--amount', '1', '--currency', 'USD'),
      /^Merchant NOBODY does not exist\.$/,
    )
  })
})

describe('batch close', () => {
  it('prints the content of the batch, which can no longer be voided', async () => {
    const merchant = await board()
    const program = programOf(merchant)
    const [first, second] = [newOrderId(), newOrderId()]
    assertSucceeded(await program.pay(first, '10'))
    assertSucceeded(await program.refund(first, '2', '2.5'))
    const inYen = { order: { amount: '700', currency: 'JPY' } }
    assertSucceeded(await program.pay(second, '', inYen))

    const { code, stdout, stderr } = await run('batch', 'close', merchant, '--user', 'anna')
    assert.deepEqual([code, stderr], [0, ''])
    const batch = new RegExp(`^Batch (\\d+) of ${merchant} at SYSTEST_ACQ1 is closed\\.$`, 'm').exec(stdout)?.[1]
    assert.match(stdout, /^JPY +700 +0 +1$/m)
    assert.match(stdout, /^USD +10\.00 +2\.50 +2$/m)
    assert.deepEqual(await audited(merchant), [['anna', 'BATCH_CLOSED']])

    const refused = await program.undo(second, '2', '1')
    assert.equal(refused.body.result, 'ERROR', refused.text)
    assert.ok(refused.body.error.explanation.includes(`Batch ${batch} is closed`), refused.text)
    assertSucceeded(await program.refund(second, '3', '700', { currency: 'JPY' }))

    const [next] = (await data('batch', 'close', merchant)).batches
    assert.deepEqual(next.totals, [{ currency: 'JPY', captured: '0', refunded: '700', count: 1 }])
    assert.notEqual(String(next.batch), batch)
    assert.equal((await data('books', 'verify', merchant)).differences, 0)
  })

  it('names the payments in review that were settled with it', async () => {
    const merchant = await board(reviewed)
    const order = newOrderId()
    assertSucceeded(await programOf(merchant).pay(order, '10'))
    await caughtUp(gateway, merchant)
    const { stdout } = await run('batch', 'close', merchant)
    assert.match(
      stdout,
      new RegExp(`^Payments in review were settled with it; rejecting one is a refund now: ${order}\\.$`, 'm'),
    )
  })

  it('is refused where there is nothing to close', async () => {
    const merchant = await board()
    assert.equal(await refusal('batch', 'close', merchant), `${merchant} has no open batch with transactions.`)
    assert.equal(await refusal('batch', 'close', 'NOBODY'), 'Merchant NOBODY does not exist.')
  })
})

describe('books verify', () => {
  it('finds nothing where the books agree, and every difference otherwise', async () => {
    const merchant = await board()
    const program = programOf(merchant)
    const [first, second, third, fourth] = [newOrderId(), newOrderId(), newOrderId(), newOrderId()]
    for (const order of [first, second, third, fourth]) assertSucceeded(await program.pay(order, '10'))
    assertSucceeded(await program.undo(first, '2', '1'))
    const declined = cardSource({ expiry: { month: '5', year: '39' } })
    assert.equal((await program.pay(newOrderId(), '10', { sourceOfFunds: declined })).body.result, 'FAILURE')

    const clean = await run('books', 'verify', merchant)
    assert.deepEqual([clean.code, clean.stderr], [0, ''])
    assert.match(clean.stdout, /^TESTBOARDED\d+ +5 +6 +6 +0 +0\n\nThe books agree\.\n$/m)

    const referenceOf = async (order: string) => {
      const text = `select acquirer_reference from transactions
        where merchant_id = $1 and order_id = $2 and transaction_id = '1'`
      const [row] = await gateway.query<{ acquirer_reference: string }>(text, [merchant, order])
      return row?.acquirer_reference ?? assert.fail(order)
    }
    const [altered, forgotten] = [await referenceOf(second), await referenceOf(third)]
    const book = 'simulated_acquirer.book'
    await gateway.query(`update ${book} set approved_minor = 999 where reference = $1`, [altered])
    await gateway.query(`update ${book} set reference = 'stranger' where reference = $1`, [forgotten])
    const where = 'where merchant_id = $1 and order_id = $2'
    await gateway.query(`update orders set total_captured_minor = 1, status = 'FAILED' ${where}`, [merchant, fourth])

    const { code, stdout } = await run('books', 'verify', merchant)
    assert.equal(code, 1)
    assert.match(stdout, /^There are 5 differences:$/m)
    assert.match(
      stdout,
      new RegExp(`^${merchant} +AMOUNT_DIFFERS +${second} +1 +10.00 USD +9.99 USD +${altered}$`, 'm'),
    )
    assert.match(stdout, new RegExp(`^${merchant} +MISSING_AT_ACQUIRER +${third} +1 +10.00 USD +${forgotten}$`, 'm'))
    assert.match(stdout, new RegExp(`^${merchant} +UNKNOWN_TO_US +10.00 USD +stranger$`, 'm'))
    assert.match(stdout, new RegExp(`^${merchant} +STATUS_DIFFERS +${fourth} +FAILED +CAPTURED$`, 'm'))
    assert.match(stdout, new RegExp(`^${merchant} +TOTALS_DIFFER +${fourth}$`, 'm'))

    const all = await run('books', 'verify', '--json')
    assert.deepEqual([all.code, all.stderr, all.json.differences], [1, '', 5])
    const reports: readonly Body[] = all.json.merchants
    assert.ok(reports.length > 4, 'every merchant of the simulated acquirer')
    assert.deepEqual(
      reports.filter(({ differences }) => differences.length > 0).map(({ merchantId }) => merchantId),
      [merchant],
    )
    const [difference] = reports.find(({ merchantId }) => merchantId === merchant)?.differences ?? []
    assert.deepEqual(Object.keys(difference).includes('kind'), true)
  })

  it('is refused for a merchant that does not exist, and where the acquirer has no books', async () => {
    assert.equal(await refusal('books', 'verify', 'NOBODY'), 'Merchant NOBODY does not exist.')
    const elsewhere = { adapter: 'somewhere', acquirerId: 'A', acquirerMerchantId: 'M' }
    const merchant = await board({ acquirerLink: elsewhere })
    assert.equal(await refusal('books', 'verify', merchant), `The acquirer of ${merchant} does not provide its books.`)
    assert.match(await refusal('batch', 'close', merchant), /is not available in this mode of the gateway/)
  })

  it('has nothing to compare in production where no acquirer has books', async () => {
    const pem = join(folder, 'tls.pem')
    await writeFile(pem, '')
    const result = await runHere(['books', 'verify'], {
      DATABASE_URL: databaseUrl(gateway.database),
      TOLLGATE_MODE: 'production',
      TOLLGATE_DATA_DIR: join(folder, 'production'),
      TOLLGATE_TLS_KEY_FILE: pem,
      TOLLGATE_TLS_CERTIFICATE_FILE: pem,
      TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    })
    assert.ok(result.kind === 'DONE' && /^No merchant has an acquirer/.test(result.text), JSON.stringify(result))
  })
})
