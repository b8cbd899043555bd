import assert from 'node:assert/strict'
import { it } from 'node:test'
import { limitConcurrency } from './concurrency-limit.ts'

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
