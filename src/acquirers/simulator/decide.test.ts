import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gatewayCodes } from '../../kernel/gateway-code.ts'
import type { CardInstrument } from '../../kernel/instrument.ts'
import { Secret } from '../../kernel/secret.ts'
import type { AcquirerRequest } from '../../payments/ports/acquirer.ts'
import { decide } from './decide.ts'
import { refusals, type TargetState } from './refusals.ts'

const card = (expiry: string, number = '5123450000000008'): CardInstrument => ({
  kind: 'CARD',
  number: new Secret('ACCOUNT', number),
  scheme: 'MASTERCARD',
  brand: 'MASTERCARD',
  fundingMethod: 'CREDIT',
  expiry: { month: expiry.split('/')[0] ?? '', year: expiry.split('/')[1] ?? '' },
})

const asked = { reference: 'r', acquirerMerchantId: 'M', currency: 'USD', amountMinor: 10_01n, details: {} }
const pay = (instrument: CardInstrument, details: AcquirerRequest['details'] = {}): AcquirerRequest => ({
  ...asked,
  kind: 'PAY',
  instrument,
  details,
})

/** Every code that an expiry date can make the acquirer return. */
const published = {
  '01/39': 'APPROVED',
  '03/39': 'INVALID_CSC',
  '04/39': 'DECLINED_PAYMENT_PLAN',
  '05/39': 'DECLINED',
  '06/39': 'INSUFFICIENT_FUNDS',
  '07/39': 'PARTIALLY_APPROVED',
  '08/39': 'REFERRED',
  '09/39': 'DECLINED_DO_NOT_CONTACT',
  '10/39': 'NOT_SUPPORTED',
  '12/39': 'APPROVED_PENDING_SETTLEMENT',
  '01/38': 'DECLINED_AVS',
  '02/38': 'DECLINED_CSC',
  '03/38': 'DECLINED_AVS_CSC',
  '04/38': 'DUPLICATE_BATCH',
  '06/38': 'SYSTEM_ERROR',
  '07/38': 'DECLINED',
  '08/38': 'DECLINED_INVALID_PIN',
  '09/38': 'DECLINED_PIN_REQUIRED',
  '10/38': 'AUTHENTICATION_FAILED',
  '11/38': 'NOT_ENROLLED_3D_SECURE',
  '12/38': 'EXCEEDED_RETRY_LIMIT',
  '04/27': 'EXPIRED_CARD',
  '01/28': 'UNSPECIFIED_FAILURE',
  '01/37': 'ACQUIRER_SYSTEM_ERROR',
  '02/37': 'UNSPECIFIED_FAILURE',
  '03/37': 'DECLINED',
  '05/17': 'APPROVED',
  '02/39': 'APPROVED',
} as const
const firstWords = {
  '08/28': 'SILENCE',
  '05/37': 'UNKNOWN',
  '11/39': 'PENDING',
  '05/38': 'DEFERRED_TRANSACTION_RECEIVED',
} as const

describe('a card payment', () => {
  it('is decided by the expiry date, with or without a leading zero', () => {
    for (const [expiry, gatewayCode] of Object.entries(published)) {
      for (const text of [expiry, expiry.replace(/^0/, '')]) {
        const decision = decide(pay(card(text)), {})
        assert.equal(decision.gatewayCode, gatewayCode, text)
        assert.equal(decision.isApproved, gatewayCodes[gatewayCode].result === 'SUCCESS', text)
        assert.equal(decision.firstWord, undefined)
      }
    }
  })

  it('is approved in the end when only the first answer is pending', () => {
    for (const [expiry, firstWord] of Object.entries(firstWords)) {
      const { gatewayCode, isApproved, approvedMinor, ...rest } = decide(pay(card(expiry)), {})
      assert.deepEqual([gatewayCode, isApproved, approvedMinor], ['APPROVED', true, asked.amountMinor])
      assert.equal(rest.firstWord, firstWord)
    }
  })

  it('is declined whatever the expiry date for the card that is always declined', () => {
    assert.equal(decide(pay(card('1/39', '5019994000124034')), {}).gatewayCode, 'DECLINED')
  })

  it('is approved for half, rounded down, unless there is nothing to halve', () => {
    const question = pay(card('7/39'))
    assert.equal(decide(question, {}).approvedMinor, 5_00n)
    const smallest = decide({ ...asked, kind: 'PAY', instrument: card('7/39'), amountMinor: 1n }, {})
    assert.deepEqual([smallest.gatewayCode, smallest.approvedMinor], ['APPROVED', 1n])
    const { amountMinor: _, ...rest } = asked
    assert.equal(decide({ ...rest, kind: 'VERIFY', instrument: card('7/39') }, {}).gatewayCode, 'APPROVED')
  })

  it('includes advice when a recurring payment failed', () => {
    const agreement = { agreement: { type: 'RECURRING' as const } }
    const frequency = { transaction: { frequency: 'RECURRING' as const } }
    for (const details of [agreement, frequency]) {
      const stopped = decide(pay(card('7/38'), details), {})
      assert.deepEqual([stopped.gatewayCode, stopped.advice], ['INSUFFICIENT_FUNDS', '03'])
      const ended = decide(pay(card('3/37'), details), {})
      assert.deepEqual([ended.gatewayCode, ended.advice], ['DECLINED', '21'])
      assert.equal(decide(pay(card('5/39'), details), {}).advice, '02')
      assert.equal(decide(pay(card('1/39'), details), {}).advice, undefined)
    }
    assert.equal(decide(pay(card('5/39')), {}).advice, undefined)
  })
})

describe('a later request', () => {
  const original = { reference: 'original' }
  const authorized: TargetState = {
    kind: 'AUTHORIZE',
    currency: 'USD',
    isApproved: true,
    isReversed: false,
    isVoided: false,
    reservedMinor: 10_01n,
    capturedMinor: 0n,
    refundedMinor: 0n,
    batch: null,
    giftCard: null,
  }
  const capture: AcquirerRequest = { ...asked, kind: 'CAPTURE', original }
  const voiding: AcquirerRequest = { ...asked, kind: 'VOID', original }
  const refund: AcquirerRequest = { ...asked, kind: 'REFUND', original, isAuthorizedFirst: true }
  const update: AcquirerRequest = { ...asked, kind: 'UPDATE_AUTHORIZATION', original }

  it('is approved for as much as the gateway asks', () => {
    for (const question of [capture, voiding, update]) {
      const { gatewayCode, approvedMinor } = decide({ ...question, amountMinor: 99_00n }, { target: authorized })
      assert.deepEqual([gatewayCode, approvedMinor], ['APPROVED', 99_00n], question.kind)
    }
    const taken = { ...authorized, capturedMinor: 1n }
    assert.equal(decide({ ...refund, amountMinor: 99_00n }, { target: taken }).gatewayCode, 'APPROVED')
  })

  it('is refused where no acquirer would accept it, each with its own code', () => {
    const cases = [
      [capture, {}, refusals.unknownOriginal],
      [capture, { target: { ...authorized, kind: 'PAY' } }, refusals.wrongKind],
      [update, { target: { ...authorized, kind: 'CAPTURE' } }, refusals.wrongKind],
      [voiding, { target: { ...authorized, kind: 'VERIFY' } }, refusals.wrongKind],
      [capture, { target: { ...authorized, isApproved: false } }, refusals.notApproved],
      [capture, { target: { ...authorized, isReversed: true } }, refusals.reversed],
      [voiding, { target: { ...authorized, isVoided: true } }, refusals.voided],
      [refund, { target: authorized }, refusals.notCaptured],
      [voiding, { target: { ...authorized, capturedMinor: 1n } }, refusals.hasEffectiveDependents],
      [voiding, { target: authorized, isSettlementBatchClosed: true }, refusals.batchClosed],
      [capture, { target: { ...authorized, currency: 'EUR' } }, refusals.wrongCurrency],
      [update, { target: { ...authorized, giftCard: 'hash' } }, refusals.giftCardUpdate],
    ] as const
    for (const [question, state, refusal] of cases) {
      const { isApproved, approvedMinor, ...decision } = decide(question, state)
      assert.deepEqual([isApproved, approvedMinor], [false, 0n])
      assert.equal(decision.acquirerMessage, refusal.acquirerMessage)
      assert.equal(decision.gatewayCode, refusal.gatewayCode)
    }
    assert.equal(refusals.batchClosed.acquirerCode, '95')
  })

  it('obeys a reference that asks for another outcome', () => {
    const details = { transaction: { reference: '.FAILREFERRED' } }
    assert.equal(decide({ ...capture, details }, { target: authorized }).gatewayCode, 'REFERRED')
    const approving = { transaction: { reference: '.FAILAPPROVED' } }
    assert.equal(decide({ ...capture, details: approving }, {}).gatewayCode, 'DECLINED', 'there is no original')
  })
})
