// What follows from the transactions of an order: totals, status, what is left to refund.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import {
  chargedBackMinor,
  effectiveTransactions,
  isSuccessful,
  type OrderTransaction,
  pendingRefundRequests,
  refundableTransactions,
  statusOf,
  totalsOf,
  withOutcome,
} from './order.ts'

function transaction(differences: Partial<OrderTransaction>): OrderTransaction {
  return { id: '1', type: 'VERIFICATION', amountMinor: 0n, ...differences }
}

describe('the status of an order with one verification', () => {
  it('follows from its outcome, for every outcome', () => {
    for (const [gatewayCode, { result, isOpen }] of Object.entries(gatewayCodes)) {
      const status = statusOf([transaction({ gatewayCode: gatewayCode as GatewayCode })])
      const expected = isOpen ? undefined : result === 'SUCCESS' ? 'VERIFIED' : 'FAILED'
      assert.equal(status, expected, gatewayCode)
    }
  })

  it('is left out while the verification is in flight', () => {
    assert.equal(statusOf([transaction({})]), undefined)
  })

  it('stays VERIFIED when a later verification fails, or is still open', () => {
    const verified = transaction({ gatewayCode: 'APPROVED' })
    assert.equal(statusOf([verified, transaction({ id: '2', gatewayCode: 'DECLINED' })]), 'VERIFIED')
    assert.equal(statusOf([verified, transaction({ id: '2' })]), 'VERIFIED')
  })
})

const authorization = transaction({ type: 'AUTHORIZATION', amountMinor: 100n, gatewayCode: 'APPROVED' })
const capture = transaction({ id: '2', type: 'CAPTURE', amountMinor: 100n, gatewayCode: 'APPROVED' })
const refund = transaction({ id: '3', type: 'REFUND', amountMinor: 100n, gatewayCode: 'APPROVED' })
const payment = { ...authorization, type: 'PAYMENT' as const }
const voidOf = (type: OrderTransaction['type'], targetTransactionId: string, id = '4') =>
  transaction({ id, type, targetTransactionId, amountMinor: 100n, gatewayCode: 'APPROVED' })
const updateTo = (amountMinor: bigint, id = '5') =>
  transaction({ id, type: 'AUTHORIZATION_UPDATE', targetTransactionId: '1', amountMinor, gatewayCode: 'APPROVED' })

describe('the captured answers of the reference', () => {
  const rows: readonly [string, readonly OrderTransaction[], bigint, bigint, bigint][] = [
    ['AUTHORIZED', [authorization], 100n, 0n, 0n],
    ['CAPTURED', [authorization, capture], 100n, 100n, 0n],
    ['PARTIALLY_CAPTURED', [authorization, { ...capture, amountMinor: 40n }], 100n, 40n, 0n],
    ['CAPTURED', [payment], 100n, 100n, 0n],
    ['REFUNDED', [authorization, capture, refund], 100n, 100n, 100n],
    ['PARTIALLY_REFUNDED', [authorization, capture, { ...refund, amountMinor: 1n }], 100n, 100n, 1n],
    ['EXCESSIVELY_REFUNDED', [{ ...refund, amountMinor: 1234n }], 0n, 0n, 1234n],
    ['CANCELLED', [authorization, voidOf('VOID_AUTHORIZATION', '1')], 0n, 0n, 0n],
    ['FAILED', [{ ...authorization, gatewayCode: 'DECLINED' }], 0n, 0n, 0n],
  ]

  it('have the status and totals that follow from their transactions', () => {
    for (const [status, history, authorizedMinor, capturedMinor, refundedMinor] of rows) {
      assert.equal(statusOf(history), status)
      assert.deepEqual(totalsOf(history), { authorizedMinor, capturedMinor, refundedMinor }, status)
    }
  })
})

describe('voiding', () => {
  it('a capture leaves the authorization, a payment nothing, a refund the captured amount', () => {
    const part = { ...capture, amountMinor: 40n }
    assert.equal(statusOf([authorization, capture, voidOf('VOID_CAPTURE', '2')]), 'AUTHORIZED')
    assert.equal(statusOf([payment, voidOf('VOID_PAYMENT', '1')]), 'CANCELLED')
    assert.equal(statusOf([authorization, capture, refund, voidOf('VOID_REFUND', '3')]), 'CAPTURED')
    const partRefund = { ...refund, amountMinor: 40n }
    assert.equal(statusOf([authorization, part, partRefund, voidOf('VOID_REFUND', '3')]), 'PARTIALLY_CAPTURED')
  })

  it('an authorization voids its updates', () => {
    const history = [authorization, updateTo(150n), voidOf('VOID_AUTHORIZATION', '1')]
    assert.deepEqual(totalsOf(history), { authorizedMinor: 0n, capturedMinor: 0n, refundedMinor: 0n })
    assert.deepEqual(
      effectiveTransactions(history).map(({ type }) => type),
      ['VOID_AUTHORIZATION'],
    )
  })

  it('has an effect only if the void succeeded', () => {
    const failed = { ...voidOf('VOID_CAPTURE', '2'), gatewayCode: 'DECLINED' as const }
    assert.equal(statusOf([authorization, capture, failed]), 'CAPTURED')
  })
})

describe('an update', () => {
  it('makes its amount the authorized one; the latest counts, and a failed one does not', () => {
    const failed = { ...updateTo(999n, '7'), gatewayCode: 'DECLINED' as const }
    const history = [authorization, updateTo(150n), updateTo(70n, '6'), failed]
    assert.equal(totalsOf(history).authorizedMinor, 70n)
    assert.equal(statusOf([...history, { ...capture, amountMinor: 70n }]), 'CAPTURED')
  })
})

describe('a later transaction that fails', () => {
  it('never changes the status', () => {
    for (const gatewayCode of ['DECLINED', 'TIMED_OUT', 'UNKNOWN', 'PENDING'] as const) {
      const failed = { ...capture, id: '9', gatewayCode }
      assert.equal(statusOf([authorization, failed]), 'AUTHORIZED')
      assert.equal(statusOf([payment, { ...refund, gatewayCode }]), 'CAPTURED')
    }
  })
})

describe('a refund request', () => {
  const request = transaction({
    ...{ id: 'r', type: 'REFUND_REQUEST', amountMinor: 30n, gatewayCode: 'APPROVED_AUTO', decision: 'PENDING' },
  })
  const carriedOut = { ...refund, amountMinor: 30n, approvesTransactionId: 'r' }

  it('waits until it is declined, or executed by a successful refund', () => {
    assert.equal(statusOf([payment, request]), 'REFUND_REQUESTED')
    assert.equal(statusOf([payment, { ...request, decision: 'REJECTED' }]), 'CAPTURED')
    assert.equal(statusOf([payment, request, carriedOut]), 'PARTIALLY_REFUNDED')
    assert.equal(statusOf([payment, request, { ...carriedOut, gatewayCode: 'DECLINED' }]), 'REFUND_REQUESTED')
    assert.deepEqual(pendingRefundRequests([payment, request]), [request])
  })

  it('stays answered when the refund is voided afterwards', () => {
    const transactions = [payment, request, carriedOut, voidOf('VOID_REFUND', '3')]
    assert.equal(statusOf(transactions), 'CAPTURED')
    assert.deepEqual(pendingRefundRequests(transactions), [])
  })
})

describe('a dispute', () => {
  it('determines the status until it is decided; the latest decision counts', () => {
    const dispute = transaction({ id: 'd', type: 'CHARGEBACK', amountMinor: 100n, gatewayCode: 'APPROVED' })
    assert.equal(statusOf([payment, { ...dispute, decision: 'PENDING' }]), 'DISPUTED')
    assert.equal(statusOf([payment, { ...dispute, decision: 'ACCEPTED' }]), 'CHARGEBACK_PROCESSED')
    const won = { ...dispute, id: 'e', decision: 'REJECTED' as const }
    assert.equal(statusOf([payment, { ...dispute, decision: 'PENDING' }, won]), 'CAPTURED')
    assert.deepEqual(totalsOf([payment, dispute]), totalsOf([payment]))
  })

  it('and a request or a fee that was not recorded because of a crash leave no trace', () => {
    const lost = { amountMinor: 100n, gatewayCode: 'TIMED_OUT' } as const
    const requested = transaction({ id: 'r', type: 'REFUND_REQUEST', decision: 'PENDING', ...lost })
    const disputed = transaction({ id: 'd', type: 'CHARGEBACK', decision: 'ACCEPTED', ...lost })
    assert.equal(statusOf([payment, requested, disputed]), 'CAPTURED')
    assert.equal(chargedBackMinor([payment, disputed]), 0n)
    assert.equal(statusOf([transaction({ id: 'f', type: 'FUNDING', ...lost })]), 'FAILED')
  })

  it('has the amount that banks charged back, until the merchant has won', () => {
    const dispute = transaction({ id: 'd', type: 'CHARGEBACK', amountMinor: 100n, gatewayCode: 'APPROVED' })
    const accepted = { ...dispute, decision: 'ACCEPTED' } as const
    assert.equal(chargedBackMinor([]), 0n)
    assert.equal(chargedBackMinor([{ ...dispute, decision: 'PENDING' }]), 0n)
    assert.equal(chargedBackMinor([accepted, { ...accepted, id: 'e', amountMinor: 5n }]), 105n)
    assert.equal(chargedBackMinor([accepted, { ...dispute, id: 'e', decision: 'REJECTED' }]), 0n)
  })

  it('is decided case by case: winning one case ends no other', () => {
    const chargeback = (id: string, caseNumber: string, decision: OrderTransaction['decision'], amountMinor = 40n) =>
      transaction({
        id,
        type: 'CHARGEBACK',
        amountMinor,
        gatewayCode: 'APPROVED',
        caseNumber,
        ...(decision && { decision }),
      })
    const firstLost = chargeback('c', 'CASE-1', 'ACCEPTED')
    const secondOpen = chargeback('d', 'CASE-2', 'PENDING')
    const secondWon = chargeback('e', 'CASE-2', 'REJECTED')
    assert.equal(statusOf([payment, firstLost, secondOpen]), 'DISPUTED')
    assert.equal(statusOf([payment, firstLost, secondOpen, secondWon]), 'CHARGEBACK_PROCESSED')
    assert.equal(chargedBackMinor([payment, firstLost, secondOpen, secondWon]), 40n)
    assert.equal(statusOf([payment, chargeback('c', 'CASE-1', 'PENDING'), secondOpen, secondWon]), 'DISPUTED')
  })

  it('of one case has its latest amount, however often the bank reports it', () => {
    const lost = { type: 'CHARGEBACK', gatewayCode: 'APPROVED', decision: 'ACCEPTED', caseNumber: 'CASE-1' } as const
    const reports = [
      transaction({ id: 'c', amountMinor: 40n, ...lost }),
      transaction({ id: 'd', amountMinor: 30n, ...lost }),
    ]
    assert.equal(chargedBackMinor([payment, ...reports]), 30n)
  })
})

describe('the refundable amount', () => {
  const left = (history: readonly OrderTransaction[]) =>
    refundableTransactions(history).map(({ transaction: { id }, leftMinor }) => [id, leftMinor])
  const first = { ...capture, id: 'a', amountMinor: 40n }
  const second = { ...capture, id: 'b', amountMinor: 60n }

  it('is taken from the named capture, and without a name from the oldest', () => {
    const namedRefund = { ...refund, amountMinor: 10n, targetTransactionId: 'b' }
    assert.deepEqual(left([first, second, namedRefund]), [
      ['a', 40n],
      ['b', 50n],
    ])
    assert.deepEqual(left([first, second, namedRefund, { ...refund, id: '9', amountMinor: 45n }]), [
      ['a', 0n],
      ['b', 45n],
    ])
  })

  it('is never negative, however much was refunded', () => {
    assert.deepEqual(left([first, { ...refund, amountMinor: 500n, targetTransactionId: 'a' }]), [['a', 0n]])
  })
})

describe('a successful transaction', () => {
  it('is final: a transaction that is provisional or open has moved nothing', () => {
    const open = Object.keys(gatewayCodes).filter((code) => gatewayCodes[code as GatewayCode].isOpen)
    assert.deepEqual(
      open.filter((gatewayCode) => isSuccessful({ gatewayCode: gatewayCode as GatewayCode })),
      [],
    )
    assert.equal(isSuccessful({}), false)
    assert.equal(isSuccessful({ gatewayCode: 'PARTIALLY_APPROVED' }), true)
  })
})

describe('an outcome', () => {
  it('replaces the open one of its transaction, and is added when there is none', () => {
    const open = transaction({})
    const decided = transaction({ gatewayCode: 'APPROVED' })
    assert.deepEqual(withOutcome([open], decided), [decided])
    assert.deepEqual(withOutcome([], decided), [decided])
  })
})
