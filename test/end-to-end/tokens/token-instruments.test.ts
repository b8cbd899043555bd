// What can be stored under a token, what is kept of it, and what is not.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { cardSource, payBody } from '../../support/clients/client.ts'
import { openShop, orderOf, refusal, refusalOf } from '../../support/clients/shop.ts'
import { openStoredValues } from '../../support/clients/stored-values.ts'
import { cardBody, cards, openTokenKeeper, sources, type TokenKeeper } from '../../support/clients/token-keeper.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: TokenKeeper
before(async () => {
  gateway = await sharedGateway()
  shop = await openTokenKeeper(gateway)
})

const provided = (body: { sourceOfFunds: { provided: object } }) => body.sourceOfFunds.provided

describe('the stored details', () => {
  it('of a card are its number, its expiry and its local brand', async () => {
    const card = { number: cards.visa, expiry: { month: '7', year: '40' }, localBrand: 'CARTE_BANCAIRE' }
    const made = await shop.made(shop.post({ sourceOfFunds: { type: 'CARD', provided: { card } } }))
    assert.deepEqual(provided(made), {
      card: {
        brand: 'VISA',
        expiry: { month: '7', year: '40' },
        fundingMethod: 'UNKNOWN',
        localBrand: 'CARTE_BANCAIRE',
        number: '450875xxxxxx1019',
        scheme: 'VISA',
      },
    })
  })

  it('of a gift card are its number without its PIN', async () => {
    const made = await shop.made(shop.post({ sourceOfFunds: sources.GIFT_CARD }))
    assert.deepEqual(provided(made), {
      giftCard: { brand: 'LOCAL_BRAND_ONLY', localBrand: 'BOOKS', number: '628039xxxxxx0050', scheme: 'OTHER' },
    })
  })

  it('of a bank account are all fields that identify it', async () => {
    const ach = await shop.made(shop.post({ sourceOfFunds: sources.ACH }))
    assert.deepEqual(provided(ach), { ach: { ...sources.ACH.provided.ach, bankAccountNumber: 'xxxxxx4567' } })
    const canadian = await shop.made(shop.post({ sourceOfFunds: sources.DIRECT_DEBIT_CANADA }))
    assert.deepEqual(provided(canadian), {
      directDebitCanada: { ...sources.DIRECT_DEBIT_CANADA.provided.directDebitCanada, bankAccountNumber: 'xxxx2345' },
    })
  })

  it('of provider A are an existing billing agreement, with shipping', async () => {
    const shipping = {
      address: { city: 'Paris', country: 'FRA', postcodeZip: '75001', street: '1 Rue' },
      contact: { firstName: 'Jo', lastName: 'Payer' },
    }
    const made = await shop.made(shop.post({ sourceOfFunds: sources.PROVIDER_A, shipping }))
    assert.deepEqual(provided(made), { providerA: sources.PROVIDER_A.provided.providerA })
    const [row] = await gateway.query<{ details: object }>('select details from tokens where token = $1', [made.token])
    assert.deepEqual(row?.details, {
      billingAgreement: { name: 'Monthly box', cardinality: 'SINGLE' },
      shipping,
    })
    assert.deepEqual(
      refusal(await shop.post({ sourceOfFunds: { type: 'PROVIDER_A' } })),
      refusalOf('sourceOfFunds.provided.providerA.billingAgreement.id', 'MISSING'),
    )
  })

  it('of provider A are the agreement alone: the account that is sent beside it is accepted and not stored', async () => {
    const account = { accountEmail: 'jo@example.com', accountHolder: 'Jo Payer', payerId: 'P1' }
    const providerA = { ...sources.PROVIDER_A.provided.providerA, ...account }
    const made = await shop.made(shop.post({ sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA } } }))
    const stored = sources.PROVIDER_A.provided
    assert.deepEqual(provided(made), stored)
    assert.deepEqual(provided((await shop.get(made.token)).body), stored)
    const [row] = await gateway.query<{ details: object }>('select details from tokens where token = $1', [made.token])
    assert.ok(!/jo@example|Jo Payer|P1/.test(JSON.stringify(row?.details)), JSON.stringify(row?.details))
    assert.deepEqual(
      refusal(await shop.post({ sourceOfFunds: { type: 'PROVIDER_A', provided: { providerA: account } } })),
      refusalOf('sourceOfFunds.provided.providerA.billingAgreement.id', 'MISSING'),
    )
  })

  it('of a device are its own card number, for which no scheme token or account update is requested', async () => {
    const careful = await openTokenKeeper(gateway, { repository: { hasSchemeTokens: true, hasMaintenance: true } })
    const card = {
      number: cards.mastercard,
      expiry: { month: '1', year: '39' },
      devicePayment: { '3DSecure': { eciIndicator: '02', onlinePaymentCryptogram: 'Canary/cryptogram+AAAA=' } },
    }
    const body = { sourceOfFunds: { type: 'CARD', provided: { card } }, schemeTokenProvisioningMode: 'SYNCHRONOUS' }
    const made = await careful.made(careful.post(body))
    assert.deepEqual([made.sourceOfFunds.provided.card.number, made.schemeToken], ['512345xxxxxx0008', undefined])
    // It stays a device's number when only its expiry is sent, or the number alone.
    const renewed = { sourceOfFunds: { provided: { card: { expiry: { month: '2', year: '39' } } } } }
    assert.equal((await careful.made(careful.put(made.token, renewed), 200)).schemeToken, undefined)
    assert.equal((await careful.made(careful.put(made.token, cardBody()), 200)).schemeToken, undefined)
    const [row] = await gateway.query<{ details: { isDeviceNumber?: boolean }; maintenance_due_at: Date | null }>(
      'select details, maintenance_due_at from tokens where token = $1',
      [made.token],
    )
    assert.deepEqual([row?.details.isDeviceNumber, row?.maintenance_due_at], [true, null])
    const updating = { verificationStrategy: 'ACCOUNT_UPDATER' }
    const looked = await careful.made(careful.put(made.token, updating), 200)
    assert.equal(looked.response.gatewayCode, 'NO_VERIFICATION_PERFORMED')
  })

  it('cannot be a payload that a wallet has encrypted for another merchant', async () => {
    const card = { devicePayment: { paymentToken: '{"data":"sealed"}' } }
    const response = await shop.post({ sourceOfFunds: { type: 'CARD', provided: { card } } })
    assert.deepEqual(refusal(response), refusalOf('sourceOfFunds.provided.card.devicePayment.paymentToken'))
    const unnumbered = { devicePayment: { '3DSecure': { onlinePaymentCryptogram: 'AAAA' } } }
    assert.deepEqual(
      refusal(await shop.post({ sourceOfFunds: { type: 'CARD', provided: { card: unnumbered } } })),
      refusalOf('sourceOfFunds.provided.card.number', 'MISSING'),
    )
  })

  it('are those that the merchant profile permits', async () => {
    const visaOnly = await openTokenKeeper(gateway, { profile: { schemes: ['VISA'], sources: ['CARD'] } })
    assert.deepEqual(refusal(await visaOnly.post(cardBody())), refusalOf('sourceOfFunds.provided.card.number'))
    assert.deepEqual(refusal(await visaOnly.post({ sourceOfFunds: sources.ACH })), refusalOf('sourceOfFunds.type'))
    await visaOnly.made(visaOnly.post(cardBody(cards.visa)))
  })

  it('are complete, or refused at the field that is missing', async () => {
    const { routingNumber: _, ...ach } = sources.ACH.provided.ach
    const response = await shop.post({ sourceOfFunds: { type: 'ACH', provided: { ach } } })
    assert.deepEqual(refusal(response), refusalOf('sourceOfFunds.provided.ach.routingNumber', 'MISSING'))
  })
})

describe('details that are not stored', () => {
  const canaries = [
    'CANARYNAME',
    'CANARYSTREET',
    'canary@example.com',
    'CANARYFIRST',
    'CANARYLAST',
    '7391',
    'CANARYCRYPTOGRAM',
    'CANARYSHIP',
    '203.0.113.77',
  ]

  it('are all but the account: not in any table, not in any log line', async () => {
    const careful = await openTokenKeeper(gateway, {
      repository: { generation: 'MERCHANT_SUPPLIED', hasSchemeTokens: true },
    })
    const about = {
      billing: { address: { street: 'CANARYSTREET 1', city: 'CANARYSTREET', country: 'USA' } },
      customer: { email: 'canary@example.com', firstName: 'CANARYFIRST', lastName: 'CANARYLAST' },
      shipping: { address: { street: 'CANARYSHIP' } },
      device: { ipAddress: '203.0.113.77' },
    }
    const card = {
      number: cards.amex,
      expiry: { month: '1', year: '39' },
      nameOnCard: 'CANARYNAME',
      securityCode: '7391',
      devicePayment: { '3DSecure': { onlinePaymentCryptogram: 'CANARYCRYPTOGRAM' } },
    }
    const { devicePayment: _, ...plain } = card
    const source = (details: object) => ({ sourceOfFunds: { type: 'CARD', provided: { card: details } } })
    await careful.made(careful.put('plain', { ...source(plain), ...about }))
    await careful.made(careful.put('plain', { ...source(plain), ...about, verificationStrategy: 'BASIC' }), 200)
    await careful.made(careful.put('device', { ...source(card), ...about }))
    const gift = { type: 'GIFT_CARD', provided: { giftCard: { number: '6280390000000058', pin: '7391' } } }
    await careful.made(careful.put('gift', { sourceOfFunds: gift, ...about }))

    const tables = await gateway.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = 'public' and tablename <> 'schema_migrations'`,
    )
    assert.ok(tables.length > 10)
    for (const { name } of tables) {
      const rows = await gateway.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
      for (const { row } of rows)
        for (const canary of [...canaries, cards.amex, '6280390000000058']) {
          const isFound = canary === '7391' ? row.includes('"7391"') : row.includes(canary)
          assert.ok(!isFound, `${canary} is in ${name}: ${row}`)
        }
    }
    for (const line of gateway.logLines)
      for (const canary of [...canaries.filter((each) => each !== '7391'), cards.amex])
        assert.ok(!line.includes(canary), `${canary} is in the log: ${line}`)
  })
})

describe('details of an earlier order', () => {
  const reference = (referenceOrderId: string) => ({ referenceOrderId })
  const field = 'referenceOrderId'

  async function paying() {
    const tokens = await openTokenKeeper(gateway)
    return { keeper: tokens, till: openShop(gateway, tokens.merchant) }
  }

  it('are stored after a payment, an authorization or a verification with a card', async () => {
    const { keeper: tokens, till } = await paying()
    for (const apiOperation of ['PAY', 'AUTHORIZE', 'VERIFY']) {
      const orderId = await orderOf(till, payBody({ apiOperation }))
      const { token } = await tokens.made(tokens.post(reference(orderId)))
      const { body } = await tokens.get(token)
      assert.deepEqual(body.sourceOfFunds.provided.card.expiry, { month: '1', year: '39' })
      assert.equal((await till.put(payBody({ sourceOfFunds: { token } }))).body.result, 'SUCCESS')
      const [line] = await gateway.query<{ subject: { purpose: string } }>(
        `select subject from audit where action = 'ACCOUNT_OPENED' and subject ->> 'orderId' = $1`,
        [orderId],
      )
      assert.equal(line?.subject.purpose, 'TOKEN')
    }
  })

  it('have no scheme token when a device paid', async () => {
    const tokens = await openTokenKeeper(gateway, { repository: { hasSchemeTokens: true } })
    const till = openShop(gateway, tokens.merchant)
    const order = { amount: '10.00', currency: 'USD' }
    const paid = await orderOf(till, payBody({ order }))
    assert.equal((await tokens.made(tokens.post(reference(paid)))).schemeToken.status, 'PENDING')
    const byDevice = await orderOf(till, payBody({ order: { ...order, walletProvider: 'APPLE_PAY' } }))
    assert.equal((await tokens.made(tokens.post(reference(byDevice)))).schemeToken, undefined)
  })

  it('are refused when there is no such order, no successful payment, or no card', async () => {
    const { keeper: tokens, till } = await paying()
    const unknown = await tokens.post(reference('nowhere'))
    assert.deepEqual([unknown.status, unknown.body.error.field], [400, undefined])
    assert.match(unknown.body.error.explanation, /no order/)
    const declined = 'declined-order'
    await till.put(payBody({ sourceOfFunds: cardSource({ expiry: { month: '5', year: '39' } }) }), {
      orderId: declined,
    })
    assert.deepEqual(refusal(await tokens.post(reference(declined))), refusalOf(field))
    const bank = await orderOf(till, payBody({ sourceOfFunds: sources.ACH }))
    assert.deepEqual(refusal(await tokens.post(reference(bank))), refusalOf(field))
    // Another merchant's order is unknown too.
    const elsewhere = await orderOf(openShop(gateway), payBody())
    assert.match((await tokens.post(reference(elsewhere))).body.error.explanation, /no order/)
  })

  it('are refused once the number has been erased because of its age, and beside card details', async () => {
    const { keeper: tokens, till } = await paying()
    const orderId = await orderOf(till, payBody())
    assert.deepEqual(
      refusal(await tokens.post({ ...cardBody(), ...reference(orderId) })),
      refusalOf('sourceOfFunds.provided.card'),
    )
    await gateway.query(
      'update transactions set accounts_key_id = null, accounts_sealed = null where merchant_id = $1 and order_id = $2',
      [tokens.merchant, orderId],
    )
    const response = await tokens.post(reference(orderId))
    assert.deepEqual(refusal(response), refusalOf(field))
    assert.match(response.body.error.explanation, /no longer stored/)
  })
})

describe('details of a session', () => {
  it('are stored like those of a request, which take precedence', async () => {
    const tokens = await openTokenKeeper(gateway)
    const values = openStoredValues(gateway, tokens.merchant)
    const id = await values.session({ sourceOfFunds: cardSource() })
    const { token } = await tokens.made(tokens.post({ session: { id } }))
    assert.equal((await tokens.get(token)).body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
    const renewed = { sourceOfFunds: { provided: { card: { expiry: { month: '8', year: '41' } } } } }
    const made = await tokens.made(tokens.post({ session: { id }, ...renewed }))
    assert.deepEqual(made.sourceOfFunds.provided.card.expiry, { month: '8', year: '41' })
  })

  it('must include what a verification needs', async () => {
    const tokens = await openTokenKeeper(gateway)
    const values = openStoredValues(gateway, tokens.merchant)
    const { expiry: _, ...unexpiring } = { number: cards.visa, expiry: undefined }
    const id = await values.session({ sourceOfFunds: { type: 'CARD', provided: { card: unexpiring } } })
    assert.deepEqual(
      refusal(await tokens.post({ session: { id }, verificationStrategy: 'BASIC' })),
      refusalOf('sourceOfFunds.provided.card.expiry.month', 'MISSING'),
    )
    assert.deepEqual(
      refusal(await tokens.post({ session: { id }, verificationStrategy: 'ACQUIRER' })),
      refusalOf('transaction.currency', 'MISSING'),
    )
    const agreementless = await values.session({ customer: { firstName: 'Jo' } })
    assert.deepEqual(
      refusal(await tokens.post({ session: { id: agreementless }, sourceOfFunds: { type: 'PROVIDER_A' } })),
      refusalOf('sourceOfFunds.provided.providerA.billingAgreement.id', 'MISSING'),
    )
  })
})
