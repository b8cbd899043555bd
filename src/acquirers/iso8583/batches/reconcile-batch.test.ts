// Closing a batch on the wire: what is sent, under which identity, and what the host's responses lead to.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isoPayment, type TestLink, testLink } from '../../../../test/support/builders/iso8583-link.ts'
import {
  type ScriptedConnection,
  type ScriptedHost,
  type ScriptedResponse,
  startScriptedHost,
} from '../../../../test/support/sites/scripted-card-host.ts'
import type { Iso8583Message } from '../../../iso8583/index.ts'
import type {
  OpenSettlementBatch,
  SettlementBatchProgress,
  SettlementBatchTotal,
  SettlementBatchTransaction,
} from '../../../payments/ports/batches.ts'

const endings: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of endings) await end()
})

const inBalance = { 39: '00', 66: '1' }
const total: SettlementBatchTotal = {
  ...{ currency: 'USD', capturedCount: 2, capturedMinor: 20_00n },
  ...{ refundedCount: 1, refundedMinor: 4_00n },
}
const theirs: ScriptedResponse = {
  ...{ 39: '95', 66: '2', 74: '0000000001', 76: '0000000003', 86: '0000000000000400', 88: '0000000000003000' },
}

interface Script {
  readonly host: ScriptedHost
  readonly link: TestLink
  /** Of these types, in order. */
  sent(...types: string[]): readonly Iso8583Message[]
}

/** Each message of a batch is answered as the test says; undefined leaves it unanswered. */
async function open(
  answer: (request: Iso8583Message) => ScriptedResponse | undefined,
  settings: Parameters<typeof testLink>[0] = {},
): Promise<Script> {
  const host = await startScriptedHost({
    take(request: Iso8583Message, connection: ScriptedConnection) {
      if (!/^0[35]/.test(request.type)) return connection.answer(request)
      const fields = answer(request)
      return fields && connection.answer(request, fields)
    },
  })
  const link = testLink({ addresses: host.address, ...settings })
  endings.push(async () => {
    await link.close()
    await host.close()
  })
  return { host, link, sent: (...types) => host.received.filter(({ type }) => types.includes(type)) }
}

/** Records with one total, and what was stored of it. */
function records(differences: Partial<OpenSettlementBatch> = {}) {
  const saved: SettlementBatchProgress[] = []
  const batch: OpenSettlementBatch = {
    number: 261_116,
    count: async () => [total],
    async *transactions() {},
    async save(progress) {
      saved.push(JSON.parse(JSON.stringify(progress)))
      return true
    },
    ...differences,
  }
  return { saved, batch, about: { acquirerMerchantId: 'SHOP1', terminals: ['TILL0001'], batch } }
}

const identityOf = (message: Iso8583Message | undefined) =>
  [7, 11, 32, 37, 41, 42].map((field) => message?.text(field)?.trim())

describe('closing a batch', () => {
  it('sends number and amount of credits and debits, and the net', async () => {
    const { link, sent } = await open(() => inBalance)
    const { about, saved } = records()
    assert.deepEqual(await link.acquirer.closeBatch(about), {
      kind: 'CLOSED',
      batch: 261_116,
      totals: [{ currency: 'USD', capturedMinor: 20_00n, refundedMinor: 4_00n, count: 3 }],
    })
    const [message] = sent('0500')
    const values = [3, 41, 42, 50, 63, 74, 75, 76, 77, 86, 87, 88, 89, 97].map((field) => message?.text(field)?.trim())
    assert.deepEqual(values, [
      ...['920000', 'TILL0001', 'SHOP1', '840', '261116', '0000000001', '0000000000', '0000000002', '0000000000'],
      ...['0000000000000400', '0000000000000000', '0000000000002000', '0000000000000000', 'D0000000000001600'],
    ])
    assert.equal(saved.length, 2, 'before it is sent, and when it is answered')
  })

  it('is not closed by an answer about another currency', async () => {
    const { link } = await open(() => ({ ...inBalance, 50: '978' }))
    assert.deepEqual(await link.acquirer.closeBatch(records().about), { kind: 'NO_ANSWER' })
  })

  it('repeats the totals under one identity until they are answered, by whichever process goes on', async () => {
    let isSilent = true
    const { link, sent } = await open(() => (isSilent ? undefined : inBalance), { responseTimeoutMs: 500 })
    const { about, saved } = records()
    assert.deepEqual(await link.acquirer.closeBatch(about), { kind: 'NO_ANSWER' })
    const progress = saved.at(-1) as SettlementBatchProgress
    const again = records({ progress, count: async () => [{ ...total, capturedMinor: 99n }] })
    assert.deepEqual(await link.acquirer.closeBatch(again.about), { kind: 'NO_ANSWER' })
    isSilent = false
    assert.equal((await link.acquirer.closeBatch(again.about)).kind, 'CLOSED')
    const [first, ...repeats] = sent('0500', '0501')
    assert.deepEqual(
      repeats.map(({ type }) => type),
      ['0501', '0501'],
    )
    for (const repeat of repeats) {
      assert.deepEqual(identityOf(repeat), identityOf(first))
      assert.equal(repeat.text(88), first?.text(88), 'a repeat has the content of the first')
    }
  })

  it('sends them again under another identity when a second count agrees with the host', async () => {
    const counted = [total, { ...total, capturedCount: 3, capturedMinor: 30_00n }].values()
    const { link, sent } = await open((request) => (request.text(88) === '0000000000003000' ? inBalance : theirs))
    const { about } = records({ count: async () => [counted.next().value ?? assert.fail('counted too often')] })
    assert.equal((await link.acquirer.closeBatch(about)).kind, 'CLOSED')
    const [first, second] = sent('0500')
    assert.notDeepEqual(identityOf(first), identityOf(second))
    assert.deepEqual([second?.text(3), sent('0320').length], ['920000', 0])
  })

  it('uploads every transaction when they differ, a few at a time, and sends the totals once more', async () => {
    const { link, sent } = await open((request) => {
      if (request.type === '0320') return { 39: '00' }
      return request.text(3) === '960000' ? inBalance : theirs
    })
    const paid = await link.prepare(isoPayment({ reference: 'paid' }))
    let asked = 0
    const { about } = records({
      async *transactions(): AsyncIterable<SettlementBatchTransaction> {
        for (let number = 0; number < 40; number += 1) {
          // The host has answered all but the last few.
          assert.ok(asked - sent('0320').length <= 16)
          asked += 1
          yield { reference: `paid-${number}`, isRefund: number === 39, amountMinor: 10_00n, wire: paid.wire }
        }
      },
    })
    assert.equal((await link.acquirer.closeBatch(about)).kind, 'CLOSED')
    const uploads = sent('0320')
    assert.equal(uploads.length, 40)
    const { transmission, trace } = paid.wire as Record<string, string>
    assert.equal(uploads[0]?.text(90), `0200${trace}${transmission}00000123456${'0'.repeat(11)}`)
    assert.deepEqual([uploads[0]?.text(3), uploads.at(-1)?.text(3)], ['000000', '200000'])
    assert.equal(new Set(uploads.map((message) => message.text(11))).size, 40)
    assert.deepEqual(
      sent('0500').map((message) => message.text(3)),
      ['920000', '960000'],
    )
  })

  it('that differs after the upload is out of balance, with what the host counts; so is one that the host refuses', async () => {
    const { link } = await open((request) => (request.type === '0320' ? { 39: '00' } : theirs))
    assert.deepEqual(await link.acquirer.closeBatch(records().about), {
      kind: 'OUT_OF_BALANCE',
      why: 'USD: the host counts other totals',
      totals: [{ ...total, capturedCount: 3, capturedMinor: 30_00n }],
    })
    const refusing = await open((request) => (request.type === '0320' ? { 39: '12' } : { 39: '40' }))
    const paid = await refusing.link.prepare(isoPayment({ reference: 'paid' }))
    const { about } = records({
      async *transactions() {
        yield { reference: 'paid', isRefund: false, amountMinor: 10_00n, wire: paid.wire }
      },
    })
    assert.deepEqual(await refusing.link.acquirer.closeBatch(about), {
      kind: 'OUT_OF_BALANCE',
      why: 'USD: the host refused the upload of paid with code 12',
      totals: [],
    })
  })

  it('is left to the host where the settings say so', async () => {
    const { host } = await open(() => inBalance)
    const link = testLink({ addresses: host.address, closesBatches: false })
    endings.unshift(() => link.close())
    assert.equal(link.acquirer.capabilities.closesBatches, false)
    assert.deepEqual(await link.acquirer.closeBatch(records().about), { kind: 'NOTHING_OPEN' })
  })
})
