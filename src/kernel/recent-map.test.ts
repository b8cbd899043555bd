import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { RecentMap } from './recent-map.ts'

describe('a map of recently used entries', () => {
  it('drops an entry that was not used while as many others came as it holds', () => {
    const map = new RecentMap<number>(4)
    for (let n = 0; n < 100; n += 1) {
      map.set(`key-${n}`, n)
      assert.equal(map.get('key-0'), 0, 'used all the time')
    }
    assert.equal(map.get('key-50'), undefined)
    assert.equal(map.get('key-99'), 99)
  })

  it('never holds more than its bound, nor less than the last half of it', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), keys, (max, used) => {
        const map = new RecentMap<string>(max)
        for (const key of used) if (map.get(key) === undefined) map.set(key, key)
        assert.ok(map.size <= max)
        const latest = [...new Set(used.toReversed())].slice(0, Math.floor(max / 2))
        for (const key of latest) assert.equal(map.get(key), key)
      }),
    )
  })

  it('releases deleted entries', () => {
    const map = new RecentMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.delete('a')
    assert.deepEqual([map.get('a'), map.get('b'), map.size], [undefined, 2, 1])
  })
})
