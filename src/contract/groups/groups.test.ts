// The tables against the documents: the rows that are easy to get wrong.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import { retrieveOrder } from '../../payments/contract/retrieve-order.ts'
import { retrieveTransaction } from '../../payments/contract/retrieve-transaction.ts'
import { verify } from '../../payments/contract/verify.ts'
import { catalogue, findOperation } from '../../requests/catalogue.ts'
import { isJsonObject, parseJson } from '../json/json.ts'
import { contractFor } from '../operation.ts'
import { compileReader } from '../read.ts'
import type { CanonicalObject, Row, Rows } from '../row.ts'
import { compileWriter as compileTextWriter } from '../write.ts'
import { nearestGatewayCode15 } from './values.ts'

/** What a program reads of a response. */
const compileWriter = (rows: Rows) => {
  const write = compileTextWriter(rows)
  return (response: object) => JSON.parse(write(response)) as Record<string, unknown>
}

const verifyVersions = [33, 50, 100] as const

function readVerify(version: number, members: object) {
  const json = parseJson(JSON.stringify({ apiOperation: 'VERIFY', order: { currency: 'USD' }, ...members }))
  assert.ok(isJsonObject(json))
  return compileReader(contractFor(verify, version).request)(json)
}

function accepts(version: number, members: object): CanonicalObject {
  const read = readVerify(version, members)
  assert.ok(!isRejection(read), `version ${version} refuses ${JSON.stringify(read)}`)
  return read
}

function refuses(version: number, members: object, field: string, validationType = 'INVALID') {
  const read = readVerify(version, members)
  assert.ok(isRejection(read), `version ${version} accepts ${JSON.stringify(members)}`)
  assert.deepEqual({ field: read.field, validationType: read.validationType }, { field, validationType })
}

/** The accepted longest and the refused next one. */
function holdsAtMost(version: number, max: number, nest: (text: string) => object, field: string) {
  accepts(version, nest('a'.repeat(max)))
  refuses(version, nest('a'.repeat(max + 1)), field)
}

function* fieldsOf(rows: Rows, prefix = ''): Iterable<{ path: string; row: Row }> {
  for (const [name, row] of Object.entries(rows)) {
    const path = prefix + name
    yield { path, row }
    if (row.kind === 'GROUP') yield* fieldsOf(row.rows, `${path}.`)
    if (row.kind === 'LIST' && row.item.kind === 'GROUP') yield* fieldsOf(row.item.rows, `${path}[n].`)
  }
}

function valuesAt(rows: Rows, path: string): readonly string[] | undefined {
  const found = [...fieldsOf(rows)].find((field) => field.path === path)
  assert.ok(found && found.row.kind === 'FIELD', `${path} is not there`)
  return found.row.type.values
}

const words = (text: string) => text.trim().split(/[\s,]+/)

describe('every table', () => {
  it('lists its rows in alphabetical order, which is the order errors are reported in', () => {
    for (const { name, versions } of catalogue) {
      for (const [version, { request, response }] of Object.entries(versions)) {
        for (const rows of [request, response]) {
          assert.deepEqual(Object.keys(rows), Object.keys(rows).toSorted(), `${name} ${version}`)
          for (const { path, row } of fieldsOf(rows)) {
            const inner = row.kind === 'GROUP' ? row : row.kind === 'LIST' ? row.item : undefined
            if (inner?.kind !== 'GROUP') continue
            assert.deepEqual(Object.keys(inner.rows), Object.keys(inner.rows).toSorted(), `${name} ${version} ${path}`)
          }
        }
      }
    }
  })

  it('is found by the name of its operation', () => {
    assert.equal(findOperation('VERIFY'), verify)
    assert.equal(findOperation('REFUSE'), undefined)
  })
})

describe('Verify by version', () => {
  it('needs nothing but its name and the currency', () => {
    for (const version of verifyVersions) accepts(version, {})
    refuses(33, { order: undefined }, 'order.currency', 'MISSING')
    refuses(100, { order: { amount: '1' } }, 'order.currency', 'MISSING')
    refuses(100, { apiOperation: 'PAY' }, 'apiOperation')
  })

  it('takes agreement, account funding and airline data from version 50 on, and 33 refuses them', () => {
    for (const [group, members] of Object.entries({
      agreement: { id: 'A1' },
      accountFunding: { purpose: 'PAYROLL' },
      airline: { planNumber: 'A1' },
    })) {
      refuses(33, { [group]: members }, group, 'UNSUPPORTED')
      accepts(50, { [group]: members })
      accepts(100, { [group]: members })
    }
  })

  it('takes payment plan constraints and currency conversion up to version 99', () => {
    const members = {
      constraints: { paymentPlans: { supported: [] } },
      currencyConversion: { uptake: 'DECLINED' },
    }
    accepts(33, members)
    accepts(50, members)
    refuses(100, { constraints: members.constraints }, 'constraints', 'UNSUPPORTED')
    refuses(100, { currencyConversion: members.currencyConversion }, 'currencyConversion', 'UNSUPPORTED')
  })

  it('takes terminal, risk, session, shipping and user in every version', () => {
    for (const version of verifyVersions) {
      accepts(version, {
        partnerSolutionId: 'S1',
        paymentPlan: { planId: 'P1' },
        posTerminal: { lane: '12345678' },
        responseControls: { sensitiveData: 'UNMASK' },
        risk: { bypassMerchantRiskRules: 'ALL' },
        session: { id: 'S'.repeat(31), version: '0123456789' },
        shipping: { address: { sameAsBilling: 'SAME', source: 'NEW_ADDRESS', stateProvinceCode: 'CA' } },
        transaction: { acquirer: { customData: 'x' }, merchantNote: 'n', reference: 'r', source: 'INTERNET' },
        userId: 'u',
      })
    }
  })

  it('reads phones as Telephone Numbers in version 100 only', () => {
    const local = '555 0100'
    for (const version of [33, 50]) accepts(version, { customer: { phone: local, mobilePhone: local } })
    refuses(100, { customer: { phone: local } }, 'customer.phone')
    refuses(100, { customer: { mobilePhone: local } }, 'customer.mobilePhone')
    refuses(100, { shipping: { contact: { phone: local } } }, 'shipping.contact.phone')
    accepts(100, { customer: { phone: '+1 555 0100' }, shipping: { contact: { mobilePhone: '+44 20 7946 0000' } } })
  })

  it('knows a device fingerprint below version 100 only, and keeps the old bounds of the device', () => {
    accepts(33, { device: { fingerprint: 'f'.repeat(4000) } })
    refuses(100, { device: { fingerprint: 'f' } }, 'device.fingerprint', 'UNSUPPORTED')
    for (const version of verifyVersions) {
      holdsAtMost(version, 255, (browser) => ({ device: { browser } }), 'device.browser')
      holdsAtMost(version, 15, (ipAddress) => ({ device: { ipAddress } }), 'device.ipAddress')
      refuses(version, { device: { ipAddress: '1.1.1.' } }, 'device.ipAddress')
    }
  })

  it('lists the values of a terminal version by version', () => {
    const older = { cardholderActivated: 'SELF_SERVICE_TERMINAL', location: 'ON_CARD_ACCEPTOR_PREMISES' }
    const newer = { cardholderActivated: 'MPOS_ACCEPTANCE_DEVICE', location: 'PAYER_TERMINAL_ON_PREMISES' }
    for (const version of [33, 50]) {
      accepts(version, { posTerminal: older })
      refuses(version, { posTerminal: { location: newer.location } }, 'posTerminal.location')
      refuses(
        version,
        { posTerminal: { cardholderActivated: 'ELECTRONIC_COMMERCE' } },
        'posTerminal.cardholderActivated',
      )
      refuses(version, { posTerminal: { inputCapability: 'BARCODE' } }, 'posTerminal.inputCapability')
      refuses(
        version,
        { posTerminal: { mobile: { cardInputDevice: 'BUILT_IN' } } },
        'posTerminal.mobile',
        'UNSUPPORTED',
      )
    }
    refuses(33, { posTerminal: { attended: 'SEMI_ATTENDED' } }, 'posTerminal.attended')
    accepts(100, { posTerminal: { ...newer, inputCapability: 'BARCODE', mobile: { cardInputDevice: 'BUILT_IN' } } })
    refuses(100, { posTerminal: { location: older.location } }, 'posTerminal.location')
    const { request } = contractFor(verify, 100)
    assert.equal(valuesAt(request, 'posTerminal.cardholderActivated')?.length, 8)
    assert.equal(valuesAt(request, 'posTerminal.inputCapability')?.length, 13)
    assert.equal(valuesAt(contractFor(verify, 33).request, 'posTerminal.inputCapability')?.length, 8)
  })

  it('widens airline data in version 100 as the specification says', () => {
    const leg = (members: object) => ({ airline: { itinerary: { leg: [members] } } })
    const issue = (members: object) => ({ airline: { ticket: { issue: members } } })
    refuses(50, leg({ fareBasis: 'A B' }), 'airline.itinerary.leg[0].fareBasis')
    accepts(100, leg({ fareBasis: 'A B', destinationArrivalDate: '2026-02-28' }))
    refuses(50, issue({ city: 'São Paulo' }), 'airline.ticket.issue.city')
    accepts(100, issue({ city: 'São Paulo', travelAgentName: "O'Neil & Co. (a/b\\c), x-y" }))
    refuses(50, issue({ travelAgentName: 'A B' }), 'airline.ticket.issue.travelAgentName')
    accepts(100, { airline: { ticket: { taxOrFee: [{ amount: '1', type: 'XF1' }] } } })
    refuses(50, { airline: { ticket: { taxOrFee: [] } } }, 'airline.ticket.taxOrFee', 'UNSUPPORTED')
    const customerReference = { airline: { ticket: { customerReference: 'c' } } }
    refuses(100, customerReference, 'airline.ticket.customerReference', 'UNSUPPORTED')
    for (const code of ['QF', '081', 'QF/081']) accepts(100, leg({ carrierCode: code }))
    for (const code of ['Q', 'QFA', 'QF/81'])
      refuses(100, leg({ carrierCode: code }), 'airline.itinerary.leg[0].carrierCode')
    assert.equal(valuesAt(contractFor(verify, 100).request, 'airline.documentType')?.length, 52)
  })

  it('asks a sub-merchant for its identifier and name in version 100 only', () => {
    const sub = (subMerchant: object) => ({ order: { currency: 'USD', subMerchant } })
    accepts(33, sub({ tradingName: 'T' }))
    accepts(50, sub({ websiteUrl: 'http://shop.example' }))
    refuses(33, sub({ marketplaceId: '1' }), 'order.subMerchant.marketplaceId', 'UNSUPPORTED')
    refuses(100, sub({ tradingName: 'T' }), 'order.subMerchant.identifier', 'MISSING')
    accepts(100, sub({ identifier: 'I', tradingName: 'T'.repeat(100), bankIndustryCode: '1234' }))
    refuses(
      100,
      sub({ identifier: 'I', tradingName: 'T', bankIndustryCode: '123' }),
      'order.subMerchant.bankIndustryCode',
    )
  })

  it('takes sub-totals and statement details from 30 on, line items below the order, the net amount in 100 only', () => {
    const order = (members: object) => ({ order: { currency: 'USD', ...members } })
    for (const version of verifyVersions)
      accepts(version, order({ itemAmount: '1', productSKU: 'P', recurringPaymentAgreement: 'R1' }))
    for (const version of verifyVersions)
      accepts(version, order({ gratuityAmount: '1', tax: [{ amount: '1', rate: '7.5' }] }))
    accepts(33, order({ item: [{ name: 'a', quantity: 1, unitPrice: '1' }] }))
    accepts(50, order({ gratuityAmount: '1', item: [{ name: 'a', quantity: 1, unitPrice: '-1.005' }] }))
    refuses(50, order({ netAmount: '1' }), 'order.netAmount', 'UNSUPPORTED')
    accepts(100, order({ netAmount: '1' }))
    refuses(100, order({ surchargeAmount: '1' }), 'order.surchargeAmount', 'UNSUPPORTED')
    assert.deepEqual(accepts(50, order({ amount: '3', surchargeAmount: '1' }))['order'], {
      merchantCharge: { amount: '1' },
      amount: '3',
      currency: 'USD',
    })
  })
})

describe('bounds', () => {
  it('of an address', () => {
    const billing = (address: object) => ({ billing: { address } })
    holdsAtMost(33, 3, (stateProvinceCode) => billing({ stateProvinceCode }), 'billing.address.stateProvinceCode')
    holdsAtMost(33, 20, (stateProvince) => billing({ stateProvince }), 'billing.address.stateProvince')
    accepts(33, billing({ postcodeZip: 'AB1 2-CD', country: 'GBR', street2: 'second line' }))
    refuses(33, billing({ postcodeZip: 'AB1_2' }), 'billing.address.postcodeZip')
    refuses(33, billing({ country: 'GB' }), 'billing.address.country')
    refuses(33, billing({ source: 'NEW_ADDRESS' }), 'billing.address.source', 'UNSUPPORTED')
  })

  it('of a card', () => {
    const card = (members: object) => ({ sourceOfFunds: { type: 'CARD', provided: { card: members } } })
    const path = 'sourceOfFunds.provided.card'
    refuses(33, card({ expiry: { month: '5' } }), `${path}.expiry.year`, 'MISSING')
    refuses(33, card({ expiry: { month: '13', year: '39' } }), `${path}.expiry.month`)
    refuses(33, card({ number: '12345678' }), `${path}.number`)
    refuses(33, card({ number: '512345xxxxxx0008' }), `${path}.number`)
    refuses(100, card({ securityCode: '12' }), `${path}.securityCode`)
    refuses(100, card({ sequenceNumber: '1' }), `${path}.sequenceNumber`)
    refuses(33, card({ localBrand: 'XY' }), `${path}.localBrand`)
    refuses(33, card({ storedOnFile: 'STORED' }), `${path}.storedOnFile`, 'UNSUPPORTED')
    accepts(50, card({ storedOnFile: 'STORED', sequenceNumber: '001', brand: 'MAESTRO', scheme: 'MASTERCARD' }))
  })

  it('of bank accounts', () => {
    const provided = (members: object) => ({ sourceOfFunds: { provided: members } })
    refuses(33, provided({ ach: { routingNumber: '12345678' } }), 'sourceOfFunds.provided.ach.routingNumber')
    accepts(33, provided({ ach: { bankAccountNumber: '12-3/4 5', secCode: 'WEB' } }))
    const canadian = {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'A',
      bankAccountNumber: '1234567',
      financialInstitutionNumber: '123',
      transitNumber: '12345',
    }
    accepts(100, provided({ directDebitCanada: canadian }))
    const path = 'sourceOfFunds.provided.directDebitCanada'
    refuses(
      100,
      provided({ directDebitCanada: { ...canadian, transitNumber: undefined } }),
      `${path}.transitNumber`,
      'MISSING',
    )
    refuses(
      100,
      provided({ directDebitCanada: { ...canadian, bankAccountNumber: '123456' } }),
      `${path}.bankAccountNumber`,
    )
  })

  it('of custom fields: names below 100 characters, 50 of them, 4 kB of risk values', () => {
    const order = (custom: object) => ({ order: { currency: 'USD', custom } })
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 'v']))
    accepts(33, order({ ['n'.repeat(99)]: 'v'.repeat(250) }))
    refuses(33, order({ ['n'.repeat(100)]: 'v' }), `order.custom.${'n'.repeat(100)}`)
    refuses(33, order({ n: 'v'.repeat(251) }), 'order.custom.n')
    accepts(33, order(named(50)))
    refuses(33, order(named(51)), 'order.custom')
    accepts(33, { risk: { custom: { ['n'.repeat(100)]: 'v'.repeat(4096) } } })
    refuses(33, { risk: { custom: { a: 'v'.repeat(2048), b: 'v'.repeat(2049) } } }, 'risk.custom')
  })

  it('of a payment recipient: all four members or none', () => {
    const recipient = { accountIdentifier: '1', dateOfBirth: '2000-02-29', lastName: 'L', postcodeZip: 'P' }
    accepts(33, { risk: { paymentRecipient: recipient } })
    for (const missing of Object.keys(recipient)) {
      const path = `risk.paymentRecipient.${missing}`
      refuses(33, { risk: { paymentRecipient: { ...recipient, [missing]: undefined } } }, path, 'MISSING')
    }
  })

  it('of the session id, and none for the correlation id', () => {
    refuses(33, { session: { id: 'S'.repeat(30) } }, 'session.id')
    refuses(33, { session: { id: 'S'.repeat(36) } }, 'session.id')
    refuses(33, { session: { version: '123456789' } }, 'session.version')
    const correlationId = 'c'.repeat(1000)
    assert.equal(accepts(33, { correlationId })['correlationId'], correlationId)
  })

  it('of currency conversion', () => {
    const conversion = (members: object) => ({ currencyConversion: members })
    accepts(33, conversion({ payerExchangeRate: '1.123456789012', marginPercentage: '3.12345' }))
    refuses(33, conversion({ payerExchangeRate: '1.1234567890123' }), 'currencyConversion.payerExchangeRate')
    refuses(33, conversion({ marginPercentage: '3.123456' }), 'currencyConversion.marginPercentage')
    refuses(33, conversion({ baseAmount: '1' }), 'currencyConversion.baseAmount', 'UNSUPPORTED')
    refuses(33, conversion({ requestId: '1' }), 'currencyConversion.requestId', 'UNSUPPORTED')
    accepts(50, conversion({ requestId: '1' }))
  })
})

describe('values', () => {
  const specified = words(`ABORTED ACQUIRER_SYSTEM_ERROR APPROVED APPROVED_PENDING_SETTLEMENT AUTHENTICATION_FAILED
    BLOCKED CANCELLED DECLINED DECLINED_AVS DECLINED_AVS_CSC DECLINED_CSC DECLINED_DO_NOT_CONTACT DECLINED_PAYMENT_PLAN
    DEFERRED_TRANSACTION_RECEIVED DUPLICATE_BATCH EXCEEDED_RETRY_LIMIT EXPIRED_CARD INSUFFICIENT_FUNDS INVALID_CSC
    LOCK_FAILURE NOT_ENROLLED_3D_SECURE NOT_SUPPORTED PARTIALLY_APPROVED PENDING REFERRED SYSTEM_ERROR TIMED_OUT UNKNOWN
    UNSPECIFIED_FAILURE`)
  const newest = words(`APPROVED_AUTO AUTHENTICATION_IN_PROGRESS BALANCE_AVAILABLE BALANCE_UNKNOWN NO_BALANCE
    DECLINED_INVALID_PIN DECLINED_PIN_REQUIRED SUBMITTED`)
  const path = 'response.gatewayCode'

  it('of the gateway code are exactly those of the version', () => {
    assert.deepEqual(valuesAt(contractFor(verify, 33).response, path), specified)
    assert.deepEqual(valuesAt(contractFor(verify, 50).response, path), specified)
    assert.deepEqual(valuesAt(contractFor(verify, 100).response, path), [...specified, ...newest].toSorted())
    assert.deepEqual(Object.keys(gatewayCodes).toSorted(), [...specified, ...newest].toSorted())
  })

  it('of the gateway code include SUBMITTED wherever a browser payment may be retrieved', () => {
    assert.deepEqual(valuesAt(contractFor(retrieveTransaction, 15).response, path), [...specified, 'SUBMITTED'])
    assert.deepEqual(valuesAt(contractFor(retrieveTransaction, 38).response, path), [...specified, 'SUBMITTED'])
    const from50 = [...specified, 'SUBMITTED', 'AUTHENTICATION_IN_PROGRESS']
    assert.deepEqual(valuesAt(contractFor(retrieveTransaction, 50).response, path), from50)
    assert.deepEqual(valuesAt(contractFor(retrieveOrder, 50).response, `transaction[n].${path}`), from50)
  })

  it('that replace an unlisted gateway code never turn success into failure', () => {
    for (const [code, shown] of Object.entries(nearestGatewayCode15)) {
      const { result, isOpen } = gatewayCodes[code as GatewayCode]
      const shownResult = gatewayCodes[shown].result
      assert.equal(shownResult, isOpen ? 'PENDING' : result, code)
    }
  })

  it('of the entry point are those of Verify 33', () => {
    const values = words('AUTO, BATCH, CHECKOUT, MERCHANT_ADMINISTRATION, THREE_PARTY, TWO_PARTY, WEB_SERVICES_API')
    assert.deepEqual(valuesAt(contractFor(verify, 33).response, 'gatewayEntryPoint'), values)
    assert.equal(valuesAt(contractFor(retrieveTransaction, 29).response, 'gatewayEntryPoint')?.length, 9)
    const write = compileWriter(contractFor(verify, 33).response)
    assert.equal(write({ gatewayEntryPoint: 'HOSTED_PAGE' })['gatewayEntryPoint'], 'CHECKOUT')
  })

  it('of the transaction type are ten, then eleven with payer authentication, then fifteen', () => {
    const counts = [33, 50, 100].map(
      (version) => valuesAt(contractFor(verify, version).response, 'transaction.type')?.length,
    )
    assert.deepEqual(counts, [10, 11, 15])
    const write = compileWriter(contractFor(retrieveTransaction, 50).response)
    const written = write({ transaction: { id: '1', type: 'REFUND_REQUEST' } })['transaction']
    assert.deepEqual(written, { frequency: 'SINGLE', id: '1', type: 'REFUND' })
    const unlisted = write({ transaction: { id: '1', type: 'CHARGEBACK' } })['transaction']
    assert.deepEqual(unlisted, { frequency: 'SINGLE', id: '1' })
  })

  it('of the order status that came with payer authentication are unknown below version 50', () => {
    const older = valuesAt(contractFor(verify, 33).response, 'order.status') ?? []
    assert.equal(older.length, 11)
    assert.ok(older.includes('REFUND_REQUESTED') && older.includes('FAILED') && !older.includes('DISPUTED'))
    assert.equal(valuesAt(contractFor(verify, 50).response, 'order.status')?.length, 18)
  })
})

describe('answers', () => {
  const alwaysIn = (rows: Rows) =>
    [...fieldsOf(rows)]
      .filter(({ row }) => row.kind === 'FIELD' && row.response === 'ALWAYS PROVIDED')
      .map(({ path }) => path)

  it('of Verify 33 always provide what the specification says', () => {
    assert.deepEqual(
      alwaysIn(contractFor(verify, 33).response),
      words(`3DSecure.enrollmentStatus browserPayment.interaction.status currencyConversion.uptake merchant order.amount
        order.totalAuthorizedAmount order.totalCapturedAmount order.totalRefundedAmount response.gatewayCode result
        sourceOfFunds.provided.card.expiry.month sourceOfFunds.provided.card.expiry.year
        transaction.acquirer.id transaction.amount transaction.currency transaction.id
        transaction.item[n].name transaction.item[n].quantity transaction.item[n].unitPrice transaction.type`),
    )
  })

  it('of Retrieve Order always provide what identifies the order and its totals', () => {
    const own = (version: number) =>
      alwaysIn(contractFor(retrieveOrder, version).response).filter((path) => !/[.[]/.test(path))
    const older = words(
      'amount currency id merchant result totalAuthorizedAmount totalCapturedAmount totalRefundedAmount',
    )
    const newer = words('creationTime lastUpdatedTime merchantAmount merchantCurrency totalDisbursedAmount')
    assert.deepEqual(own(15), older)
    for (const version of [50, 100]) assert.deepEqual(own(version), [...older, ...newer].toSorted())
  })

  it('have NOT_REQUIRED for a conversion that was not offered, where the version has conversions', () => {
    const conversion = (version: number) =>
      compileWriter(contractFor(verify, version).response)({})['currencyConversion']
    assert.deepEqual(conversion(33), { uptake: 'NOT_REQUIRED' })
    assert.deepEqual(conversion(50), { uptake: 'NOT_REQUIRED' })
    assert.equal(conversion(100), undefined)
  })

  it('repeat the risk verdict below response in versions up to 29', () => {
    const response = { risk: { response: { gatewayCode: 'ACCEPTED' } }, response: { gatewayCode: 'APPROVED' } }
    const responseIn = (version: number) =>
      compileWriter(contractFor(retrieveTransaction, version).response)(response)['response']
    assert.deepEqual(responseIn(29), { gatewayCode: 'APPROVED', risk: { gatewayCode: 'ACCEPTED' } })
    assert.deepEqual(responseIn(30), { gatewayCode: 'APPROVED' })
  })

  it('show no second street line of billing, shipping and sub-merchant, and nothing that authenticates the payer but a masked gift card PIN', () => {
    for (const { name, versions } of catalogue) {
      for (const { response } of Object.values(versions)) {
        for (const { path, row } of fieldsOf(response)) {
          if (path.endsWith('street2')) assert.match(path, /accountFunding|posTerminal|statementDescriptor/)
          if (row.kind === 'FIELD' && row.secret && !row.secret.endsWith('ACCOUNT'))
            assert.match(path, /giftCard\.pin$/, name)
        }
      }
    }
  })

  it('keep the provider A operation in its group up to version 30, and show no such group for other providers', () => {
    const interaction = { status: 'INITIATED' }
    const shown = (version: number, members: object) =>
      compileWriter(contractFor(retrieveTransaction, version).response)({
        browserPayment: { operation: 'PAY', interaction, ...members },
      })['browserPayment']
    const providerA = { displayShippingAddress: true }
    assert.deepEqual(shown(30, { providerA }), { interaction, providerA: { ...providerA, operation: 'PAY' } })
    assert.deepEqual(shown(31, { providerA }), { interaction, operation: 'PAY', providerA })
    assert.deepEqual(shown(30, {}), { interaction })
    assert.deepEqual(shown(31, {}), { interaction, operation: 'PAY' })
  })
})

describe('canonical places', () => {
  const item = { name: 'Tea', quantity: 2, unitPrice: '1.5' }
  const canonicalItem = { name: 'Tea', quantity: '2', unitPrice: '1.5' }

  it('are one for line items, wherever a version has them', () => {
    const older = accepts(33, { transaction: { item: [item] } })
    assert.deepEqual(older['order'], { currency: 'USD', item: [canonicalItem] })
    assert.equal(older['transaction'], undefined)
    assert.deepEqual(accepts(100, { order: { currency: 'USD', item: [item] } })['order'], older['order'])
    refuses(100, { transaction: { item: [item] } }, 'transaction.item', 'UNSUPPORTED')
    const shown = compileWriter(contractFor(verify, 33).response)({ order: { item: [canonicalItem] } })
    const { item: items } = shown['transaction'] as { readonly item: unknown }
    assert.equal(JSON.stringify(items), '[{"name":"Tea","quantity":2,"unitPrice":1.5}]')
  })

  it('are one for the user', () => {
    assert.equal(accepts(100, { initiator: { userId: 'u' } })['userId'], 'u')
    refuses(33, { initiator: { userId: 'u' } }, 'initiator', 'UNSUPPORTED')
  })

  it('hide 3DSecure and the mirrored names from the code', () => {
    const { response } = contractFor(verify, 33)
    const shown = compileWriter(response)({ threeDSecure: { enrollmentStatus: 'ENROLLED' }, threeDSecureId: 'T1' })
    assert.deepEqual(shown['3DSecure'], { enrollmentStatus: 'ENROLLED' })
    assert.equal(shown['3DSecureId'], 'T1')
  })
})

describe('secrets', () => {
  it('are all marked in requests', () => {
    const secrets = [...fieldsOf(contractFor(verify, 100).request)]
      .filter(({ row }) => row.kind === 'FIELD' && row.secret)
      .map(
        ({ path, row }) => `${path.replace('sourceOfFunds.provided.', '')} ${row.kind === 'FIELD' ? row.secret : ''}`,
      )
    assert.deepEqual(secrets, [
      'accountFunding.recipient.account.identifier BANK_ACCOUNT',
      'risk.paymentRecipient.accountIdentifier BANK_ACCOUNT',
      'session.id CREDENTIAL',
      'ach.bankAccountNumber BANK_ACCOUNT',
      'card.devicePayment.3DSecure.onlinePaymentCryptogram AUTHENTICATION',
      'card.devicePayment.paymentToken AUTHENTICATION',
      'card.emvRequest AUTHENTICATION',
      'card.number ACCOUNT',
      'card.p2pe.payload AUTHENTICATION',
      'card.pin.payload AUTHENTICATION',
      'card.securityCode AUTHENTICATION',
      'card.track1 AUTHENTICATION',
      'card.track2 AUTHENTICATION',
      'directDebitCanada.bankAccountNumber BANK_ACCOUNT',
      'giftCard.number ACCOUNT',
      'giftCard.pin AUTHENTICATION',
      'sepa.iban BANK_ACCOUNT',
    ])
  })

  it('are read as Secret values', () => {
    const read = accepts(33, { session: { id: 'SESSION0002799480514F69145320L2' } })
    assert.ok((read['session'] as { id: unknown }).id instanceof Secret)
  })

  it('and what belongs to the call alone are not stored', () => {
    for (const { versions } of catalogue) {
      for (const { request } of Object.values(versions)) {
        assert.equal(request['correlationId']?.transient, true)
        // An operation whose response has no account number has no controls of it.
        if (request['responseControls']) assert.equal(request['responseControls'].transient, true)
      }
    }
  })
})
