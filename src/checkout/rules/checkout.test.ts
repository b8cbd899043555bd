import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import {
  advanceCheckout,
  attemptOutcomeOf,
  type Checkout,
  type CheckoutEvent,
  checkoutTransitions,
  declineReasonOf,
  isAuthenticationWanted,
  nextAuthenticationId,
  nextTransactionId,
} from './checkout.ts'

const at = new Date('2026-11-15T10:00:00.000Z')
const last = { transactionId: '1', gatewayCode: 'DECLINED' } as const
const checkouts: readonly Checkout[] = [
  { state: 'OPEN', attempts: 1, last },
  { state: 'AUTHENTICATING', attempts: 2, transactionId: 'authentication-1', since: at },
  { state: 'PAYING', attempts: 2, transactionId: '2', since: at },
  { state: 'DONE', attempts: 2, last: { transactionId: '2', gatewayCode: 'APPROVED' } },
  { state: 'FAILED', attempts: 5, last: { transactionId: '5', gatewayCode: 'EXCEEDED_RETRY_LIMIT' } },
]
const events: readonly CheckoutEvent[] = [
  { kind: 'BEGIN', transactionId: '2', at },
  { kind: 'AUTHENTICATE', transactionId: 'authentication-1', at },
  { kind: 'PROCEED', transactionId: '2', at },
  { kind: 'SUCCEEDED', gatewayCode: 'APPROVED' },
  { kind: 'DECLINED', gatewayCode: 'INSUFFICIENT_FUNDS' },
  { kind: 'WITHDRAWN' },
  { kind: 'KEPT' },
]
const usual = { attemptsMax: 5 }

describe('the page of a checkout', () => {
  for (const checkout of checkouts) {
    for (const event of events) {
      const row = checkoutTransitions.find(([from, when]) => from === checkout.state && when === event.kind)
      it(`${checkout.state}, ${event.kind}: ${row?.[2] ?? 'stays as it is'}`, () => {
        assert.equal(advanceCheckout(checkout, event, usual)?.state, row?.[2])
      })
    }
  }

  it('counts an attempt when it begins, and records its transaction before the acquirer is called', () => {
    const begun = advanceCheckout(
      { state: 'OPEN', attempts: 1, last },
      { kind: 'BEGIN', transactionId: '2', at },
      usual,
    )
    assert.deepEqual(begun, { state: 'PAYING', attempts: 2, transactionId: '2', since: at })
  })

  it('counts an attempt once, with the authentication before it', () => {
    const authenticating = advanceCheckout(
      { state: 'OPEN', attempts: 1 },
      { kind: 'AUTHENTICATE', transactionId: 'a', at },
      usual,
    )
    assert.deepEqual(authenticating, { state: 'AUTHENTICATING', attempts: 2, transactionId: 'a', since: at })
    assert.ok(authenticating)
    const paying = advanceCheckout(authenticating, { kind: 'PROCEED', transactionId: '2', at }, usual)
    assert.deepEqual(paying, { state: 'PAYING', attempts: 2, transactionId: '2', since: at })
    assert.deepEqual(advanceCheckout(authenticating, { kind: 'WITHDRAWN' }, usual), { state: 'OPEN', attempts: 1 })
    assert.deepEqual(
      advanceCheckout(authenticating, { kind: 'DECLINED', gatewayCode: 'AUTHENTICATION_FAILED' }, usual),
      {
        state: 'OPEN',
        attempts: 2,
        last: { transactionId: 'a', gatewayCode: 'AUTHENTICATION_FAILED' },
      },
    )
  })

  it('remembers the provider of an attempt, also when the provider approves late', () => {
    const provider = 'PROVIDER_C'
    const paying = advanceCheckout(
      { state: 'OPEN', attempts: 0 },
      { kind: 'BEGIN', transactionId: '1', at, provider },
      usual,
    )
    assert.deepEqual(paying, { state: 'PAYING', attempts: 1, transactionId: '1', since: at, provider })
    assert.ok(paying)
    const declined = advanceCheckout(paying, { kind: 'DECLINED', gatewayCode: 'DECLINED' }, usual)
    assert.deepEqual(declined, { state: 'OPEN', attempts: 1, last: { ...last, provider } })
    assert.ok(declined)
    assert.deepEqual(advanceCheckout(declined, { kind: 'SUCCEEDED', gatewayCode: 'APPROVED' }, usual), {
      state: 'DONE',
      attempts: 1,
      last: { transactionId: '1', gatewayCode: 'APPROVED', provider },
    })
  })

  it('does not count an attempt that did not reach the acquirer', () => {
    const paying = { state: 'PAYING', attempts: 2, transactionId: '2', since: at } as const
    assert.deepEqual(advanceCheckout(paying, { kind: 'WITHDRAWN' }, usual), { state: 'OPEN', attempts: 1 })
  })

  it('ends when the last attempt allowed is declined, whatever the code was', () => {
    const declined = { kind: 'DECLINED', gatewayCode: 'INSUFFICIENT_FUNDS' } as const
    for (const attempts of [1, 2, 3, 4]) {
      const paying = { state: 'PAYING', attempts, transactionId: '9', since: at } as const
      const left = { transactionId: '9', gatewayCode: 'INSUFFICIENT_FUNDS' }
      assert.deepEqual(advanceCheckout(paying, declined, usual), { state: 'OPEN', attempts, last: left })
    }
    const paying = { state: 'PAYING', attempts: 5, transactionId: '9', since: at } as const
    assert.deepEqual(advanceCheckout(paying, declined, usual), {
      state: 'FAILED',
      attempts: 5,
      last: { transactionId: '9', gatewayCode: 'EXCEEDED_RETRY_LIMIT' },
    })
  })

  it('allows one attempt where the merchant wants one', () => {
    const paying = { state: 'PAYING', attempts: 1, transactionId: '1', since: at } as const
    assert.equal(
      advanceCheckout(paying, { kind: 'DECLINED', gatewayCode: 'DECLINED' }, { attemptsMax: 1 })?.state,
      'FAILED',
    )
  })
})

describe('the meaning of an outcome for the page', () => {
  const codes = Object.keys(gatewayCodes) as GatewayCode[]

  it('is success only for a code whose result is SUCCESS and final', () => {
    const successes = codes.filter((code) => attemptOutcomeOf(code) === 'SUCCEEDED')
    assert.deepEqual(successes, [
      'APPROVED',
      'APPROVED_AUTO',
      'APPROVED_PENDING_SETTLEMENT',
      'BALANCE_AVAILABLE',
      'PARTIALLY_APPROVED',
    ])
  })

  it('never invites another attempt while the outcome is open', () => {
    const waiting = codes.filter((code) => attemptOutcomeOf(code) === 'WAITING')
    assert.deepEqual(
      waiting,
      codes.filter((code) => gatewayCodes[code].isOpen),
    )
    for (const code of ['PENDING', 'UNKNOWN', 'SUBMITTED'] as const) assert.ok(waiting.includes(code), code)
  })

  it('is not an attempt when the order was busy', () => {
    assert.deepEqual(
      codes.filter((code) => attemptOutcomeOf(code) === 'WITHDRAWN'),
      ['LOCK_FAILURE'],
    )
  })

  it('has a message for every code that is a failure, and for no other', () => {
    for (const code of codes) {
      const isNo = attemptOutcomeOf(code) === 'DECLINED' || attemptOutcomeOf(code) === 'WITHDRAWN'
      assert.equal(declineReasonOf({ gatewayCode: code }) !== undefined, isNo, code)
      assert.equal(declineReasonOf({ gatewayCode: code, provider: 'PROVIDER_A' }) !== undefined, isNo, code)
    }
    const usualWords = codes.filter((gatewayCode) => declineReasonOf({ gatewayCode }) === 'DECLINED')
    assert.deepEqual(usualWords, [
      'CANCELLED',
      'DECLINED',
      'DECLINED_AVS',
      'DECLINED_DO_NOT_CONTACT',
      'DECLINED_INVALID_PIN',
      'DECLINED_PIN_REQUIRED',
      'DUPLICATE_BATCH',
      'EXCEEDED_RETRY_LIMIT',
      'REFERRED',
    ])
  })
})

it("has separate messages for a provider's codes", () => {
  const reasonOf = (gatewayCode: GatewayCode) => declineReasonOf({ gatewayCode, provider: 'PROVIDER_B' })
  assert.deepEqual(
    (['CANCELLED', 'ABORTED', 'DECLINED', 'INSUFFICIENT_FUNDS', 'TIMED_OUT', 'ACQUIRER_SYSTEM_ERROR'] as const).map(
      reasonOf,
    ),
    [
      'CANCELLED_AT_PROVIDER',
      'UNFINISHED_AT_PROVIDER',
      'DECLINED_BY_PROVIDER',
      'DECLINED_BY_PROVIDER',
      'PROVIDER_UNREACHABLE',
      'PROVIDER_UNREACHABLE',
    ],
  )
})

describe('whether a page authenticates its payer', () => {
  const rows = [
    ['BY_MERCHANT', undefined, false],
    ['BY_MERCHANT', 'USE_GATEWAY_DEFAULT', false],
    ['BY_MERCHANT', 'MANDATORY', true],
    ['BY_MERCHANT', 'BYPASS', false],
    ['ON_PAGES', undefined, true],
    ['ON_PAGES', 'USE_GATEWAY_DEFAULT', true],
    ['ON_PAGES', 'MANDATORY', true],
    ['ON_PAGES', 'BYPASS', false],
    ['REQUIRED', undefined, true],
    ['REQUIRED', 'BYPASS', true],
  ] as const
  for (const [policy, requested, expected] of rows) {
    it(`${policy}, ${requested ?? 'no request'}: ${expected}`, () => {
      assert.equal(isAuthenticationWanted(policy, requested), expected)
    })
  }
})

it('authentications of a page are numbered separately from payments', () => {
  assert.equal(nextAuthenticationId(['1', '2']), 'authentication-1')
  assert.equal(nextAuthenticationId(['1', 'authentication-1', 'authentication-3']), 'authentication-2')
})

it('transactions of a page get numbers that are not used yet', () => {
  assert.equal(nextTransactionId([]), '1')
  assert.equal(nextTransactionId(['1', '2', '4']), '3')
  assert.equal(nextTransactionId(['auth', '01', '2']), '1')
})
