import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../../test/support/checks/poll.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { ReadNeeds, ReadSource } from '../ports/delayed-reads.ts'
import { type ReplicaOutcome, replicaReads } from './delayed-reads.ts'

type Mood = 'FOLLOWS' | 'LAGS' | 'PROMOTED' | 'BROKEN' | 'SILENT'

/** A primary and a standby that shows the heartbeats of it, as it is in the mood for. */
function world({ maxAgeMs = 10_000, silenceMs = 60_000, replicas = 1 } = {}) {
  let written: string | null = null
  let shown: string | null = null
  let asked = 0
  const moods: Mood[] = Array.from({ length: replicas }, () => 'FOLLOWS')
  const outcomes: ReplicaOutcome[] = []
  const primary = {
    async query(_text: string, values: readonly unknown[] = []) {
      if (values.length === 2) written = String(values[1])
      return { rows: [] }
    },
  } as unknown as Database
  const standby = (index: number) =>
    ({
      async query() {
        asked += 1
        const mood = moods[index]
        if (mood === 'SILENT') return new Promise(() => {})
        if (mood === 'BROKEN') throw new Error('connection refused')
        if (mood === 'FOLLOWS') shown = written
        return { rows: [{ is_in_recovery: mood !== 'PROMOTED', beat: shown }] }
      },
    }) as unknown as Database
  const source = { name: 'primary' } as unknown as ReadSource
  const reads = replicaReads(
    { database: primary, source },
    moods.map((_, index) => standby(index)),
    { maxAgeMs, silenceMs, onRead: (outcome) => void outcomes.push(outcome) },
  )
  const read = (needs?: ReadNeeds) =>
    reads.read(async (from) => (from === source ? ('PRIMARY' as const) : ('STANDBY' as const)), needs)
  return { moods, outcomes, read, reads, source, beats: () => Number(written), asked: () => asked }
}

describe('a read that may be seconds old', () => {
  it('comes from a standby that shows the latest heartbeat, and says how old it is', async () => {
    const { read, outcomes } = world()
    const before = new Date()
    const { result, age } = await read()
    assert.equal(result, 'STANDBY')
    assert.ok(age && age.asOf >= before && age.ageMs >= 0 && age.ageMs < 1_000)
    assert.deepEqual(outcomes, ['REPLICA'])
  })

  it('shares a heartbeat with others at the same time, and one that is recent', async () => {
    const { read, beats } = world()
    await Promise.all(Array.from({ length: 20 }, () => read()))
    await read()
    assert.equal(beats(), 1)
  })

  it('comes from the primary while the standby shows no heartbeat that is recent enough', async () => {
    const { read, moods, outcomes } = world()
    moods[0] = 'LAGS'
    assert.deepEqual(await read(), { result: 'PRIMARY' })
    assert.deepEqual(outcomes, ['TOO_OLD'])
    moods[0] = 'FOLLOWS'
    assert.equal((await read()).result, 'STANDBY')
  })

  it('comes from the primary when the standby was promoted, since it may have another history', async () => {
    const { read, moods, outcomes } = world()
    moods[0] = 'PROMOTED'
    assert.deepEqual(await read(), { result: 'PRIMARY' })
    assert.deepEqual(outcomes, ['NOT_A_STANDBY'])
  })

  for (const mood of ['BROKEN', 'SILENT'] as const) {
    it(`comes from the primary when the standby is ${mood.toLowerCase()}, which is then not asked for a while`, async () => {
      const { read, moods, outcomes, asked } = world()
      moods[0] = mood
      assert.deepEqual(await read(), { result: 'PRIMARY' })
      assert.deepEqual(await read(), { result: 'PRIMARY' })
      assert.deepEqual([outcomes, asked()], [['UNREACHABLE', 'UNREACHABLE'], 1])
    })
  }

  it('comes from a standby that answers again, however often it was wanted meanwhile', async () => {
    const { read, moods } = world({ silenceMs: 20 })
    moods[0] = 'BROKEN'
    assert.equal((await read()).result, 'PRIMARY')
    moods[0] = 'FOLLOWS'
    await until(async () => (await read()).result === 'STANDBY', 'the standby is read again')
  })

  it('comes from the second standby when the first cannot be used', async () => {
    const { read, moods } = world({ replicas: 2 })
    for (const mood of ['PROMOTED', 'BROKEN', 'LAGS'] as const) {
      moods[0] = mood
      assert.equal((await read()).result, 'STANDBY', mood)
    }
  })

  it('is repeated on the primary when the standby fails while it is read', async () => {
    const { reads, source, outcomes } = world()
    const { result, age } = await reads.read(async (from) => {
      if (from !== source) throw new Error('canceling statement due to conflict with recovery')
      return 'PRIMARY'
    })
    assert.deepEqual([result, age, outcomes], ['PRIMARY', undefined, ['FAILED']])
  })

  it('that must contain everything up to now needs a heartbeat of its own', async () => {
    const { read, beats } = world()
    await read()
    const before = new Date()
    const { result, age } = await read({ isCurrent: true })
    assert.deepEqual([result, beats()], ['STANDBY', 2])
    assert.ok(age && age.asOf >= before)
  })

  it('that continues an earlier one is never older than that', async () => {
    const { read, moods } = world()
    const { age } = await read()
    assert.ok(age)
    moods[0] = 'LAGS'
    assert.equal((await read({ notBefore: age.asOf })).result, 'STANDBY')
    assert.equal((await read({ notBefore: new Date(age.asOf.getTime() + 60_000) })).result, 'PRIMARY')
  })
})
