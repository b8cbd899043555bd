import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limitInFlight } from './in-flight.ts'
import { createWaitQueue } from './wait-queue.ts'

describe('a wait queue', () => {
  it('serves requests in the order of arrival, however many come and go', () => {
    const line = createWaitQueue<number>()
    let expected = 0
    for (let n = 0; n < 10_000; n += 1) {
      line.push(n)
      if (n % 3 === 0) continue
      assert.equal(line.first(), expected)
      assert.equal(line.serve(), expected)
      expected += 1
    }
    assert.equal(line.length, 10_000 - expected)
    for (; expected < 10_000; expected += 1) assert.equal(line.serve(), expected)
    assert.deepEqual([line.length, line.first(), line.serve()], [0, undefined, undefined])
  })

  it('measures its rate while requests wait, and does not count dropped ones', () => {
    const line = createWaitQueue<number>()
    for (let n = 0; n < 10_000; n += 1) line.push(n)
    for (let tick = 0; tick < 200; tick += 1) {
      for (let n = 0; n < 20; n += 1) line.serve()
      line.drop()
      line.average(20)
    }
    assert.ok(Math.abs(line.servedPerMs - 1) < 0.01, `${line.servedPerMs} a millisecond`)
    for (let tick = 0; tick < 200; tick += 1) line.average(20)
    assert.ok(line.servedPerMs < 0.01, 'nobody has been served of late, though many wait')
  })

  it('keeps its rate while nothing waits, however few requests come', () => {
    const line = createWaitQueue<number>()
    const pass = (come: number) => {
      for (let n = 0; n < come; n += 1) line.push(n)
      for (let n = 0; n < come; n += 1) line.serve()
      line.average(20)
    }
    for (let tick = 0; tick < 200; tick += 1) pass(20)
    const { servedPerMs } = line
    assert.ok(Math.abs(servedPerMs - 1) < 0.01, `${servedPerMs} a millisecond`)
    for (let tick = 0; tick < 200; tick += 1) pass(tick % 2)
    assert.equal(line.servedPerMs, servedPerMs)
    for (let tick = 0; tick < 200; tick += 1) pass(40)
    assert.ok(line.servedPerMs > 1.9, `${line.servedPerMs} a millisecond`)
  })
})

describe('requests in flight', () => {
  it('are limited by name, and a released slot can be taken again', () => {
    const inFlight = limitInFlight(2)
    const first = inFlight.take('a')
    assert.ok(first && inFlight.take('a') && inFlight.take('b'))
    assert.equal(inFlight.take('a'), undefined)
    first()
    assert.ok(inFlight.take('a'))
    assert.equal(inFlight.take('a'), undefined)
  })

  it('beyond the limit are counted where that is allowed', () => {
    const inFlight = limitInFlight(1)
    const known = inFlight.take('a', { isUnlimited: true })
    assert.ok(known && inFlight.take('a', { isUnlimited: true }))
    known()
    assert.equal(inFlight.take('a'), undefined)
  })
})
