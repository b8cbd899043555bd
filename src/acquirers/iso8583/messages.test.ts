// Operations as messages, and answers as the gateway's words.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoCard, isoPayment } from '../../../test/support/builders/iso8583-link.ts'
import { compileCodec, Iso8583Message, readTagged } from '../../iso8583/index.ts'
import { Secret } from '../../kernel/secret.ts'
import type { AcquirerRequest, AcquirerResult } from '../../payments/ports/acquirer.ts'
import { additionalData, identityFor, reasonNoMessage, requestMessage, reversalMessage } from './messages.ts'
import { isAboutReversal, resultOf, reversalResult } from './responses.ts'
import { readSettings } from './settings/settings.ts'
import { wireOf } from './wire.ts'

const at = new Date('2026-11-16T10:20:30.400Z')
const settings = readSettings({ addresses: 'host.example:8583', institutionId: '123456' })
const codec = compileCodec(settings.specification)

function identityOf(question: AcquirerRequest, first = 1) {
  const traces = [first, first + 1].map((trace) => String(trace).padStart(6, '0'))
  return identityFor(question, { traces, at }, settings)
}

/** As a host reads it. */
function sent(question: AcquirerRequest, isRepeat = false): Iso8583Message {
  return codec.unpack(codec.pack(requestMessage(question, identityOf(question), { categoryCode: '5999', isRepeat })))
}

const textOf = (message: Iso8583Message, field: number) => {
  const value = message.value(field)
  return typeof value === 'string' ? value.trimEnd() : value?.toString('latin1')
}
const fieldsOf = (message: Iso8583Message) =>
  Object.fromEntries(message.fields().map((field) => [field, textOf(message, field)]))

const authorization = isoPayment({ kind: 'AUTHORIZE', reference: 'auth' })
const later = {
  reference: 'later',
  acquirerMerchantId: 'SHOP1',
  currency: 'USD',
  amountMinor: 4_00n,
  details: {},
  original: { reference: 'auth', wire: wireOf(identityOf(authorization, 77)), authorizationCode: 'A12345' },
}
const originalOfAuthorization = `0100000077111610203000000123456${'0'.repeat(11)}`

describe('a request as a message', () => {
  it('for a payment has card, amount, time, trace number and terminal', () => {
    const question = isoPayment({
      reference: 'ref-1',
      details: {
        billing: { address: { street: 'Zürich Str. 1 ☂', postcodeZip: '8001' } },
        order: { merchantCategoryCode: '5411' },
        transaction: { source: 'MOTO' },
      },
    })
    const message = sent(question)
    assert.deepEqual(fieldsOf(message), {
      2: '5123450000000008',
      3: '000000',
      4: '000000001000',
      7: '1116102030',
      11: '000001',
      12: '102030',
      13: '1116',
      14: '3901',
      18: '5411',
      22: '012',
      25: '08',
      32: '123456',
      37: '632010000001',
      41: '00000001',
      42: 'SHOP1',
      48: '0103123020480010315Zurich Str. 1 ?2005ref-1',
      49: '840',
    })
    assert.equal(message.type, '0200')
  })

  it('has no field for the date of the order, and is the same with and without it', () => {
    const details: object = { order: { customerOrderDate: '2026-11-01' } }
    const question = isoPayment({ reference: 'ref-1', details })
    assert.equal(reasonNoMessage(question), undefined)
    assert.deepEqual(
      fieldsOf(sent(question)),
      fieldsOf(sent(isoPayment({ reference: 'ref-1', details: { order: {} } }))),
    )
  })

  it('of a wallet or an authenticated payer has indicator and cryptogram', () => {
    const cryptogram = new Secret('AUTHENTICATION', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=')
    const threeDSecure = { eciIndicator: '02', onlinePaymentCryptogram: cryptogram }
    const message = sent(isoPayment({ instrument: isoCard({ devicePayment: { threeDSecure } }) }))
    const additional = readTagged(48, additionalData, textOf(message, 48) ?? '')
    assert.deepEqual([additional['10'], additional['11']], ['02', cryptogram.open()])
  })

  const rows: readonly (readonly [
    AcquirerRequest,
    type: string,
    processing: string,
    Readonly<Record<number, string>>,
  ])[] = [
    [{ ...isoPayment(), kind: 'VERIFY' }, '0100', '000000', {}],
    [authorization, '0100', '000000', {}],
    [{ ...isoPayment(), kind: 'STANDALONE_CAPTURE' }, '0220', '000000', {}],
    [{ ...isoPayment(), kind: 'STANDALONE_REFUND' }, '0200', '200000', {}],
    [{ ...later, kind: 'CAPTURE' }, '0220', '000000', { 38: 'A12345', 90: originalOfAuthorization }],
    [{ ...later, kind: 'REFUND', isAuthorizedFirst: false }, '0200', '200000', { 90: originalOfAuthorization }],
    [{ ...later, kind: 'UPDATE_AUTHORIZATION' }, '0100', '000000', { 60: 'INCR', 90: originalOfAuthorization }],
    [{ ...later, kind: 'VOID', batch: 261116 }, '0420', '020000', { 63: '261116', 90: originalOfAuthorization }],
  ]
  for (const [question, type, processing, fields] of rows)
    it(`of ${question.kind} is ${type} with processing code ${processing}`, () => {
      const message = sent(question)
      assert.deepEqual([message.type, message.text(3)], [type, processing])
      for (const [field, value] of Object.entries(fields))
        assert.equal(textOf(message, Number(field)), value, `DE ${field}`)
    })

  it('has the same content when it is repeated, except for the message type', () => {
    const question = { ...later, kind: 'CAPTURE' as const }
    assert.equal(sent(question, true).type, '0221')
    assert.deepEqual(fieldsOf(sent(question, true)), fieldsOf(sent(question)))
  })

  it('is reversed with the amount and processing code of the original', () => {
    const question = isoPayment({ reference: 'paid' })
    const message = codec.unpack(codec.pack(reversalMessage(question, identityOf(question), false)))
    assert.deepEqual(fieldsOf(message), {
      3: '000000',
      4: '000000001000',
      7: '1116102030',
      11: '000002',
      12: '102030',
      13: '1116',
      32: '123456',
      37: '632010000002',
      41: '00000001',
      42: 'SHOP1',
      48: '2004paid',
      49: '840',
      90: `0200000001111610203000000123456${'0'.repeat(11)}`,
    })
  })

  it('uses the terminal of the route, and that of the original for what follows', () => {
    const first = identityOf(isoPayment({ terminals: ['TILL7', 'TILL8'] }))
    assert.equal(first.terminal, 'TILL7')
    const following = { ...later, kind: 'CAPTURE' as const, original: { reference: 'r', wire: wireOf(first) } }
    assert.equal(identityOf(following).terminal, 'TILL7')
  })

  it('has no message for amounts and instruments that do not fit', () => {
    const ach = { kind: 'ACH', number: new Secret('BANK_ACCOUNT', '1'), routingNumber: '1' } as never
    for (const differences of [{ amountMinor: 10n ** 12n }, { currency: 'XXX' }, { instrument: ach }])
      assert.ok(reasonNoMessage(isoPayment(differences)), JSON.stringify(Object.keys(differences)))
    assert.equal(reasonNoMessage(isoPayment({ amountMinor: 10n ** 12n - 1n })), undefined)
  })
})

describe('an answer', () => {
  function result(
    fields: Readonly<Record<number, string>>,
    question: AcquirerRequest = isoPayment(),
    own = settings,
    isRepeat = false,
  ): AcquirerResult {
    const response = new Iso8583Message('0210')
    for (const [field, value] of Object.entries(fields)) response.set(Number(field), value)
    const received = codec.unpack(codec.pack(response))
    return resultOf(received, { question, identity: identityOf(question), isRepeat, settings: own, now: at })
  }
  const answered = (...given: Parameters<typeof result>) => {
    const returned = result(...given)
    return returned.kind === 'ANSWERED' ? returned.response : assert.fail(returned.kind)
  }

  it('of an approval has code, batch, date and checks', () => {
    const response = answered({ 39: '00', 38: '123456', 4: '000000001000', 15: '1117', 44: 'ZN', 63: '261116' })
    assert.deepEqual(response, {
      gatewayCode: 'APPROVED',
      acquirerCode: '00',
      authorizationCode: '123456',
      batch: 261116,
      stan: '000001',
      receipt: '632010000001',
      transactionId: '1116102030-000001',
      terminal: '00000001',
      date: '1116',
      time: '102030',
      timeZone: '+0000',
      settlementDate: '2026-11-17',
      cardholderVerification: { avs: { acquirerCode: 'Z', gatewayCode: 'ZIP_MATCH' } },
      cardSecurityCode: { acquirerCode: 'N', gatewayCode: 'NO_MATCH' },
      authorizationResponse: {
        date: '1116',
        processingCode: '000000',
        responseCode: '00',
        stan: '000001',
        time: '102030',
      },
    })
  })

  it('of a decline keeps nothing that only an approval has', () => {
    const { gatewayCode, authorizationCode, batch } = answered({ 39: '51', 38: '123456', 63: '261116' })
    assert.deepEqual([gatewayCode, authorizationCode, batch], ['INSUFFICIENT_FUNDS', undefined, undefined])
  })

  it('for a partial approval has the approved amount; an answer with another amount is passed on for the gateway to refuse', () => {
    const partial = answered({ 39: '10', 4: '000000000500', 54: '0057840C000000001000' })
    assert.deepEqual([partial.gatewayCode, partial.approvedMinor], ['PARTIALLY_APPROVED', 5_00n])
    assert.equal(answered({ 39: '00', 4: '000000001001' }).approvedMinor, 10_01n)
    assert.deepEqual(result({ 39: '10', 4: '000000000500', 54: '0057840C000000002000' }), { kind: 'NO_ANSWER' })
  })

  const contradictions: readonly (readonly [what: string, fields: Readonly<Record<number, string>>])[] = [
    ['another currency', { 49: '978' }],
    ['another processing code', { 3: '200000' }],
    ['another retrieval reference', { 37: '632010999999' }],
  ]
  for (const [what, fields] of contradictions) {
    it(`that approves ${what} than was asked for is no answer`, () => {
      assert.deepEqual(result({ 39: '00', ...fields }), { kind: 'NO_ANSWER' })
      assert.deepEqual(result({ 39: '10', 4: '000000000500', ...fields }), { kind: 'NO_ANSWER' })
      const capture = { ...later, kind: 'CAPTURE' as const }
      assert.deepEqual(result({ 39: '00', ...fields }, capture), { kind: 'NO_ANSWER' }, 'an advice is sent again')
      assert.equal(answered({ 39: '05', ...fields }).gatewayCode, 'DECLINED', 'a decline moves no money')
    })

    it(`that acknowledges a reversal with ${what} is none`, () => {
      const identity = identityOf(isoPayment())
      const response = new Iso8583Message('0430').set(39, '00')
      for (const [field, value] of Object.entries(fields)) response.set(Number(field), value)
      assert.equal(isAboutReversal(response, identity, settings), false)
    })
  }

  it('that repeats currency, processing code and retrieval reference is an approval, as one without them is', () => {
    const { currency, processingCode, rrn } = identityOf(isoPayment())
    assert.equal(answered({ 39: '00', 3: processingCode, 37: rrn, 49: currency }).gatewayCode, 'APPROVED')
    assert.equal(answered({ 39: '00' }).gatewayCode, 'APPROVED')
  })

  it('of a host that assigns retrieval references is compared without them', () => {
    const own = readSettings({ addresses: 'h:1', institutionId: '1', assignsReferences: true })
    assert.equal(answered({ 39: '00', 37: 'HOST00000001' }, isoPayment(), own).gatewayCode, 'APPROVED')
    assert.deepEqual(result({ 39: '00', 37: 'HOST00000001', 49: '978' }, isoPayment(), own), { kind: 'NO_ANSWER' })
  })

  it('names a settlement date only where DE 15 is a real day', () => {
    for (const day of ['9999', '0000', '1301', '0230', '0229', '1131', '0100'])
      assert.equal(answered({ 39: '00', 15: day }).settlementDate, undefined, day)
    for (const [day, date] of [
      ['1117', '2026-11-17'],
      ['0228', '2026-02-28'],
      ['1231', '2026-12-31'],
    ] as const)
      assert.equal(answered({ 39: '00', 15: day }).settlementDate, date)
  })

  it('with an open outcome, or with a code missing from the table, is no answer', () => {
    // A duplicate may be the copy of a message that was approved.
    for (const code of ['09', '68', '87', '94', 'ZZ'])
      assert.deepEqual(result({ 39: code }), { kind: 'NO_ANSWER' }, code)
    assert.deepEqual(result({}), { kind: 'NO_ANSWER' })
    const own = readSettings({
      addresses: 'h:1',
      institutionId: '1',
      responseCodes: '87=PARTIALLY_APPROVED, ZZ=DECLINED',
    })
    assert.equal(answered({ 39: 'ZZ' }, isoPayment(), own).gatewayCode, 'DECLINED')
  })

  it('to an advice comes to an end by a table: sent again, taken, an outcome, or left to people', () => {
    const capture = { ...later, kind: 'CAPTURE' as const }
    const ends = (code: string, isRepeat: boolean) => {
      const end = result({ 39: code }, capture, settings, isRepeat)
      if (end.kind === 'ANSWERED') return end.response.gatewayCode
      return end.kind === 'NO_ANSWER' && end.isFinal ? 'left to people' : end.kind
    }
    const rows: readonly (readonly [code: string, first: string, repeat: string])[] = [
      ['00', 'APPROVED', 'APPROVED'],
      ['05', 'DECLINED', 'DECLINED'],
      ['25', 'DECLINED', 'left to people'],
      ['30', 'ACQUIRER_SYSTEM_ERROR', 'left to people'],
      // A key change between the two: the host has not looked at the repeat.
      ['63', 'ACQUIRER_SYSTEM_ERROR', 'NO_ANSWER'],
      ['68', 'NO_ANSWER', 'NO_ANSWER'],
      ['91', 'NO_ANSWER', 'NO_ANSWER'],
      // To a repeat it says that the host has the advice.
      ['94', 'NO_ANSWER', 'APPROVED'],
      ['95', 'DECLINED', 'left to people'],
      ['96', 'NO_ANSWER', 'NO_ANSWER'],
      ['ZZ', 'NO_ANSWER', 'left to people'],
    ]
    for (const [code, first, repeat] of rows)
      assert.deepEqual([ends(code, false), ends(code, true)], [first, repeat], code)
    assert.equal(answered({ 39: '91' }).gatewayCode, 'ACQUIRER_SYSTEM_ERROR')
    const own = readSettings({ addresses: 'h:1', institutionId: '1', responseCodes: '94=DECLINED' })
    assert.equal(answered({ 39: '94' }, capture, own, true).gatewayCode, 'DECLINED')
  })

  it('to an advice about another amount is none, so that it is sent again', () => {
    const capture = { ...later, kind: 'CAPTURE' as const }
    assert.deepEqual(result({ 39: '00', 4: '000000000999' }, capture), { kind: 'NO_ANSWER' })
    const { amount } = identityOf(capture)
    assert.equal(answered({ 39: '00', 4: amount }, capture).gatewayCode, 'APPROVED')
    assert.equal(answered({ 39: '00' }, capture).gatewayCode, 'APPROVED')
  })

  it('to a reversal acknowledges it, refuses it, does not know the original, or is none', () => {
    const kinds = Object.entries({ '00': 'ACKNOWLEDGED', 25: 'UNKNOWN_REFERENCE', 95: 'REFUSED', 96: 'NO_ANSWER' })
    const replied = (code: string, isRepeat: boolean) =>
      reversalResult(new Iso8583Message('0430').set(39, code), isRepeat).kind
    for (const [code, kind] of kinds) assert.deepEqual([replied(code, false), replied(code, true)], [kind, kind], code)
    assert.deepEqual([replied('94', false), replied('94', true)], ['NO_ANSWER', 'ACKNOWLEDGED'])
    assert.deepEqual(reversalResult(new Iso8583Message('0430'), false), { kind: 'NO_ANSWER' })
  })
})
