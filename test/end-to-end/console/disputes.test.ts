// Disputes at the console: what lists and orders say of them, how they are answered, and who may do it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newOrderId, payBody } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { openShop, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { caughtUp, heldBack, openReviewedShop } from '../../support/fixtures/search-world.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
let clerk: ConsoleUser
let operator: ConsoleUser

before(async () => {
  gateway = await startGateway()
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
  clerk = await signedIn(gateway, { merchantId: shop.merchant })
  operator = await operatorsUser(gateway)
})
after(() => gateway.stop())

async function paid(): Promise<string> {
  const orderId = newOrderId()
  await shop.put(payBody(), { orderId, transactionId: '1' })
  return orderId
}

const claim = { state: 'PENDING', amount: '40', currency: 'USD', caseNumber: 'CASE-1', respondBy: '2999-11-30' }

function record(orderId: string, differences: object = {}, as = operator) {
  return ask(gateway, {
    method: 'POST',
    path: `/disputes/${shop.merchant}/${orderId}`,
    body: { ...claim, ...differences },
    as,
  })
}

function answer(orderId: string, rest: string, body: object, as = clerk) {
  return ask(gateway, { method: 'POST', path: ofMerchant(`/orders/${orderId}/${rest}`, shop.merchant), body, as })
}

async function shown(orderId: string) {
  return (await ask(gateway, { path: ofMerchant(`/orders/${orderId}`, shop.merchant), as: clerk })).body
}

async function listed(query = '') {
  await caughtUp(gateway, shop.merchant)
  const { status, body, text } = await ask(gateway, { path: ofMerchant(`/disputes${query}`, shop.merchant), as: clerk })
  assert.equal(status, 200, text)
  return body
}

describe('a dispute at the console', () => {
  it('has its own state, case number, amount and deadline in the order, the lists and the totals', async () => {
    const orderId = await paid()
    assert.equal((await record(orderId)).status, 201)
    const order = await shown(orderId)
    assert.deepEqual([order.status, order.disputed, order.chargedBack], ['DISPUTED', '40', '0'])
    const [dispute] = order.disputes
    assert.deepEqual(
      [dispute.state, dispute.caseNumber, dispute.amount, dispute.respondBy, dispute.isOverdue, dispute.isContested],
      ['PENDING', 'CASE-1', '40', '2999-11-30', false, false],
    )
    assert.equal(order.transactions.at(-1).disputeState, 'PENDING')
    await caughtUp(gateway, shop.merchant)
    const path = ofMerchant(`/orders?orderId=${orderId}`, shop.merchant)
    const { body } = await ask(gateway, { path, as: clerk })
    assert.equal(body.rows[0].disputed, '40')
    const csv = await ask(gateway, { path: ofMerchant(`/orders.csv?orderId=${orderId}`, shop.merchant), as: clerk })
    assert.match(csv.text, /,Disputed\r?\n.*,40\.00\r?\n$/)
  })

  it('keeps the statuses and totals of the API as the specification has them', async () => {
    const orderId = await paid()
    for (const [state, status, chargeback] of [
      ['INFORMATION_REQUESTED', 'DISPUTED', 0],
      ['PENDING', 'DISPUTED', 0],
      ['LOST', 'CHARGEBACK_PROCESSED', 40],
      ['WON', 'CAPTURED', 0],
    ] as const) {
      await record(orderId, { state })
      const { body } = await shop.order(orderId)
      assert.deepEqual([body.status, body.chargeback.amount, body.totalRefundedAmount], [status, chargeback, 0])
      assert.equal('dispute' in body.transaction.at(-1), false)
    }
  })

  it('is listed by its deadline while it is open, the soonest first and overdue ones marked', async () => {
    const late = await paid()
    const none = await paid()
    const over = await paid()
    await record(late, { respondBy: '2998-01-01', caseNumber: 'LATE' })
    await record(none, { respondBy: undefined, caseNumber: 'NONE' })
    await record(over, { respondBy: '2026-01-01', caseNumber: 'OVER' })
    const { rows } = await listed('?state=OPEN&limit=100')
    const mine = rows.filter(({ orderId }: { orderId: string }) => [late, none, over].includes(orderId))
    assert.deepEqual(
      mine.map(({ caseNumber, isOverdue }: { caseNumber: string; isOverdue: boolean }) => [caseNumber, isOverdue]),
      [
        ['OVER', true],
        ['LATE', false],
        ['NONE', false],
      ],
    )
    const pages: string[] = []
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page = await listed(`?state=OPEN&limit=1${next && `&after=${next}`}`)
      pages.push(...page.rows.map(({ orderId }: { orderId: string }) => orderId))
      next = page.next
    }
    assert.deepEqual(
      pages,
      rows.map(({ orderId }: { orderId: string }) => orderId),
    )
  })

  it('is filtered by its state, counted for the menu, and exported', async () => {
    const before = (await ask(gateway, { path: ofMerchant('/waiting', shop.merchant), as: clerk })).body.disputes
    const orderId = await paid()
    await record(orderId, { caseNumber: 'COUNTED' })
    await caughtUp(gateway, shop.merchant)
    const waiting = async () => (await ask(gateway, { path: ofMerchant('/waiting', shop.merchant), as: clerk })).body
    assert.equal((await waiting()).disputes, before + 1)
    const tell = (kind: string) =>
      answer(orderId, 'dispute-answers', { caseNumber: 'COUNTED', answer: kind, note: 'By post' })
    assert.equal((await tell('CONTESTED')).status, 204)
    assert.equal((await waiting()).disputes, before + 1, 'the evidence is still to be sent')
    assert.equal((await tell('EVIDENCE_SENT')).status, 204)
    assert.equal((await waiting()).disputes, before, 'nothing is left to do')
    await record(orderId, { caseNumber: 'COUNTED', state: 'WON' })
    const won = (await listed('?state=WON&limit=100')).rows
    assert.ok(won.every(({ state }: { state: string }) => state === 'WON'))
    assert.ok(won.some((row: { orderId: string }) => row.orderId === orderId))
    assert.equal((await waiting()).disputes, before)
    const csv = await ask(gateway, { path: ofMerchant('/disputes.csv?state=WON', shop.merchant), as: clerk })
    assert.match(csv.text, new RegExp(`${orderId},COUNTED,WON,USD,40\\.00`))
  })

  it('is marked as contested, and stays overdue until a user records that the evidence was sent, or the bank says something new', async () => {
    const orderId = await paid()
    await record(orderId, { respondBy: '2026-01-01' })
    const body = { caseNumber: 'CASE-1', answer: 'CONTESTED', note: 'Delivered on 3 March' }
    assert.equal((await answer(orderId, 'dispute-answers', body)).status, 204)
    const [dispute] = (await shown(orderId)).disputes
    assert.deepEqual([dispute.isContested, dispute.isOverdue, dispute.isEvidenceSent], [true, true, false])
    assert.deepEqual(
      dispute.answers.map(({ kind, note, answeredBy }: Record<string, string>) => [kind, note, answeredBy]),
      [['CONTESTED', 'Delivered on 3 March', clerk.actor]],
    )
    const audit = await gateway.query<{ actor: string }>(
      "select actor from audit where action = 'DISPUTE_ANSWERED' and subject ->> 'orderId' = $1",
      [orderId],
    )
    assert.deepEqual(audit, [{ actor: clerk.actor }])
    const sent = { ...body, answer: 'EVIDENCE_SENT', note: 'By e-mail' }
    assert.equal((await answer(orderId, 'dispute-answers', sent)).status, 204)
    const [done] = (await shown(orderId)).disputes
    assert.deepEqual([done.isEvidenceSent, done.isSentLate, done.isOverdue], [true, true, false])
    await caughtUp(gateway, shop.merchant)
    const csv = await ask(gateway, { path: ofMerchant('/disputes.csv', shop.merchant), as: clerk })
    assert.match(csv.text, new RegExp(`${orderId},CASE-1,PENDING,USD,40\\.00,2026-01-01,no,yes,late,`))
    await record(orderId, { respondBy: '2026-02-01' })
    const [renewed] = (await shown(orderId)).disputes
    assert.deepEqual([renewed.isContested, renewed.isOverdue, renewed.answers.length], [false, true, 2])
  })

  it('is accepted as lost, after which the amount can no longer be refunded', async () => {
    const orderId = await paid()
    await record(orderId, { amount: '100' })
    assert.equal(
      (await answer(orderId, 'dispute-acceptances', { caseNumber: 'CASE-1', note: 'Our fault' })).status,
      201,
    )
    const order = await shown(orderId)
    assert.deepEqual([order.status, order.disputed, order.chargedBack], ['CHARGEBACK_PROCESSED', '0', '100'])
    assert.equal(order.disputes[0].state, 'LOST')
    assert.equal(
      order.actions.some(({ kind }: { kind: string }) => kind === 'REFUND'),
      false,
    )
    const again = await answer(orderId, 'dispute-acceptances', { caseNumber: 'CASE-1' })
    assert.deepEqual([again.status, again.body.code], [409, 'DISPUTE_CLOSED'])
  })

  it('that does not exist, or an unusable answer, is refused', async () => {
    const orderId = await paid()
    await record(orderId)
    const note = 'Delivered'
    const cases = [
      [answer(orderId, 'dispute-answers', { caseNumber: 'OTHER', answer: 'NOTE', note }), 404],
      [answer(newOrderId(), 'dispute-answers', { answer: 'NOTE', note }), 404],
      [answer(orderId, 'dispute-answers', { caseNumber: 'CASE-1', answer: 'NOTE', note: '5123450000000008' }), 422],
      [answer(orderId, 'dispute-answers', { caseNumber: 'CASE-1', answer: 'WON', note }), 422],
      [record(orderId, { respondBy: '2026-02-30' }), 422],
      [record(orderId, { amount: '100.01' }), 422],
      [record(newOrderId()), 404],
    ] as const
    for (const [sent, status] of cases) assert.equal((await sent).status, status)
  })

  it('is recorded by the operator alone, and answered by users who may refund', async () => {
    const orderId = await paid()
    assert.equal((await record(orderId, {}, clerk)).status, 403)
    await record(orderId)
    const viewer = await signedIn(gateway, { merchantId: shop.merchant, permissions: ['VIEW', 'APPROVE'] })
    const body = { caseNumber: 'CASE-1', answer: 'NOTE', note: 'Seen' }
    assert.equal((await answer(orderId, 'dispute-answers', body, viewer)).status, 403)
    const other = await signedIn(gateway, { merchantId: (await boardMerchant(gateway)).id })
    assert.equal((await answer(orderId, 'dispute-answers', body, other)).status, 404)
  })
})

describe('a payment that a risk rule holds', () => {
  it('is in review in lists, filters, files and on its order, with the rule and the facts', async () => {
    const reviewed = await openReviewedShop(gateway)
    const as = await signedIn(gateway, { merchantId: reviewed.merchant })
    const orderId = newOrderId()
    await reviewed.put(heldBack, { orderId, transactionId: '1' })
    await reviewed.put(payBody(), { orderId: newOrderId(), transactionId: '1' })
    await caughtUp(gateway, reviewed.merchant)
    const read = async (rest: string) => (await ask(gateway, { path: ofMerchant(rest, reviewed.merchant), as })).body
    const ids = async (rest: string) => (await read(rest)).rows.map((row: { orderId: string }) => row.orderId)
    assert.deepEqual(await ids('/orders?status=IN_REVIEW'), [orderId])
    assert.equal((await ids('/orders?status=CAPTURED')).includes(orderId), false)
    assert.deepEqual(await ids('/transactions?result=IN_REVIEW'), [orderId])
    assert.equal((await ids('/transactions?result=SUCCESS')).includes(orderId), false)
    const order = await read(`/orders/${orderId}`)
    assert.deepEqual([order.isInReview, order.transactions[0].risk], [true, 'REVIEW_REQUIRED'])
    assert.equal((await read('/waiting')).reviews, 1)
    const [row] = (await read('/reviews?kind=RISK')).rows
    assert.deepEqual(row.reviewFacts.rules, [{ name: 'MERCHANT_CSC', data: 'NO_MATCH' }])
    const csv = await ask(gateway, { path: ofMerchant('/orders.csv?status=IN_REVIEW', reviewed.merchant), as })
    assert.match(csv.text, new RegExp(`${orderId},IN_REVIEW,`))
    assert.equal((await reviewed.order(orderId)).body.status, 'CAPTURED', 'the API has the specified status')
    const body = { decision: 'ACCEPTED' }
    const approving = await signedIn(gateway, { merchantId: reviewed.merchant, permissions: ['VIEW', 'APPROVE'] })
    const path = ofMerchant(`/orders/${orderId}/review`, reviewed.merchant)
    assert.equal((await ask(gateway, { method: 'POST', path, body, as: approving })).status, 200)
    await caughtUp(gateway, reviewed.merchant)
    assert.deepEqual([await ids('/orders?status=IN_REVIEW'), (await read('/waiting')).reviews], [[], 0])
  })
})
