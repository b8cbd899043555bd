import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPlaces } from './places.ts'

const longMs = 60_000

describe('a semaphore', () => {
  it('gives slots at once while there are some, then in the order of the queue', async () => {
    const places = openPlaces({ max: 1, queueMax: 2 })
    assert.equal(await places.take(longMs), undefined)
    const order: number[] = []
    const waiting = [1, 2].map(async (number) => {
      assert.equal(await places.take(longMs), undefined)
      order.push(number)
      places.leave()
    })
    assert.deepEqual([places.taken(), places.waiting()], [1, 2])
    places.leave()
    await Promise.all(waiting)
    assert.deepEqual(order, [1, 2])
    assert.deepEqual([places.taken(), places.waiting()], [0, 0])
  })

  it('refuses when the queue is full, when the deadline has passed, and when all waiters are dismissed', async () => {
    const places = openPlaces({ max: 1, queueMax: 1 })
    await places.take(longMs)
    assert.equal(await places.take(0), 'LATE')
    assert.equal(await places.take(1), 'LATE')
    assert.equal(places.waiting(), 0)
    const waiting = places.take(longMs)
    assert.equal(await places.take(longMs), 'FULL')
    places.sendAway()
    assert.equal(await waiting, 'SENT_AWAY')
    assert.equal(places.taken(), 1)
  })
})
