import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pollAfterMs, pollingStartOf } from '../../browser-payments/rules/polling.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import {
  type AdvanceResult,
  advanceBrowserPayment,
  type BrowserPaymentEvent,
  type BrowserPaymentState,
  browserPaymentResult,
  type JudgedProviderStatus,
  type OrderContext,
} from './browser-payment.ts'
import { type BrowserPayment, isBrowserPayment, type MerchantConfirmation } from './journey.ts'

const at = '2026-01-15T10:00:00.000Z'
const earlier = '2026-01-15T09:00:00.000Z'
const alone: OrderContext = { isHeldByOther: false, hasOtherPayment: false }

const begun: BrowserPayment = {
  kind: 'BROWSER_PAYMENT',
  operation: 'PAY',
  confirmation: 'CONFIRM_AT_MERCHANT',
  redirectToken: `BP-${'0'.repeat(32)}`,
  returnUrl: 'https://shop.example/back',
  providerUrl: 'https://provider.example/pay',
  status: 'INITIATED',
  times: { initiated: earlier },
}
const confirmed: MerchantConfirmation = { at, amountMinor: '900', requestKeyId: 'k', requestHash: '00' }
const redirected = { status: 'REDIRECTED_TO_PROVIDER', times: { ...begun.times, redirected: earlier } } as const
const returned = { status: 'RETURNED_TO_MERCHANT', times: { ...redirected.times, returned: earlier } } as const
const completed = { status: 'COMPLETED', times: { ...redirected.times, completed: earlier } } as const

function standing(
  gatewayCode: GatewayCode,
  change: Partial<BrowserPayment> = {},
  isForgotten = false,
): BrowserPaymentState {
  return { journey: { ...begun, ...change }, gatewayCode, amountMinor: 1000n, isForgotten }
}

const states = {
  initiated: standing('SUBMITTED'),
  redirected: standing('SUBMITTED', redirected),
  returned: standing('SUBMITTED', returned),
  agreed: standing('SUBMITTED', { ...returned, isAgreed: true }),
  confirming: standing('SUBMITTED', { ...returned, isAgreed: true, confirming: confirmed }),
  pending: standing('PENDING', redirected),
  failed: standing('DECLINED', { ...completed, mayStillSucceed: true }),
  failedFinally: standing('CANCELLED', completed),
  forgotten: standing('ABORTED', completed, true),
  succeeded: standing('APPROVED', completed),
}

const over = (gatewayCode: GatewayCode, isFinal = true): BrowserPaymentEvent => ({
  kind: 'REPORTED',
  status: { state: 'OVER', isFinal, outcome: { gatewayCode, amountMinor: 1000n, owesReversal: false } },
})
const providerSays = (state: JudgedProviderStatus['state']): BrowserPaymentEvent => ({
  kind: 'REPORTED',
  status: { state, isFinal: false },
})

const events = {
  redirected: { kind: 'REDIRECTED' },
  returned: { kind: 'RETURNED' },
  open: providerSays('OPEN'),
  agrees: providerSays('AGREED'),
  pending: providerSays('PENDING'),
  approved: over('APPROVED'),
  declined: over('DECLINED'),
  declinedYet: over('DECLINED', false),
  unknown: over('UNKNOWN'),
  confirming: { kind: 'CONFIRMING', confirming: confirmed, learned: {} },
  abandoned: { kind: 'ABANDONED' },
} as const satisfies Record<string, BrowserPaymentEvent>

/** The kind of change, the code and the status afterwards; a dash where nothing changes. */
function toldShortly(next: AdvanceResult): string {
  if (!next || next.kind === 'WAITS') return next ? 'waits' : '-'
  const { paymentState: now, change, owesReversal } = next
  const marks = [now.journey.mayStillSucceed && 'yet', owesReversal && 'owed'].filter(Boolean)
  return [change === 'OUTCOME' ? 'O' : 'I', now.gatewayCode, shortly[now.journey.status], ...marks].join(' ')
}
const shortly = {
  INITIATED: 'ini',
  REDIRECTED_TO_PROVIDER: 'red',
  RETURNED_TO_MERCHANT: 'ret',
  COMPLETED: 'com',
} as const

type Row = Record<keyof typeof events, string>

const nothing: Row = {
  redirected: '-',
  returned: '-',
  open: '-',
  agrees: '-',
  pending: '-',
  approved: '-',
  declined: '-',
  declinedYet: '-',
  unknown: '-',
  confirming: '-',
  abandoned: '-',
}

/** A payer who is away keeps the status that the browser has reached, until the provider has reported the result. */
const open = (status: string): Row => ({
  ...nothing,
  agrees: `I SUBMITTED ${status}`,
  pending: `O PENDING ${status}`,
  approved: 'O APPROVED com',
  declined: 'O DECLINED com',
  declinedYet: 'O DECLINED com yet',
  unknown: `O UNKNOWN ${status}`,
  abandoned: 'O ABORTED com owed',
})

/** Read a row as: in this state, each event leads there. */
const table: Record<keyof typeof states, Row> = {
  initiated: { ...open('ini'), redirected: 'I SUBMITTED red', returned: 'I SUBMITTED ret' },
  redirected: { ...open('red'), returned: 'I SUBMITTED ret' },
  returned: open('ret'),
  agreed: { ...open('ret'), agrees: '-', confirming: 'I SUBMITTED ret' },
  confirming: { ...open('ret'), agrees: '-' },
  pending: { ...open('red'), returned: 'I PENDING ret', agrees: 'I PENDING red', pending: '-' },
  failed: {
    ...nothing,
    returned: 'I DECLINED com yet',
    approved: 'O APPROVED com',
    abandoned: 'I DECLINED com owed',
  },
  failedFinally: { ...nothing, returned: 'I CANCELLED com', approved: 'O APPROVED com' },
  forgotten: { ...nothing, returned: 'I ABORTED com' },
  succeeded: { ...nothing, returned: 'I APPROVED com' },
}

describe('a browser payment', () => {
  for (const [state, row] of Object.entries(table) as [keyof typeof states, Row][]) {
    it(`that is ${state} moves as the table says, on every event`, () => {
      for (const [event, expected] of Object.entries(row) as [keyof typeof events, string][])
        assert.equal(toldShortly(advanceBrowserPayment(states[state], events[event], at, alone)), expected, event)
    })

    it(`that is ${state} changes only once when the same report comes again`, () => {
      for (const [name, event] of Object.entries(events)) {
        const next = advanceBrowserPayment(states[state], event, at, alone)
        if (next?.kind !== 'ADVANCED') continue
        assert.equal(toldShortly(advanceBrowserPayment(next.paymentState, event, at, alone)), '-', name)
      }
    })
  }

  it('keeps its first times, but the time of completion belongs to the result that counts', () => {
    const back = advanceBrowserPayment(states.succeeded, events.returned, at, alone)
    assert.ok(back?.kind === 'ADVANCED')
    assert.deepEqual(back.paymentState.journey.times, { ...completed.times, returned: at })
    const late = advanceBrowserPayment(states.failed, events.approved, at, alone)
    assert.ok(late?.kind === 'ADVANCED')
    assert.equal(late.paymentState.journey.times.completed, at)
  })

  it('that failed and is paid late counts only where nothing else was paid', () => {
    const { failed } = states
    assert.equal(
      toldShortly(advanceBrowserPayment(failed, events.approved, at, { ...alone, isHeldByOther: true })),
      'waits',
    )
    const paid = { ...alone, hasOtherPayment: true }
    assert.equal(toldShortly(advanceBrowserPayment(failed, events.approved, at, paid)), 'I DECLINED com owed')
    assert.equal(toldShortly(advanceBrowserPayment(states.initiated, events.approved, at, paid)), 'O APPROVED com')
  })

  it('has the amount that the merchant confirms', () => {
    const next = advanceBrowserPayment(states.agreed, events.confirming, at, alone)
    assert.ok(next?.kind === 'ADVANCED')
    assert.equal(next.paymentState.amountMinor, 900n)
  })

  it('cannot be confirmed by the merchant where the payer confirms at the provider', () => {
    const atProvider = standing('SUBMITTED', { ...returned, isAgreed: true, confirmation: 'CONFIRM_AT_PROVIDER' })
    assert.equal(advanceBrowserPayment(atProvider, events.confirming, at, alone), undefined)
  })

  it("records the payer's details once, and again when the payer changes something", () => {
    const agrees = (city: string): BrowserPaymentEvent => ({
      kind: 'REPORTED',
      status: { state: 'AGREED', isFinal: false, learned: { shipping: { address: { city } } } },
    })
    const first = advanceBrowserPayment(states.returned, agrees('Bonn'), at, alone)
    assert.ok(first?.kind === 'ADVANCED')
    assert.deepEqual(first.paymentState.journey.learned, { shipping: { address: { city: 'Bonn' } } })
    assert.equal(advanceBrowserPayment(first.paymentState, agrees('Bonn'), at, alone), undefined)
    assert.equal(toldShortly(advanceBrowserPayment(first.paymentState, agrees('Kiel'), at, alone)), 'I SUBMITTED ret')
  })

  it('that the provider answered with nonsense is cancelled', () => {
    const nonsense: BrowserPaymentEvent = {
      kind: 'REPORTED',
      status: {
        state: 'OVER',
        isFinal: false,
        outcome: { gatewayCode: 'TIMED_OUT', amountMinor: 1000n, owesReversal: true },
      },
    }
    const next = advanceBrowserPayment(states.returned, nonsense, at, alone)
    assert.equal(toldShortly(next), 'O TIMED_OUT com owed')
    assert.ok(next?.kind === 'ADVANCED' && next.paymentState.isForgotten)
  })

  it('is a success until the payer is back, and pending from then on', () => {
    assert.equal(browserPaymentResult(states.redirected), 'SUCCESS')
    assert.equal(browserPaymentResult(states.returned), 'PENDING')
    assert.equal(browserPaymentResult(states.pending), 'PENDING')
    assert.equal(browserPaymentResult(states.succeeded), 'SUCCESS')
    assert.equal(browserPaymentResult(states.failed), 'FAILURE')
  })

  it('is polled often while it is new, seldom when it is old, and not after its end', () => {
    const minuteMs = 60_000
    assert.equal(pollAfterMs(states.initiated, 0), 10_000)
    assert.equal(pollAfterMs(states.pending, 6 * minuteMs), minuteMs)
    assert.equal(pollAfterMs(states.failed, 1000 * minuteMs), 5 * minuteMs)
    for (const state of ['failedFinally', 'forgotten', 'succeeded'] as const)
      assert.equal(pollAfterMs(states[state], 0), undefined, state)
  })

  it('gets its full time again from the confirmation on', () => {
    const recordedAt = new Date(earlier)
    assert.equal(pollingStartOf(states.agreed.journey, recordedAt), recordedAt)
    assert.equal(pollingStartOf(states.confirming.journey, recordedAt).toISOString(), at)
  })

  it('is distinguished from other journeys', () => {
    assert.ok(isBrowserPayment(begun))
    assert.ok(!isBrowserPayment({ kind: 'AUTHENTICATION' }))
    assert.ok(!isBrowserPayment(undefined))
  })
})
