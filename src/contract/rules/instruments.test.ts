import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from '../../kernel/secret.ts'
import {
  acquirerVerificationNeedsCurrency,
  agreementComplete,
  basicVerificationNeedsExpiry,
  cardNumberPlausible,
  customDataWithoutCardNumber,
  directDebitCanadaComplete,
  entryModeDigits,
  oneSourceOfCardDetails,
  onlineReasonWithChip,
  providerAByAgreement,
  providerAComplete,
  providerBNeedsBank,
  provisioningOfCards,
  xidOfVisaAuthentication,
} from './instruments.ts'

describe('card number plausible', () => {
  const check = (number: string) =>
    cardNumberPlausible.check({ sourceOfFunds: { provided: { card: { number: new Secret('ACCOUNT', number) } } } })

  it('a card number of a known scheme needs its length and check digit', () => {
    assert.equal(check('5123450000000008'), undefined)
    assert.equal(check('5123450000000009')?.field, 'sourceOfFunds.provided.card.number')
    assert.equal(check('512345000000008')?.validationType, 'INVALID')
  })

  it('a number of no known scheme passes, and so does a request without a card', () => {
    assert.equal(check('900000001'), undefined)
    assert.equal(cardNumberPlausible.check({}), undefined)
  })

  it('the explanation does not show the number', () => {
    assert.doesNotMatch(check('5123450000000009')?.explanation ?? '', /\d/)
  })
})

describe('custom data without card number', () => {
  it('custom data must not hold an account number, and the explanation does not repeat it', () => {
    const hidden = 'card 5123 4500 0000 0008'
    const inAcquirer = customDataWithoutCardNumber.check({ transaction: { acquirer: { customData: hidden } } })
    assert.equal(inAcquirer?.field, 'transaction.acquirer.customData')
    assert.doesNotMatch(inAcquirer?.explanation ?? '', /5123/)
    assert.equal(
      customDataWithoutCardNumber.check({ agreement: { customData: hidden } })?.field,
      'agreement.customData',
    )
  })

  it('other custom data passes', () => {
    assert.equal(
      customDataWithoutCardNumber.check({ transaction: { acquirer: { customData: 'batch 17' } } }),
      undefined,
    )
    assert.equal(customDataWithoutCardNumber.check({}), undefined)
  })
})

describe('one source of card details', () => {
  const card = { nameOnCard: 'A' }
  const check = (request: Record<string, unknown>) => {
    const rejection = oneSourceOfCardDetails.check(request)
    return rejection && `${rejection.field} ${rejection.validationType}`
  }

  it('an earlier order or the issuer gives card details instead of the request, not beside it', () => {
    const refused = 'sourceOfFunds.provided.card INVALID'
    assert.equal(check({ referenceOrderId: 'O1', sourceOfFunds: { provided: { card } } }), refused)
    assert.equal(
      check({ sourceOfFunds: { type: 'CARD', schemeTokenProvisioningIdentifier: 'P1', provided: { card } } }),
      refused,
    )
  })

  it('either of reference order and issuer passes alone', () => {
    assert.equal(check({ referenceOrderId: 'O1', sourceOfFunds: { type: 'CARD' } }), undefined)
    assert.equal(check({ sourceOfFunds: { type: 'CARD', schemeTokenProvisioningIdentifier: 'P1' } }), undefined)
    assert.equal(check({ sourceOfFunds: { provided: { card } } }), undefined)
  })
})

describe('provisioning of cards', () => {
  const check = (sourceOfFunds: object) => {
    const rejection = provisioningOfCards.check({ sourceOfFunds })
    return rejection && `${rejection.field} ${rejection.validationType}`
  }

  it('what an issuer provisions is a card, and the request says so', () => {
    const schemeTokenProvisioningIdentifier = 'P1'
    assert.equal(check({ schemeTokenProvisioningIdentifier, type: 'CARD' }), undefined)
    assert.equal(check({ schemeTokenProvisioningIdentifier }), 'sourceOfFunds.type MISSING')
    assert.equal(check({ schemeTokenProvisioningIdentifier, type: 'GIFT_CARD' }), 'sourceOfFunds.type INVALID')
  })

  it('other details may be of any type', () => {
    assert.equal(check({ type: 'GIFT_CARD' }), undefined)
  })
})

describe('direct debit canada complete', () => {
  const fieldOf = (request: Record<string, unknown>) => directDebitCanadaComplete.check(request)?.field

  it('a Canadian direct debit has its bank account, or a session or token that may hold it', () => {
    const type = 'DIRECT_DEBIT_CANADA'
    assert.equal(fieldOf({ sourceOfFunds: { type } }), 'sourceOfFunds.provided.directDebitCanada.accountType')
    assert.equal(fieldOf({ sourceOfFunds: { type, provided: { directDebitCanada: {} } } }), undefined)
    assert.equal(fieldOf({ sourceOfFunds: { type }, session: { id: 'S' } }), undefined)
    assert.equal(fieldOf({ sourceOfFunds: { type, token: '9' } }), undefined)
    assert.equal(fieldOf({ sourceOfFunds: { type: 'CARD' } }), undefined)
    assert.equal(fieldOf({}), undefined)
  })
})

describe('entry mode digits', () => {
  const check = (entryMode: string) => entryModeDigits.check({ posTerminal: { entryMode } })

  it('an entry mode is a known way of entering the number and a known way of entering the PIN', () => {
    for (const number of ['01', '02', '04', '05', '07', '79', '80', '90', '91'])
      for (const pin of ['0', '1', '2', '8']) assert.equal(check(number + pin), undefined)
    for (const wrong of ['031', '053', '999', '100']) assert.equal(check(wrong)?.field, 'posTerminal.entryMode')
    assert.equal(entryModeDigits.check({}), undefined)
  })
})

describe('online reason with chip', () => {
  const fieldOf = (posTerminal: object) => onlineReasonWithChip.check({ posTerminal })?.field

  it('a chip transaction that went online has a reason', () => {
    for (const panEntryMode of ['CHIP', 'CHIP_FALLBACK']) {
      assert.equal(fieldOf({ panEntryMode }), 'posTerminal.onlineReasonCode')
      assert.equal(fieldOf({ panEntryMode, onlineReasonCode: 'FORCED_BY_CHIP' }), undefined)
    }
    assert.equal(fieldOf({ panEntryMode: 'SWIPE' }), undefined)
    assert.equal(fieldOf({}), undefined)
  })
})

describe('basic verification needs expiry', () => {
  const check = (members: object, verificationStrategy = 'BASIC') => {
    const rejection = basicVerificationNeedsExpiry.check({ verificationStrategy, ...members })
    return rejection && `${rejection.field} ${rejection.validationType}`
  }
  const missing = 'sourceOfFunds.provided.card.expiry.month MISSING'

  it('the basic check of a card needs its expiry date', () => {
    const card = { nameOnCard: 'A' }
    assert.equal(check({ sourceOfFunds: { type: 'CARD', provided: { card } } }), missing)
    assert.equal(check({ sourceOfFunds: { provided: { card } } }), missing)
    assert.equal(check({ sourceOfFunds: { type: 'CARD' } }), missing)
    assert.equal(check({}), missing)
    const expiry = { month: '1', year: '39' }
    assert.equal(check({ sourceOfFunds: { type: 'CARD', provided: { card: { ...card, expiry } } } }), undefined)
  })

  it('the expiry date may come from a session, an earlier order, the issuer or the device', () => {
    assert.equal(check({ session: { id: 'S' } }), undefined)
    assert.equal(check({ referenceOrderId: 'O1' }), undefined)
    assert.equal(check({ sourceOfFunds: { type: 'CARD', schemeTokenProvisioningIdentifier: 'P1' } }), undefined)
    const devicePayment = { paymentToken: 'T' }
    assert.equal(check({ sourceOfFunds: { type: 'CARD', provided: { card: { devicePayment } } } }), undefined)
  })

  it('other details and other verifications need no expiry date', () => {
    assert.equal(check({ sourceOfFunds: { type: 'GIFT_CARD' } }), undefined)
    assert.equal(check({ sourceOfFunds: { provided: { giftCard: { localBrand: 'B' } } } }), undefined)
    for (const strategy of ['NONE', 'ACQUIRER', 'ACCOUNT_UPDATER']) assert.equal(check({}, strategy), undefined)
    assert.equal(basicVerificationNeedsExpiry.check({}), undefined)
  })
})

describe('acquirer verification needs currency', () => {
  const fieldOf = (members: object, verificationStrategy = 'ACQUIRER') =>
    acquirerVerificationNeedsCurrency.check({ verificationStrategy, ...members })?.field

  it('verification by the acquirer requires a currency, which either field or a session may name', () => {
    assert.equal(fieldOf({}), 'transaction.currency')
    assert.equal(fieldOf({ transaction: { currency: 'USD' } }), undefined)
    assert.equal(fieldOf({ order: { currency: 'USD' } }), undefined)
    assert.equal(fieldOf({ session: { id: 'S' } }), undefined)
    assert.equal(fieldOf({ session: { version: '0123456789' } }), 'transaction.currency')
  })

  it('other verifications need no currency', () => {
    for (const strategy of ['NONE', 'BASIC', 'ACCOUNT_UPDATER']) assert.equal(fieldOf({}, strategy), undefined)
  })
})

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
