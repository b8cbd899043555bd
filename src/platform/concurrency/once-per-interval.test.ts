import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { oncePerInterval } from './once-per-interval.ts'

describe('a key that may pass once per interval', () => {
  it('passes the first time, and again only when the interval is over', () => {
    let now = 0
    const mayPass = oncePerInterval(10, () => now)
    assert.equal(mayPass('a', 1_000), true)
    now = 999
    assert.equal(mayPass('a', 1_000), false)
    now = 1_000
    assert.equal(mayPass('a', 1_000), true)
    now = 1_999
    assert.equal(mayPass('a', 1_000), false)
  })

  it('does not use up the interval of another key', () => {
    const mayPass = oncePerInterval(10, () => 0)
    assert.equal(mayPass('a', 1_000), true)
    assert.equal(mayPass('b', 1_000), true)
  })

  it('passes again when too many other keys have passed since, which are still remembered', () => {
    const mayPass = oncePerInterval(4, () => 0)
    const passed = ['a', 'b', 'a', 'c', 'd', 'a', 'e', 'a', 'd', 'e'].map((key) => mayPass(key, 1_000))
    assert.deepEqual(passed, [true, true, false, true, true, false, true, true, false, false])
  })
})
