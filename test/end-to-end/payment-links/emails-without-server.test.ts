// E-mails that were queued before the operator removed the mail server from the settings.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { createSubjects } from '../../../src/compose/subjects.ts'
import { oneServerPace } from '../../../src/platform/jobs/job.ts'
import { openMetrics } from '../../../src/platform/telemetry/metrics.ts'
import { until } from '../../support/checks/poll.ts'
import { ask, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { newPaymentLink } from '../../support/clients/payment-links.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

interface WaitingMail {
  readonly merchantId: string
  readonly paymentLinkId: string
  readonly hours: number
}

async function queueMails({ merchantId, paymentLinkId, hours }: WaitingMail): Promise<void> {
  const queuedAt = new Date(Date.now() - hours * 3_600_000)
  await gateway.query(
    `insert into payment_link_emails
       (merchant_id, email_id, payment_link_id, recipient, message, next_attempt_at, created_by, created_at)
     values ($1, $2, $3, 'jane@payer.example', 'Thank you', $4, 'anna', $4)`,
    [merchantId, randomUUID(), paymentLinkId, queuedAt],
  )
  await gateway.query(
    `insert into receipt_emails (merchant_id, order_id, transaction_id, details, next_attempt_at, created_at)
     values ($1, $2, '1', '{"merchantName": "Tea"}', $3, $3)`,
    [merchantId, randomUUID(), queuedAt],
  )
}

const statesOf = async (table: string, merchantId: string) =>
  (
    await gateway.query<{ state: string }>(`select state from ${table} where merchant_id = $1 order by created_at`, [
      merchantId,
    ])
  ).map(({ state }) => state)

describe('an e-mail that was queued before the mail server was removed', () => {
  it('is given up after a day without its message, and deleted after 30 days', async (test) => {
    const { id: merchantId } = await boardMerchant(gateway)
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId)
    for (const hours of [24 * 31, 25, 23]) await queueMails({ merchantId, paymentLinkId, hours })
    const lines: object[] = []
    const context = {
      metrics: openMetrics(),
      log: { warn: (about: object) => lines.push(about) },
      pace: oneServerPace,
    }
    test.mock.timers.enable({ apis: ['setTimeout'] })
    const deletions = createSubjects(gateway.dependencies).jobs.filter(({ name }) =>
      /^delete old .* e-mails$/.test(name),
    )
    assert.equal(deletions.length, 3)
    const started = await Promise.all(deletions.map((job) => job.start(context as never)))
    test.mock.timers.tick(3_600_000)
    test.mock.timers.reset()
    for (const table of ['receipt_emails', 'payment_link_emails'])
      await until(
        async () => (await statesOf(table, merchantId)).join() === 'FAILED,PENDING',
        `${table}: ${await statesOf(table, merchantId)}`,
      )
    await Promise.all(started.map((job) => job.stop()))
    const messages = await gateway.query(
      'select message from payment_link_emails where merchant_id = $1 order by created_at',
      [merchantId],
    )
    assert.deepEqual(messages, [{ message: null }, { message: 'Thank you' }])
    assert.ok(lines.length > 0, 'the log says so')
    assert.doesNotMatch(JSON.stringify(lines), /jane/)
  })

  it('is shown on the page of its link, although no other can be sent', async () => {
    const { id: merchantId } = await boardMerchant(gateway)
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId)
    await queueMails({ merchantId, paymentLinkId, hours: 1 })
    const as = await signedIn(gateway, { merchantId, permissions: ['VIEW', 'REQUEST_PAYMENT'] })
    const path = ofMerchant(`/payment-links/${paymentLinkId}/emails`, merchantId)
    const { body } = await ask(gateway, { path, as })
    assert.deepEqual([body.isAvailable, body.rows.map(({ state }: { state: string }) => state)], [false, ['PENDING']])
    const sent = await ask(gateway, { method: 'POST', path, as, body: { recipient: 'jane@payer.example' } })
    assert.deepEqual([sent.status, sent.body.code], [409, 'NO_MAIL_SERVER'])
  })
})
