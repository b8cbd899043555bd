// References as testers write them, and the status of a payment at any time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gatewayCodes } from '../../../kernel/gateway-code.ts'
import { bankName, scriptOf, scriptOfLater } from './conventions.ts'
import type { PayerDecision, ProviderLine } from './provider-line.ts'
import { providerLineStatusOf } from './provider-line-status.ts'

describe('a reference at a simulated provider', () => {
  it('has an effect only if it is one of the published ones, letter for letter', () => {
    for (const reference of [undefined, '', 'order-7', 'test-succeed', 'TEST-SUCCEED-2', 'FAILDECLINED', 'toString'])
      assert.equal(scriptOf(reference), undefined, String(reference))
  })

  it('names any code that a provider can return, and UNKNOWN in place of any other', () => {
    for (const code of Object.keys(gatewayCodes)) {
      const { course, firstWord } = scriptOf(`order-7.FAIL${code}`) ?? assert.fail(code)
      const said = firstWord ?? course[0]?.gatewayCode
      assert.ok(said === code || said === 'UNKNOWN', code)
      assert.ok(!gatewayCodes[course[0]?.gatewayCode ?? 'UNKNOWN'].isOpen, `${code} comes to an end`)
    }
    assert.deepEqual(scriptOf('.FAILINSUFFICIENT_FUNDS'), {
      course: [{ afterMs: 0, gatewayCode: 'INSUFFICIENT_FUNDS' }],
    })
    assert.equal(scriptOf('.FAILBLOCKED')?.firstWord, 'UNKNOWN')
  })

  it('has only its last outcome for captures and refunds', () => {
    assert.deepEqual(scriptOfLater('TEST-TIMEOUT-THEN-SUCCESS'), {
      course: [{ afterMs: 90_000, gatewayCode: 'APPROVED' }],
    })
    assert.deepEqual(scriptOfLater('TEST-PENDING'), { course: [] })
  })
})

describe('the bank that a payer of provider B has chosen', () => {
  it('has a name, or is called by its identifier', () => {
    assert.deepEqual([bankName('37040044'), bankName('12345678')], ['Test Bank Cologne', 'Test Bank 12345678'])
  })
})

const startedAt = new Date('2026-11-15T10:00:00Z')
const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)

const line = (differences: Partial<ProviderLine> = {}): ProviderLine => ({
  provider: 'PROVIDER_A',
  account: 'ACCOUNT1',
  reference: 'r-1',
  kind: 'PAY',
  currency: 'EUR',
  amountMinor: 10_00n,
  originalReference: undefined,
  rootReference: 'r-1',
  details: {},
  course: undefined,
  firstWord: undefined,
  confirmation: 'CONFIRM_AT_PROVIDER',
  siteToken: 'token',
  returnUrl: '',
  isLoggedIn: false,
  decision: undefined,
  decidedAt: undefined,
  chosenShipping: undefined,
  confirmedAt: undefined,
  confirmedMinor: undefined,
  serial: '1',
  asked: 1,
  startedAt,
  isReversed: false,
  ...differences,
})

const seen = (differences: Partial<ProviderLine>, seconds = 0) => {
  const { state, outcome, isFinal, standingMinor } = providerLineStatusOf(line(differences), at(seconds))
  return [state, outcome?.gatewayCode, isFinal, standingMinor]
}

describe('a payment at a simulated provider', () => {
  it('has the outcome that the payer chose', () => {
    const expected: Readonly<Record<PayerDecision, readonly unknown[]>> = {
      APPROVE: ['OVER', 'APPROVED', true, 10_00n],
      DECLINE: ['OVER', 'DECLINED', true, 0n],
      CANCEL: ['OVER', 'CANCELLED', true, 0n],
      ABORT: ['OVER', 'ABORTED', true, 0n],
      LEAVE: ['PENDING', undefined, false, 0n],
    }
    for (const [decision, standing] of Object.entries(expected))
      assert.deepEqual(seen({ decision: decision as PayerDecision, decidedAt: at(5) }), standing)
    assert.deepEqual(seen({}), ['OPEN', undefined, false, 0n])
  })

  it('has the amount that the merchant has confirmed, and none before', () => {
    const agreed = { confirmation: 'CONFIRM_AT_MERCHANT', decision: 'APPROVE', decidedAt: at(5) } as const
    assert.deepEqual(seen(agreed), ['AGREED', undefined, false, 0n])
    assert.deepEqual(seen({ ...agreed, confirmedAt: at(9), confirmedMinor: 8_00n }), ['OVER', 'APPROVED', true, 8_00n])
  })

  it('has no amount once it is reversed, whatever its state was', () => {
    for (const decision of [undefined, 'APPROVE', 'CANCEL'] as const)
      assert.deepEqual(seen({ isReversed: true, decision }), ['OVER', 'DECLINED', true, 0n])
  })

  it('follows the clock where its reference says so, whatever the payer does', () => {
    const { course } = scriptOf('TEST-FAIL-THEN-SUCCESS') ?? assert.fail('no such reference')
    assert.deepEqual(seen({ course }, 29), ['OPEN', undefined, false, 0n])
    assert.deepEqual(seen({ course, decision: 'CANCEL' }, 29), ['PENDING', undefined, false, 0n])
    assert.deepEqual(seen({ course, decision: 'CANCEL' }, 30), ['OVER', 'DECLINED', false, 0n])
    assert.deepEqual(seen({ course }, 89), ['OVER', 'DECLINED', false, 0n])
    assert.deepEqual(seen({ course }, 90), ['OVER', 'APPROVED', true, 10_00n])
  })
})
