// Following the feeds of many merchants: each in its turn, and none at the expense of another.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ProjectionUpdateOptions, updateProjection } from './update-projection.ts'

/** Merchants with this many unprocessed entries. */
function feeds(waiting: Readonly<Record<string, number>>, follow?: (merchantId: string) => 'LOCKED' | undefined) {
  const left = new Map(Object.entries(waiting))
  const turns: string[] = []
  return {
    left,
    turns,
    projection: {
      merchantsBehind: async (limit: number) =>
        [...left]
          .filter(([, count]) => count > 0)
          .map(([id]) => id)
          .slice(0, limit),
      async catchUp(merchantId: string, limit: number) {
        turns.push(merchantId)
        const refused = follow?.(merchantId)
        if (refused) return refused
        const taken = Math.min(left.get(merchantId) ?? 0, limit)
        left.set(merchantId, (left.get(merchantId) ?? 0) - taken)
        return taken
      },
    },
  }
}

const quietly = (differences: Partial<ProjectionUpdateOptions> = {}): ProjectionUpdateOptions => ({
  rest: async () => {},
  isStopped: () => false,
  turnMs: 60_000,
  onError: (error) => assert.fail(String(error)),
  ...differences,
})

describe('the feed projector', () => {
  it('processes every feed in turn, so that a long queue delays no other merchant', async () => {
    const { projection, turns, left } = feeds({ LONG: 250, SHORT: 3 })
    assert.deepEqual(await updateProjection(undefined, { projection }, quietly()), { taken: 253, stillBehind: [] })
    assert.deepEqual(turns, ['LONG', 'SHORT', 'LONG', 'LONG'])
    assert.deepEqual([...left.values()], [0, 0])
  })

  it('names the feeds with more events when its turn is over, so that others get theirs', async () => {
    const { projection, turns } = feeds({ LONG: 250, SHORT: 3 })
    const followed = await updateProjection(undefined, { projection }, quietly({ turnMs: 0 }))
    assert.deepEqual(followed, { taken: 103, stillBehind: ['LONG'] })
    assert.deepEqual(turns, ['LONG', 'SHORT'])
  })

  it('processes only the feeds that were named', async () => {
    const { projection, turns } = feeds({ ONE: 1, OTHER: 1 })
    await updateProjection(new Set(['OTHER']), { projection }, quietly())
    assert.deepEqual(turns, ['OTHER'])
  })

  it('skips a feed that another process follows', async () => {
    const { projection } = feeds({ ONE: 5, OTHER: 5 }, (id) => (id === 'ONE' ? 'LOCKED' : undefined))
    assert.equal((await updateProjection(undefined, { projection }, quietly())).taken, 5)
  })

  it('continues with the others when one fails', async () => {
    const reported: string[] = []
    const { projection } = feeds({ ONE: 5, OTHER: 5 }, (id) => {
      if (id === 'ONE') throw new Error('gone')
      return undefined
    })
    const options = quietly({ onError: (_, merchantId) => reported.push(merchantId) })
    assert.equal((await updateProjection(undefined, { projection }, options)).taken, 5)
    assert.deepEqual(reported, ['ONE'])
  })

  it('pauses after every step that had work, and stops on request', async () => {
    let rests = 0
    const { projection, left } = feeds({ LONG: 1_000 })
    const options = quietly({
      rest: async () => {
        rests += 1
      },
      isStopped: () => rests === 2,
    })
    assert.equal((await updateProjection(undefined, { projection }, options)).taken, 200)
    assert.equal(left.get('LONG'), 800)
  })
})
