import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AgedCacheOptions, agedCache, recentNames } from './caches.ts'

describe('aged cache', () => {
  // How long cached values are used, by a monotonic clock that the test moves.
  const lost = Object.assign(new Error('the line is silent'), { code: 'ETIMEDOUT' })
  const diskFull = Object.assign(new Error('no space left'), { code: '53100' })

  /** A cache over a fake database that returns what the test sets, and counts how often it is read. */
  function world(options: Partial<AgedCacheOptions<string>> = {}) {
    const clock = { ms: 0 }
    const asked: string[] = []
    let answer: () => Promise<string> = async () => 'first'
    const cache = agedCache<string>({
      read(key) {
        asked.push(key)
        return answer()
      },
      freshMs: 5_000,
      staleMs: 15_000,
      waitMs: 1,
      nowMs: () => clock.ms,
      ...options,
    })
    return {
      ...cache,
      clock,
      asked,
      answers: (next: () => Promise<string>) => {
        answer = next
      },
    }
  }

  const never = () => Promise.withResolvers<string>().promise

  describe('a cached read', () => {
    it('is used for five seconds, and then read again', async () => {
      const { get, clock, asked, answers } = world()
      assert.equal(await get('a'), 'first')
      answers(async () => 'second')
      clock.ms = 4_999
      assert.equal(await get('a'), 'first')
      clock.ms = 5_000
      assert.equal(await get('a'), 'second')
      assert.deepEqual(asked, ['a', 'a'])
    })

    it('is as old as the beginning of the read', async () => {
      const { get, clock, answers } = world()
      const { promise, resolve } = Promise.withResolvers<string>()
      answers(() => promise)
      const slow = get('a')
      clock.ms = 4_000
      resolve('slow')
      assert.equal(await slow, 'slow')
      answers(async () => 'next')
      clock.ms = 5_000
      assert.equal(await get('a'), 'next')
    })

    it('is shared by all concurrent callers', async () => {
      const { get, asked } = world()
      assert.deepEqual(await Promise.all([get('a'), get('a'), get('b')]), ['first', 'first', 'first'])
      assert.deepEqual(asked, ['a', 'b'])
    })

    it('does not last for longer when the system clock is set back', async (t) => {
      const { get, clock, answers } = world()
      await get('a')
      answers(async () => 'disabled')
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 })
      clock.ms = 5_000
      assert.equal(await get('a'), 'disabled')
    })

    it('is read again at once when it was forgotten, also while an older read is under way', async () => {
      const { get, forget, answers } = world()
      const { promise, resolve } = Promise.withResolvers<string>()
      answers(() => promise)
      const early = get('a')
      forget('a')
      answers(async () => 'new')
      assert.equal(await get('a'), 'new')
      resolve('old')
      assert.equal(await early, 'old')
      assert.equal(await get('a'), 'new')
    })

    it('is dropped when the cache is full and many others were used since, and only then', async () => {
      const { get, asked } = world({ keptEntries: 1 })
      for (const key of ['a', 'b', 'a', 'c', 'a', 'd', 'a', 'b']) await get(key)
      assert.deepEqual(asked, ['a', 'b', 'c', 'd', 'b'])
    })
  })

  describe('a flood of keys that do not exist', () => {
    /** The fake database knows only `known`. */
    function flooded(options: Partial<AgedCacheOptions<string>> = {}) {
      const asked: string[] = []
      const clock = { ms: 0 }
      const state = { isSilent: false, isKnown: true }
      const cache = agedCache<string>({
        async read(key) {
          asked.push(key)
          if (state.isSilent) throw lost
          return key === 'known' && state.isKnown ? 'profile' : 'nothing'
        },
        isAbsent: (value) => value === 'nothing',
        freshMs: 5_000,
        staleMs: 15_000,
        waitMs: 1,
        nowMs: () => clock.ms,
        ...options,
      })
      const flood = async (count: number) => {
        for (let n = 0; n < count; n += 1) assert.equal(await cache.get(`made-up-${n}`), 'nothing')
      }
      return { ...cache, asked, clock, state, flood }
    }

    it('does not drop one that does, which is used while the database is silent', async () => {
      const { get, clock, state, flood } = flooded()
      assert.equal(await get('known'), 'profile')
      await flood(25_000)
      state.isSilent = true
      clock.ms = 14_999
      assert.equal(await get('known'), 'profile')
    })

    it('is read once for each key within five seconds, up to a small number of keys', async () => {
      const { asked, flood } = flooded({ keptAbsent: 10 })
      await flood(10)
      await flood(10)
      assert.equal(asked.length, 10)
      await flood(100)
      await flood(100)
      assert.equal(asked.length, 10 + 90 + 100, 'what was dropped is read again')
    })

    it('a key that was removed is not used again from the time at which it existed, and one that was made is', async () => {
      const { get, clock, state } = flooded()
      await get('known')
      state.isKnown = false
      clock.ms = 5_000
      assert.equal(await get('known'), 'nothing')
      state.isSilent = true
      clock.ms = 10_000
      assert.equal(await get('known'), 'nothing')
      state.isSilent = false
      state.isKnown = true
      assert.equal(await get('known'), 'profile')
      state.isSilent = true
      clock.ms = 15_000
      assert.equal(await get('known'), 'profile')
    })
  })

  describe('while the database does not answer', () => {
    for (const [what, fails] of [
      ['is silent', never],
      ['cannot be reached', () => Promise.reject(lost)],
      ['takes nothing', () => Promise.reject(diskFull)],
    ] as const)
      it(`and ${what}, cached values are used until they are fifteen seconds old`, async () => {
        const { get, clock, answers } = world()
        await get('a')
        answers(fails)
        clock.ms = 14_999
        assert.equal(await get('a'), 'first')
        clock.ms = 15_000
        const late = get('a')
        if (fails === never) assert.equal(await Promise.race([late, Promise.resolve('waits')]), 'waits')
        else await assert.rejects(late)
      })

    it('a value that was never read is not available', async () => {
      const { get, answers } = world()
      answers(() => Promise.reject(lost))
      await assert.rejects(get('a'), lost)
    })

    it('a stale value is not used where only fresh ones may be', async () => {
      const { get, clock, answers } = world({ staleMs: 5_000 })
      await get('a')
      answers(() => Promise.reject(lost))
      clock.ms = 5_000
      await assert.rejects(get('a'), lost)
    })

    it('a pending read is not repeated, and its result is used when it arrives', async () => {
      const { get, clock, asked, answers } = world()
      await get('a')
      const { promise, resolve } = Promise.withResolvers<string>()
      answers(() => promise)
      clock.ms = 6_000
      assert.equal(await get('a'), 'first')
      assert.equal(await get('a'), 'first')
      resolve('disabled')
      await promise
      clock.ms = 7_000
      assert.equal(await get('a'), 'disabled')
      assert.deepEqual(asked, ['a', 'a'])
    })
  })

  describe('a definite negative answer', () => {
    it('is passed on, and the value that was cached before is never used again', async () => {
      const { get, clock, answers } = world()
      await get('a')
      answers(() => Promise.reject(new Error('the access rights are not as they were sealed')))
      clock.ms = 5_000
      await assert.rejects(get('a'), /sealed/)
      answers(() => Promise.reject(lost))
      await assert.rejects(get('a'), lost)
    })

    it('that a merchant is disabled stays in force while the database does not answer', async () => {
      const { get, clock, answers } = world()
      await get('a')
      answers(async () => 'disabled')
      clock.ms = 5_000
      await get('a')
      answers(never)
      clock.ms = 12_000
      assert.equal(await get('a'), 'disabled')
    })
  })
})

describe('recent names', () => {
  it('the bounded set keeps the latest names, and drops the oldest before it exceeds its bound', () => {
    const names = recentNames(10)
    for (let i = 1; i <= 100; i += 1) names.add(String(i))
    const remembered = Array.from({ length: 100 }, (_, i) => String(i + 1)).filter((name) => names.has(name))
    assert.ok(remembered.length >= 10 && remembered.length <= 20, String(remembered.length))
    assert.deepEqual(
      remembered,
      remembered.toSorted((a, b) => Number(a) - Number(b)),
    )
    assert.equal(remembered.at(-1), '100')
    assert.equal(names.has('never'), false)
  })
})
