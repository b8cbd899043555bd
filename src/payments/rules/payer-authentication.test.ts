// The effect of payer authentication results on orders and payments.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { type OrderTransaction, statusOf } from './order.ts'
import {
  type AuthenticationStatus,
  type Authenticity,
  authenticationStatuses,
  authenticityOf,
  authenticityOfEnrollment,
  isAuthenticationRequired,
  isUnfinished,
  orderStatusOfAuthentication,
  refusalCodeFor,
} from './payer-authentication.ts'
import { planInitial } from './plan.ts'

const statuses = Object.keys(authenticationStatuses) as readonly AuthenticationStatus[]

function authentication(status: AuthenticationStatus, id = 'a'): OrderTransaction {
  const { gatewayCode } = authenticationStatuses[status]
  return { id, type: 'AUTHENTICATION', amountMinor: 100n, gatewayCode, isJourney: true, authentication: status }
}

const declined: OrderTransaction = { id: 'p', type: 'PAYMENT', amountMinor: 100n, gatewayCode: 'DECLINED' }

describe('the status of an authentication', () => {
  it('is open exactly while the payer may still change it', () => {
    for (const status of statuses) {
      const { gatewayCode } = authenticationStatuses[status]
      assert.equal(gatewayCodes[gatewayCode].isOpen, isUnfinished(status), status)
    }
  })

  it('is a success exactly when a payment counts as authenticated', () => {
    for (const status of statuses) {
      const { result, isOpen } = gatewayCodes[authenticationStatuses[status].gatewayCode]
      assert.equal(result === 'SUCCESS' && !isOpen, authenticityOf[status] === 'AUTHENTICATED', status)
    }
  })

  it('recommends not to go on exactly when the payment would fail', () => {
    for (const status of statuses) {
      const code = refusalCodeFor(authenticityOf[status], { isRequired: false })
      const isWarned = authenticationStatuses[status].recommendation !== 'PROCEED'
      assert.equal(isWarned, code === 'AUTHENTICATION_FAILED', status)
    }
  })
})

describe('an order with nothing but authentications', () => {
  it('has the status of the latest', () => {
    for (const status of statuses) {
      const expected = authenticationStatuses[status].orderStatus
      assert.equal(statusOf([authentication(status)]), expected)
      assert.equal(statusOf([authentication('AUTHENTICATION_FAILED', 'first'), authentication(status)]), expected)
    }
  })

  it('is initiated while the first answer is awaited, and unsuccessful when it never comes', () => {
    const inFlight: OrderTransaction = { id: 'a', type: 'AUTHENTICATION', amountMinor: 0n }
    assert.equal(statusOf([inFlight]), 'AUTHENTICATION_INITIATED')
    assert.equal(statusOf([{ ...inFlight, gatewayCode: 'TIMED_OUT' }]), 'AUTHENTICATION_UNSUCCESSFUL')
    assert.equal(
      orderStatusOfAuthentication({ gatewayCode: 'TIMED_OUT', authentication: 'AUTHENTICATION_INITIATED' }),
      'AUTHENTICATION_UNSUCCESSFUL',
    )
  })

  it('is failed once a payment has failed on it, whether or not the payer ever answers', () => {
    for (const status of statuses) assert.equal(statusOf([authentication(status), declined]), 'FAILED', status)
  })

  it('is paid like any other', () => {
    const paid = { ...declined, gatewayCode: 'APPROVED' as const }
    for (const status of statuses) assert.equal(statusOf([authentication(status), paid]), 'CAPTURED')
  })
})

describe('the card of a payment', () => {
  const plan = (transactions: readonly OrderTransaction[], same: readonly string[]) =>
    planInitial(
      {
        id: 'o',
        currency: 'USD',
        amountMinor: 100n,
        revision: 1,
        isLocked: false,
        createdAt: new Date(0),
        updatedAt: new Date(0),
        transactions,
      },
      {
        type: 'PAYMENT',
        currency: 'USD',
        amountMinor: 100n,
        orderAmountMinor: 100n,
        hasLateSubMerchant: false,
        isSameAccount: (id) => same.includes(id),
      },
    ).kind

  it('must be the one that was authenticated last', () => {
    for (const status of statuses) {
      const isBinding = authenticityOf[status] === 'AUTHENTICATED'
      assert.equal(plan([authentication(status)], []), isBinding ? 'REJECTED' : 'PLANNED', status)
    }
    const both = [
      authentication('AUTHENTICATION_SUCCESSFUL', 'one'),
      authentication('AUTHENTICATION_SUCCESSFUL', 'two'),
    ]
    assert.equal(plan(both, ['one']), 'REJECTED')
    assert.equal(plan(both, ['two']), 'PLANNED')
  })

  it('may be another card when the authenticated one cannot be authenticated', () => {
    const first = authentication('AUTHENTICATION_SUCCESSFUL', 'one')
    assert.equal(plan([first, authentication('AUTHENTICATION_NOT_SUPPORTED', 'two')], ['two']), 'PLANNED')
    assert.equal(plan([first, authentication('AUTHENTICATION_UNAVAILABLE', 'two')], ['two']), 'PLANNED')
    assert.equal(plan([first, authentication('AUTHENTICATION_FAILED', 'two')], ['two']), 'REJECTED')
  })
})

describe('a payment', () => {
  const table: Readonly<
    Record<Authenticity, readonly [usual: GatewayCode | undefined, required: GatewayCode | undefined]>
  > = {
    NONE: [undefined, 'BLOCKED'],
    AUTHENTICATED: [undefined, undefined],
    NOT_ENROLLED: [undefined, 'NOT_ENROLLED_3D_SECURE'],
    UNAVAILABLE: [undefined, 'BLOCKED'],
    FAILED: ['AUTHENTICATION_FAILED', 'AUTHENTICATION_FAILED'],
    UNFINISHED: ['DECLINED', 'DECLINED'],
  }
  for (const [authenticity, [usual, required]] of Object.entries(table)) {
    it(`with ${authenticity} results in ${usual ?? 'a call to the acquirer'}, and in ${required ?? 'a call'} where it is required`, () => {
      assert.equal(refusalCodeFor(authenticity as Authenticity, { isRequired: false }), usual)
      assert.equal(refusalCodeFor(authenticity as Authenticity, { isRequired: true }), required)
    })
  }

  it('with an enrollment check is unfinished until the issuer has answered', () => {
    assert.equal(authenticityOfEnrollment.CARD_ENROLLED, 'UNFINISHED')
    assert.equal(authenticityOfEnrollment.CARD_DOES_NOT_SUPPORT_3DS, 'NOT_ENROLLED')
  })

  it('needs authentication where the profile requires it, unless there is no payer to authenticate', () => {
    const is = (payment: object) => isAuthenticationRequired('REQUIRED', { hasAgreement: false, ...payment })
    assert.equal(is({}), true)
    assert.equal(is({ source: 'INTERNET' }), true)
    for (const source of ['MOTO', 'MAIL_ORDER', 'CARD_PRESENT', 'MERCHANT']) assert.equal(is({ source }), false, source)
    assert.equal(is({ hasAgreement: true }), true)
    assert.equal(is({ storedOnFile: 'STORED' }), true)
    assert.equal(is({ hasAgreement: true, storedOnFile: 'STORED' }), false)
    assert.equal(is({ hasAgreement: true, storedOnFile: 'TO_BE_STORED' }), true)
    assert.equal(is({ frequency: 'RECURRING', storedOnFile: 'STORED' }), false)
    for (const policy of ['BY_MERCHANT', 'ON_PAGES'] as const)
      assert.equal(isAuthenticationRequired(policy, { hasAgreement: false }), false)
  })
})
