import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conflict, retryOnConflict } from './retry-on-conflict.ts'

describe('optimistic retry', () => {
  it('gives the first result that met no conflict', async () => {
    const numbers: number[] = []
    const result = await retryOnConflict(async ({ number }) => {
      numbers.push(number)
      return number < 3 ? conflict : `after ${number}`
    })
    assert.equal(result, 'after 3')
    assert.deepEqual(numbers, [1, 2, 3])
  })

  it('ends with a conflict after the last attempt', async () => {
    const numbers: number[] = []
    const result = await retryOnConflict(async ({ number }) => {
      numbers.push(number)
      return conflict
    }, 3)
    assert.equal(result, conflict)
    assert.deepEqual(numbers, [1, 2, 3])
  })

  it('does not retry a failure', async () => {
    let attempts = 0
    const failing = retryOnConflict(async () => {
      attempts += 1
      throw new Error('broken')
    })
    await assert.rejects(failing, /broken/)
    assert.equal(attempts, 1)
  })
})
