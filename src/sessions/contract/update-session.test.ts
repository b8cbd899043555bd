// Update Session against the documents: what a session may contain, version by version, and how it is shown.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { Secret } from '../../kernel/secret.ts'
import { retrieveSession } from './retrieve-session.ts'
import { updateSession } from './update-session.ts'

const every = [15, 29, 30, 49, 50, 63, 99, 100] as const
const below50 = [15, 29, 30, 49] as const
const from50 = [50, 63, 99, 100] as const

const { accepts, refuses, answers, faults } = askContract(updateSession, () => ({}))

describe('Update Session', () => {
  it('needs no field, not even those that payments need', () => {
    assert.deepEqual(accepts(every, {}), {})
    accepts(every, { order: { reference: 'R' } })
    accepts(every, { sourceOfFunds: { provided: { card: { nameOnCard: 'A' } } } })
  })

  it('may name the version that the session should still have, and nothing else of the session', () => {
    accepts(every, { session: { version: '8d3a7b5601' } })
    refuses(every, { session: { version: '8d3a7b560' } }, 'session.version')
    refuses(every, { session: { id: 'SESSION0002799480514F69145320L2' } }, 'session.id', 'UNSUPPORTED')
    refuses(every, { session: { authenticationLimit: 5 } }, 'session.authenticationLimit', 'UNSUPPORTED')
  })

  it('takes the apiOperation that devices send, in every version', () => {
    for (const apiOperation of ['UPDATE_PAYER_DATA', 'UPDATE_SESSION']) accepts(every, { apiOperation })
    refuses(every, { apiOperation: 'PAY' }, 'apiOperation')
  })

  it('holds the id of the order, which payments have in their path', () => {
    accepts(every, { order: { id: 'o'.repeat(40), amount: '10', currency: 'USD' } })
    refuses(every, { order: { id: 'o'.repeat(41) } }, 'order.id')
    refuses(every, { order: { status: 'CAPTURED' } }, 'order.status', 'UNSUPPORTED')
    refuses(every, { transaction: { id: '1' } }, 'transaction.id', 'UNSUPPORTED')
  })

  it('keeps card number and security code as secrets', () => {
    const card = { number: '5123450000000008', securityCode: '100', expiry: { month: '05', year: '39' } }
    const { sourceOfFunds } = accepts(every, { sourceOfFunds: { type: 'CARD', provided: { card } } }) as {
      sourceOfFunds: { provided: { card: { number: unknown; securityCode: unknown } } }
    }
    const { number, securityCode } = sourceOfFunds.provided.card
    assert.ok(number instanceof Secret && number.kind === 'ACCOUNT')
    assert.ok(securityCode instanceof Secret && securityCode.kind === 'AUTHENTICATION')
    const wrong = { sourceOfFunds: { provided: { card: { number: '5123450000000009' } } } }
    refuses(every, wrong, 'sourceOfFunds.provided.card.number')
  })

  it('takes nothing that a terminal reads', () => {
    for (const name of ['emvRequest', 'p2pe', 'pin', 'track1', 'track2']) {
      const value = name === 'p2pe' || name === 'pin' ? { payload: 'f'.repeat(32) } : 'x'.repeat(20)
      const card = { nameOnCard: 'A', [name]: value }
      refuses(every, { sourceOfFunds: { provided: { card } } }, `sourceOfFunds.provided.card.${name}`, 'UNSUPPORTED')
    }
  })

  it('takes a token, a device and any phone', () => {
    accepts(every, { sourceOfFunds: { token: '9000000000000001' }, device: { ipAddress: '127.0.0.1', browser: 'b' } })
    accepts(every, { customer: { phone: '555 0100' }, shipping: { contact: { mobilePhone: '555 0100' } } })
    accepts([50, 100], { device: { ipAddress: '2001:db8::7334', browser: 'b'.repeat(2048) } })
    refuses(49, { device: { ipAddress: '2001:db8:85a3::7334' } }, 'device.ipAddress')
    accepts(99, { device: { fingerprint: 'f' } })
    refuses(100, { device: { fingerprint: 'f' } }, 'device.fingerprint', 'UNSUPPORTED')
  })

  it('holds payer authentication and agreements from version 50 on', () => {
    const authentication = {
      acceptVersions: '3DS1,3DS2',
      channel: 'PAYER_BROWSER',
      purpose: 'PAYMENT_TRANSACTION',
      redirectResponseUrl: 'https://shop.example/return',
      transactionId: 'T1',
    }
    const details = { '3DSecureChallengeWindowSize': 'FULL_SCREEN', colorDepth: 24 }
    accepts(from50, { authentication, agreement: { id: 'A1' }, device: { browserDetails: details } })
    refuses(below50, { authentication }, 'authentication', 'UNSUPPORTED')
    refuses(below50, { agreement: { id: 'A1' } }, 'agreement', 'UNSUPPORTED')
  })

  it('knows older names up to version 99, at their canonical places', () => {
    const item = { name: 'Tea', quantity: 2, unitPrice: '1.5' }
    const older = {
      action: { bypassMerchantRiskRules: 'ALL' },
      customer: { ipAddress: '127.0.0.1' },
      item: [item],
    }
    assert.deepEqual(accepts([15, 30, 49, 50, 99], older), {
      device: { ipAddress: '127.0.0.1' },
      order: { item: [{ ...item, quantity: '2' }] },
      risk: { bypassMerchantRiskRules: 'ALL' },
    })
    for (const name of ['action', 'item']) refuses(100, { [name]: { x: 'y' } }, name, 'UNSUPPORTED')
    refuses(100, { customer: older.customer }, 'customer.ipAddress', 'UNSUPPORTED')
  })

  it('stores no default, which would overwrite a value of an earlier update', () => {
    const members = { accountFunding: { senderType: 'PERSON' }, currencyConversion: { payerCurrency: 'EUR' } }
    assert.deepEqual(accepts(from50, members), members)
    const conversion = { currencyConversion: { payerCurrency: 'EUR' } }
    assert.deepEqual(accepts(below50, conversion), conversion)
  })

  it('leaves to the payment checks that only a payment can make', () => {
    accepts(every, { order: { amount: '10', currency: 'USD', itemAmount: '1' } })
    accepts(from50, { agreement: { type: 'RECURRING' } })
  })

  it('takes no fields that only pages have', () => {
    refuses(every, { interaction: { operation: 'PURCHASE' } }, 'interaction', 'UNSUPPORTED')
  })
})

describe('the answer about a session', () => {
  const session = { id: 'SESSION0002799480514F69145320L2', updateStatus: 'SUCCESS', version: '8d3a7b5602' }
  const card = {
    brand: 'MASTERCARD',
    expiry: { month: '5', year: '39' },
    fundingMethod: 'CREDIT',
    number: '512345xxxxxx0008',
    scheme: 'MASTERCARD',
    securityCode: 'xxx',
  }
  const sourceOfFunds = { provided: { card }, type: 'CARD' }
  const response = {
    merchant: 'TESTMERCHANT',
    session: { ...session, aes256Key: 'never again', authenticationLimit: 25 },
    sourceOfFunds,
    version: '57',
  }

  it('shows the stored values with the card masked, brand, scheme and funding method, and has no result', () => {
    const shown = { merchant: 'TESTMERCHANT', sourceOfFunds, version: '57' }
    for (const version of [15, 30, 49])
      assert.deepEqual(answers(version, { ...response, result: 'SUCCESS' }), { ...shown, session })
    for (const version of [50, 100])
      assert.deepEqual(answers(version, { ...response, result: 'SUCCESS' }), {
        ...shown,
        session: { ...session, authenticationLimit: 25 },
      })
  })

  it('never shows a security code, whatever the session holds', () => {
    const clear = { provided: { card: { ...card, securityCode: '100' } }, type: 'CARD' }
    for (const version of [15, 50, 100]) assert.equal(faults(version, { ...response, sourceOfFunds: clear }).length, 1)
  })

  it('shows an order without an amount, and both lines of a street in one', () => {
    const held = { ...response, billing: { address: { street: 'A', street2: 'B' } }, order: { id: 'O1' } }
    for (const version of every) {
      const { billing, order } = answers(version, held)
      assert.deepEqual({ billing, order }, { billing: { address: { street: 'A, B' } }, order: { id: 'O1' } })
    }
  })

  it('shows each value once, under the name that the version has for it', () => {
    const held = {
      ...response,
      device: { ipAddress: '127.0.0.1' },
      interaction: { action: { threeDSecure: 'BYPASS' }, returnUrl: 'https://shop.example/' },
      order: { item: [{ name: 'Tea', quantity: '2', unitPrice: '1.5' }] },
      risk: { bypassMerchantRiskRules: 'ALL' },
    }
    const extras = (version: number) => {
      const { merchant: _, session: __, sourceOfFunds: ___, version: ____, ...rest } = answers(version, held)
      return rest
    }
    const item = [{ name: 'Tea', quantity: 2, unitPrice: 1.5 }]
    const page = { action: { '3DSecure': 'BYPASS' }, returnUrl: 'https://shop.example/' }
    assert.deepEqual(extras(15), {
      action: { bypassMerchantRiskRules: 'ALL' },
      customer: { ipAddress: '127.0.0.1' },
      item,
      paymentPage: page,
    })
    const newer = { device: { ipAddress: '127.0.0.1' }, interaction: page, risk: { bypassMerchantRiskRules: 'ALL' } }
    assert.deepEqual(extras(30), { ...newer, transaction: { item } })
    for (const version of [50, 100]) assert.deepEqual(extras(version), { ...newer, order: { item } })
  })

  it('is the same when the session is retrieved, with a result', () => {
    for (const version of [15, 30, 50, 100] as const) {
      const { result, ...retrieved } = retrieveSession.versions[version].response
      assert.deepEqual(result.type.values, ['SUCCESS'])
      assert.deepEqual(retrieved, updateSession.versions[version].response)
    }
  })
})
