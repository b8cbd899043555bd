// Every status of disputes, settlement batches, notifications, webhooks, payment links and acquirer links, made for real: the page, the list,
// the filter and the file say the same, and the status has its sentence in all languages of the console.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { linkStatusOf } from '../../../src/acquirers/rules/link-health.ts'
import { paymentLinkStates } from '../../../src/kernel/order-status.ts'
import { disputeStatusOf } from '../../../src/payments/rules/dispute.ts'
import { shownStatusOf } from '../../../src/payments/rules/shown-status.ts'
import { closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import { settlementBatchStatusOf } from '../../../src/settlement/rules/batch-status.ts'
import { eventually } from '../../support/checks/poll.ts'
import { type Body, payBody } from '../../support/clients/client.ts'
import { notEnrolledCard } from '../../support/clients/payer.ts'
import { newPaymentLink, openPaymentLink } from '../../support/clients/payment-links.ts'
import { testerStamp } from '../../support/fixtures/merchants.ts'
import { caughtUp } from '../../support/fixtures/search-world.ts'
import { openStatusRecord, openStatusWorld, type StatusWorld } from '../../support/fixtures/status-world.ts'

const record = openStatusRecord()
let world: StatusWorld
before(async () => {
  world = await openStatusWorld('STATUSES')
})
after(() => world?.[Symbol.asyncDispose]())

describe('the status of a dispute', () => {
  const past = '2026-01-31'
  const future = '2999-11-30'
  for (const [status, details, responses] of [
    ['INFORMATION_REQUESTED', { state: 'INFORMATION_REQUESTED', respondBy: future }, []],
    ['PENDING', { state: 'PENDING', respondBy: future }, []],
    ['CONTESTED', { state: 'PENDING', respondBy: future }, ['CONTESTED']],
    ['EVIDENCE_SENT', { state: 'PENDING', respondBy: future }, ['CONTESTED', 'EVIDENCE_SENT']],
    ['EVIDENCE_SENT_LATE', { state: 'PENDING', respondBy: past }, ['EVIDENCE_SENT']],
    ['OVERDUE', { state: 'PENDING', respondBy: past }, ['CONTESTED']],
    ['WON', { state: 'WON' }, []],
    ['LOST', { state: 'LOST' }, []],
  ] as const)
    it(`is the same on the order, in the list and in the file: ${status}`, async () => {
      const orderId = await world.make(`dispute-${status.toLowerCase()}`, payBody())
      await world.event(orderId, 'CHARGEBACK', { dispute: details })
      for (const kind of responses)
        await world.change('POST', `/orders/${orderId}/dispute-answers`, { answer: kind, note: 'By post' })
      await caughtUp(world.gateway, world.shop.merchant)
      const [onOrder] = (await world.read(`/orders/${orderId}`)).body.disputes
      const inList = (await world.read('/disputes?limit=100')).body.rows.find((row: Body) => row.orderId === orderId)
      const cell = (column: string) => world.inFile('/disputes.csv', column, 'Order', orderId)
      assert.deepEqual([disputeStatusOf(onOrder), disputeStatusOf(inList)], [status, status])
      assert.deepEqual(
        [await cell('State'), await cell('Overdue'), await cell('Contested'), await cell('Evidence sent')],
        [
          details.state,
          onOrder.isOverdue ? 'yes' : 'no',
          onOrder.isContested ? 'yes' : 'no',
          onOrder.isSentLate ? 'late' : onOrder.isEvidenceSent ? 'yes' : 'no',
        ],
      )
      record.see('DISPUTE', status)
    })
})

describe('the status of a settlement batch', () => {
  it('is the same on its page, in the list and in the file, from open to closed', async () => {
    const merchantId = world.shop.merchant
    const batchNow = async () => {
      const [row] = (await world.read('/batches')).body.rows
      const page = (await world.read(`/batches/${row.acquirerId}/${row.batch}`)).body
      const file = await world.inFile('/batches.csv', 'Status', 'Batch', String(row.batch))
      assert.deepEqual(
        [settlementBatchStatusOf(page), file],
        [settlementBatchStatusOf(row), settlementBatchStatusOf(row)],
      )
      record.see('BATCH', settlementBatchStatusOf(row))
      return { ...row, status: settlementBatchStatusOf(row) }
    }
    const open = await batchNow()
    assert.equal(open.status, 'OPEN')
    const { settlementBatchClosings } = world.gateway.dependencies
    const key = { merchantId, acquirerId: open.acquirerId, batch: open.batch }
    const [unclosed] = await settlementBatchClosings.listUnclosed(merchantId)
    assert.ok(unclosed)
    await settlementBatchClosings.begin(key, unclosed.link, 'ann')
    await settlementBatchClosings.retryLater(key, 3_600_000)
    assert.equal((await batchNow()).status, 'CLOSING')
    await settlementBatchClosings.recordDifference(key, { why: 'TOTALS', ours: [], theirs: [] })
    assert.equal((await batchNow()).status, 'OUT_OF_BALANCE')
    const closed = await closeSettlementBatch({ merchantId, userId: 'ann' }, world.gateway.dependencies)
    assert.equal(closed.kind, 'CLOSED')
    await caughtUp(world.gateway, merchantId)
    assert.equal((await batchNow()).status, 'CLOSED')
  })
})

describe('the status of a notification', () => {
  for (const state of ['PENDING', 'DELIVERED', 'PARKED'])
    it(`is the same on its page, in the list, the filter and the file: ${state}`, async () => {
      const orderId = await world.make(`notified-${state.toLowerCase()}`, payBody())
      await eventually(
        () => world.gateway.query('select 1 from deliveries where order_id = $1', [orderId]),
        ({ length }) => length > 0,
      )
      const later = `now() + interval '1 hour'`
      const end = state === 'PENDING' ? `next_at = ${later}` : 'next_at = null, ended_at = now()'
      await world.gateway.query(`update deliveries set state = $2, ${end} where order_id = $1`, [orderId, state])
      const [row] = (await world.read(`/deliveries?orderId=${orderId}&state=${state}`)).body.rows
      const page = (await world.read(`/deliveries/${row.notificationId}`)).body
      const file = await world.inFile('/deliveries.csv', 'Status', 'Order', orderId)
      assert.deepEqual([row.state, page.state, file], [state, state, state])
      record.see('NOTIFICATION', state)
    })
})

describe('the status of a webhook', () => {
  for (const isEnabled of [false, true])
    it(`is what its settings say: ${isEnabled}`, async () => {
      await world.change('PUT', '/webhooks', {
        isEnabled,
        url: 'https://world.shop.example/notify',
        acceptsAny2xx: false,
      })
      assert.equal((await world.read('/webhooks')).body.isEnabled, isEnabled)
      record.see('WEBHOOK', isEnabled ? 'ENABLED' : 'DISABLED')
    })
})

describe('the status of a payment link', () => {
  for (const state of paymentLinkStates)
    it(`is the same on its page, in the list, the filter and the file: ${state}`, async () => {
      const paymentLink = await newPaymentLink(world.gateway, world.shop.merchant, { description: `Link ${state}` })
      if (state === 'PAID')
        await (await openPaymentLink(world.gateway, paymentLink.paymentLinkId).payer()).pay(notEnrolledCard)
      if (state === 'DISABLED') await world.gateway.dependencies.paymentLinks.disable(paymentLink, testerStamp())
      if (state === 'EXPIRED')
        await world.gateway.query(
          `update payment_links set expires_at = now() - interval '1 day' where payment_link_id = $1`,
          [paymentLink.paymentLinkId],
        )
      const page = (await world.read(`/payment-links/${paymentLink.paymentLinkId}`)).body
      const { rows } = (await world.read(`/payment-links?state=${state}`)).body
      const listed = rows.find((row: Body) => row.paymentLinkId === paymentLink.paymentLinkId)
      const file = await world.inFile('/payment-links.csv', 'State', 'Payment link', paymentLink.paymentLinkId)
      assert.deepEqual([page.state, listed?.state, file], [state, state, state])
      record.see('PAYMENT_LINK', state)
    })
})

describe('the status of an order that was paid through a payment link', () => {
  it('is the one of its own page, also in review', async () => {
    const { paymentLinkId } = await newPaymentLink(world.gateway, world.shop.merchant, { description: 'Held' })
    await (await openPaymentLink(world.gateway, paymentLinkId).payer()).pay({ ...notEnrolledCard, securityCode: '102' })
    await caughtUp(world.gateway, world.shop.merchant)
    const [row] = (await world.read(`/payment-links/${paymentLinkId}/orders`)).body.rows
    const page = (await world.read(`/orders/${row.orderId}`)).body
    assert.deepEqual([shownStatusOf(page), shownStatusOf(row)], ['IN_REVIEW', 'IN_REVIEW'])
  })

  it('says that a failed payment was not reversed', async () => {
    const { paymentLinkId } = await newPaymentLink(world.gateway, world.shop.merchant, { description: 'Doubtful' })
    await (await openPaymentLink(world.gateway, paymentLinkId).payer()).pay({ ...notEnrolledCard, expiryMonth: '5' })
    await caughtUp(world.gateway, world.shop.merchant)
    const orders = `/payment-links/${paymentLinkId}/orders`
    const [{ orderId }] = (await world.read(orders)).body.rows
    await world.gateway.query(`update projected_orders set open_reversal = 'REFUSED' where order_id = $1`, [orderId])
    assert.equal(shownStatusOf((await world.read(orders)).body.rows[0]), 'REVERSAL_REFUSED')
  })
})

describe('the status of an acquirer link', () => {
  const settings = [
    { name: 'url', value: 'https://world.gateway.bank.example' },
    { name: 'password', value: 'correct horse battery' },
  ]
  const signingOn = { isEnabled: true, status: { state: 'UP', connections: [{ state: 'SIGNING_ON' }] } } as const

  it('is the same on its page and in the list', async () => {
    for (const linkId of ['down-bank', 'disabled-bank'])
      await world.change('POST', '/links', { linkId, adapter: 'gateway', settings }, world.operator)
    await world.change('PUT', '/links/disabled-bank/enabled', { isEnabled: false }, world.operator)
    const { links } = (await world.read('/links', world.operator)).body
    for (const linkId of ['simulator', 'disabled-bank', 'down-bank']) {
      const page = (await world.read(`/links/${linkId}`, world.operator)).body
      const listed = links.find((each: Body) => each.linkId === linkId)
      assert.equal(linkStatusOf(page), linkStatusOf(listed), linkId)
      record.see('LINK', linkStatusOf(page))
    }
    assert.equal(linkStatusOf(links.find((each: Body) => each.linkId === 'simulator')), 'UP')
    assert.equal(linkStatusOf(links.find((each: Body) => each.linkId === 'disabled-bank')), 'DISABLED')
  })

  it('is not connected as long as none of its connections has signed on', () => {
    assert.equal(linkStatusOf(signingOn), 'PENDING')
    assert.equal(linkStatusOf({ isEnabled: true }), 'DOWN')
    assert.equal(linkStatusOf({ ...signingOn, isEnabled: false }), 'DISABLED')
    for (const status of ['PENDING', 'DOWN']) record.see('LINK', status)
  })
})

it('each status of them was seen, and each has its sentence', () => {
  record.assertComplete('DISPUTE', 'BATCH', 'NOTIFICATION', 'WEBHOOK', 'PAYMENT_LINK', 'LINK')
})
