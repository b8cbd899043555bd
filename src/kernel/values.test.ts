import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { omitUndefined } from './omit-undefined.ts'
import { Secret } from './secret.ts'
import { mergeValues } from './values.ts'

describe('merge values', () => {
  // One set of values over another.
  describe('merging one set of values over another', () => {
    const leaf = fc.oneof(fc.string(), fc.boolean(), fc.array(fc.string()))
    const { group } = fc.letrec<{ group: object }>((tie) => ({
      group: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof({ depthSize: 'small' }, leaf, tie('group')), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    }))

    it('keeps every value of the upper set, and those of the lower that are not replaced', () => {
      fc.assert(
        fc.property(group, group, (below, above) => {
          const joined = mergeValues(below, above)
          for (const [path, value] of leavesOf(above)) assert.deepEqual(at(joined, path), value)
          const paths = new Set([...leavesOf(above), ...leavesOf(below)].map(([path]) => path.join('.')))
          for (const [path] of leavesOf(joined)) assert.ok(paths.has(path.join('.')))
          assert.deepEqual(mergeValues(joined, above), joined)
        }),
      )
    })

    it('replaces a secret and a list as a whole', () => {
      const below = { number: new Secret('ACCOUNT', '5123450000000008'), list: [1, 2] }
      const above = { number: new Secret('ACCOUNT', '4508750015741019'), list: [3] }
      assert.deepEqual(mergeValues(below, above), above)
      assert.equal(mergeValues(below, above)['number'], above.number)
    })
  })

  function leavesOf(value: object, path: readonly string[] = []): readonly [readonly string[], unknown][] {
    return Object.entries(value).flatMap(([name, member]) =>
      typeof member === 'object' && !Array.isArray(member)
        ? leavesOf(member, [...path, name])
        : [[[...path, name], member] as [readonly string[], unknown]],
    )
  }

  function at(value: unknown, path: readonly string[]): unknown {
    return path.reduce<unknown>((group, name) => (group as Record<string, unknown>)?.[name], value)
  }
})

describe('omit undefined', () => {
  describe('omitUndefined', () => {
    it('leaves out members whose value is undefined', () => {
      const city: string | undefined = undefined
      assert.deepEqual(Object.keys(omitUndefined({ city, country: 'USA' })), ['country'])
    })

    it('keeps empty, false and null values', () => {
      const members = { text: '', flag: false, nothing: null, zero: 0 }
      assert.deepEqual(omitUndefined(members), members)
    })
  })
})
