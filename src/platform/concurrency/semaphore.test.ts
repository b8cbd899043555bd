import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createKeyMutex, limitConcurrency, openSemaphore } from './semaphore.ts'

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

it('limits the number of concurrent runs, and serves the others in their order, also after failures', async () => {
  const taking = limitConcurrency(2)
  let running = 0
  let most = 0
  const order: number[] = []
  const works = Array.from({ length: 10 }, (_, index) =>
    taking(async () => {
      running += 1
      most = Math.max(most, running)
      order.push(index)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      if (index % 3 === 0) throw new Error('it failed')
      return index
    }),
  )
  const settled = await Promise.allSettled(works)
  assert.equal(most, 2)
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.deepEqual(settled.filter(({ status }) => status === 'rejected').length, 4)
  assert.equal(await taking(async () => 'free again'), 'free again')
})

describe('the mutex per key', () => {
  it('runs the work of one key one after the other, in the order of the calls, after failures as well', async () => {
    const turns = createKeyMutex()
    const seen: string[] = []
    const work =
      (name: string, isFailing = false) =>
      async () => {
        seen.push(`${name} begins`)
        await new Promise(setImmediate)
        seen.push(`${name} ends`)
        if (isFailing) throw new Error(name)
        return name
      }
    const results = await Promise.allSettled([
      turns.runExclusive('token', work('a')),
      turns.runExclusive('token', work('b', true)),
      turns.runExclusive('token', work('c')),
    ])
    assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
  })

  it('does not serialize different keys', async () => {
    const turns = createKeyMutex()
    const { promise: never } = Promise.withResolvers<void>()
    void turns.runExclusive('busy', () => never)
    assert.equal(await turns.runExclusive('free', async () => 'done'), 'done')
    assert.deepEqual([turns.isLocked('busy'), turns.isLocked('free')], [true, false])
  })
})
