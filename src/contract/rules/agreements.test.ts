import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../../domain/secret.ts'
import {
  agreementComplete,
  providerAByAgreement,
  providerAComplete,
  providerBNeedsBank,
  xidOfVisaAuthentication,
} from './agreements.ts'

describe('agreement complete', () => {
  const fieldOf = (request: Record<string, unknown>) => agreementComplete.check(request)?.field

  it('a payment of a series names its agreement', () => {
    for (const type of ['INSTALLMENT', 'UNSCHEDULED']) {
      assert.equal(fieldOf({ agreement: { type } }), 'agreement.id')
      assert.equal(fieldOf({ agreement: { type, id: 'A1' } }), undefined)
    }
    assert.equal(fieldOf({ order: { industryPracticePaymentReason: 'NO_SHOW_PENALTY' } }), 'agreement.id')
    assert.equal(fieldOf({ agreement: { type: 'OTHER' } }), undefined)
    assert.equal(fieldOf({}), undefined)
  })

  it('a recurring agreement says whether its amount varies', () => {
    assert.equal(fieldOf({ agreement: { type: 'RECURRING', id: 'A1' } }), 'agreement.amountVariability')
    assert.equal(fieldOf({ agreement: { type: 'RECURRING', amountVariability: 'FIXED' } }), 'agreement.id')
    assert.equal(fieldOf({ agreement: { type: 'RECURRING', id: 'A1', amountVariability: 'FIXED' } }), undefined)
  })
})

describe('provider a by agreement', () => {
  const check = (request: Record<string, unknown>) => {
    const rejection = providerAByAgreement.check(request)
    return rejection && `${rejection.field} ${rejection.validationType}`
  }
  const missing = 'sourceOfFunds.provided.providerA.billingAgreement.id MISSING'

  it('only a billing agreement that exists can be stored', () => {
    const type = 'PROVIDER_A'
    assert.equal(check({ sourceOfFunds: { type } }), missing)
    assert.equal(check({ sourceOfFunds: { type, provided: { providerA: { payerId: 'P' } } } }), missing)
    assert.equal(check({ sourceOfFunds: { provided: { providerA: { accountEmail: 'a@b.io' } } } }), missing)
    assert.equal(
      check({ sourceOfFunds: { type, provided: { providerA: { billingAgreement: { name: 'N' } } } } }),
      missing,
    )
    assert.equal(
      check({ sourceOfFunds: { type, provided: { providerA: { billingAgreement: { id: 'B-1' } } } } }),
      undefined,
    )
  })

  it('a session may hold the agreement, and other details need none', () => {
    assert.equal(check({ sourceOfFunds: { type: 'PROVIDER_A' }, session: { id: 'S' } }), undefined)
    assert.equal(check({ sourceOfFunds: { type: 'CARD' } }), undefined)
    assert.equal(check({}), undefined)
  })
})

describe('provider a complete', () => {
  const refusal = (type: string, browserPayment: object) => {
    const rejection = providerAComplete.check({ browserPayment, sourceOfFunds: { type } })
    return rejection && `${rejection.validationType} ${rejection.field}`
  }
  const providerA = { paymentConfirmation: 'CONFIRM_AT_PROVIDER' }

  it('provider A needs the operation and the place of confirmation', () => {
    assert.equal(refusal('PROVIDER_A', { operation: 'PAY', providerA }), undefined)
    assert.equal(refusal('PROVIDER_A', { providerA }), 'MISSING browserPayment.operation')
    assert.equal(refusal('PROVIDER_A', { operation: 'PAY' }), 'MISSING browserPayment.providerA.paymentConfirmation')
  })

  it('other providers need neither the operation nor the place of confirmation', () => {
    for (const type of ['PROVIDER_B', 'PROVIDER_C']) assert.equal(refusal(type, {}), undefined)
  })
})

describe('provider b needs bank', () => {
  const check = (sourceOfFunds: object) => providerBNeedsBank.check({ sourceOfFunds })

  it('provider B needs the bank of the payer, others do not', () => {
    const provided = { providerB: { bankIdentifier: '12345678' } }
    assert.equal(check({ type: 'PROVIDER_B', provided }), undefined)
    const missing = check({ type: 'PROVIDER_B' })
    assert.equal(missing?.field, 'sourceOfFunds.provided.providerB.bankIdentifier')
    assert.equal(missing?.validationType, 'MISSING')
    for (const type of ['PROVIDER_A', 'PROVIDER_C']) assert.equal(check({ type }), undefined)
  })
})

describe('xid of visa authentication', () => {
  const visa = '4508750015741019'
  const mastercard = '5123450000000008'

  function fieldOf(number: string, threeDSecure: object) {
    const card = { number: new Secret('ACCOUNT', number) }
    return xidOfVisaAuthentication.check({ threeDSecure, sourceOfFunds: { provided: { card } } })?.field
  }

  it('an authenticated Visa payment needs the xid', () => {
    for (const authenticationStatus of ['AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_ATTEMPTED']) {
      assert.equal(fieldOf(visa, { authenticationStatus }), 'threeDSecure.xid')
      assert.equal(fieldOf(visa, { authenticationStatus, xid: 'A'.repeat(28) }), undefined)
      assert.equal(fieldOf(mastercard, { authenticationStatus }), undefined)
    }
  })

  it('a payment without authentication needs no xid', () => {
    assert.equal(fieldOf(visa, { authenticationStatus: 'AUTHENTICATION_NOT_AVAILABLE' }), undefined)
    assert.equal(fieldOf(visa, { enrollmentStatus: 'NOT_ENROLLED' }), undefined)
    assert.equal(xidOfVisaAuthentication.check({}), undefined)
  })

  it('a card number that is not in the request is not checked', () => {
    const threeDSecure = { authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' }
    assert.equal(xidOfVisaAuthentication.check({ threeDSecure, sourceOfFunds: { token: '9' } }), undefined)
  })
})
