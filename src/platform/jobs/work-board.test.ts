import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openWorkBoard } from './work-board.ts'

type Work = 'A' | 'B'

function world() {
  const state = { now: 0, searches: 0, found: new Set<Work>(), fails: false }
  const board = openWorkBoard<Work>(
    async () => {
      state.searches += 1
      if (state.fails) throw new Error('no answer')
      return new Set(state.found)
    },
    { everyMs: 1_000, idleMs: 4_000, nowMs: () => state.now },
  )
  return { state, board }
}

describe('the board of due work', () => {
  it('searches once for all kinds of work within its time, and again afterwards', async () => {
    const { state, board } = world()
    state.found.add('A')
    assert.deepEqual([await board.has('A'), await board.has('B')], [true, false])
    state.found.add('B')
    assert.equal(await board.has('B'), false)
    assert.equal(state.searches, 1)
    state.now = 1_000
    assert.equal(await board.has('B'), true)
    assert.equal(state.searches, 2)
  })

  it('shares a search that is under way', async () => {
    const { state, board } = world()
    await Promise.all([board.has('A'), board.has('B'), board.has('A')])
    assert.equal(state.searches, 1)
  })

  it('knows what this process has caused before the next search', async () => {
    const { state, board } = world()
    assert.equal(await board.has('A'), false)
    board.note('A')
    assert.equal(await board.has('A'), true)
    state.now = 1_001
    assert.equal(await board.has('A'), false)
  })

  it('searches less and less often while there is nothing, until something happens', async () => {
    const { state, board } = world()
    const searchTimes: number[] = []
    for (state.now = 0; state.now <= 14_000; state.now += 500) {
      const before = state.searches
      await board.has('A')
      if (state.searches > before) searchTimes.push(state.now)
    }
    assert.deepEqual(searchTimes, [0, 2_000, 6_000, 10_000, 14_000])
    state.now = 15_000
    board.wake()
    await board.has('A')
    assert.equal(state.searches, 6)
  })

  it('fails while the search fails, and searches again after a second', async () => {
    const { state, board } = world()
    state.fails = true
    await assert.rejects(board.has('A'))
    await assert.rejects(board.has('A'))
    assert.equal(state.searches, 1)
    state.fails = false
    state.found.add('A')
    state.now = 1_000
    assert.equal(await board.has('A'), true)
  })
})
