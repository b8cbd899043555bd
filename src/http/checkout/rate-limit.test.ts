// The limit for those who ask without credentials.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { askerOf, rateLimit } from './rate-limit.ts'

suite('the limit', () => {
  const clock = (time: { ms: number }) => ({ now: () => new Date(time.ms) })

  test('lets so many through a minute, each asker by itself, and begins anew with the next minute', () => {
    const time = { ms: 0 }
    const mayAsk = rateLimit({ perMinute: 2, clock: clock(time) })
    assert.deepEqual([mayAsk('a'), mayAsk('a'), mayAsk('a'), mayAsk('b')], [true, true, false, true])
    time.ms = 59_999
    assert.equal(mayAsk('a'), false)
    time.ms = 60_000
    assert.deepEqual([mayAsk('a'), mayAsk('a'), mayAsk('a')], [true, true, false])
  })

  test('remembers a bounded number of askers', () => {
    const mayAsk = rateLimit({ perMinute: 1, clock: clock({ ms: 0 }), askersMax: 2 })
    assert.deepEqual([mayAsk('a'), mayAsk('b'), mayAsk('b'), mayAsk('c')], [true, true, false, true])
    assert.equal(mayAsk('a'), true, 'forgotten')
  })
})

test('an asker is an address of version 4 or a network of version 6', () => {
  const asker = (ip: string) => askerOf({ ip })
  assert.equal(asker('192.0.2.7'), '192.0.2.7')
  assert.equal(asker('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(asker('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(asker('2001:db8:1:2::6'), asker('2001:db8:1:2:ffff::1'))
  assert.equal(asker('2001:db8::6'), '2001:db8::/64')
  assert.notEqual(asker('2001:db8:1:2::6'), asker('2001:db8:1:3::6'))
})
