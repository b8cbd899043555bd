import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createKeyMutex } from './key-mutex.ts'

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
