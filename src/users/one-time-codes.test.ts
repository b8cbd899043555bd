// Codes of a second factor against the RFCs' own examples.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { oneTimeCodes } from './one-time-codes.ts'

const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1_000)

describe('a one-time code', () => {
  // RFC 6238, appendix B, the last six digits of the rows of SHA-1.
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    it(`at ${seconds} seconds is the one of RFC 6238`, () => {
      assert.equal(oneTimeCodes.stepOf(code, secret, at(seconds)), Math.floor(seconds / 30))
    })
  }

  // RFC 4226, appendix D.
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  for (const [step, code] of codes.entries()) {
    it(`of step ${step} is the one of RFC 4226, accepted one step early and one step late, and no more`, () => {
      for (const now of codes.keys()) {
        const expected = Math.abs(now - step) <= 1 ? step : undefined
        for (const second of [0, 29.999])
          assert.equal(oneTimeCodes.stepOf(code, secret, at(now * 30 + second)), expected, `at step ${now}`)
      }
    })
  }

  it('is six ASCII digits and nothing else', () => {
    for (const wrong of [
      '',
      '87082',
      '2870820',
      '0287082',
      '28708x',
      '287 82',
      '287082\n',
      ' 287082',
      '٢٨٧٠٨٢',
      '28708é',
    ])
      assert.equal(oneTimeCodes.stepOf(wrong, secret, at(59)), undefined, JSON.stringify(wrong))
  })

  it('depends on the whole secret, and not on other memory', () => {
    const within = Buffer.concat([Buffer.from('before'), secret, Buffer.from('after')]).subarray(6, 26)
    assert.equal(oneTimeCodes.stepOf('287082', within, at(59)), 1)
    assert.equal(oneTimeCodes.stepOf('287082', secret.subarray(1), at(59)), undefined)
  })
})

describe('the secret of one-time codes', () => {
  it('has 160 bits, and differs each time', () => {
    const secrets = [oneTimeCodes.makeSecret(), oneTimeCodes.makeSecret()]
    assert.deepEqual(
      secrets.map(({ length }) => length),
      [20, 20],
    )
    assert.notDeepEqual(secrets[0], secrets[1])
  })

  // RFC 4648, section 10, without padding.
  for (const [text, encoded] of [
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    it(`is written in base 32 by RFC 4648: ${text}`, () => {
      assert.equal(oneTimeCodes.describe(Buffer.from(text), 'x').text, encoded)
    })
  }

  it('is given to a device with the account and the parameters of the codes', () => {
    const { uri } = oneTimeCodes.describe(secret, 'SHOP1/ann@shop')
    const [start, query] = uri.split('?')
    assert.equal(start, 'otpauth://totp/Tollgate:SHOP1%2Fann%40shop')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), {
      issuer: 'Tollgate',
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
