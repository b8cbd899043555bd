// The simulated directory and access-control server: test data, and responses that cannot be forged.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { passesLuhn } from '../../kernel/instrument.ts'
import { decisionOn, eciOf, enrollmentOf, isUndetermined } from './conventions.ts'
import { creqOf, paReqOf, paResOf, readMessageToken, readPaRes } from './messages.ts'

const published = {
  ENROLLED: [
    '5123450000000008',
    '2223000000000007',
    '4508750015741019',
    '345678901234564',
    '30123400000000',
    '3528000000000007',
    '6011003179988686',
    '5000000000000000005',
  ],
  NOT_ENROLLED: [
    '5111111111111118',
    '2223000000000023',
    '4012000033330026',
    '371449635398431',
    '36259600000012',
    '3528111100000001',
    '6011963280099774',
    '5666555544443333',
    '4111111111111111',
  ],
  NOT_SUPPORTED: ['135492354874528', '135420001569134'],
} as const

describe('the test cards', () => {
  for (const [enrollment, numbers] of Object.entries(published)) {
    it(`published as ${enrollment} have that enrollment`, () => {
      for (const number of numbers) {
        assert.ok(passesLuhn(number), number)
        assert.equal(enrollmentOf(number), enrollment, number)
      }
    })
  }

  it('are authenticated by their expiry date, and challenged with any other', () => {
    const at = (month: string, year: string) => decisionOn({ month, year }, { hasBrowser: true })
    const decided = ['1', '2', '3', '4', '5', '6', '8'].map((month) => at(month, '40'))
    assert.deepEqual(decided, ['Y', 'A', 'N', 'R', 'U', 'SILENT', 'I'])
    assert.deepEqual([at('01', '2040'), at('7', '40'), at('1', '39')], ['Y', 'C', 'C'])
    assert.equal(decisionOn(undefined, { hasBrowser: true }), 'C')
    assert.equal(decisionOn(undefined, { hasBrowser: false }), 'Y')
    assert.ok(isUndetermined({ month: '7', year: '40' }))
    assert.ok(!isUndetermined({ month: '7', year: '39' }))
  })

  it('have the indicators of their scheme', () => {
    const family = (scheme: string) => (['Y', 'A', 'U', 'N'] as const).map((status) => eciOf(scheme, status))
    assert.deepEqual(family('MASTERCARD'), ['02', '01', '00', undefined])
    for (const scheme of ['VISA', 'AMEX', 'JCB', 'DISCOVER', 'DINERS_CLUB'])
      assert.deepEqual(family(scheme), ['05', '06', '07', undefined])
  })
})

describe('the answer that goes through the browser', () => {
  const line = { reference: 'r1', status: 'Y', eci: '02', proof: 'cHJvb2Y=', xid: 'eGlk' } as const
  const key = 'a key'
  const signed = paResOf(line, key)

  it('is read with the key and the reference it was made with', () => {
    assert.deepEqual(readPaRes(signed, 'r1', key), { status: 'Y', eci: '02', token: 'cHJvb2Y=', xid: 'eGlk' })
    const failed = paResOf({ ...line, status: 'N', eci: undefined, proof: undefined }, key)
    assert.deepEqual(readPaRes(failed, 'r1', key), { status: 'N', xid: 'eGlk' })
  })

  it('is rejected with another key or reference, or when altered or invented', () => {
    const message = JSON.parse(Buffer.from(signed, 'base64').toString())
    const altered = (change: object) => Buffer.from(JSON.stringify({ ...message, ...change })).toString('base64')
    assert.equal(readPaRes(signed, 'r2', key), undefined)
    assert.equal(readPaRes(signed, 'r1', 'another key'), undefined)
    for (const change of [
      { status: 'A' },
      { status: 'C' },
      { eci: '05' },
      { eci: ['02'] },
      { proof: undefined },
      { xid: '' },
      { signature: '' },
      { signature: 5 },
    ])
      assert.equal(readPaRes(altered(change), 'r1', key), undefined, JSON.stringify(change))
    for (const text of ['', 'AAAA', 'bnVsbA==', 'W10=', '%%%']) assert.equal(readPaRes(text, 'r1', key), undefined)
  })

  it('cannot contain values that only the other protocol has', () => {
    assert.equal(readPaRes(paResOf({ ...line, status: 'R' }, key), 'r1', key), undefined)
  })
})

describe('the request that goes through the browser', () => {
  it('names its authentication; any other request names none', () => {
    const token = 'a'.repeat(32)
    assert.equal(readMessageToken(paReqOf({ token, xid: 'x' })), token)
    assert.equal(readMessageToken(creqOf({ token, acsTransactionId: 'x' })), token)
    for (const text of ['', 'AAAA', 'bnVsbA==', paReqOf({ token: "' or 1", xid: 'x' })])
      assert.equal(readMessageToken(text), undefined)
  })
})
