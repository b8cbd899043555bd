// Refunds in parts for random captures, amounts and answers, against a model: money is taken from the captures one after the
// other until a response is no approval.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type GatewayCode, gatewayCodes } from '../../../kernel/gateway-code.ts'
import { isPlausibleResponse, judgeResult, type ResultSummary, type TimeoutPolicy } from '../judgement.ts'
import { isSuccessful, type Order, type OrderTransaction, refundableTransactions, totalsOf } from '../order.ts'
import { planRefund, planVoid } from '../plan.ts'
import { judgeParts } from './judge-parts.ts'
import { approvedParts, lastAsked, type RefundPart, splitRefund } from './refund-parts.ts'

function orderWith(transactions: readonly OrderTransaction[]): Order {
  const at = new Date(0)
  const common = { id: 'o', currency: 'USD', amountMinor: 100n, revision: 1, createdAt: at, updatedAt: at }
  return { ...common, isLocked: false, transactions }
}

const amount = fc.bigInt({ min: 1n, max: 50n })

/** A capture, and what was refunded of it before. */
const capture = fc.record({ amountMinor: amount, refundedMinor: fc.bigInt({ min: 0n, max: 50n }) })

const result: fc.Arbitrary<ResultSummary> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'ANSWERED', gatewayCode: 'APPROVED' } as const) },
  fc.record({
    kind: fc.constant('ANSWERED' as const),
    gatewayCode: fc.constantFrom(...(Object.keys(gatewayCodes) as GatewayCode[])),
  }),
  fc.constantFrom({ kind: 'NO_ANSWER' } as const, { kind: 'NOT_SENT' } as const),
  fc.constant({ kind: 'ANSWERED', gatewayCode: 'APPROVED', approvedMinor: 0n } as const),
)

interface Setting {
  readonly captures: readonly { readonly amountMinor: bigint; readonly refundedMinor: bigint }[]
  readonly amountMinor: bigint
  readonly mayExceed: boolean
  readonly results: readonly ResultSummary[]
  readonly afterSilence: TimeoutPolicy
}

const setting: fc.Arbitrary<Setting> = fc.record({
  captures: fc.array(capture, { minLength: 1, maxLength: 6 }),
  amountMinor: fc.bigInt({ min: 1n, max: 200n }),
  mayExceed: fc.boolean(),
  results: fc.array(result, { minLength: 7, maxLength: 7 }),
  afterSilence: fc.constantFrom('REVERSE', 'ASK', 'REPEAT'),
})

function transactionsOf({ captures }: Setting): readonly OrderTransaction[] {
  const gatewayCode: GatewayCode = 'APPROVED'
  const ofCaptures = captures.map(({ amountMinor }, index) => ({
    ...{ id: `c${index}`, type: 'CAPTURE' as const, gatewayCode, amountMinor, targetTransactionId: 'a' },
  }))
  const refunds = captures.flatMap(({ amountMinor, refundedMinor }, index) =>
    refundedMinor === 0n
      ? []
      : [
          {
            ...{ id: `r${index}`, type: 'REFUND' as const, gatewayCode, targetTransactionId: `c${index}` },
            amountMinor: refundedMinor < amountMinor ? refundedMinor : amountMinor,
          },
        ],
  )
  return [{ id: 'a', type: 'AUTHORIZATION', gatewayCode, amountMinor: 500n }, ...ofCaptures, ...refunds]
}

/** As the gateway does it: a part is begun when those before it were approved. */
function refundInParts(planned: readonly RefundPart[], { amountMinor, results, afterSilence }: Setting) {
  const request = { type: 'REFUND' as const, currency: 'USD', afterSilence, acceptsPartialAmount: false }
  for (let count = 1; ; count += 1) {
    const attempt = { amountMinor, parts: planned.slice(0, count) }
    const asked = lastAsked(attempt)
    const response = results[count - 1] ?? assert.fail('there is no response')
    const ofLast = judgeResult(response, { ...request, amountMinor: asked.amountMinor, assessment: undefined })
    const isApproved = isSuccessful(ofLast)
    if (isApproved) assert.ok(response.kind === 'ANSWERED' && isPlausibleResponse(response, { ...request, ...asked }))
    if (isApproved && count < planned.length) continue
    return { ...attempt, ofLast, judgement: judgeParts(ofLast, attempt), isApproved }
  }
}

const leftOf = (transactions: readonly OrderTransaction[]) =>
  new Map(refundableTransactions(transactions).map(({ transaction, leftMinor }) => [transaction.id, leftMinor]))

const sumOf = (parts: readonly RefundPart[]) => parts.reduce((sum, part) => sum + part.amountMinor, 0n)

const check = (property: (setting: Setting) => void) => fc.assert(fc.property(setting, property), { numRuns: 2000 })

describe('a refund that names no target', () => {
  it('is split so that its parts are its amount, oldest capture first, and none is more than what is left', () => {
    check((example) => {
      const transactions = transactionsOf(example)
      const candidates = refundableTransactions(transactions)
      const parts = splitRefund(candidates, example.amountMinor)
      assert.equal(sumOf(parts), example.amountMinor)
      const places = parts.map(({ targetTransactionId }) =>
        candidates.findIndex(({ transaction }) => transaction.id === targetTransactionId),
      )
      assert.deepEqual(places, [...new Set(places)].toSorted())
      const left = leftOf(transactions)
      const total = [...left.values()].reduce((sum, minor) => sum + minor, 0n)
      for (const [index, part] of parts.entries()) {
        const leftMinor = left.get(part.targetTransactionId) ?? 0n
        const isLast = index === parts.length - 1
        if (!isLast) assert.equal(part.amountMinor, leftMinor)
        else if (example.amountMinor <= total) assert.ok(part.amountMinor <= leftMinor && part.amountMinor > 0n)
      }
    })
  })

  it('is planned with parts only where it needs more than one, and never with a target or as a request', () => {
    check((example) => {
      const transactions = transactionsOf(example)
      const request = { amountMinor: example.amountMinor, currency: 'USD', targetTransactionId: undefined }
      const terms = { mayExceed: example.mayExceed, needsTarget: false }
      const planned = planRefund(orderWith(transactions), { ...request, isRequest: false }, terms)
      if (planned.kind !== 'PLANNED') return
      const parts = splitRefund(refundableTransactions(transactions), example.amountMinor)
      assert.deepEqual(planned.parts, parts.length > 1 ? parts : undefined)
      assert.equal(planned.target?.id, parts[0]?.targetTransactionId)
      assert.equal(planned.amountMinor, example.amountMinor)
      for (const other of [{ targetTransactionId: 'c0', isRequest: false }, { isRequest: true }]) {
        const without = planRefund(orderWith(transactions), { ...request, ...other }, terms)
        if (without.kind === 'PLANNED') assert.equal(without.parts, undefined)
      }
    })
  })
})

describe('a refund in parts', () => {
  it('succeeds with what was approved before the first part that was not, and fails when that was the first', () => {
    check((example) => {
      const planned = splitRefund(refundableTransactions(transactionsOf(example)), example.amountMinor)
      const { parts, judgement, ofLast, isApproved } = refundInParts(planned, example)
      const approved = isApproved ? parts : parts.slice(0, -1)
      if (gatewayCodes[ofLast.gatewayCode].isOpen) {
        assert.deepEqual(judgement, { ...ofLast, amountMinor: example.amountMinor })
        return
      }
      assert.equal(isSuccessful(judgement), approved.length > 0)
      assert.equal(judgement.amountMinor, approved.length > 0 ? sumOf(approved) : example.amountMinor)
      assert.equal(judgement.isPartial, approved.length > 0 && approved.length < planned.length)
      assert.equal(judgement.gatewayCode === 'PARTIALLY_APPROVED', judgement.isPartial)
      if (approved.length === 0) assert.equal(judgement.gatewayCode, ofLast.gatewayCode)
      // Money that may have moved and does not count is owed a reversal: that of the last part, if it was not answered.
      assert.equal(judgement.owesReversal, ofLast.owesReversal)
      if (isApproved) assert.equal(judgement.owesReversal, false)
    })
  })

  it('is known again from its amount, and leaves of each capture what the acquirer leaves of it', () => {
    check((example) => {
      const before = transactionsOf(example)
      const candidates = refundableTransactions(before)
      if (candidates.reduce((sum, { leftMinor }) => sum + leftMinor, 0n) < example.amountMinor) return
      const planned = splitRefund(candidates, example.amountMinor)
      const { parts, judgement, isApproved } = refundInParts(planned, example)
      const { gatewayCode, amountMinor } = judgement
      const refund: OrderTransaction = { id: 'x', type: 'REFUND', gatewayCode, amountMinor, parts }
      const after = [...before, refund]
      const approved = isApproved ? parts : parts.slice(0, -1)
      const standing = isSuccessful(judgement) ? approved : []
      if (isSuccessful(judgement)) assert.deepEqual(approvedParts(refund), approved)
      assert.equal(totalsOf(after).refundedMinor - totalsOf(before).refundedMinor, sumOf(standing))
      const expected = leftOf(before)
      for (const part of standing)
        expected.set(part.targetTransactionId, (expected.get(part.targetTransactionId) ?? 0n) - part.amountMinor)
      assert.deepEqual(leftOf(after), expected)
    })
  })

  it('keeps its captures when an earlier refund of one of them is voided', () => {
    const gatewayCode = 'APPROVED'
    const transactions: readonly OrderTransaction[] = [
      { id: 'a', type: 'AUTHORIZATION', gatewayCode, amountMinor: 100n },
      { id: 'c1', type: 'CAPTURE', gatewayCode, amountMinor: 30n, targetTransactionId: 'a' },
      { id: 'c2', type: 'CAPTURE', gatewayCode, amountMinor: 70n, targetTransactionId: 'a' },
      { id: 'r1', type: 'REFUND', gatewayCode, amountMinor: 20n, targetTransactionId: 'c1' },
      {
        ...{ id: 'x', type: 'REFUND', gatewayCode, amountMinor: 60n, targetTransactionId: 'c1' },
        parts: [
          { targetTransactionId: 'c1', amountMinor: 10n },
          { targetTransactionId: 'c2', amountMinor: 50n },
        ],
      },
      { id: 'v', type: 'VOID_REFUND', gatewayCode, amountMinor: 20n, targetTransactionId: 'r1' },
    ]
    assert.deepEqual(
      [...leftOf(transactions)],
      [
        ['c1', 20n],
        ['c2', 20n],
      ],
    )
    const terms = { targetTransactionId: 'x', isSettlementBatchClosed: () => false }
    assert.equal(planVoid(orderWith(transactions), terms).kind, 'REJECTED')
    for (const targetTransactionId of ['c1', 'c2'])
      assert.equal(planVoid(orderWith(transactions), { ...terms, targetTransactionId }).kind, 'REJECTED')
  })

  it('can be voided like any other when it needed one request only', () => {
    const gatewayCode = 'APPROVED'
    const transactions: readonly OrderTransaction[] = [
      { id: 'c1', type: 'CAPTURE', gatewayCode, amountMinor: 30n },
      {
        ...{ id: 'x', type: 'REFUND', gatewayCode, amountMinor: 30n },
        parts: [{ targetTransactionId: 'c1', amountMinor: 30n }],
      },
    ]
    const planned = planVoid(orderWith(transactions), {
      targetTransactionId: 'x',
      isSettlementBatchClosed: () => false,
    })
    assert.equal(planned.kind, 'PLANNED')
  })
})
