// Velocity limits as texts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  defaultLimits,
  formatVelocityLimit,
  readVelocityLimit,
  type VelocityLimit,
  velocityLimitName,
  velocityLimitsOf,
} from './limits.ts'

const limitOf = (text: string): VelocityLimit => {
  const limit = readVelocityLimit(text)
  assert.ok(limit, text)
  return limit
}

describe('the text of a limit', () => {
  it('is the same after reading and writing, with amounts in their shortest form', () => {
    for (const text of [...defaultLimits, 'ACCOUNT:AMOUNT:DAY:1000:EUR', 'MERCHANT:AMOUNT:HOUR:0.5:KWD'])
      assert.equal(formatVelocityLimit(limitOf(text)), text)
  })

  for (const text of [
    'ADDRESS:DECLINES:HOUR',
    'ADDRESS:DECLINES:HOUR:0',
    'ADDRESS:DECLINES:HOUR:1000001',
    'ADDRESS:DECLINES:HOUR:-1',
    'ADDRESS:DECLINES:HOUR:5:0%',
    'ADDRESS:DECLINES:HOUR:5:101%',
    'ADDRESS:DECLINES:HOUR:5:USD',
    'ADDRESS:DECLINES:HOUR:5:50%:USD',
    'ADDRESS:ATTEMPTS:HOUR:5:50%',
    'ADDRESS:CARDS:HOUR:201',
    'ADDRESS:DECLINES:SECOND:5',
    'ADDRESS:AMOUNT:HOUR:5',
    'ADDRESS:AMOUNT:HOUR:5:XXQ',
    'ADDRESS:AMOUNT:HOUR:0:USD',
    'ADDRESS:AMOUNT:HOUR:1.001:USD',
    'PERSON:DECLINES:HOUR:5',
    'DEFAULT',
    '',
  ])
    it(`is refused as "${text}"`, () => assert.equal(readVelocityLimit(text), undefined))

  it('DEFAULT stands for the defaults, and later entries replace them', () => {
    const names = (texts: readonly string[]) => velocityLimitsOf(texts).map(formatVelocityLimit)
    assert.deepEqual(names(['DEFAULT']), [...defaultLimits])
    assert.deepEqual(names([]), [])
    const raised = names(['DEFAULT', 'ADDRESS:DECLINES:HOUR:30'])
    assert.deepEqual(raised.length, defaultLimits.length)
    assert.ok(raised.includes('ADDRESS:DECLINES:HOUR:30') && !raised.includes('ADDRESS:DECLINES:HOUR:15'))
    assert.equal(velocityLimitName(limitOf('ACCOUNT:AMOUNT:DAY:1:USD')), 'ACCOUNT_AMOUNT_DAY_USD')
  })
})
