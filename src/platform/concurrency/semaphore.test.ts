import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSemaphore } from './semaphore.ts'

const longMs = 60_000

describe('a semaphore', () => {
  it('gives slots at once while there are some, then in the order of the queue', async () => {
    const semaphore = openSemaphore({ max: 1, queueMax: 2 })
    assert.equal(await semaphore.take(longMs), undefined)
    const order: number[] = []
    const waiting = [1, 2].map(async (number) => {
      assert.equal(await semaphore.take(longMs), undefined)
      order.push(number)
      semaphore.release()
    })
    assert.deepEqual([semaphore.taken(), semaphore.waiting()], [1, 2])
    semaphore.release()
    await Promise.all(waiting)
    assert.deepEqual(order, [1, 2])
    assert.deepEqual([semaphore.taken(), semaphore.waiting()], [0, 0])
  })

  it('refuses when the queue is full, when the deadline has passed, and when all waiters are dismissed', async () => {
    const semaphore = openSemaphore({ max: 1, queueMax: 1 })
    await semaphore.take(longMs)
    assert.equal(await semaphore.take(0), 'LATE')
    assert.equal(await semaphore.take(1), 'LATE')
    assert.equal(semaphore.waiting(), 0)
    const waiting = semaphore.take(longMs)
    assert.equal(await semaphore.take(longMs), 'FULL')
    semaphore.dismissAll()
    assert.equal(await waiting, 'DISMISSED')
    assert.equal(semaphore.taken(), 1)
  })
})
