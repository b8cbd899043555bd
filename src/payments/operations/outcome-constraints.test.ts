// Whatever an acquirer answers to whatever is asked of an order in whatever history: what is worked out breaks no constraint of
// the database, so that it can be recorded.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { attemptOn } from '../../../test/support/builders/money-rows.ts'
import { scriptedAcquirer } from '../../../test/support/faults/scripted-acquirer.ts'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import type { Outcome } from '../ports/transactions.ts'
import { type Order, type OrderTransaction, statusOf, withOutcome } from '../rules/order.ts'
import {
  type Plan,
  type PlannedTransaction,
  planCapture,
  planInitial,
  planRefund,
  planUpdate,
  planVoid,
} from '../rules/plan.ts'
import { type DecidingResult, decideOutcome } from './complete-attempt.ts'

const operations = ['AUTHORIZATION', 'PAYMENT', 'VERIFICATION', 'CAPTURE', 'REFUND', 'VOID', 'UPDATE'] as const
/** What comes first most often, so that there is something to go on with. */
const opening = { operation: 'AUTHORIZATION', amountMinor: 60n, target: 0, acceptsPartialAmount: false } as const

const codes = Object.keys(gatewayCodes) as GatewayCode[]

interface Step {
  readonly operation: (typeof operations)[number]
  readonly amountMinor: bigint
  readonly target: number
  readonly result: DecidingResult
  /** What is said in the end when the first word left it open. */
  readonly last: DecidingResult
  readonly acceptsPartialAmount: boolean
}

const response: fc.Arbitrary<DecidingResult> = fc
  .record({
    gatewayCode: fc.oneof(
      fc.constantFrom('APPROVED' as const, 'PARTIALLY_APPROVED' as const),
      fc.constantFrom(...codes),
    ),
    approvedMinor: fc.option(fc.bigInt({ min: -1n, max: 70n }), { nil: undefined }),
  })
  .map(({ gatewayCode, approvedMinor }) => ({
    kind: 'ANSWERED',
    response: { gatewayCode, ...omitUndefined({ approvedMinor }) },
  }))
const approval: fc.Arbitrary<DecidingResult> = fc.constant({ kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } })
const part: fc.Arbitrary<DecidingResult> = fc.bigInt({ min: 1n, max: 60n }).map((approvedMinor) => ({
  kind: 'ANSWERED',
  response: { gatewayCode: 'PARTIALLY_APPROVED', approvedMinor },
}))
const result: fc.Arbitrary<DecidingResult> = fc.oneof(
  { arbitrary: approval, weight: 3 },
  { arbitrary: response, weight: 3 },
  { arbitrary: part, weight: 2 },
  fc.constant<DecidingResult>({ kind: 'NO_ANSWER' }),
  fc.constant<DecidingResult>({ kind: 'NOT_SENT', why: 'a test' }),
)
const step: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom(...operations),
  amountMinor: fc.bigInt({ min: 1n, max: 60n }),
  target: fc.nat({ max: 12 }),
  result,
  last: result,
  acceptsPartialAmount: fc.boolean(),
})

const at = new Date(0)

function planOf({ operation, amountMinor, target }: Step, order: Order, mayExceed: boolean): Plan {
  const request = { amountMinor, currency: 'USD' }
  const targetTransactionId = order.transactions[target % (order.transactions.length + 1)]?.id
  switch (operation) {
    case 'CAPTURE':
      return planCapture(order, request, { mayExceed })
    case 'REFUND':
      return planRefund(order, { ...request, targetTransactionId, isRequest: false }, { mayExceed, needsTarget: false })
    case 'VOID':
      return planVoid(order, { targetTransactionId: targetTransactionId ?? '', isSettlementBatchClosed: () => false })
    case 'UPDATE':
      return planUpdate(order, request)
    default: {
      const amount = operation === 'VERIFICATION' ? 0n : amountMinor
      const common = { currency: 'USD', hasLateSubMerchant: false, isSameAccount: () => true }
      return planInitial(order, { type: operation, amountMinor: amount, orderAmountMinor: amountMinor, ...common })
    }
  }
}

/** What the database would say to it. */
function assertConstraints(outcome: Outcome, mayExceed: boolean): void {
  const { amountMinor, orderAmountMinor, totals, gatewayCode } = outcome
  const { authorizedMinor, capturedMinor, refundedMinor } = totals
  for (const minor of [amountMinor, orderAmountMinor, authorizedMinor, capturedMinor, refundedMinor])
    assert.ok(minor >= 0n)
  assert.ok(mayExceed || capturedMinor <= authorizedMinor, `captured ${capturedMinor} of ${authorizedMinor}`)
  assert.ok(mayExceed || refundedMinor <= capturedMinor, `refunded ${refundedMinor} of ${capturedMinor}`)
  assert.equal(outcome.askAgainAfterMs !== undefined, gatewayCodes[gatewayCode].isOpen)
}

const { acquirers } = scriptedAcquirer({})
const dependencies = {
  acquirers,
  clock: { now: () => at, sleep: async () => {} },
  timeouts: { askAgainAfterMs: 1 },
} as unknown as Parameters<typeof decideOutcome>[2]
const merchant = { id: 'M', profile: { privileges: [] } } as unknown as Merchant

function attemptFor(id: string, planned: PlannedTransaction, acceptPartialAmount: boolean) {
  return attemptOn(
    { merchantId: 'M', orderId: 'o', transactionId: id },
    {
      type: planned.type,
      amountMinor: planned.amountMinor,
      ...(planned.target && { targetTransactionId: planned.target.id }),
      request: { order: { acceptPartialAmount } },
    },
  )
}

it('every outcome of every history can be recorded, whatever the acquirer answers', async () => {
  let looked = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), fc.boolean(), async (drawn, mayExceed) => {
      const yes: DecidingResult = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } }
      const steps: readonly Step[] = [{ ...opening, result: yes, last: yes }, ...drawn]
      let order: Order = {
        id: 'o',
        currency: 'USD',
        amountMinor: 60n,
        revision: 1,
        isLocked: false,
        createdAt: at,
        updatedAt: at,
        transactions: [],
      }
      for (const [index, each] of steps.entries()) {
        const planned = planOf(each, order, mayExceed)
        if (planned.kind !== 'PLANNED') continue
        const id = `t${index}`
        const attempt = attemptFor(id, planned, each.acceptsPartialAmount)
        const before = { ...order, amountMinor: planned.orderAmountMinor }
        let outcome = await decideOutcome(each.result, { attempt, order: before, merchant, claim: 0 }, dependencies)
        assertConstraints(outcome, mayExceed)
        for (const last of [each.last, { kind: 'NOT_SENT', why: 'a test' } as const]) {
          if (outcome.askAgainAfterMs === undefined) break
          outcome = await decideOutcome(last, { attempt, order: before, merchant, claim: 1 }, dependencies)
          assertConstraints(outcome, mayExceed)
        }
        const made: OrderTransaction = {
          ...{ id, type: planned.type, amountMinor: outcome.amountMinor, gatewayCode: outcome.gatewayCode },
          ...(planned.target && { targetTransactionId: planned.target.id }),
        }
        const transactions = withOutcome(order.transactions, made)
        assert.equal(outcome.orderStatus, statusOf(transactions))
        order = { ...order, amountMinor: outcome.orderAmountMinor, transactions }
        looked += 1
      }
    }),
    { numRuns: 1_000 },
  )
  assert.ok(looked > 1_000, `only ${looked} outcomes were looked at`)
})
