// Initiate Browser Payment against the documents: what it takes and responses, version by version.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askContract, leastTransactionResponse } from '../../../test/support/checks/contract.ts'
import { Secret } from '../../kernel/secret.ts'
import { initiateBrowserPayment } from './initiate-browser-payment.ts'

const every = [15, 30, 31, 38, 50, 99, 100] as const
const from31 = [31, 38, 50, 99, 100] as const
const returnUrl = 'https://shop.example/return'

/** Provider C, which needs the least. */
function right(version: number) {
  return {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: { returnUrl, ...(version >= 31 && { operation: 'PAY' }) },
    order: { amount: '10', currency: 'USD' },
    sourceOfFunds: { type: 'PROVIDER_C' },
  }
}

const { accepts, refuses, answers, faults, valuesOf } = askContract(initiateBrowserPayment, right)
const order = (members: object) => ({ order: { amount: '10', currency: 'USD', ...members } })

describe('Initiate Browser Payment', () => {
  it('needs a return URL, an amount, a currency and a provider', () => {
    accepts(every, {})
    const { browserPayment } = right(31)
    refuses(
      every,
      { browserPayment: { ...browserPayment, returnUrl: undefined } },
      'browserPayment.returnUrl',
      'MISSING',
    )
    refuses(every, { order: { currency: 'USD' } }, 'order.amount', 'MISSING')
    refuses(every, { order: { amount: '10' } }, 'order.currency', 'MISSING')
    refuses(every, { sourceOfFunds: undefined }, 'sourceOfFunds.type', 'MISSING')
    refuses([15, 30], { browserPayment: undefined }, 'browserPayment.returnUrl', 'MISSING')
  })

  it('takes https return URLs only', () => {
    for (const url of ['http://shop.example/return', 'https://a.b', 'shop.example'])
      refuses([30], { browserPayment: { returnUrl: url } }, 'browserPayment.returnUrl')
  })

  it('has the operation in the provider A group up to version 30, and beside it from 31 on', () => {
    const older = { browserPayment: { returnUrl, providerA: { operation: 'AUTHORIZE' } } }
    const newer = { browserPayment: { returnUrl, operation: 'AUTHORIZE' } }
    for (const [version, members] of [
      [30, older],
      [31, newer],
      [100, newer],
    ] as const)
      assert.deepEqual(accepts(version, members)['browserPayment'], {
        operation: 'AUTHORIZE',
        returnUrl,
        // A group that contains only fields that moved away leaves its defaults.
        ...(version === 30 && { providerA: { displayShippingAddress: true, overrideShippingAddress: false } }),
      })
    refuses([15, 30], newer, 'browserPayment.operation', 'UNSUPPORTED')
    refuses(from31, { browserPayment: { returnUrl } }, 'browserPayment.operation', 'MISSING')
    refuses(
      from31,
      { browserPayment: { returnUrl, operation: 'PAY', providerA: { operation: 'PAY' } } },
      'browserPayment.providerA.operation',
      'UNSUPPORTED',
    )
    refuses(from31, { browserPayment: { returnUrl, operation: 'ACCOUNTSETUP' } }, 'browserPayment.operation')
  })

  it('with provider A needs the operation and the place of confirmation, under the names of the version', () => {
    const sourceOfFunds = { type: 'PROVIDER_A' }
    const confirmation = { paymentConfirmation: 'CONFIRM_AT_MERCHANT' }
    refuses([15, 30], { sourceOfFunds }, 'browserPayment.providerA.operation', 'MISSING')
    refuses(
      30,
      { sourceOfFunds, browserPayment: { returnUrl, providerA: { operation: 'PAY' } } },
      'browserPayment.providerA.paymentConfirmation',
      'MISSING',
    )
    refuses(from31, { sourceOfFunds }, 'browserPayment.providerA.paymentConfirmation', 'MISSING')
    accepts(30, { sourceOfFunds, browserPayment: { returnUrl, providerA: { operation: 'PAY', ...confirmation } } })
    const read = accepts(from31, {
      sourceOfFunds,
      browserPayment: { returnUrl, operation: 'PAY', providerA: confirmation },
    })
    assert.deepEqual(read['browserPayment'], {
      operation: 'PAY',
      returnUrl,
      providerA: { ...confirmation, displayShippingAddress: true, overrideShippingAddress: false },
    })
  })

  it('with provider B needs the bank of the payer: eight digits', () => {
    const bank = (bankIdentifier?: string) => ({
      sourceOfFunds: { type: 'PROVIDER_B', ...(bankIdentifier && { provided: { providerB: { bankIdentifier } } }) },
    })
    const field = 'sourceOfFunds.provided.providerB.bankIdentifier'
    accepts(every, bank('12345678'))
    refuses(every, bank(), field, 'MISSING')
    for (const wrong of ['1234567', '123456789', '1234567a']) refuses([30, 100], bank(wrong), field)
  })

  it('knows three providers and nothing else to pay with', () => {
    for (const type of ['CARD', 'PROVIDER_D', 'BROWSER_PAYMENT'])
      refuses(every, { sourceOfFunds: { type } }, 'sourceOfFunds.type')
    refuses(
      every,
      { sourceOfFunds: { type: 'PROVIDER_C', provided: { card: { number: '5123450000000008' } } } },
      'sourceOfFunds.provided.card',
      'UNSUPPORTED',
    )
    refuses(every, { sourceOfFunds: { type: 'PROVIDER_A', token: '9' } }, 'sourceOfFunds.token', 'UNSUPPORTED')
  })

  it('takes the listed fields of the order and no others', () => {
    accepts(
      every,
      order({
        custom: { colour: 'red' },
        customerNote: 'n'.repeat(250),
        description: 'd'.repeat(127),
        itemAmount: '5',
        notificationUrl: 'https://shop.example/hook',
        reference: 'r'.repeat(40),
        shippingAndHandlingAmount: '3',
        tax: [{ amount: '2', type: 't'.repeat(50) }],
        taxAmount: '2',
      }),
    )
    for (const field of ['discount', 'acceptPartialAmount', 'subMerchant', 'productSKU', 'walletProvider', 'id'])
      refuses(every, order({ [field]: field === 'discount' ? { amount: '1' } : 'x' }), `order.${field}`, 'UNSUPPORTED')
    refuses(every, order({ tax: [{ amount: '1', rate: '1' }] }), 'order.tax[0].rate', 'UNSUPPORTED')
    refuses(every, order({ description: 'd'.repeat(128) }), 'order.description')
  })

  it('asks for money, in the decimals of its currency, with sub-totals that add up', () => {
    refuses(every, order({ amount: '0' }), 'order.amount')
    refuses(every, order({ amount: '10.001' }), 'order.amount')
    refuses(every, order({ currency: 'JPY', amount: '10.5' }), 'order.amount')
    refuses(every, order({ itemAmount: '5', taxAmount: '2' }), 'order.amount')
    accepts(every, order({ itemAmount: '7.5', taxAmount: '2.5' }))
  })

  it('wants the tax of the order to be the tax of its items', () => {
    const item = { name: 'Tea', quantity: 2, unitPrice: '3', unitTaxAmount: '0.5' }
    const withTax = (taxAmount: string) => ({ ...order({ taxAmount, itemAmount: '9' }), transaction: { item: [item] } })
    accepts([30, 50], withTax('1'))
    refuses([30, 50], { ...withTax('2'), ...order({ taxAmount: '2', itemAmount: '8' }) }, 'order.taxAmount')
    accepts([50, 100], order({ taxAmount: '1', itemAmount: '9', item: [item] }))
    refuses([50, 100], order({ taxAmount: '1.5', itemAmount: '8.5', item: [item] }), 'order.taxAmount')
  })

  it('has its line items in the transaction up to version 99, and in the order in every version', () => {
    const item = { name: 'Tea', quantity: 1, unitPrice: '10' }
    const canonical = [{ name: 'Tea', quantity: '1', unitPrice: '10' }]
    const items = (read: object) => (read as { order: { item: unknown } }).order.item
    assert.deepEqual(items(accepts([30, 50, 99], { transaction: { item: [item] } })), canonical)
    assert.deepEqual(items(accepts([30, 50, 100], order({ item: [item] }))), canonical)
    refuses(100, { transaction: { item: [item] } }, 'transaction.item', 'UNSUPPORTED')
  })

  it('takes the transaction group that the specification leaves out', () => {
    const acquirer = { customData: 'c'.repeat(2048) }
    const common = { acquirer, merchantNote: 'n', reference: 'r', source: 'INTERNET', taxAmount: '1' }
    accepts([30, 50, 100], { transaction: { ...common, frequency: 'SINGLE' } })
    refuses(every, { transaction: { amount: '1' } }, 'transaction.amount', 'UNSUPPORTED')
    accepts(30, { transaction: { acquirer: { customData: 'c'.repeat(4000) } } })
    refuses(30, { transaction: { acquirer: { customData: '5123450000000008' } } }, 'transaction.acquirer.customData')
  })

  it('takes the shipping address without extras', () => {
    const address = { city: 'c', company: 'c', country: 'AUT', postcodeZip: '1', stateProvince: 's', street: 's' }
    accepts(every, { shipping: { address: { ...address, street2: 's' }, contact: { phone: '555' }, method: 'GROUND' } })
    for (const field of ['stateProvinceCode', 'source', 'sameAsBilling'])
      refuses(every, { shipping: { address: { [field]: 'SAME' } } }, `shipping.address.${field}`, 'UNSUPPORTED')
    refuses(every, { shipping: { method: 'PICKUP' } }, 'shipping.method')
  })

  it('takes of the customer the e-mail up to version 49, and everything from 50 on', () => {
    accepts(every, { customer: { email: 'a@bc.de' }, partnerSolutionId: 'S', responseControls: { sensitiveData: 'x' } })
    const customer = { firstName: 'A', lastName: 'B', mobilePhone: '1', phone: '2', taxRegistrationId: 'T' }
    assert.deepEqual(accepts([50, 99, 100], { customer })['customer'], customer)
    refuses([30, 31, 49], { customer }, 'customer.firstName', 'UNSUPPORTED')
  })

  it('takes no billing address and no session', () => {
    refuses(every, { billing: { address: { city: 'c' } } }, 'billing', 'UNSUPPORTED')
    refuses(every, { session: { id: 'S'.repeat(31) } }, 'session', 'UNSUPPORTED')
  })
})

describe('the answer about a browser payment', () => {
  const submitted = {
    ...leastTransactionResponse,
    browserPayment: {
      interaction: { status: 'INITIATED', timeInitiated: '2026-11-15T01:40:00.000Z' },
      operation: 'PAY',
      providerA: { paymentConfirmation: 'CONFIRM_AT_PROVIDER', displayShippingAddress: true },
      redirectUrl: `https://localhost:8443/bpui/pp/out/BP-${'0'.repeat(32)}`,
      returnUrl,
    },
    order: { ...leastTransactionResponse.order, status: 'INITIATED' },
    response: { gatewayCode: 'SUBMITTED' },
  }

  it('has SUBMITTED in every version', () => {
    for (const version of every) {
      assert.deepEqual(answers(version, submitted)['response'], { gatewayCode: 'SUBMITTED' }, `${version}`)
      assert.ok(valuesOf(version, 'response.gatewayCode')?.includes('SUBMITTED'))
    }
    assert.equal(valuesOf(30, 'response.gatewayCode')?.length, 30)
    assert.equal(valuesOf(50, 'response.gatewayCode')?.length, 30)
    assert.equal(valuesOf(100, 'response.gatewayCode')?.length, 37)
  })

  it('shows the operation where the version has it, and the interaction with its status', () => {
    const { operation, ...rest } = submitted.browserPayment
    const older = { ...rest, providerA: { ...rest.providerA, operation } }
    assert.deepEqual(answers(30, submitted)['browserPayment'], older)
    assert.deepEqual(answers(31, submitted)['browserPayment'], submitted.browserPayment)
    const withoutStatus = { ...submitted, browserPayment: { interaction: { timeReturned: 'x' }, returnUrl } }
    assert.ok(faults(30, withoutStatus).some((fault) => fault.includes("'status'")))
  })

  it('needs no redirect URL when the provider refused to start', () => {
    answers(100, { ...leastTransactionResponse, browserPayment: { returnUrl } })
  })

  it('has a piece of HTML instead of a URL from version 100 on', () => {
    const response = { ...submitted, browserPayment: { ...submitted.browserPayment, redirectHtml: '<form></form>' } }
    const shown = (version: number) => answers(version, response)['browserPayment'] as Record<string, unknown>
    assert.equal(shown(50)['redirectHtml'], undefined)
    assert.equal(shown(100)['redirectHtml'], '<form></form>')
  })

  it('has the lane of a terminal as its name, and nothing else of the terminal', () => {
    const response = { ...submitted, posTerminal: { lane: '12345678', attended: 'ATTENDED' } }
    for (const version of every) assert.deepEqual(answers(version, response)['posTerminal'], { name: '12345678' })
    assert.equal(answers(30, submitted)['posTerminal'], undefined)
  })

  it('masks the account the payer paid from', () => {
    const iban = new Secret('ACCOUNT', 'AT611904300234573201')
    const providerC = { bic: 'BKAUATWW', country: 'AUT', iban, bankAccountNumber: new Secret('ACCOUNT', '00234573201') }
    const response = { ...submitted, sourceOfFunds: { type: 'PROVIDER_C', provided: { providerC } } }
    const text = JSON.stringify(answers(30, response)['sourceOfFunds'])
    assert.ok(!text.includes('04300234') && !text.includes('0023457') && text.includes('BKAUATWW'))
  })

  it('has totals, wallet and payment plan', () => {
    const response = {
      ...submitted,
      order: { ...submitted.order, walletProvider: 'VISA_CHECKOUT', wallet: { visaCheckout: { callId: 'c' } } },
      paymentPlan: { planId: 'P', numberOfPayments: 3 },
    }
    const written = answers(30, response)
    assert.deepEqual(written['paymentPlan'], { planId: 'P', numberOfPayments: 3 })
    assert.equal((written['order'] as Record<string, unknown>)['totalRefundedAmount'], 0)
  })
})
