// Codes of a second factor against the RFCs' own examples.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { base32, oneTimeCodeOf, otpauthUri, stepAt, stepOfCode } from './one-time-code.ts'

const secret = Buffer.from('12345678901234567890')
const digest = (message: Uint8Array) => createHmac('sha1', secret).update(message).digest()
const at = (seconds: number) => new Date(seconds * 1_000)

describe('a code', () => {
  // RFC 6238, appendix B, the rows of SHA-1.
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    it(`at ${seconds} seconds is the one of RFC 6238`, () => {
      assert.equal(oneTimeCodeOf(stepAt(at(seconds)), digest, 8), code)
      assert.equal(oneTimeCodeOf(stepAt(at(seconds)), digest), code.slice(2))
    })
  }

  // RFC 4226, appendix D.
  for (const [counter, code] of ['755224', '287082', '359152', '969429', '338314', '254676'].entries()) {
    it(`of count ${counter} is the one of RFC 4226`, () => {
      assert.equal(oneTimeCodeOf(counter, digest), code)
    })
  }

  const now = at(1_234_567_890)
  const step = stepAt(now)
  const shown = (code: string, lastStep = 0) => stepOfCode(code, { at: now, lastStep }, digest)

  it('is good one step early and one step late, and no more', () => {
    for (const [offset, isGood] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const)
      assert.equal(shown(oneTimeCodeOf(step + offset, digest)), isGood ? step + offset : undefined, String(offset))
  })

  it('may be typed in groups', () => {
    const code = oneTimeCodeOf(step, digest)
    assert.equal(shown(` ${code.slice(0, 3)} ${code.slice(3)}`), step)
  })

  it('is good once, and those before it no longer', () => {
    assert.equal(shown(oneTimeCodeOf(step, digest), step), undefined)
    assert.equal(shown(oneTimeCodeOf(step - 1, digest), step), undefined)
    assert.equal(shown(oneTimeCodeOf(step + 1, digest), step), step + 1)
  })

  it('is six digits and nothing else', () => {
    const code = oneTimeCodeOf(step, digest)
    for (const wrong of ['', code.slice(1), `${code}0`, `0${code}`, code.slice(0, 5), `${code.slice(0, 5)}x`, '٠٠٠٠٠٠'])
      assert.equal(shown(wrong), undefined, JSON.stringify(wrong))
  })
})

describe('a secret', () => {
  // RFC 4648, section 10, without padding.
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    it(`is written as RFC 4648 has it: ${JSON.stringify(text)}`, () => {
      assert.equal(base32(Buffer.from(text)), encoded)
    })
  }

  it('is handed to a device with whose it is', () => {
    assert.equal(
      otpauthUri({ secret, account: 'SHOP1/ann@shop' }),
      'otpauth://totp/Tollgate:SHOP1%2Fann%40shop?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tollgate&algorithm=SHA1&digits=6&period=30',
    )
  })
})
