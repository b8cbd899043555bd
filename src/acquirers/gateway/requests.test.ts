import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type JsonObject, parseJson } from '../../contract/json/json.ts'
import { compile, contractFor } from '../../contract/operation.ts'
import type { CardInstrument, Instrument } from '../../kernel/instrument.ts'
import { isRejection } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import type { AcquirerRequest, AcquirerRequestKind, PurchaseDetails } from '../../payments/ports/acquirer.ts'
import { bodyOf, idsOf, isResponseTo, pathOf, requestKinds } from './requests.ts'

const card: CardInstrument = {
  kind: 'CARD',
  number: new Secret('ACCOUNT', '5123450000000008'),
  scheme: 'MASTERCARD',
  brand: 'MASTERCARD',
  fundingMethod: 'CREDIT',
  expiry: { month: '1', year: '39' },
  securityCode: new Secret('AUTHENTICATION', '100'),
  nameOnCard: 'Ada Payer',
}
const cardSent = {
  type: 'CARD',
  provided: {
    card: {
      number: '5123450000000008',
      expiry: { month: '1', year: '39' },
      securityCode: '100',
      nameOnCard: 'Ada Payer',
    },
  },
}
/** As a merchant's own order has it: with ids that the upstream does not know. */
const details = {
  billing: { address: { city: 'Utrecht', country: 'NLD' } },
  order: { id: 'merchant-order', reference: 'r-1', acceptPartialAmount: true },
  transaction: { source: 'INTERNET', targetTransactionId: 'merchant-target', priorApproval: 'REQUESTED' },
} as unknown as PurchaseDetails
const common = { reference: 'ref-2', acquirerMerchantId: 'BANK1', currency: 'USD', amountMinor: 12_50n, details }
const later = { ...common, initialReference: 'ref-0', original: { reference: 'ref-1' } }
const billing = { address: { city: 'Utrecht', country: 'NLD' } }
const order = { reference: 'r-1', acceptPartialAmount: true }
const money = { amount: '12.5', currency: 'USD' }

/** Each kind of request, with what is sent in version 100. */
const kinds: Readonly<Record<AcquirerRequestKind, { readonly question: AcquirerRequest; readonly sent: object }>> = {
  AUTHORIZE: {
    question: { ...common, kind: 'AUTHORIZE', instrument: card },
    sent: { order: { ...order, ...money }, sourceOfFunds: cardSent, transaction: { source: 'INTERNET' } },
  },
  CAPTURE: {
    question: { ...later, kind: 'CAPTURE' },
    sent: { order, transaction: { source: 'INTERNET', ...money } },
  },
  PAY: {
    question: { ...common, kind: 'PAY', instrument: card },
    sent: { order: { ...order, ...money }, sourceOfFunds: cardSent, transaction: { source: 'INTERNET' } },
  },
  REFUND: {
    question: { ...later, kind: 'REFUND', isAuthorizedFirst: true },
    sent: {
      order,
      action: { refundAuthorization: true },
      transaction: { source: 'INTERNET', targetTransactionId: 'ref-1', ...money },
    },
  },
  STANDALONE_CAPTURE: {
    question: {
      ...common,
      kind: 'STANDALONE_CAPTURE',
      instrument: card,
      details: { ...details, transaction: { authorizationCode: 'A1' } },
    },
    sent: { order, sourceOfFunds: cardSent, transaction: { authorizationCode: 'A1', ...money } },
  },
  STANDALONE_REFUND: {
    question: { ...common, kind: 'STANDALONE_REFUND', instrument: card },
    sent: { order, sourceOfFunds: cardSent, transaction: { source: 'INTERNET', ...money } },
  },
  UPDATE_AUTHORIZATION: {
    question: { ...later, kind: 'UPDATE_AUTHORIZATION' },
    sent: { order, transaction: { ...money } },
  },
  VERIFY: {
    question: { ...common, kind: 'VERIFY', instrument: card },
    sent: { order: { ...order, currency: 'USD' }, sourceOfFunds: cardSent, transaction: { source: 'INTERNET' } },
  },
  VOID: {
    question: { ...later, kind: 'VOID', batch: 7 },
    sent: { order, transaction: { targetTransactionId: 'ref-1' } },
  },
}

const bodyIn = (version: number, question: AcquirerRequest) =>
  JSON.parse(bodyOf(question, { version, correlationId: 'c-1' }))

const kindNames = Object.keys(kinds) as AcquirerRequestKind[]

describe('a request to the upstream gateway', () => {
  for (const kind of kindNames) {
    it(`has the operation, ids and body of a ${kind}`, () => {
      const { question, sent } = kinds[kind]
      const body = bodyIn(100, question)
      assert.equal(body.apiOperation, requestKinds[kind].operation.name)
      const { order: sentOrder, ...rest } = sent as { order: Record<string, unknown> }
      // Not every operation lists every member of the order.
      for (const [name, value] of Object.entries(body.order ?? {})) assert.equal(value, sentOrder[name], name)
      const { order: _, ...bodyRest } = body
      assert.deepEqual(bodyRest, { apiOperation: body.apiOperation, billing, correlationId: 'c-1', ...rest })
    })

    it(`follows the contract of each version as a ${kind}`, () => {
      for (const version of [50, 51, 63, 78, 99, 100]) {
        const contract = contractFor(requestKinds[kind].operation, version)
        const body = bodyOf(kinds[kind].question, { version, correlationId: 'c-1' })
        const read = compile(contract).read(parseJson(body) as JsonObject)
        assert.ok(!isRejection(read), `${version}: ${JSON.stringify(read)}`)
      }
    })
  }

  it('names no id of this gateway', () => {
    for (const kind of kindNames)
      for (const version of [50, 100])
        assert.doesNotMatch(bodyOf(kinds[kind].question, { version, correlationId: 'c-1' }), /merchant-/, kind)
  })

  it('names the target of a refund where the version has a place for it', () => {
    const { question } = kinds.REFUND
    assert.equal(bodyIn(99, question).transaction.targetTransactionId, undefined)
    assert.equal(bodyIn(100, question).transaction.targetTransactionId, 'ref-1')
  })

  it('leaves out a value that the version does not list', () => {
    const question = { ...kinds.PAY.question, details: { transaction: { source: 'PAYER_PRESENT' } } } as AcquirerRequest
    assert.deepEqual(bodyIn(100, question).transaction, { source: 'PAYER_PRESENT' })
    assert.equal(bodyIn(70, question).transaction, undefined)
  })

  it('has the date on which the payer placed the order in every version', () => {
    const dated: object = { order: { customerOrderDate: '2026-11-01' } }
    const question = { ...kinds.PAY.question, details: dated } as AcquirerRequest
    for (const version of [50, 70, 100]) assert.equal(bodyIn(version, question).order.customerOrderDate, '2026-11-01')
  })

  it('has the amount in the decimals of the currency', () => {
    for (const [currency, amount] of [
      ['USD', '12.5'],
      ['JPY', '1250'],
      ['KWD', '1.25'],
    ])
      assert.equal(bodyIn(100, { ...kinds.PAY.question, currency } as AcquirerRequest).order.amount, amount)
  })

  it('carries every kind of instrument', () => {
    const number = new Secret('BANK_ACCOUNT', '12345678')
    const bankAccountHolder = 'Ada Payer'
    const instruments: readonly (readonly [Instrument, object])[] = [
      [
        {
          kind: 'GIFT_CARD',
          number: new Secret('ACCOUNT', '6000000000000050'),
          pin: new Secret('AUTHENTICATION', '1234'),
        },
        { giftCard: { number: '6000000000000050', pin: '1234' } },
      ],
      [
        {
          kind: 'ACH',
          number,
          routingNumber: '011000015',
          accountType: 'CONSUMER_CHECKING',
          bankAccountHolder,
          secCode: 'WEB',
        },
        {
          ach: {
            bankAccountNumber: '12345678',
            routingNumber: '011000015',
            accountType: 'CONSUMER_CHECKING',
            bankAccountHolder,
            secCode: 'WEB',
          },
        },
      ],
      [
        {
          kind: 'DIRECT_DEBIT_CANADA',
          number,
          accountType: 'CONSUMER_SAVINGS',
          bankAccountHolder,
          financialInstitutionNumber: '001',
          transitNumber: '12345',
        },
        {
          directDebitCanada: {
            bankAccountNumber: '12345678',
            accountType: 'CONSUMER_SAVINGS',
            bankAccountHolder,
            financialInstitutionNumber: '001',
            transitNumber: '12345',
          },
        },
      ],
      [{ kind: 'PROVIDER_A', number }, { providerA: { billingAgreement: { id: '12345678' } } }],
      [
        {
          ...card,
          track2: new Secret('AUTHENTICATION', ';5123=39'),
          pinPayload: new Secret('AUTHENTICATION', 'A'.repeat(16)),
        },
        { card: { ...cardSent.provided.card, track2: ';5123=39', pin: { payload: 'A'.repeat(16) } } },
      ],
      [
        {
          ...card,
          devicePayment: {
            cryptogramFormat: '3DSECURE',
            threeDSecure: { eciIndicator: '5', onlinePaymentCryptogram: new Secret('AUTHENTICATION', 'AAAA') },
          },
        },
        {
          card: {
            ...cardSent.provided.card,
            devicePayment: {
              '3DSecure': { eciIndicator: '5', onlinePaymentCryptogram: 'AAAA' },
              cryptogramFormat: '3DSECURE',
            },
          },
        },
      ],
    ]
    for (const [instrument, provided] of instruments) {
      const body = bodyIn(100, { ...common, kind: 'PAY', instrument })
      assert.deepEqual(body.sourceOfFunds, { type: instrument.kind, provided })
    }
  })

  it('carries agreements and stored credentials completely, in every version', () => {
    const terms = {
      id: 'A-1',
      amountVariability: 'VARIABLE',
      customData: 'c',
      expiryDate: '2039-01-01',
      maximumAmountPerPayment: '120',
      minimumAmountPerPayment: '10',
      minimumDaysBetweenPayments: 28,
      numberOfPayments: 12,
      paymentFrequency: 'MONTHLY',
      retailer: { abbreviatedTradingName: 'Corner', merchantCategoryCode: '5411', tradingName: 'Corner shop' },
      startDate: '2030-01-01',
    }
    for (const type of ['INSTALLMENT', 'OTHER', 'RECURRING', 'UNSCHEDULED'])
      for (const kind of ['AUTHORIZE', 'PAY', 'VERIFY'] as const)
        for (const version of [50, 99, 100]) {
          const agreement = { ...terms, type }
          const instrument: Instrument = { ...card, storedOnFile: 'STORED' }
          const purchase = { agreement, transaction: { source: 'INTERNET' } } as unknown as PurchaseDetails
          const question = { ...kinds[kind].question, instrument, details: purchase } as AcquirerRequest
          const contract = contractFor(requestKinds[kind].operation, version)
          const text = bodyOf(question, { version, correlationId: 'c-1' })
          const read = compile(contract).read(parseJson(text) as JsonObject)
          assert.ok(!isRejection(read), `${kind} ${version}: ${JSON.stringify(read)}`)
          const sent = JSON.parse(text)
          assert.deepEqual(sent.agreement, agreement, `${kind} ${version}`)
          assert.equal(sent.sourceOfFunds.provided.card.storedOnFile, 'STORED')
        }
  })

  it('names the agreements of two merchants that share one at the upstream differently, and within the length', () => {
    const idOf = (merchantId: string, id: string) => {
      const key = { merchantId, orderId: 'order', transactionId: '1' }
      const question = { ...kinds.PAY.question, key, details: { agreement: { id, type: 'RECURRING' } } }
      return bodyIn(100, question as AcquirerRequest)['agreement'].id as string
    }
    assert.equal(idOf('SHOP1', 'A-1'), 'SHOP1.A-1')
    const long = `${'A'.repeat(99)}1`
    const ids = ['SHOP1', 'SHOP2', 'M'.repeat(40)].flatMap((merchantId) =>
      ['A-1', '1', long, `${'A'.repeat(99)}2`].map((id) => idOf(merchantId, id)),
    )
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(
      ids.every((id) => id.length <= 100),
      ids.join(),
    )
    assert.equal(idOf('SHOP1', long), idOf('SHOP1', long))
  })

  it('carries the result of a 3-D Secure 1 authentication in every version, unless the upstream made it', () => {
    const threeDSecure = {
      acsEci: '05',
      authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
      authenticationToken: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
      enrollmentStatus: 'ENROLLED',
      xid: 'AAABBBCCCDDDEEEFFFGGGHHHIII=',
    }
    for (const kind of ['AUTHORIZE', 'PAY'] as const)
      for (const version of [50, 99, 100]) {
        const question = { ...kinds[kind].question, details: { threeDSecure } } as AcquirerRequest
        assert.deepEqual(bodyIn(version, question)['3DSecure'], threeDSecure, `${kind} ${version}`)
        const atUpstream = bodyIn(version, { ...question, initialReference: 'ref-0' })
        assert.deepEqual([atUpstream['3DSecure'], atUpstream.authentication], [undefined, { transactionId: 'ref-0' }])
      }
  })

  it('goes to the order of the initial request, under its own reference', () => {
    assert.deepEqual(idsOf(common), { merchantId: 'BANK1', orderId: 'ref-2', transactionId: 'ref-2' })
    const ids = idsOf(later)
    assert.deepEqual(ids, { merchantId: 'BANK1', orderId: 'ref-0', transactionId: 'ref-2' })
    assert.equal(
      pathOf(requestKinds.CAPTURE.operation.route, 63, ids),
      '/api/rest/version/63/merchant/BANK1/order/ref-0/transaction/ref-2',
    )
  })

  it('is answered by an answer with its own ids and kind only', () => {
    const ids = idsOf(later)
    const response = {
      merchant: 'BANK1',
      order: { id: 'ref-0' },
      transaction: { id: 'ref-2', type: 'CAPTURE' },
    } as const
    assert.ok(isResponseTo('CAPTURE', ids, response))
    for (const other of [
      { ...response, merchant: 'BANK2' },
      { ...response, order: { id: 'ref-1' } },
      { ...response, transaction: { id: 'ref-3', type: 'CAPTURE' } },
      { ...response, transaction: { id: 'ref-2', type: 'REFUND' } },
      { ...response, transaction: { id: 'ref-2' } },
      {},
    ] as const)
      assert.ok(!isResponseTo('CAPTURE', ids, other), JSON.stringify(other))
  })
})
