// What a plan depends on beside the state of the order: amounts, currencies, privileges, targets, batches, the account.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import type { Order, OrderTransaction } from './order.ts'
import {
  type InitialTransactionRequest,
  type Plan,
  planCapture,
  planInitial,
  planRecord,
  planRefund,
  planUpdate,
  planVoid,
} from './plan.ts'

function made(type: TransactionType, differences: Partial<OrderTransaction> = {}): OrderTransaction {
  return { id: type.toLowerCase(), type, gatewayCode: 'APPROVED', amountMinor: 100n, ...differences }
}

function orderWith(...transactions: readonly OrderTransaction[]): Order {
  const at = new Date(0)
  const common = { id: 'o', currency: 'USD', amountMinor: 100n, revision: 1, createdAt: at, updatedAt: at }
  return { ...common, isLocked: false, transactions }
}

/** The reason for a refusal, or what and how much, of which transaction. */
function summaryOf(planned: Plan): string {
  if (planned.kind === 'LOCKED') return 'LOCKED'
  if (planned.kind === 'REJECTED') return `${planned.reason} ${planned.field ?? ''}`.trimEnd()
  const { type, amountMinor, orderAmountMinor, target } = planned
  return `${type} ${amountMinor} of ${orderAmountMinor}${target ? ` on ${target.id}` : ''}`
}

function initially(order: Order | undefined, differences: Partial<InitialTransactionRequest> = {}): string {
  const usual = { currency: 'USD', amountMinor: 100n, orderAmountMinor: 100n, hasLateSubMerchant: false }
  return summaryOf(planInitial(order, { type: 'PAYMENT', ...usual, isSameAccount: () => true, ...differences }))
}

const usd = (amountMinor: bigint) => ({ amountMinor, currency: 'USD' })

describe('the first transaction of an order', () => {
  const failed = orderWith(made('PAYMENT', { gatewayCode: 'DECLINED' }))
  const verified = orderWith(made('VERIFICATION'))

  it('opens the order, whatever its type', () => {
    for (const type of ['AUTHORIZATION', 'PAYMENT', 'VERIFICATION', 'CAPTURE', 'REFUND'] as const)
      assert.equal(initially(undefined, { type }), `${type} 100 of 100`)
    assert.equal(initially(undefined, { hasLateSubMerchant: true }), 'PAYMENT 100 of 100')
  })

  it('may be repeated after a failure, with another amount, but in the same currency', () => {
    assert.equal(initially(failed, { amountMinor: 7n, orderAmountMinor: 7n }), 'PAYMENT 7 of 7')
    assert.equal(initially(failed, { currency: 'EUR' }), 'CURRENCY_DIFFERS order.currency')
  })

  it('is the only one that may have the details of a sub-merchant', () => {
    assert.equal(initially(failed, { hasLateSubMerchant: true }), 'SUB_MERCHANT_LATE order.subMerchant')
  })

  it('uses the card that was verified, the latest one when there were several', () => {
    const refused = 'ANOTHER_CARD sourceOfFunds.provided.card.number'
    assert.equal(initially(verified, { isSameAccount: () => false }), refused)
    assert.equal(initially(failed, { isSameAccount: () => false }), 'PAYMENT 100 of 100')
    const twice = orderWith(made('VERIFICATION', { id: 'first' }), made('VERIFICATION', { id: 'second' }))
    assert.equal(initially(twice, { isSameAccount: (id) => id === 'second' }), 'PAYMENT 100 of 100')
    assert.equal(initially(twice, { isSameAccount: (id) => id === 'first' }), refused)
    const declined = orderWith(made('VERIFICATION', { gatewayCode: 'DECLINED' }))
    assert.equal(initially(declined, { isSameAccount: () => false }), 'PAYMENT 100 of 100')
  })

  it('is bound by the authentication that it names, whichever another payer of the order has made since', () => {
    const authenticated = orderWith(made('AUTHENTICATION', { id: 'own' }), made('AUTHENTICATION', { id: 'others' }))
    const isSameAccount = (id: string) => id === 'own'
    const refused = 'ANOTHER_CARD sourceOfFunds.provided.card.number'
    assert.equal(initially(authenticated, { isSameAccount }), refused)
    assert.equal(initially(authenticated, { isSameAccount, namedAuthentication: 'own' }), 'PAYMENT 100 of 100')
    assert.equal(initially(authenticated, { isSameAccount, namedAuthentication: 'others' }), refused)
    assert.equal(initially(authenticated, { isSameAccount, namedAuthentication: 'unknown' }), refused)
    const failed = orderWith(made('AUTHENTICATION', { id: 'own', gatewayCode: 'DECLINED' }), made('AUTHENTICATION'))
    assert.equal(initially(failed, { isSameAccount, namedAuthentication: 'own' }), refused)
  })

  it('is not bound by an authentication where a wallet proves who pays, or where no card is used; by a verification it is', () => {
    const other = { isSameAccount: () => false, needsNoAuthentication: true }
    assert.equal(initially(orderWith(made('AUTHENTICATION')), other), 'PAYMENT 100 of 100')
    assert.equal(initially(verified, other), 'ANOTHER_CARD sourceOfFunds.provided.card.number')
  })

  it('may verify another card than the one verified before', () => {
    const request = { type: 'VERIFICATION', amountMinor: 0n, isSameAccount: () => false } as const
    assert.equal(initially(verified, request), 'VERIFICATION 0 of 100')
  })
})

describe('a capture', () => {
  const order = orderWith(made('AUTHORIZATION'), made('CAPTURE', { amountMinor: 40n }))
  const captured = (amountMinor: bigint, mayExceed = false) =>
    summaryOf(planCapture(order, usd(amountMinor), { mayExceed }))

  it('takes at most the remaining authorized amount, and more only by privilege', () => {
    assert.equal(captured(60n), 'CAPTURE 60 of 100 on authorization')
    assert.equal(captured(61n), 'AMOUNT_EXCEEDED transaction.amount')
    assert.equal(captured(61n, true), 'CAPTURE 61 of 100 on authorization')
  })

  it('is limited by the updated amount of the authorization', () => {
    const update = (amountMinor: bigint) =>
      made('AUTHORIZATION_UPDATE', { amountMinor, targetTransactionId: 'authorization' })
    const raised = orderWith(...order.transactions, update(150n))
    assert.equal(summaryOf(planCapture(raised, usd(110n), { mayExceed: false })), 'CAPTURE 110 of 100 on authorization')
    const lowered = orderWith(...order.transactions, update(50n))
    assert.equal(summaryOf(planCapture(lowered, usd(11n), { mayExceed: false })), 'AMOUNT_EXCEEDED transaction.amount')
  })

  it('is in the currency of the order', () => {
    const planned = planCapture(order, { amountMinor: 1n, currency: 'EUR' }, { mayExceed: true })
    assert.equal(summaryOf(planned), 'CURRENCY_DIFFERS transaction.currency')
  })

  it('waits for the review of the authorization, and never follows one that was rejected', () => {
    const decided = (['PENDING', 'REJECTED', 'ACCEPTED'] as const).map((decision) =>
      summaryOf(planCapture(orderWith(made('AUTHORIZATION', { decision })), usd(1n), { mayExceed: true })),
    )
    const waits = 'WAITS_FOR_REVIEW apiOperation'
    assert.deepEqual(decided, [waits, waits, 'CAPTURE 1 of 100 on authorization'])
  })
})

describe('a refund', () => {
  const two = orderWith(
    made('AUTHORIZATION'),
    made('CAPTURE', { id: 'first', amountMinor: 40n }),
    made('CAPTURE', { id: 'second', amountMinor: 60n }),
  )
  const refunded = (
    amountMinor: bigint,
    {
      order = two,
      target,
      ...rules
    }: { order?: Order; target?: string; mayExceed?: boolean; needsTarget?: boolean } = {},
  ) => {
    const request = { ...usd(amountMinor), targetTransactionId: target, isRequest: false }
    return summaryOf(planRefund(order, request, { mayExceed: false, needsTarget: false, ...rules }))
  }

  it('without a target begins with the oldest capture, where the version allows it', () => {
    assert.equal(refunded(100n), 'REFUND 100 of 100 on first')
    assert.equal(refunded(1n, { needsTarget: true }), 'TARGET_NEEDED transaction.targetTransactionId')
    const begun = orderWith(...two.transactions, made('REFUND', { amountMinor: 40n, targetTransactionId: 'first' }))
    assert.equal(refunded(1n, { order: begun }), 'REFUND 1 of 100 on second')
    assert.equal(refunded(1n, { order: begun, needsTarget: true }), 'REFUND 1 of 100 on second')
  })

  it('with a target takes no more than its remaining amount', () => {
    assert.equal(refunded(60n, { target: 'second', needsTarget: true }), 'REFUND 60 of 100 on second')
    assert.equal(refunded(41n, { target: 'first' }), 'AMOUNT_EXCEEDED transaction.amount')
    assert.equal(refunded(101n), 'AMOUNT_EXCEEDED transaction.amount')
  })

  it('exceeds the captured amount only by privilege', () => {
    assert.equal(refunded(101n, { mayExceed: true }), 'REFUND 101 of 100 on first')
    const all = orderWith(made('PAYMENT'), made('REFUND', { targetTransactionId: 'payment' }))
    assert.equal(refunded(1n, { order: all }), 'AMOUNT_EXCEEDED transaction.amount')
    assert.equal(refunded(1n, { order: all, mayExceed: true }), 'REFUND 1 of 100 on payment')
  })

  it('excludes the amount that banks have charged back, and states the remainder', () => {
    const disputed = (decision: 'ACCEPTED' | 'PENDING' | 'REJECTED') =>
      orderWith(made('PAYMENT'), made('CHARGEBACK', { amountMinor: 70n, decision }))
    assert.equal(refunded(30n, { order: disputed('ACCEPTED') }), 'REFUND 30 of 100 on payment')
    assert.equal(refunded(31n, { order: disputed('ACCEPTED') }), 'AMOUNT_EXCEEDED transaction.amount')
    assert.equal(refunded(31n, { order: disputed('ACCEPTED'), mayExceed: true }), 'REFUND 31 of 100 on payment')
    for (const decision of ['PENDING', 'REJECTED'] as const)
      assert.equal(refunded(100n, { order: disputed(decision) }), 'REFUND 100 of 100 on payment')
    const request = { ...usd(31n), targetTransactionId: undefined, isRequest: false }
    const tooMuch = planRefund(disputed('ACCEPTED'), request, { mayExceed: false, needsTarget: false })
    assert.ok(tooMuch.kind === 'REJECTED')
    assert.equal(tooMuch.explanation, 'The amount exceeds the remaining refundable amount: 0.30 USD.')
  })

  it('never makes a total that no answer could hold', () => {
    const mostMinor = 1_000_000_000_000_00n
    const most = orderWith(made('PAYMENT'), made('REFUND', { amountMinor: mostMinor, targetTransactionId: 'payment' }))
    assert.equal(refunded(1n, { order: most, mayExceed: true }), 'AMOUNT_EXCEEDED transaction.amount')
    const captured = orderWith(made('AUTHORIZATION'), made('CAPTURE', { amountMinor: mostMinor }))
    assert.equal(summaryOf(planCapture(captured, usd(1n), { mayExceed: true })), 'AMOUNT_EXCEEDED transaction.amount')
  })

  it('names a capture or a payment of the order that is not voided', () => {
    const voided = made('VOID_CAPTURE', { targetTransactionId: 'first', amountMinor: 40n })
    const unsuitable = 'TARGET_UNSUITABLE transaction.targetTransactionId'
    assert.equal(refunded(1n, { target: 'unknown' }), unsuitable)
    assert.equal(refunded(1n, { target: 'authorization' }), unsuitable)
    assert.equal(refunded(1n, { order: orderWith(...two.transactions, voided), target: 'first' }), unsuitable)
  })

  it('that needs approval is planned as a request for one', () => {
    const request = { ...usd(5n), targetTransactionId: 'first', isRequest: true }
    const planned = planRefund(two, request, { mayExceed: false, needsTarget: true })
    assert.equal(summaryOf(planned), 'REFUND_REQUEST 5 of 100 on first')
  })
})

describe('a void', () => {
  const voided = (order: Order, targetTransactionId: string, closed: readonly number[] = []) =>
    summaryOf(planVoid(order, { targetTransactionId, isSettlementBatchClosed: (batch) => closed.includes(batch) }))

  it('has the whole amount of its target', () => {
    const order = orderWith(made('AUTHORIZATION'), made('CAPTURE', { amountMinor: 40n }))
    assert.equal(voided(order, 'capture'), 'VOID_CAPTURE 40 of 100 on capture')
  })

  it('of an authorization has its current amount', () => {
    const update = made('AUTHORIZATION_UPDATE', { amountMinor: 150n, targetTransactionId: 'authorization' })
    const order = orderWith(made('AUTHORIZATION'), update)
    assert.equal(voided(order, 'authorization'), 'VOID_AUTHORIZATION 150 of 100 on authorization')
  })

  it('of a payment is refused after a chargeback', () => {
    const order = orderWith(made('PAYMENT'), made('CHARGEBACK', { amountMinor: 10n, decision: 'ACCEPTED' }))
    assert.equal(voided(order, 'payment'), 'TARGET_DEPENDED_ON transaction.targetTransactionId')
  })

  it('is refused once the batch of its target is closed; an authorization is in no batch', () => {
    const paid = orderWith(made('PAYMENT', { batch: 3 }))
    assert.equal(voided(paid, 'payment', [3]), 'BATCH_CLOSED transaction.targetTransactionId')
    assert.equal(voided(paid, 'payment', [2]), 'VOID_PAYMENT 100 of 100 on payment')
    assert.equal(voided(orderWith(made('PAYMENT')), 'payment', [3]), 'VOID_PAYMENT 100 of 100 on payment')
    const authorizedOrder = orderWith(made('AUTHORIZATION', { batch: 3 }))
    assert.equal(voided(authorizedOrder, 'authorization', [3]), 'VOID_AUTHORIZATION 100 of 100 on authorization')
  })

  it('of a capture waits for the void of its refund, also of one that named no target', () => {
    const order = orderWith(
      made('AUTHORIZATION'),
      made('CAPTURE', { id: 'first', amountMinor: 40n }),
      made('CAPTURE', { id: 'second', amountMinor: 60n }),
      made('REFUND', { amountMinor: 10n }),
    )
    assert.equal(voided(order, 'first'), 'TARGET_DEPENDED_ON transaction.targetTransactionId')
    assert.equal(voided(order, 'second'), 'VOID_CAPTURE 60 of 100 on second')
  })

  it('cannot be voided, and neither can a verification, an update or a fee', () => {
    const order = orderWith(
      made('VERIFICATION'),
      made('AUTHORIZATION'),
      made('AUTHORIZATION_UPDATE', { targetTransactionId: 'authorization' }),
      made('CAPTURE'),
      made('VOID_CAPTURE', { targetTransactionId: 'capture' }),
      made('FUNDING'),
    )
    for (const target of ['verification', 'authorization_update', 'capture', 'void_capture', 'funding'])
      assert.equal(voided(order, target), 'TARGET_UNSUITABLE transaction.targetTransactionId', target)
  })
})

describe('an update of an authorization', () => {
  const part = orderWith(made('AUTHORIZATION'), made('CAPTURE', { amountMinor: 40n }))
  const updated = (amountMinor: bigint | undefined, currency: string | undefined = 'USD', order = part) =>
    summaryOf(planUpdate(order, { amountMinor, currency }))

  it('makes the amount the authorized one, down to what is captured', () => {
    assert.equal(updated(150n), 'AUTHORIZATION_UPDATE 150 of 100 on authorization')
    assert.equal(updated(40n), 'AUTHORIZATION_UPDATE 40 of 100 on authorization')
    assert.equal(updated(39n), 'AMOUNT_EXCEEDED transaction.amount')
  })

  it('without an amount keeps the current amount of the authorization', () => {
    assert.equal(updated(undefined, undefined), 'AUTHORIZATION_UPDATE 100 of 100 on authorization')
    const update = made('AUTHORIZATION_UPDATE', { amountMinor: 70n, targetTransactionId: 'authorization' })
    const lowered = orderWith(...part.transactions, update)
    assert.equal(updated(undefined, undefined, lowered), 'AUTHORIZATION_UPDATE 70 of 100 on authorization')
  })

  it('is in the currency of the order', () => {
    assert.equal(updated(150n, 'EUR'), 'CURRENCY_DIFFERS transaction.currency')
  })
})

describe("a provider's report", () => {
  const paid = orderWith(made('PAYMENT'))
  const recorded = (type: 'CHARGEBACK' | 'FUNDING', amountMinor: bigint, order = paid) =>
    summaryOf(planRecord(order, { type, ...usd(amountMinor) }))

  it('is recorded as reported; a chargeback has at most the captured amount', () => {
    assert.equal(recorded('CHARGEBACK', 100n), 'CHARGEBACK 100 of 100')
    assert.equal(recorded('CHARGEBACK', 101n), 'AMOUNT_EXCEEDED transaction.amount')
    assert.equal(recorded('CHARGEBACK', 1n, orderWith(made('AUTHORIZATION'))), 'NOTHING_TO_REFUND apiOperation')
    assert.equal(recorded('FUNDING', 5000n), 'FUNDING 5000 of 100')
  })
})
