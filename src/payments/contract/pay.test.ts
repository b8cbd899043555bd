import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leastTransactionResponse } from '../../../test/support/checks/contract.ts'
import { contractTrial } from '../../../test/support/checks/contract-trial.ts'
import { Secret } from '../../kernel/secret.ts'
import { pay } from './pay.ts'

const steps = [15, 29, 30, 50, 100] as const
const { accepts, refuses, shows, fieldIn, faults } = contractTrial(pay, { order: { amount: '10', currency: 'USD' } })

const card = (members: object = {}) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number: '5123450000000008', ...members } } },
})

describe('PAY needs', () => {
  it('an amount and a currency', () => {
    for (const version of steps) {
      accepts(version)
      refuses(version, { order: { amount: null } }, 'order.amount', 'MISSING')
      refuses(version, { order: { currency: null } }, 'order.currency', 'MISSING')
      refuses(version, { order: { currency: 'QQQ' } }, 'order.currency')
    }
  })

  it('an amount above zero, with no more decimals than the currency has', () => {
    for (const version of steps) {
      refuses(version, { order: { amount: '0.00' } }, 'order.amount')
      refuses(version, { order: { amount: '-1' } }, 'order.amount')
      accepts(version, { order: { amount: '0.01' } })
      refuses(version, { order: { amount: '1.234' } }, 'order.amount')
      accepts(version, { order: { amount: '1.234', currency: 'KWD' } })
      refuses(version, { order: { amount: '1.5', currency: 'JPY' } }, 'order.amount')
    }
  })

  it('from version 100 on, an amount or a net amount', () => {
    const net = { amount: null, netAmount: '9', merchantCharge: { amount: '1' } }
    assert.equal(accepts(100, { order: net }).order.amount, '10')
    assert.equal(accepts(100, { order: { ...net, merchantCharge: null } }).order.amount, '9')
    refuses(100, { order: { amount: null, netAmount: '0' } }, 'order.netAmount')
    refuses(50, { order: { netAmount: '9' } }, 'order.netAmount', 'UNSUPPORTED')
  })

  it('sub-totals that make up the amount', () => {
    for (const version of steps) {
      const parts = { itemAmount: '9', taxAmount: '2', discount: { amount: '1' } }
      accepts(version, { order: parts })
      refuses(version, { order: { ...parts, taxAmount: '3' } }, 'order.amount')
    }
    accepts(100, { order: { amount: '11', netAmount: '10', itemAmount: '10', merchantCharge: { amount: '1' } } })
    refuses(100, { order: { netAmount: '8', itemAmount: '10' } }, 'order.netAmount')
  })
})

describe('PAY and its order', () => {
  // The rows that the specification does not show, from version 30 on.
  const from30: Readonly<Record<string, unknown>> = {
    cashbackAmount: '10',
    certainty: 'FINAL',
    dutyAmount: '10',
    gratuityAmount: '10',
    merchantCategoryCode: '5999',
    merchantCharge: { amount: '10', type: 'SURCHARGE' },
    statementDescriptor: { name: 'Corner shop', phone: '555', address: { city: 'Graz' } },
    surchargeAmount: '10',
  }
  for (const [name, value] of Object.entries(from30)) {
    it(`has ${name} from version 30 on`, () => {
      for (const version of [30, 38, 49, 50]) accepts(version, { order: { [name]: value } })
      if (name !== 'surchargeAmount') accepts(100, { order: { [name]: value } })
      for (const version of [15, 28, 29]) refuses(version, { order: { [name]: value } }, `order.${name}`, 'UNSUPPORTED')
    })
  }

  it('has the rate of a tax from version 30 on', () => {
    for (const version of [30, 49, 50, 100])
      accepts(version, { order: { tax: [{ amount: '1', rate: '7.5', type: 'GST' }] } })
    for (const version of [15, 29]) {
      accepts(version, { order: { tax: [{ amount: '1', type: 'GST' }] } })
      refuses(version, { order: { tax: [{ amount: '1', rate: '7.5' }] } }, 'order.tax[0].rate', 'UNSUPPORTED')
    }
  })

  it('shows them where the version has them', () => {
    const answered = (version: number) =>
      shows(version, {
        order: { ...leastTransactionResponse.order, gratuityAmount: '1', merchantCharge: { amount: '2' } },
      }).order
    assert.deepEqual([answered(29).gratuityAmount, answered(29).merchantCharge], [undefined, undefined])
    for (const version of [30, 50]) {
      const { gratuityAmount, merchantCharge, surchargeAmount } = answered(version)
      assert.deepEqual([gratuityAmount, merchantCharge, surchargeAmount], [1, { amount: 2 }, 2])
    }
  })

  it('may be named in every version, and its invoice from 50 on', () => {
    for (const version of steps) accepts(version, { order: { id: 'O1' } })
    for (const version of [50, 57, 100]) accepts(version, { order: { invoiceNumber: 'INV-1' } })
    for (const version of [15, 29, 30, 49])
      refuses(version, { order: { invoiceNumber: 'INV-1' } }, 'order.invoiceNumber', 'UNSUPPORTED')
  })

  it('counts its line items by numbers, or by strings of digits', () => {
    const item = (quantity: unknown) => ({ item: [{ name: 'Tea', quantity, unitPrice: '1' }] })
    for (const version of [15, 29, 30, 50]) {
      assert.equal(accepts(version, item('3')).order.item[0].quantity, '3')
      assert.equal(accepts(version, item(3)).order.item[0].quantity, '3')
      for (const wrong of ['0', '1.5', '-1', '+1', '', true]) refuses(version, item(wrong), 'item[0].quantity')
    }
    assert.equal(accepts(100, { order: item('3') }).order.item[0].quantity, '3')
  })
})

describe('PAY and digits', () => {
  it('takes them as a JSON integer when its text fits', () => {
    for (const version of steps) {
      const { sourceOfFunds } = accepts(version, card({ expiry: { month: 1, year: 39 }, securityCode: 123 }))
      const { expiry, securityCode } = sourceOfFunds.provided.card
      assert.deepEqual([expiry.month, expiry.year, securityCode.open()], ['1', '39', '123'])
      const code = 'sourceOfFunds.provided.card.securityCode'
      for (const wrong of [12, 12345, 1.5, -12, true]) refuses(version, card({ securityCode: wrong }), code)
      refuses(version, card({ expiry: { month: 13, year: 39 } }), 'sourceOfFunds.provided.card.expiry.month')
      refuses(version, card({ expiry: { month: 1, year: 2039 } }), 'sourceOfFunds.provided.card.expiry.year')
      refuses(version, { order: { reference: 123 } }, 'order.reference')
      refuses(version, { sourceOfFunds: { token: 123 } }, 'sourceOfFunds.token')
    }
  })
})

describe('PAY 15 and 29', () => {
  const older = {
    action: { bypassMerchantRiskRules: 'ALL' },
    billing: { address: { country: 'AUT' }, phone: '0316 123' },
    customer: { ani: '1', aniCallType: '01', browser: 'b', email: 'a@b.io', hostname: 'h', ipAddress: '10.0.0.1' },
    item: [{ description: 'd', name: 'Tea', quantity: 2, sku: 's', unitPrice: '1.5' }],
  }
  const canonical = {
    billing: { address: { country: 'AUT' }, phone: '0316 123' },
    customer: { email: 'a@b.io' },
    device: { ani: '1', aniCallType: '01', browser: 'b', hostname: 'h', ipAddress: '10.0.0.1' },
    order: {
      amount: '10',
      currency: 'USD',
      item: [{ description: 'd', name: 'Tea', quantity: '2', sku: 's', unitPrice: '1.5' }],
    },
    risk: { bypassMerchantRiskRules: 'ALL' },
  }

  it('have names of their own, whose values stand at the canonical places', () => {
    for (const version of [15, 28, 29, 30, 50, 99]) {
      const { apiOperation: _, shipping: __, ...read } = accepts(version, older)
      assert.deepEqual(read, canonical, `version ${version}`)
    }
  })

  it('are the last to have them: version 100 has the newer names only', () => {
    refuses(100, { action: older.action }, 'action', 'UNSUPPORTED')
    refuses(100, { billing: older.billing }, 'billing.phone', 'UNSUPPORTED')
    refuses(100, { customer: { ipAddress: '10.0.0.1' } }, 'customer.ipAddress', 'UNSUPPORTED')
    refuses(100, { item: older.item }, 'item', 'UNSUPPORTED')
  })

  it('do not know the newer names and groups', () => {
    for (const version of [15, 29]) {
      refuses(version, { device: { ipAddress: '10.0.0.1' } }, 'device', 'UNSUPPORTED')
      refuses(version, { risk: { bypassMerchantRiskRules: 'ALL' } }, 'risk.bypassMerchantRiskRules', 'UNSUPPORTED')
      refuses(version, { customer: { firstName: 'J' } }, 'customer.firstName', 'UNSUPPORTED')
      refuses(version, { transaction: { item: older.item } }, 'transaction.item', 'UNSUPPORTED')
      refuses(version, { agreement: { id: 'A' } }, 'agreement', 'UNSUPPORTED')
      refuses(version, { authentication: { transactionId: '1' } }, 'authentication', 'UNSUPPORTED')
      refuses(version, { constraints: { paymentPlans: { supported: [] } } }, 'constraints', 'UNSUPPORTED')
    }
  })

  it('take risk data, session, terminal, plan and user all the same', () => {
    for (const version of [15, 29])
      accepts(version, {
        partnerSolutionId: 'S',
        paymentPlan: { planId: 'P' },
        posTerminal: { lane: '12345678' },
        risk: { custom: { a: 'b' } },
        session: { id: 'S'.repeat(31), version: '0123456789' },
        transaction: { acquirer: { customData: 'c' }, frequency: 'SINGLE', source: 'MOTO', taxAmount: '1' },
        userId: 'u',
      })
  })

  it('name line items in errors as the version does', () => {
    const item = [{ name: 'Tea', quantity: 2 }]
    refuses(15, { item }, 'item[0].unitPrice', 'MISSING')
    refuses(30, { transaction: { item } }, 'transaction.item[0].unitPrice', 'MISSING')
    refuses(100, { order: { item } }, 'order.item[0].unitPrice', 'MISSING')
  })
})

describe('PAY from version 30 on', () => {
  const item = { name: 'Tea', quantity: 1, unitPrice: '1' }

  it('takes the newer names, which win over an older one beside them', () => {
    const both = { customer: { ipAddress: '10.0.0.1', phone: '1' }, device: { ipAddress: '10.0.0.2' } }
    for (const version of [30, 50]) {
      assert.equal(accepts(version, both).device.ipAddress, '10.0.0.2')
      const { device, customer } = both
      assert.equal(accepts(version, { device, customer }).device.ipAddress, '10.0.0.2')
    }
  })

  it('has one list of line items, whichever of its places is used', () => {
    const listed = [{ name: 'Tea', quantity: '1', unitPrice: '1' }]
    assert.deepEqual(accepts(30, { transaction: { item: [item] } }).order.item, listed)
    assert.deepEqual(accepts(50, { transaction: { item: [item] } }).order.item, listed)
    assert.deepEqual(accepts(50, { order: { item: [item] } }).order.item, listed)
    assert.deepEqual(accepts(30, { order: { item: [item] } }).order.item, listed)
    refuses(100, { transaction: { item: [item] } }, 'transaction.item', 'UNSUPPORTED')
  })

  it('takes agreement, account funding, authentication and initiator from 50 on', () => {
    const groups: readonly [string, object][] = [
      ['agreement', { id: 'A' }],
      ['authentication', { transactionId: '1' }],
      ['initiator', { userId: 'u' }],
    ]
    for (const [name, members] of groups) {
      refuses(30, { [name]: members }, name, 'UNSUPPORTED')
      for (const version of [50, 100]) accepts(version, { [name]: members })
    }
    refuses(49, { order: { purchaseType: 'ACCOUNT_FUNDING' } }, 'order.purchaseType', 'UNSUPPORTED')
    refuses(30, { referenceOrderId: 'O' }, 'referenceOrderId', 'UNSUPPORTED')
    assert.equal(accepts(50, { initiator: { userId: 'u' }, referenceOrderId: 'O' }).userId, 'u')
  })

  it('reads wide device fields in version 100 only, and phones as they are written in every version', () => {
    refuses(50, { device: { ipAddress: '2001:db8::1:2:3:4' } }, 'device.ipAddress')
    accepts(100, { device: { ipAddress: '2001:db8::1:2:3:4', browser: 'b'.repeat(2048) } })
    for (const version of [30, 50, 100]) accepts(version, { customer: { phone: '555 0100' } })
  })
})

describe('PAY and its groups', () => {
  it('takes fields that acquirers or providers fill in up to version 99, checks and drops them', () => {
    const displayValues = {
      authorizationResponse: { commercialCard: 'UNDETERMINED', stan: '123456' },
      browserPayment: {
        interaction: { status: 'INITIATED', timeInitiated: '2026-01-01T00:00:00.000Z' },
        providerA: { operation: 'PAY' },
        returnUrl: 'https://shop.example',
      },
    }
    for (const version of [15, 29, 30, 50]) {
      const request = accepts(version, displayValues)
      assert.deepEqual([request.authorizationResponse, request.browserPayment], [undefined, undefined])
      refuses(version, { authorizationResponse: { commercialCard: '888' } }, 'authorizationResponse.commercialCard')
      refuses(version, { authorizationResponse: { stan: '1234567' } }, 'authorizationResponse.stan')
      refuses(version, { authorizationResponse: { rrn: '1' } }, 'authorizationResponse.rrn', 'UNSUPPORTED')
      refuses(version, { browserPayment: { returnUrl: 'http://shop.example' } }, 'browserPayment.returnUrl')
    }
    for (const [name, members] of Object.entries(displayValues)) refuses(100, { [name]: members }, name, 'UNSUPPORTED')
  })

  it('needs the enrollment status of an authentication made elsewhere', () => {
    const path = '3DSecure'
    for (const version of steps) {
      refuses(version, { [path]: { acsEci: '05' } }, `${path}.enrollmentStatus`, 'MISSING')
      refuses(version, { [path]: { enrollmentStatus: 'ENROLLED', xid: 'A'.repeat(24) } }, `${path}.xid`)
      const authenticationToken = 'A'.repeat(30)
      refuses(version, { [path]: { enrollmentStatus: 'ENROLLED', authenticationToken } }, `${path}.authenticationToken`)
      const request = accepts(version, { [path]: { acsEci: '05', enrollmentStatus: 'ENROLLED' }, '3DSecureId': 'T' })
      assert.deepEqual(request.threeDSecure, { acsEci: '05', enrollmentStatus: 'ENROLLED' })
      assert.equal(request.threeDSecureId, 'T')
    }
  })

  it('needs the xid of an authenticated Visa card', () => {
    const authenticated = { enrollmentStatus: 'ENROLLED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' }
    const visa = card({ number: '4508750015741019' })
    for (const version of steps) {
      refuses(version, { ...visa, '3DSecure': authenticated }, '3DSecure.xid', 'MISSING')
      accepts(version, { ...visa, '3DSecure': { ...authenticated, xid: 'A'.repeat(28) } })
      accepts(version, { ...card(), '3DSecure': authenticated })
    }
  })

  it('has a frequent flyer number in 15, none in 29, and the rest of the ticket as the version has it', () => {
    const passenger = { airline: { passenger: [{ frequentFlyerNumber: 'F' }] } }
    const leg = (members: object) => ({ airline: { itinerary: { leg: [members] } } })
    const ticket = (members: object) => ({ airline: { ticket: members } })
    for (const version of [15, 50, 100]) accepts(version, passenger)
    for (const version of [29, 30])
      refuses(version, passenger, 'airline.passenger[0].frequentFlyerNumber', 'UNSUPPORTED')
    for (const version of [15, 29, 30])
      refuses(
        version,
        leg({ destinationArrivalDate: '2026-01-01' }),
        'airline.itinerary.leg[0].destinationArrivalDate',
        'UNSUPPORTED',
      )
    accepts(50, leg({ destinationArrivalDate: '2026-01-01' }))
    for (const version of steps) accepts(version, ticket({ customerReference: 'c' }))
    const taxOrFee = [{ amount: '1', type: 'XF1' }]
    for (const version of [15, 29, 30, 50])
      refuses(version, ticket({ taxOrFee }), 'airline.ticket.taxOrFee', 'UNSUPPORTED')
    accepts(100, ticket({ taxOrFee, issue: { city: 'São Paulo', country: 'BRA' } }))
    refuses(100, ticket({ issue: { country: 'ZZZ' } }), 'airline.ticket.issue.country')
  })

  it('takes all of a currency conversion, and knows what an accepted one needs', () => {
    const conversion = (members: object) => ({ currencyConversion: members })
    for (const version of steps) {
      const request = accepts(version, conversion({ baseAmount: '9', baseCurrency: 'EUR' }))
      assert.equal(request.currencyConversion.uptake, 'NOT_REQUIRED')
      refuses(version, conversion({ uptake: 'ACCEPTED' }), 'currencyConversion.payerAmount', 'MISSING')
      const accepted = { uptake: 'ACCEPTED', payerAmount: '9', payerCurrency: 'EUR' }
      accepts(version, conversion(accepted))
      refuses(version, conversion({ ...accepted, payerCurrency: 'USD' }), 'currencyConversion.payerCurrency')
      refuses(version, conversion({ ...accepted, payerCurrency: 'ZZZ' }), 'currencyConversion.payerCurrency')
    }
    refuses(30, conversion({ requestId: 'r' }), 'currencyConversion.requestId', 'UNSUPPORTED')
    for (const version of [50, 100]) accepts(version, conversion({ requestId: 'r' }))
  })

  it('takes the sources of funds of its version', () => {
    const provided = (members: object) => ({ sourceOfFunds: { provided: members } })
    for (const version of steps) {
      assert.ok(accepts(version, card()).sourceOfFunds.provided.card.number instanceof Secret)
      accepts(version, provided({ ach: { routingNumber: '123456789' } }))
      accepts(version, provided({ giftCard: { number: '123456789', pin: '1234' } }))
      accepts(version, provided({ providerA: { payerId: 'p' }, providerB: { bankIdentifier: '12345678' } }))
      refuses(version, card({ number: '5123450000000009' }), 'sourceOfFunds.provided.card.number')
      refuses(version, card({ number: '512345xxxxxx0008' }), 'sourceOfFunds.provided.card.number')
      refuses(version, card({ sequenceNumber: '12' }), 'sourceOfFunds.provided.card.sequenceNumber')
      accepts(version, { sourceOfFunds: { token: '9' } })
    }
    const path = 'sourceOfFunds.provided.directDebitCanada'
    refuses(15, provided({ directDebitCanada: { transitNumber: '12345' } }), path, 'UNSUPPORTED')
    for (const version of [50, 100]) {
      const type = 'DIRECT_DEBIT_CANADA'
      refuses(version, { sourceOfFunds: { type } }, `${path}.accountType`, 'MISSING')
      accepts(version, { sourceOfFunds: { type, token: '9' } })
    }
    refuses(30, { sourceOfFunds: { type: 'SEPA' } }, 'sourceOfFunds.type')
    refuses(30, card({ storedOnFile: 'STORED' }), 'sourceOfFunds.provided.card.storedOnFile', 'UNSUPPORTED')
    accepts(50, card({ storedOnFile: 'STORED' }))
  })

  it('keeps the rules of agreements, account funding and terminals', () => {
    for (const version of [50, 100]) {
      refuses(version, { agreement: { type: 'RECURRING', id: 'A' } }, 'agreement.amountVariability', 'MISSING')
      refuses(version, { accountFunding: { senderType: 'PERSON' } }, 'order.purchaseType', 'MISSING')
      refuses(version, { posTerminal: { panEntryMode: 'CHIP' } }, 'posTerminal.onlineReasonCode', 'MISSING')
      refuses(
        version,
        { transaction: { acquirer: { customData: '5123450000000008' } } },
        'transaction.acquirer.customData',
      )
    }
    refuses(15, { posTerminal: { entryMode: '999' } }, 'posTerminal.entryMode')
    const recipient = { accountIdentifier: '1', dateOfBirth: '2000-02-29', lastName: 'L' }
    refuses(15, { risk: { paymentRecipient: recipient } }, 'risk.paymentRecipient.postcodeZip', 'MISSING')
  })

  it('requires a sub-merchant to say who it is in version 100', () => {
    accepts(50, { order: { subMerchant: { tradingName: 'T' } } })
    refuses(100, { order: { subMerchant: { tradingName: 'T' } } }, 'order.subMerchant.identifier', 'MISSING')
  })

  it('knows two wallets below version 50, eight from there on', () => {
    accepts(15, { order: { walletProvider: 'VISA_CHECKOUT', walletIndicator: '101' } })
    refuses(30, { order: { walletProvider: 'APPLE_PAY' } }, 'order.walletProvider')
    accepts(50, { order: { walletProvider: 'APPLE_PAY' } })
    refuses(15, { order: { walletIndicator: '1010' } }, 'order.walletIndicator')
  })
})

describe('PAY fills in', () => {
  it('defaults of groups that are sent', () => {
    const identification = { country: 'AUT', value: '1' }
    const request = accepts(100, {
      accountFunding: { recipient: { identification } },
      agreement: { id: 'A' },
      order: { purchaseType: 'ACCOUNT_FUNDING' },
    })
    assert.deepEqual(request.accountFunding, {
      purpose: 'OTHER',
      recipient: { identification: { ...identification, type: 'OTHER' } },
      senderIsRecipient: false,
    })
    // A later payment of a series has the type of the first, so only the response fills it in.
    assert.equal(request.agreement.type, undefined)
    assert.deepEqual(shows(100, { agreement: { id: 'A' } }).agreement, { id: 'A', type: 'OTHER' })
    assert.deepEqual(shows(100, { agreement: { type: 'RECURRING' } }).agreement, { type: 'RECURRING' })
  })

  it('whether the shipping address is the billing address', () => {
    const address = { street: '1 High St.', city: 'Graz' }
    for (const version of steps) {
      const both = (street: string) => ({ billing: { address }, shipping: { address: { ...address, street } } })
      const sameAsBilling = (members: object) => accepts(version, { ...members }).shipping?.address?.sameAsBilling
      assert.equal(sameAsBilling(both('1 High St')), 'SAME')
      assert.equal(sameAsBilling(both('2 High St')), 'DIFFERENT')
      assert.equal(sameAsBilling({ shipping: { address } }), 'UNKNOWN')
      assert.equal(sameAsBilling({ shipping: { address: { ...address, sameAsBilling: 'SAME' } } }), 'SAME')
      assert.equal(sameAsBilling({}), undefined)
    }
  })

  it("that a wallet's terminal is the payer's, in version 100", () => {
    const order = { walletProvider: 'VISA_CHECKOUT' }
    assert.deepEqual(accepts(100, { order }).posTerminal, { location: 'PAYER_TERMINAL_OFF_PREMISES' })
    assert.equal(accepts(50, { order }).posTerminal, undefined)
    assert.equal(accepts(100).posTerminal, undefined)
  })
})

describe('the answer of PAY', () => {
  it('always names the brand of a card', () => {
    for (const version of steps) {
      const answer = (card: object) => ({ ...leastTransactionResponse, sourceOfFunds: { provided: { card } } })
      assert.deepEqual(faults(version, leastTransactionResponse), [], `version ${version}`)
      assert.deepEqual(faults(version, answer({ brand: 'VISA', nameOnCard: 'J' })), [])
      assert.match(faults(version, answer({ nameOnCard: 'J' })).join(), /provided\.card.*'brand'/)
    }
  })

  it('may come from a hosted form or page in 15 and 29, and from their successors afterwards', () => {
    const entered = (version: number) => shows(version, { gatewayEntryPoint: 'HOSTED_PAGE' }).gatewayEntryPoint
    assert.deepEqual(
      steps.map((version) => entered(version)),
      ['HOSTED_PAGE', 'HOSTED_PAGE', 'CHECKOUT', 'CHECKOUT', 'CHECKOUT'],
    )
  })

  it('repeats the risk verdict below response up to version 29', () => {
    const risk = { response: { gatewayCode: 'ACCEPTED' } }
    assert.deepEqual(shows(29, { risk }).response, { risk: { gatewayCode: 'ACCEPTED' } })
    assert.deepEqual(shows(29, { risk }).risk, risk)
    assert.deepEqual(shows(30, { risk }).response, undefined)
  })

  it('has the device where the version has it', () => {
    const device = { browser: 'b', ipAddress: '10.0.0.1' }
    assert.deepEqual(shows(15, { device }).customer, device)
    assert.equal(shows(15, { device }).device, undefined)
    assert.deepEqual(shows(30, { device }).device, device)
  })

  it('has NOT_REQUIRED for a conversion that was not offered, up to version 99', () => {
    for (const version of [15, 29, 30, 50])
      assert.deepEqual(shows(version, {}).currencyConversion, { uptake: 'NOT_REQUIRED' })
    assert.equal(shows(100, {}).currencyConversion, undefined)
  })

  it("shows the acquirer's details with the specification's values", () => {
    const authorizationResponse = { commercialCardIndicator: 'CONSUMER_CARD', validationCode: 'V1' }
    for (const version of steps)
      assert.deepEqual(shows(version, { authorizationResponse }).authorizationResponse, authorizationResponse)
    assert.equal(fieldIn(15, 'response', 'authorizationResponse.autoExpiry'), undefined)
    assert.ok(fieldIn(100, 'response', 'authorizationResponse.autoExpiry'))
  })

  it('has no frequent flyer number in 29', () => {
    const airline = { passenger: [{ frequentFlyerNumber: 'F', title: 'Dr' }] }
    assert.deepEqual(shows(15, { airline }).airline, airline)
    assert.deepEqual(shows(29, { airline }).airline, { passenger: [{ title: 'Dr' }] })
  })
})
