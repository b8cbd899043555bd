// What the simulated acquirer does beyond what every acquirer must: the order of requests, its batches under load, its books.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gatewayCodes } from '../../src/kernel/gateway-code.ts'
import type { AcquirerRequest, AcquirerResponse } from '../../src/payments/ports/acquirer.ts'
import type { BookEntry } from '../../src/payments/ports/acquirer-books.ts'
import { startSimulator, testPayment } from './acquirer-simulator-kit.ts'
import { withoutDeadline } from './ask-terms.ts'

let simulator: Awaited<ReturnType<typeof startSimulator>>
before(async () => {
  simulator = await startSimulator()
})
after(() => simulator.close())

const authorization = (merchant: string) => testPayment(merchant, { kind: 'AUTHORIZE' })

function follow({ acquirerMerchantId, reference, currency }: AcquirerRequest, amountMinor = 10_00n) {
  const { instrument: _, ...rest } = testPayment(acquirerMerchantId, { currency, amountMinor })
  return { ...rest, original: { reference } }
}
const capture = (of: AcquirerRequest) => ({ ...follow(of), kind: 'CAPTURE' as const })
const refund = (of: AcquirerRequest) => ({ ...follow(of), kind: 'REFUND' as const, isAuthorizedFirst: false })
const voiding = (of: AcquirerRequest, batch?: number) => ({
  ...follow(of),
  kind: 'VOID' as const,
  ...(batch !== undefined && { batch }),
})

async function ask(question: AcquirerRequest): Promise<AcquirerResponse> {
  const result = await simulator.acquirer.ask(question, withoutDeadline)
  assert.ok(result.kind === 'ANSWERED', result.kind)
  return result.response
}

async function approve(question: AcquirerRequest): Promise<AcquirerResponse> {
  const response = await ask(question)
  assert.equal(gatewayCodes[response.gatewayCode].result, 'SUCCESS', response.gatewayCode)
  return response
}

async function refuse(question: AcquirerRequest): Promise<void> {
  const { gatewayCode } = await ask(question)
  assert.equal(gatewayCodes[gatewayCode].result, 'FAILURE', gatewayCode)
}

async function entryOf({ acquirerMerchantId, reference }: AcquirerRequest): Promise<BookEntry> {
  const entries = await simulator.acquirer.list({ acquirerMerchantId, limit: 1000 })
  return entries.find((entry) => entry.reference === reference) ?? assert.fail('not in the books')
}

const closeBatch = (acquirerMerchantId: string) => simulator.acquirer.closeBatch({ acquirerMerchantId })

describe('the simulated acquirer', () => {
  it('refuses to void an authorization under its capture, or a payment under its refund', async () => {
    const original = authorization(simulator.newMerchant())
    const captured = capture(original)
    const refunded = refund(captured)
    for (const question of [original, captured, refunded]) await approve(question)
    await refuse(voiding(original))
    await refuse(voiding(captured))
    for (const question of [refunded, captured, original]) await approve(voiding(question))
  })

  it('executes either a capture or a void of an authorization, never both', async () => {
    const merchant = simulator.newMerchant()
    const originals = Array.from({ length: 20 }, () => authorization(merchant))
    await Promise.all(originals.map(approve))
    const pairs = await Promise.all(
      originals.map((original) => Promise.all([ask(capture(original)), ask(voiding(original))])),
    )
    for (const pair of pairs) assert.equal(pair.filter(({ gatewayCode }) => gatewayCode === 'APPROVED').length, 1)
  })

  it('reverses every kind of request', async () => {
    const merchant = simulator.newMerchant()
    const [paid, authorized, voided] = [testPayment(merchant), authorization(merchant), authorization(merchant)]
    const update = { ...follow(authorized, 15_00n), kind: 'UPDATE_AUTHORIZATION' as const }
    const reversed = [testPayment(merchant), authorization(merchant), capture(authorized), update, refund(paid)]
    for (const question of [paid, authorized, voided, ...reversed, voiding(voided)]) await approve(question)
    for (const question of reversed) {
      assert.deepEqual(await simulator.acquirer.reverse(question), { kind: 'ACKNOWLEDGED' }, question.kind)
      assert.equal((await entryOf(question)).standingMinor, 0n, question.kind)
    }
  })

  it('refuses a void that names a batch closed meanwhile', async () => {
    const merchant = simulator.newMerchant()
    const { batch } = await approve(testPayment(merchant))
    await closeBatch(merchant)
    const original = authorization(merchant)
    await approve(original)
    await refuse(voiding(original, batch))
    await approve(voiding(original))
  })

  it('sums a batch by currency', async () => {
    const merchant = simulator.newMerchant()
    const { batch } = await approve(testPayment(merchant))
    await approve(testPayment(merchant, { currency: 'EUR', amountMinor: 7_00n }))
    assert.deepEqual(await closeBatch(merchant), {
      kind: 'CLOSED',
      batch,
      totals: [
        { currency: 'EUR', capturedMinor: 7_00n, refundedMinor: 0n, count: 1 },
        { currency: 'USD', capturedMinor: 10_00n, refundedMinor: 0n, count: 1 },
      ],
    })
  })

  it('settles every payment exactly once when batches are closed under load', async () => {
    const merchant = simulator.newMerchant()
    const payInTurn = async () => {
      for (let turn = 0; turn < 25; turn += 1) await approve(testPayment(merchant))
    }
    let isPaying = true
    const paying = Promise.all(Array.from({ length: 8 }, payInTurn)).finally(() => {
      isPaying = false
    })
    let settledMinor = 0n
    const settle = async () => {
      const result = await closeBatch(merchant)
      if (result.kind === 'CLOSED') for (const { capturedMinor } of result.totals ?? []) settledMinor += capturedMinor
    }
    while (isPaying) await settle()
    await paying
    await settle()
    assert.equal(settledMinor, 8n * 25n * 10_00n)
  })

  it('keeps what has only seen a batch open out of it once its totals were read', async () => {
    const merchant = simulator.newMerchant()
    await approve(testPayment(merchant))
    await simulator.inTransaction(async (query) => {
      // As far as a statement gets that was stopped between seeing the batch and locking it.
      await query(`declare seen cursor for select number from simulated_acquirer.batch
        where acquirer_merchant_id = '${merchant}' and closed_at is null for key share`)
      const { kind } = await closeBatch(merchant)
      assert.equal(kind, 'CLOSED')
      assert.deepEqual((await query('fetch seen')).rows, [])
    })
  })

  it('answers each of hundreds of payments that arrive together', async () => {
    const merchants = [simulator.newMerchant(), simulator.newMerchant()]
    const questions = Array.from({ length: 300 }, (_, index) =>
      testPayment(merchants[index % 2] ?? '', { amountMinor: BigInt(index + 1) }),
    )
    const responses = await Promise.all(questions.map(ask))
    for (const [index, { approvedMinor }] of responses.entries()) assert.equal(approvedMinor, BigInt(index + 1))
    assert.equal(new Set(responses.map(({ transactionId }) => transactionId)).size, questions.length)
  })

  it('counts how often a reference arrived', async () => {
    const question = testPayment(simulator.newMerchant())
    await Promise.all(Array.from({ length: 20 }, () => ask(question)))
    const { standingMinor, timesAsked } = await entryOf(question)
    assert.deepEqual([standingMinor, timesAsked], [question.amountMinor, 20])
  })

  it('lists its books page by page', async () => {
    const merchant = simulator.newMerchant()
    const questions = Array.from({ length: 5 }, () => testPayment(merchant))
    for (const question of questions) await approve(question)
    const listed: string[] = []
    for (;;) {
      const [last] = listed.slice(-1)
      const page = await simulator.acquirer.list({
        acquirerMerchantId: merchant,
        limit: 2,
        ...(last !== undefined && { afterReference: last }),
      })
      listed.push(...page.map(({ reference }) => reference))
      if (page.length < 2) break
    }
    assert.deepEqual(listed, questions.map(({ reference }) => reference).toSorted())
  })
})
