// The limit for callers without credentials.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CountBook } from '../counters/count-book.ts'
import { memoryRateLimits } from '../counters/limits.ts'
import { clientNetworkOf, rateLimit } from './rate-limit.ts'

suite('the limit', () => {
  const limited = (perMinute: number, book = new CountBook()) => {
    const time = { ms: 0 }
    const rateLimits = memoryRateLimits(book, { now: () => new Date(time.ms) })
    return { time, rateLimits, mayAsk: rateLimit({ name: 'sessions', perMinute, rateLimits }) }
  }

  test('a rate limit lets a number of requests a minute through for each client, and opens again as the minute slides on', () => {
    const { time, mayAsk } = limited(2)
    assert.deepEqual([mayAsk('a'), mayAsk('a'), mayAsk('a'), mayAsk('b')], [true, true, false, true])
    time.ms = 59_999
    assert.equal(mayAsk('a'), false)
    time.ms = 70_000
    assert.deepEqual([mayAsk('a'), mayAsk('a'), mayAsk('a')], [true, true, false])
  })

  test('a rate limit counts by the name of what is limited', () => {
    const { mayAsk, rateLimits } = limited(1)
    const mayReport = rateLimit({ name: 'reports', perMinute: 1, rateLimits })
    assert.deepEqual([mayAsk('a'), mayReport('a'), mayReport('a')], [true, true, false])
  })

  test('a rate limit remembers a bounded number of clients', () => {
    const { mayAsk } = limited(1, new CountBook({ RATE: 2 }))
    assert.deepEqual([mayAsk('a'), mayAsk('b'), mayAsk('b'), mayAsk('c')], [true, true, false, true])
    assert.equal(mayAsk('a'), true, 'forgotten')
  })

  test('a count is published for other processes once an address has come a few times, so that a flood of addresses costs no rows', () => {
    const book = new CountBook()
    const { mayAsk } = limited(20, book)
    for (let n = 0; n < 100; n += 1) mayAsk(`once-${n}`)
    assert.deepEqual(book.takeChanges(), [])
    for (let n = 0; n < 5; n += 1) mayAsk('often')
    assert.deepEqual(
      book.takeChanges().map(({ kind, value }) => [kind, value]),
      [['RATE', 'sessions often']],
    )
  })
})

test('a client is an IPv4 address or an IPv6 network', () => {
  const asker = (ip: string) => clientNetworkOf({ ip })
  assert.equal(asker('192.0.2.7'), '192.0.2.7')
  assert.equal(asker('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(asker('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(asker('2001:db8:1:2::6'), asker('2001:db8:1:2:ffff::1'))
  assert.equal(asker('2001:db8::6'), '2001:db8::/64')
  assert.notEqual(asker('2001:db8:1:2::6'), asker('2001:db8:1:3::6'))
})
