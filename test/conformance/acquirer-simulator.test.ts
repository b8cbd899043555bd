// What the simulated acquirer's answers and books hold, by the published test data.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { GiftCardInstrument, Instrument } from '../../src/kernel/instrument.ts'
import { Secret } from '../../src/kernel/secret.ts'
import type { AcquirerRequest, AcquirerResponse } from '../../src/payments/ports/acquirer.ts'
import { databaseUrl } from '../support/gateway/database.ts'
import { startSimulator, testCard, testPayment } from './acquirer-simulator-kit.ts'
import { withoutDeadline } from './ask-terms.ts'

let simulator: Awaited<ReturnType<typeof startSimulator>>
before(async () => {
  simulator = await startSimulator()
})
after(() => simulator.close())

async function ask(question: AcquirerRequest): Promise<AcquirerResponse> {
  const result = await simulator.acquirer.ask(question, withoutDeadline)
  assert.ok(result.kind === 'ANSWERED', result.kind)
  return result.response
}

describe('an answer', () => {
  it('to a payment has everything a merchant may find in it', async () => {
    const merchant = simulator.newMerchant()
    const address = { street: '1 Zulu St', postcodeZip: '1000' }
    const response = await ask(
      testPayment(merchant, {
        instrument: testCard('1/39', { nameOnCard: 'Ada Payer' }),
        details: { billing: { address }, customer: { email: 'ada@example.com' } },
      }),
    )
    const { stan = '', authorizationResponse = {}, ...rest } = response
    assert.match(stan, /^\d{6}$/)
    assert.deepEqual(rest, {
      gatewayCode: 'APPROVED',
      acquirerCode: '00',
      acquirerMessage: 'Approved',
      approvedMinor: 10_00n,
      authorizationCode: stan,
      receipt: `631910${stan}`,
      batch: 2026111501,
      transactionId: `${merchant}-${stan}`,
      terminal: '0001',
      date: '1115',
      time: '102030',
      timeZone: '+0000',
      settlementDate: '2026-11-15',
      cardSecurityCode: { acquirerCode: 'M', gatewayCode: 'MATCH' },
      cardholderVerification: {
        avs: { acquirerCode: 'Z', gatewayCode: 'ZIP_MATCH' },
        detailedVerification: [
          { type: 'BILLING_PHONE', gatewayCode: 'NOT_PROVIDED' },
          { type: 'BILLING_POSTCODE_ZIP', gatewayCode: 'MATCHED' },
          { type: 'BILLING_STREET_ADDRESS', gatewayCode: 'NOT_MATCHED' },
          { type: 'CARDHOLDER_NAME', gatewayCode: 'MATCHED' },
          { type: 'CUSTOMER_EMAIL', gatewayCode: 'MATCHED' },
        ],
      },
      debugInformation: 'Simulated acquirer: APPROVED, decided by the expiry date.',
    })
    const { validationCode = '', ...authorization } = authorizationResponse
    assert.match(validationCode, /^[0-9A-Z]{4}$/)
    assert.deepEqual(authorization, {
      autoExpiry: '2026-12-15T10:20:30.400Z',
      cardSecurityCodeError: 'M',
      commercialCard: 'NOT_A_COMMERCIAL_CARD',
      commercialCardIndicator: 'CONSUMER_CARD',
      date: '1115',
      financialNetworkCode: '777',
      posData: '1025100006600',
      posEntryMode: '812',
      processingCode: '003000',
      responseCode: '00',
      stan,
      time: '102030',
      transactionIdentifier: `261115S${stan}`,
    })
  })

  it('to a payment plan with interest says what the plan comes to', async () => {
    const details = { paymentPlan: { planId: 'INTEREST-3', numberOfPayments: 3, numberOfDeferrals: 1 } }
    const { paymentPlan } = await ask(testPayment(simulator.newMerchant(), { details }))
    assert.deepEqual(paymentPlan, {
      ...details.paymentPlan,
      finalAmount: '10.5',
      interestRate: '5',
      paymentAmount: '3.5',
    })
  })
})

describe("the simulator's books", () => {
  it('record what reached the acquirer, but no secret', async () => {
    const merchant = simulator.newMerchant()
    const authorized = testPayment(merchant, { kind: 'AUTHORIZE', details: { order: { reference: 'mine' } } })
    const validationCode = (await ask(authorized)).authorizationResponse?.['validationCode'] ?? assert.fail()
    const { instrument: _, ...rest } = testPayment(merchant, { amountMinor: 4_00n })
    const original = { reference: authorized.reference, validationCode }
    await ask({ ...rest, kind: 'CAPTURE', original })
    const rows = await simulator.query<{ kind: string; text: string }>(
      `select kind, amount_minor, approved_minor, instrument_kind, card, details, original_reference, validation_code,
         batch, asked from simulated_acquirer.book where acquirer_merchant_id = $1 order by kind`,
      [merchant],
    )
    assert.deepEqual(rows, [
      {
        kind: 'AUTHORIZE',
        amount_minor: '1000',
        approved_minor: '1000',
        instrument_kind: 'CARD',
        card: '512345xxxxxx0008',
        details: { order: { reference: 'mine' } },
        original_reference: null,
        validation_code: null,
        batch: null,
        asked: 1,
      },
      {
        kind: 'CAPTURE',
        amount_minor: '400',
        approved_minor: '400',
        instrument_kind: null,
        card: null,
        details: {},
        original_reference: authorized.reference,
        validation_code: validationCode,
        batch: 2026111501,
        asked: 1,
      },
    ])
    const everything = JSON.stringify(await simulator.query('select * from simulated_acquirer.book'))
    assert.ok(!everything.includes('5123450000000008'))
  })

  it('let one of two processes capture or void an authorization', async () => {
    const other = await startSimulator({ on: simulator.databaseName })
    try {
      const merchant = simulator.newMerchant()
      const authorized = Array.from({ length: 20 }, () => testPayment(merchant, { kind: 'AUTHORIZE' }))
      await Promise.all(authorized.map(ask))
      const results = await Promise.all(
        authorized.map(({ reference }) => {
          const [capture, undo] = [1, 2].map(() => {
            const { instrument: _, ...rest } = testPayment(merchant)
            return { ...rest, original: { reference } }
          })
          assert.ok(capture && undo)
          return Promise.all([
            simulator.acquirer.ask({ ...capture, kind: 'CAPTURE' }, withoutDeadline),
            other.acquirer.ask({ ...undo, kind: 'VOID' }, withoutDeadline),
          ])
        }),
      )
      for (const pair of results) {
        const codes = pair.map((result) => result.kind === 'ANSWERED' && result.response.gatewayCode)
        assert.deepEqual(codes.toSorted(), ['APPROVED', 'DECLINED'])
      }
    } finally {
      await other.close()
    }
  })
})

describe('a batch', () => {
  it('is numbered by its day, also when it is not the first one of it', async () => {
    const merchant = simulator.newMerchant()
    for (const batch of [2026111501, 2026111502]) {
      assert.equal((await ask(testPayment(merchant))).batch, batch)
      const closed = await simulator.acquirer.closeBatch({ acquirerMerchantId: merchant })
      assert.ok(closed.kind === 'CLOSED' && closed.batch === batch)
    }
  })

  it('is settled only when all its transactions are written', async () => {
    const merchant = simulator.newMerchant()
    await ask(testPayment(merchant))
    const held = testPayment(merchant)
    const holder = new pg.Client(databaseUrl(simulator.databaseName))
    await holder.connect()
    try {
      // A line under the same reference, not committed, stops the payment after it has joined the batch.
      await holder.query('begin')
      await holder.query('insert into simulated_acquirer.book (acquirer_merchant_id, reference) values ($1, $2)', [
        merchant,
        held.reference,
      ])
      const paying = ask(held)
      await untilWaiting(1, () => false)
      let isClosed = false
      const closing = simulator.acquirer.closeBatch({ acquirerMerchantId: merchant }).finally(() => {
        isClosed = true
      })
      await untilWaiting(2, () => isClosed)
      await holder.query('rollback')
      const [{ batch }, closed] = await Promise.all([paying, closing])
      assert.deepEqual(closed, {
        kind: 'CLOSED',
        batch,
        totals: [{ currency: 'USD', capturedMinor: 20_00n, refundedMinor: 0n, count: 2 }],
      })
    } finally {
      await holder.end()
    }
  })

  async function untilWaiting(count: number, isOver: () => boolean): Promise<void> {
    for (;;) {
      const [row] = await simulator.query<{ waiting: number }>(
        `select count(*)::integer as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if ((row?.waiting ?? 0) >= count || isOver()) return
    }
  }
})

describe('a gift card', () => {
  const card = (lastFour: string, pin?: string): GiftCardInstrument => ({
    kind: 'GIFT_CARD',
    number: new Secret('ACCOUNT', `600000000000${lastFour}`),
    ...(pin && { pin: new Secret('AUTHENTICATION', pin) }),
  })
  const pay = (merchant: string, instrument: Instrument, amountMinor: bigint) =>
    testPayment(merchant, { instrument, amountMinor })
  const balance = async (merchant: string, instrument: Instrument) => {
    const { amountMinor: _, ...rest } = testPayment(merchant, { instrument })
    const { gatewayCode, giftCardBalanceMinor } = await ask({ ...rest, kind: 'VERIFY' })
    return [gatewayCode, giftCardBalanceMinor]
  }

  it('pays until nothing is left, and gets back what is refunded, voided or reversed', async () => {
    const merchant = simulator.newMerchant()
    assert.deepEqual(await balance(merchant, card('0050')), ['BALANCE_AVAILABLE', 50_00n])
    const first = pay(merchant, card('0050'), 30_00n)
    const second = pay(merchant, card('0050'), 30_00n)
    assert.equal((await ask(first)).gatewayCode, 'APPROVED')
    const { gatewayCode, approvedMinor } = await ask(second)
    assert.deepEqual([gatewayCode, approvedMinor], ['PARTIALLY_APPROVED', 20_00n])
    assert.equal((await ask(pay(merchant, card('0050'), 1n))).gatewayCode, 'INSUFFICIENT_FUNDS')
    assert.deepEqual(await balance(merchant, card('0050')), ['NO_BALANCE', 0n])

    const { instrument: _, ...rest } = pay(merchant, card('0050'), 5_00n)
    const original = { reference: first.reference }
    await ask({ ...rest, kind: 'REFUND', original, isAuthorizedFirst: false })
    assert.deepEqual(await balance(merchant, card('0050')), ['BALANCE_AVAILABLE', 5_00n])
    await simulator.acquirer.reverse(second)
    assert.deepEqual(await balance(merchant, card('0050')), ['BALANCE_AVAILABLE', 25_00n])
    const third = pay(merchant, card('0050'), 25_00n)
    await ask(third)
    await ask({ ...rest, reference: `${rest.reference}-void`, kind: 'VOID', original: { reference: third.reference } })
    assert.deepEqual(await balance(merchant, card('0050')), ['BALANCE_AVAILABLE', 25_00n])
  })

  it('is never overdrawn by payments at the same time, also from two processes', async () => {
    const merchant = simulator.newMerchant()
    const other = await startSimulator({ on: simulator.databaseName })
    try {
      const payments = Array.from({ length: 24 }, () => pay(merchant, card('0020'), 3_00n))
      const results = await Promise.all(
        payments.map((payment, index) => (index % 2 ? simulator : other).acquirer.ask(payment, withoutDeadline)),
      )
      let paidMinor = 0n
      for (const result of results) if (result.kind === 'ANSWERED') paidMinor += result.response.approvedMinor ?? 0n
      assert.equal(paidMinor, 20_00n)
    } finally {
      await other.close()
    }
  })

  it('allows no capture above the reserved amount', async () => {
    const merchant = simulator.newMerchant()
    const authorized = { ...pay(merchant, card('0020'), 15_00n), kind: 'AUTHORIZE' as const }
    await ask(authorized)
    assert.deepEqual(await balance(merchant, card('0020')), ['BALANCE_AVAILABLE', 5_00n])
    const capture = async (amountMinor: bigint) => {
      const { instrument: _, ...rest } = pay(merchant, card('0020'), amountMinor)
      return (await ask({ ...rest, kind: 'CAPTURE', original: { reference: authorized.reference } })).gatewayCode
    }
    assert.equal(await capture(16_00n), 'INSUFFICIENT_FUNDS')
    assert.equal(await capture(15_00n), 'APPROVED')
    assert.deepEqual(await balance(merchant, card('0020')), ['BALANCE_AVAILABLE', 5_00n])
  })

  it('may have a wrong PIN, need one, or not report its balance', async () => {
    const merchant = simulator.newMerchant()
    assert.equal((await ask(pay(merchant, card('0050', '0000'), 1_00n))).gatewayCode, 'DECLINED_INVALID_PIN')
    assert.equal((await ask(pay(merchant, card('8888'), 1_00n))).gatewayCode, 'DECLINED_PIN_REQUIRED')
    assert.equal((await ask(pay(merchant, card('8888', '1234'), 1_00n))).gatewayCode, 'APPROVED')
    assert.deepEqual(await balance(merchant, card('9999')), ['BALANCE_UNKNOWN', undefined])
  })
})

describe('a bank account', () => {
  it('is approved pending settlement, unless its number directs otherwise', async () => {
    const merchant = simulator.newMerchant()
    for (const [number, gatewayCode] of [
      ['1234567890', 'APPROVED_PENDING_SETTLEMENT'],
      ['1234560005', 'DECLINED'],
      ['1234560051', 'INSUFFICIENT_FUNDS'],
    ] as const) {
      const instrument: Instrument = {
        kind: 'ACH',
        number: new Secret('BANK_ACCOUNT', number),
        routingNumber: '011000015',
        accountType: 'CONSUMER_CHECKING',
        bankAccountHolder: 'Ada Payer',
        secCode: 'WEB',
      }
      const response = await ask(testPayment(merchant, { instrument }))
      assert.equal(response.gatewayCode, gatewayCode)
      assert.ok(!response.cardSecurityCode && !response.cardholderVerification && !response.authorizationResponse)
    }
  })
})
