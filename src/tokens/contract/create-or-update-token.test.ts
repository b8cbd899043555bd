// Create or Update Token against the documents: what it takes and responses, version by version.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract } from '../../../test/support/checks/contract.ts'
import { Secret } from '../../kernel/secret.ts'
import { createOrUpdateToken } from './create-or-update-token.ts'

const every = [15, 30, 49, 50, 57, 99, 100] as const
const below50 = [15, 30, 49] as const
const below100 = [15, 30, 49, 50, 57, 99] as const
const from50 = [50, 57, 99, 100] as const

const { accepts, refuses, answers, faults, valuesOf } = askContract(createOrUpdateToken, () => ({}))

const number = '5123450000000008'
const expiry = { month: '5', year: '39' }
const card = (members: object) => ({ sourceOfFunds: { type: 'CARD', provided: { card: members } } })
const source = (members: object) => ({ sourceOfFunds: members })
const cardPath = 'sourceOfFunds.provided.card'

describe('Create or Update Token', () => {
  it('needs no field: an update may change one value', () => {
    accepts(every, {})
    accepts(every, card({ expiry }))
  })

  it('takes no apiOperation', () => {
    refuses(every, { apiOperation: 'TOKENIZE' }, 'apiOperation', 'UNSUPPORTED')
  })

  it('takes the kinds of details that can be stored, and no others', () => {
    for (const type of ['ACH', 'CARD', 'GIFT_CARD']) accepts(every, source({ type }))
    for (const type of ['EBT_CARD', 'PROVIDER_B', 'PROVIDER_C', 'SCHEME_TOKEN', 'SEPA', 'card'])
      refuses(every, source({ type }), 'sourceOfFunds.type')
    refuses(every, source({ token: '9000000000000000' }), 'sourceOfFunds.token', 'UNSUPPORTED')
    refuses(
      every,
      source({ provided: { providerB: { bankIdentifier: '12345678' } } }),
      'sourceOfFunds.provided.providerB',
      'UNSUPPORTED',
    )
  })

  it('takes of a card the stored fields, the name, a security code and the values of a device', () => {
    accepts(
      every,
      card({ expiry, localBrand: 'ELO', nameOnCard: 'A', number, scheme: 'MASTERCARD', securityCode: '100' }),
    )
    for (const name of ['brand', 'fundingMethod', 'sequenceNumber', 'storedOnFile', 'track2'])
      refuses(every, card({ [name]: 'x' }), `${cardPath}.${name}`, 'UNSUPPORTED')
    refuses(every, card({ localBrand: 'EL' }), `${cardPath}.localBrand`)
    refuses(every, card({ localBrand: 'L'.repeat(51) }), `${cardPath}.localBrand`)
    refuses(every, card({ number: '5123450000000009' }), `${cardPath}.number`)
    refuses(every, card({ expiry: { month: '5' } }), `${cardPath}.expiry.year`, 'MISSING')
    refuses(every, card({ expiry: '0539' }), `${cardPath}.expiry`)
    refuses(every, card({ scheme: 'MAESTRO' }), `${cardPath}.scheme`)
  })

  it('reads the cryptogram of a device at its canonical place, as a secret', () => {
    const devicePayment = {
      '3DSecure': { eciIndicator: '7', onlinePaymentCryptogram: 'AAAA' },
      cryptogramFormat: '3DSECURE',
    }
    const { sourceOfFunds } = accepts(100, card({ devicePayment, number, expiry })) as {
      sourceOfFunds: { provided: { card: { devicePayment: { threeDSecure: { onlinePaymentCryptogram: unknown } } } } }
    }
    const { onlinePaymentCryptogram } = sourceOfFunds.provided.card.devicePayment.threeDSecure
    assert.ok(onlinePaymentCryptogram instanceof Secret && onlinePaymentCryptogram.kind === 'AUTHENTICATION')
    refuses(
      100,
      card({ devicePayment: { '3DSecure': { eciIndicator: '777' } } }),
      `${cardPath}.devicePayment.3DSecure.eciIndicator`,
    )
  })

  it('checks and drops values that only the gateway sets', () => {
    const members = {
      status: 'VALID',
      usage: { lastUpdated: { merchantId: 'TESTMERCHANT' }, lastUsedTime: '2026-11-15T01:40:00.000Z' },
    }
    assert.deepEqual(accepts(100, members), {})
    refuses(100, { status: 'EXPIRED' }, 'status')
    refuses(100, { usage: { lastUsedTime: 'yesterday' } }, 'usage.lastUsedTime')
    refuses(below100, { status: 'VALID' }, 'status', 'UNSUPPORTED')
    refuses(below100, { usage: members.usage }, 'usage', 'UNSUPPORTED')
    assert.deepEqual(accepts(100, card({ number, scheme: 'VISA' })), accepts(100, card({ number })))
  })

  it('reads phones as Telephone Numbers in version 100 only', () => {
    const local = '555 0100'
    accepts(below100, { customer: { phone: local, mobilePhone: local }, shipping: { contact: { phone: local } } })
    refuses(100, { customer: { phone: local } }, 'customer.phone')
    refuses(100, { customer: { mobilePhone: local } }, 'customer.mobilePhone')
    refuses(100, { shipping: { contact: { mobilePhone: local } } }, 'shipping.contact.mobilePhone')
    accepts(100, { customer: { phone: '+1 555 0100', taxRegistrationId: 't'.repeat(30) } })
    refuses(every, { customer: { taxRegistrationId: 't'.repeat(31) } }, 'customer.taxRegistrationId')
    refuses(every, { customer: { middleName: 'M' } }, 'customer.middleName', 'UNSUPPORTED')
  })

  it('takes an IPv6 address of the device, and nothing else of it', () => {
    accepts(every, { device: { ipAddress: '2001:0db8:85a3:0000:0000:8a2e:0370:7334' } })
    refuses(every, { device: { ipAddress: '1'.repeat(46) } }, 'device.ipAddress')
    refuses(every, { device: { ipAddress: '1.1.1.' } }, 'device.ipAddress')
    refuses(every, { device: { browser: 'b' } }, 'device.browser', 'UNSUPPORTED')
  })

  it('takes of shipping only what the specification lists', () => {
    const address = { city: 'C', country: 'AUS', postcodeZip: '1', stateProvince: 'S', street: 'S', street2: 'S' }
    accepts(every, { shipping: { address, contact: { email: 'a@b.io' } } })
    for (const name of ['company', 'sameAsBilling', 'source', 'stateProvinceCode'])
      refuses(every, { shipping: { address: { [name]: 'x' } } }, `shipping.address.${name}`, 'UNSUPPORTED')
    refuses(every, { shipping: { method: 'GROUND' } }, 'shipping.method', 'UNSUPPORTED')
    accepts(every, { billing: { address: { ...address, company: 'C', stateProvinceCode: 'NSW' } } })
  })

  it("has a character set of its own for a sub-merchant's identifier", () => {
    const sub = (identifier: string) => ({ subMerchant: { identifier } })
    accepts(from50, sub('Shop-1_& +!$.'))
    accepts(from50, sub('s'.repeat(100)))
    refuses(from50, sub('s'.repeat(101)), 'subMerchant.identifier')
    refuses(from50, sub('Shop#1'), 'subMerchant.identifier')
    refuses(below50, sub('Shop'), 'subMerchant', 'UNSUPPORTED')
  })

  it('takes reference order and provisioning from version 50 on', () => {
    accepts(from50, { referenceOrderId: 'o'.repeat(40), schemeTokenProvisioningMode: 'ATTEMPT_SYNCHRONOUS' })
    refuses(from50, { referenceOrderId: 'o'.repeat(41) }, 'referenceOrderId')
    refuses(from50, { schemeTokenProvisioningMode: 'LATER' }, 'schemeTokenProvisioningMode')
    refuses(below50, { referenceOrderId: 'o' }, 'referenceOrderId', 'UNSUPPORTED')
    const pushed = (type?: string) => source({ type, schemeTokenProvisioningIdentifier: 'p'.repeat(64) })
    accepts(from50, pushed('CARD'))
    refuses(from50, pushed('GIFT_CARD'), 'sourceOfFunds.type')
    refuses(from50, pushed(), 'sourceOfFunds.type', 'MISSING')
    refuses(
      from50,
      source({ type: 'CARD', schemeTokenProvisioningIdentifier: 'p'.repeat(65) }),
      'sourceOfFunds.schemeTokenProvisioningIdentifier',
    )
    refuses(from50, { referenceOrderId: 'o', ...card({ number }) }, cardPath)
  })

  it('needs an expiry date for BASIC and a currency for ACQUIRER', () => {
    refuses(every, { verificationStrategy: 'BASIC', ...card({ number }) }, `${cardPath}.expiry.month`, 'MISSING')
    accepts(every, { verificationStrategy: 'BASIC', ...card({ number, expiry }) })
    const acquirer = { verificationStrategy: 'ACQUIRER', ...card({ number, expiry }) }
    refuses(every, acquirer, 'transaction.currency', 'MISSING')
    accepts(every, { ...acquirer, transaction: { currency: 'USD' } })
    accepts(every, { ...acquirer, order: { currency: 'USD' } })
    refuses(every, { ...acquirer, order: { currency: 'QQQ' } }, 'order.currency')
    refuses(every, { transaction: { currency: 'USD', amount: '1' } }, 'transaction.amount', 'UNSUPPORTED')
    accepts(every, { verificationStrategy: 'ACCOUNT_UPDATER', ...card({ number }) })
    refuses(every, { verificationStrategy: 'FULL' }, 'verificationStrategy')
  })

  it('needs a Canadian bank account whole, and of provider A an agreement', () => {
    const account = {
      accountType: 'CONSUMER_SAVINGS',
      bankAccountHolder: 'A',
      bankAccountNumber: '1234567',
      financialInstitutionNumber: '123',
      transitNumber: '12345',
    }
    const type = 'DIRECT_DEBIT_CANADA'
    const path = 'sourceOfFunds.provided.directDebitCanada'
    accepts(every, source({ type, provided: { directDebitCanada: account } }))
    for (const missing of Object.keys(account))
      refuses(
        every,
        source({ type, provided: { directDebitCanada: { ...account, [missing]: null } } }),
        `${path}.${missing}`,
        'MISSING',
      )
    refuses(every, source({ type }), `${path}.accountType`, 'MISSING')
    const agreement = 'sourceOfFunds.provided.providerA.billingAgreement.id'
    const providerA = (members: object) => source({ type: 'PROVIDER_A', provided: { providerA: members } })
    refuses(every, providerA({ payerId: 'P' }), agreement, 'MISSING')
    accepts(every, providerA({ payerId: 'P', billingAgreement: { id: 'B-1', cardinality: 'SINGLE' } }))
  })

  it('lets a session complete what is missing', () => {
    const session = { id: 'SESSION0002799480514F69145320L2', version: '8d3a7b5601' }
    for (const verificationStrategy of ['BASIC', 'ACQUIRER']) accepts(every, { session, verificationStrategy })
    accepts(every, { session, ...source({ type: 'DIRECT_DEBIT_CANADA' }) })
    refuses(every, { session: { id: 'SESSION' } }, 'session.id')
  })

  it('takes the token in the body too', () => {
    accepts(every, { token: 't'.repeat(40) })
    refuses(every, { token: 't'.repeat(41) }, 'token')
    refuses(every, { token: 'a-b' }, 'token')
  })
})

describe('the answer about a token', () => {
  const response = {
    correlationId: 'c',
    merchant: 'TESTMERCHANT',
    replacementToken: '9111',
    repositoryId: '1000000000000002',
    response: { gatewayCode: 'BASIC_VERIFICATION_SUCCESSFUL' },
    result: 'SUCCESS',
    schemeToken: { number: '512345xxxxxx0008', status: 'ACTIVE' },
    sourceOfFunds: {
      type: 'CARD',
      provided: {
        card: { brand: 'MASTERCARD', expiry, nameOnCard: 'A', number: '512345xxxxxx0008', scheme: 'MASTERCARD' },
      },
    },
    status: 'VALID',
    token: '9000000000000001',
    usage: {
      lastUpdated: { merchantId: 'TESTMERCHANT', source: 'CLIENT', time: '2026-11-15T01:40:00.000Z' },
      lastUsedTime: '2026-11-15T01:41:00.000Z',
    },
    verificationStrategy: 'BASIC',
    version: '100',
  }

  it('has one text for the expiry and flat usage up to version 99', () => {
    const { replacementToken: _, schemeToken: __, version: ___, ...shown } = response
    for (const version of [15, 57, 99])
      assert.deepEqual(answers(version, response), {
        ...shown,
        sourceOfFunds: {
          type: 'CARD',
          provided: { card: { ...response.sourceOfFunds.provided.card, expiry: '0539' } },
        },
        usage: {
          lastUpdated: '2026-11-15T01:40:00.000Z',
          lastUpdatedBy: 'TESTMERCHANT',
          lastUsed: '2026-11-15T01:41:00.000Z',
        },
      })
  })

  it('has groups for both, the scheme token and no name from version 100 on', () => {
    const { version: _, ...shown } = response
    const { nameOnCard: __, ...shownCard } = response.sourceOfFunds.provided.card
    assert.deepEqual(answers(100, response), {
      ...shown,
      sourceOfFunds: { type: 'CARD', provided: { card: shownCard } },
    })
  })

  it('always has status and repository, also when nothing was stored', () => {
    const declined = {
      merchant: 'TESTMERCHANT',
      repositoryId: '1',
      response: { gatewayCode: 'EXTERNAL_VERIFICATION_DECLINED_EXPIRED_CARD' },
      result: 'FAILURE',
      status: 'INVALID',
    }
    for (const version of [15, 100]) {
      assert.deepEqual(answers(version, declined), declined)
      for (const member of Object.keys(declined))
        assert.equal(faults(version, { ...declined, [member]: undefined }).length, 1, member)
    }
    assert.deepEqual(valuesOf(100, 'status'), ['INVALID', 'VALID'])
    assert.equal(valuesOf(57, 'response.gatewayCode')?.length, 9)
  })
})
