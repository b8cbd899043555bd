import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { receiptMessage } from '../../../checkout/operations/queue-receipt.ts'
import type { QueuedReceipt, ReceiptKey, ReceiptQueue } from '../../../checkout/ports/checkout-store.ts'
import type { MailMessage, MailResult } from '../mail.ts'
import { type MailReport, retryPausesMs, sendMails } from './mail-jobs.ts'

const now = new Date('2026-11-17T05:00:00Z')
const failed = { kind: 'FAILED', why: 'the mail server did not answer in time' } as const

interface TestOptions {
  /** How often each receipt in the queue has been tried, with the next time. */
  readonly attempts?: readonly number[]
  readonly hasAddress?: boolean
  /** The transactions of receipts whose message cannot be made. */
  readonly unreadable?: readonly string[]
  /** What the mail server does with the first, second, ... message. */
  readonly send: (times: number, stopping: AbortSignal | undefined) => MailResult | Promise<MailResult>
}

/** Receipts in a queue of which the processes that call run() claim those that are due. */
function openQueue({ attempts = [1], hasAddress = true, unreadable = [], send }: TestOptions) {
  const steps: string[] = []
  const sent: MailMessage[] = []
  const reports: MailReport<QueuedReceipt>[] = []
  const time = { passedMs: 0 }
  const rows = attempts.map((count, index) => ({
    receipt: {
      ...{ merchantId: 'SHOP1', orderId: 'order-1', transactionId: `${index + 1}` },
      ...{ details: { merchantName: 'Tea shop' }, attempts: count },
    },
    dueMs: now.getTime(),
  }))
  function setDue({ transactionId }: ReceiptKey, dueMs: number): void {
    for (const row of rows) if (row.receipt.transactionId === transactionId) row.dueMs = dueMs
  }
  const queue: ReceiptQueue = {
    add: async () => {},
    async claimDue({ now: at, leaseUntil, limit }) {
      const due = rows.filter(({ dueMs }) => dueMs <= at.getTime()).slice(0, limit)
      for (const row of due) row.dueMs = leaseUntil.getTime()
      return due.map(({ receipt }) => receipt)
    },
    async retryAt(receipt, at) {
      steps.push(`retry in ${(at.getTime() - now.getTime() - time.passedMs) / 60_000} min`)
      setDue(receipt, at.getTime())
    },
    async release(receipt, at) {
      steps.push('released')
      setDue(receipt, at.getTime())
    },
    async end(receipt, state) {
      steps.push(state)
      setDue(receipt, Number.POSITIVE_INFINITY)
    },
    giveUp: async () => 0,
    deleteOld: async () => 0,
  }
  const transactions = rows.map(({ receipt }) => ({
    key: receipt,
    acquirerReference: `reference-${receipt.transactionId}`,
    updatedAt: now,
  }))
  const parts = {
    queue,
    sender: {
      async send(message: MailMessage, stopping?: AbortSignal) {
        sent.push(message)
        return send(sent.length, stopping)
      },
    },
    clock: { expiryTime: () => new Date(now.getTime() + time.passedMs) },
  }
  const message = { to: 'jane@payer.example', fromName: 'Tea shop', subject: 'Paid', text: 'Thank you.' }
  const store = { findOrder: async () => ({ order: {}, transactions }), findMerchant: async () => undefined }
  const run = (stopping: AbortSignal = new AbortController().signal) =>
    sendMails<ReceiptKey, QueuedReceipt>(parts, {
      async messageFor(receipt) {
        if (unreadable.includes(receipt.transactionId)) throw new Error('no such language')
        return receiptMessage(receipt, () => (hasAddress ? message : undefined), { store } as never)
      },
      onReport: (report) => reports.push(report),
      stopping,
    })
  return { steps, sent, reports, time, run }
}

describe('a queued e-mail', () => {
  it('is sent once, with an id that a repetition would have, too', async () => {
    const { steps, sent, run } = openQueue({ send: () => ({ kind: 'SENT' }) })
    await run()
    assert.deepEqual(steps, ['SENT'])
    assert.deepEqual(
      sent.map(({ id, at }) => [id, at]),
      [['SHOP1.reference-1', now]],
    )
  })

  it('is sent once by several processes, also while the mail server is slow', async () => {
    const attempts = Array.from({ length: 20 }, () => 1)
    const { sent, time, run } = openQueue({
      attempts,
      async send(times) {
        // The first process waits as long as it may for each of its messages; then another process begins.
        if (times <= 6) time.passedMs += 30_000
        if (times === 6) await run()
        return { kind: 'SENT' }
      },
    })
    await run()
    assert.deepEqual(
      sent.map(({ id }) => id),
      attempts.map((_, index) => `SHOP1.reference-${index + 1}`),
    )
  })

  it('is tried again with growing pauses, and given up after the last', async () => {
    for (const kind of ['FAILED', 'DEFERRED'] as const) {
      const result = { ...failed, kind }
      for (const [index, pauseMs] of retryPausesMs.entries()) {
        const { steps, reports, run } = openQueue({ send: () => result, attempts: [index + 1] })
        await run()
        assert.deepEqual(steps, [`retry in ${pauseMs / 60_000} min`])
        assert.equal(reports[0]?.state, 'PENDING')
      }
      const { steps, reports, run } = openQueue({ send: () => result, attempts: [retryPausesMs.length + 1] })
      await run()
      assert.deepEqual([steps, reports[0]?.state, reports[0]?.why], [['FAILED'], 'FAILED', failed.why])
    }
  })

  it('is given up at once where the server refuses the recipient', async () => {
    const { steps, run } = openQueue({ send: () => ({ kind: 'REFUSED', why: 'no such user' }) })
    await run()
    assert.deepEqual(steps, ['FAILED'])
  })

  it('ends without an e-mail where the payer has no address', async () => {
    const { steps, sent, run } = openQueue({ send: () => ({ kind: 'SENT' }), hasAddress: false })
    await run()
    assert.deepEqual([steps, sent], [['NO_ADDRESS'], []])
  })
})

describe('a run that sends e-mails', () => {
  it('ends at the first failure of the mail server, and the next run begins with another receipt', async () => {
    const { sent, time, run } = openQueue({
      attempts: [1, 1, 1],
      send() {
        time.passedMs += 30_000
        return failed
      },
    })
    await run()
    assert.equal(sent.length, 1)
    await run()
    assert.deepEqual(
      sent.map(({ id }) => id),
      ['SHOP1.reference-1', 'SHOP1.reference-2'],
    )
  })

  it('continues after a receipt that the mail server does not take', async () => {
    const results = ['DEFERRED', 'REFUSED', 'SENT'] as const
    const { steps, run } = openQueue({
      attempts: [1, 1, 1],
      send: (times) => ({ kind: results[times - 1] ?? 'SENT', why: 'not now' }),
    })
    await run()
    assert.deepEqual(steps, ['retry in 1 min', 'FAILED', 'SENT'])
  })

  it('continues after one whose message cannot be made, which is tried a few times like others', async () => {
    for (const [count, step] of [
      [1, 'retry in 1 min'],
      [retryPausesMs.length + 1, 'FAILED'],
    ] as const) {
      const { steps, sent, reports, run } = openQueue({
        attempts: [count, 1],
        send: () => ({ kind: 'SENT' }),
        unreadable: ['1'],
      })
      await run()
      assert.deepEqual([steps, sent.length], [[step, 'SENT'], 1])
      assert.equal(reports[0]?.why, 'the message cannot be made: no such language')
    }
  })

  it('ends after the message under way when the gateway stops', async () => {
    const stopping = new AbortController()
    const { steps, run } = openQueue({
      attempts: [1, 1, 1],
      send() {
        stopping.abort()
        return { kind: 'SENT' }
      },
    })
    await run(stopping.signal)
    assert.deepEqual(steps, ['SENT'])
  })

  it('leaves the message under way to the next process when the gateway stops before it was sent', async () => {
    const stopping = new AbortController()
    const { steps, sent, run } = openQueue({
      attempts: [1, 1],
      send(times, given) {
        if (times === 1) stopping.abort()
        return { kind: given?.aborted ? 'STOPPED' : 'SENT' }
      },
    })
    await run(stopping.signal)
    assert.deepEqual(steps, ['released'])
    await run()
    assert.deepEqual(
      sent.map(({ id }) => id),
      [1, 1, 2].map((number) => `SHOP1.reference-${number}`),
    )
    assert.deepEqual(steps, ['released', 'SENT', 'SENT'])
  })
})
