// Random histories of an order against a simple account book: a list of standing transactions, summed every time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import {
  effectiveTransactions,
  type Order,
  type OrderTransaction,
  refundableTransactions,
  statusOf,
  totalsOf,
} from './order.ts'
import { type Plan, planCapture, planInitial, planRefund, planUpdate, planVoid } from './plan.ts'

interface Step {
  readonly operation: 'AUTHORIZE' | 'PAY' | 'VERIFY' | 'CAPTURE' | 'REFUND' | 'VOID' | 'UPDATE'
  readonly amountMinor: bigint
  /** Which of the order's transactions it names, counted from the oldest. */
  readonly target: number
  readonly namesTarget: boolean
  readonly gatewayCode: GatewayCode
}

const step: fc.Arbitrary<Step> = fc.record({
  operation: fc.constantFrom('AUTHORIZE', 'PAY', 'VERIFY', 'CAPTURE', 'CAPTURE', 'REFUND', 'REFUND', 'VOID', 'UPDATE'),
  amountMinor: fc.bigInt({ min: 1n, max: 60n }),
  target: fc.nat({ max: 12 }),
  namesTarget: fc.boolean(),
  gatewayCode: fc.constantFrom(
    'APPROVED',
    'APPROVED',
    'APPROVED',
    'DECLINED',
    'TIMED_OUT',
    'APPROVED_PENDING_SETTLEMENT',
  ),
})
const history = fc.array(step, { minLength: 10, maxLength: 40 })

function orderWith(transactions: readonly OrderTransaction[]): Order {
  const at = new Date(0)
  const common = { id: 'o', currency: 'USD', amountMinor: 100n, revision: 1, createdAt: at, updatedAt: at }
  return { ...common, isLocked: false, transactions }
}

function planOf(step: Step, transactions: readonly OrderTransaction[], mayExceed: boolean): Plan {
  const { operation, amountMinor, target, namesTarget } = step
  const order = orderWith(transactions)
  const request = { amountMinor, currency: 'USD' }
  const randomTarget = transactions[target % (transactions.length + 1)]?.id ?? 'unknown'
  switch (operation) {
    case 'CAPTURE':
      return planCapture(order, request, { mayExceed })
    case 'REFUND': {
      const targetTransactionId = namesTarget ? randomTarget : undefined
      return planRefund(order, { ...request, targetTransactionId, isRequest: false }, { mayExceed, needsTarget: false })
    }
    case 'VOID':
      return planVoid(order, { targetTransactionId: randomTarget, isSettlementBatchClosed: () => false })
    case 'UPDATE':
      return planUpdate(order, request)
    default: {
      const type = ({ AUTHORIZE: 'AUTHORIZATION', PAY: 'PAYMENT', VERIFY: 'VERIFICATION' } as const)[operation]
      const amounts = { amountMinor: operation === 'VERIFY' ? 0n : amountMinor, orderAmountMinor: amountMinor }
      return planInitial(order, {
        type,
        currency: 'USD',
        hasLateSubMerchant: false,
        isSameAccount: () => true,
        ...amounts,
      })
    }
  }
}

/** Takes every step that is not refused, and checks the order after each. */
function walk(
  steps: readonly Step[],
  mayExceed: boolean,
  look: (transactions: readonly OrderTransaction[], before: readonly OrderTransaction[]) => void,
): void {
  let transactions: readonly OrderTransaction[] = []
  for (const each of steps) {
    const planned = planOf(each, transactions, mayExceed)
    if (planned.kind !== 'PLANNED') continue
    const { type, amountMinor, target } = planned
    const made: OrderTransaction = {
      ...{ id: `t${transactions.length}`, type, amountMinor, gatewayCode: each.gatewayCode },
      ...(target && { targetTransactionId: target.id }),
    }
    const before = transactions
    transactions = [...before, made]
    look(transactions, before)
  }
}

/** The simplest account book: successes are recorded, and a void removes its target. */
function bookOf(transactions: readonly OrderTransaction[]) {
  const lines = new Map<string, { type: string; amount: bigint }>()
  let wasVoided = false
  let wasVerified = false
  for (const { id, type, amountMinor, gatewayCode, targetTransactionId = '' } of transactions) {
    if (gatewayCode !== 'APPROVED' && gatewayCode !== 'APPROVED_PENDING_SETTLEMENT') continue
    if (type.startsWith('VOID_')) {
      lines.delete(targetTransactionId)
      wasVoided = true
    } else if (type === 'AUTHORIZATION_UPDATE') {
      lines.set(targetTransactionId, { type: 'AUTHORIZATION', amount: amountMinor })
    } else if (type === 'VERIFICATION') {
      wasVerified = true
    } else {
      lines.set(id, { type, amount: amountMinor })
    }
  }
  const sum = (...types: readonly string[]) =>
    [...lines.values()].filter(({ type }) => types.includes(type)).reduce((total, { amount }) => total + amount, 0n)
  return {
    authorized: sum('AUTHORIZATION', 'PAYMENT'),
    captured: sum('CAPTURE', 'PAYMENT'),
    refunded: sum('REFUND'),
    wasVoided,
    wasVerified,
  }
}

/** The rule for the status, first match wins, implemented again on the account book. */
function statusByTheBook(transactions: readonly OrderTransaction[]): string {
  const { authorized, captured, refunded, wasVoided, wasVerified } = bookOf(transactions)
  if (refunded > 0n && refunded > captured) return 'EXCESSIVELY_REFUNDED'
  if (refunded > 0n && refunded === captured) return 'REFUNDED'
  if (refunded > 0n) return 'PARTIALLY_REFUNDED'
  if (captured > 0n && captured >= authorized) return 'CAPTURED'
  if (captured > 0n) return 'PARTIALLY_CAPTURED'
  if (authorized > 0n) return 'AUTHORIZED'
  if (wasVoided) return 'CANCELLED'
  return wasVerified ? 'VERIFIED' : 'FAILED'
}

describe('any history of an order', () => {
  it('has the totals and the status that a plain ledger has', () => {
    let seen = 0
    fc.assert(
      fc.property(history, fc.boolean(), (steps, mayExceed) => {
        walk(steps, mayExceed, (transactions) => {
          const { authorized, captured, refunded } = bookOf(transactions)
          const { authorizedMinor, capturedMinor, refundedMinor } = totalsOf(transactions)
          assert.deepEqual([authorizedMinor, capturedMinor, refundedMinor], [authorized, captured, refunded])
          assert.equal(statusOf(transactions), statusByTheBook(transactions))
          seen += 1
        })
      }),
      { numRuns: 2000 },
    )
    assert.ok(seen > 5000, `only ${seen} orders were looked at`)
  })

  it('never captures more than was authorized, nor refunds more than was captured, without a privilege', () => {
    fc.assert(
      fc.property(history, (steps) => {
        walk(steps, false, (transactions) => {
          const { authorizedMinor, capturedMinor, refundedMinor } = totalsOf(transactions)
          assert.ok(capturedMinor <= authorizedMinor && refundedMinor <= capturedMinor)
        })
      }),
      { numRuns: 500 },
    )
  })

  it('leaves the captured and not refunded amount to refund', () => {
    fc.assert(
      fc.property(history, (steps) => {
        walk(steps, false, (transactions) => {
          const { capturedMinor, refundedMinor } = totalsOf(transactions)
          const left = refundableTransactions(transactions)
          assert.ok(left.every(({ transaction, leftMinor }) => leftMinor >= 0n && leftMinor <= transaction.amountMinor))
          assert.equal(
            left.reduce((sum, { leftMinor }) => sum + leftMinor, 0n),
            capturedMinor - refundedMinor,
          )
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('is as if the target had never existed when a void succeeds, and unchanged when it fails', () => {
    fc.assert(
      fc.property(history, (steps) => {
        walk(steps, false, (transactions, before) => {
          const latest = transactions.at(-1)
          if (!latest?.type.startsWith('VOID_')) return
          const isDone = latest.gatewayCode === 'APPROVED' || latest.gatewayCode === 'APPROVED_PENDING_SETTLEMENT'
          const target = latest.targetTransactionId
          const without = before.filter(({ id, targetTransactionId, type }) => {
            return id !== target && !(type === 'AUTHORIZATION_UPDATE' && targetTransactionId === target)
          })
          assert.deepEqual(totalsOf(transactions), totalsOf(isDone ? without : before))
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('never has two successful payments, nor a capture without its authorization', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (steps, mayExceed) => {
        walk(steps, mayExceed, (transactions) => {
          const standing = effectiveTransactions(transactions).map(({ type }) => type)
          const first = standing.filter((type) => type === 'PAYMENT' || type === 'AUTHORIZATION')
          assert.ok(first.length <= 1)
          assert.ok(!standing.includes('CAPTURE') || standing.includes('AUTHORIZATION'))
        })
      }),
      { numRuns: 2000 },
    )
  })
})
