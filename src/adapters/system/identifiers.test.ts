import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { randomIdentifiers } from './identifiers.ts'

const { sessionId, sessionKey, sessionVersionHead, successIndicator } = randomIdentifiers

describe('the id of a session', () => {
  const ids = Array.from({ length: 20_000 }, sessionId)

  it('has 31 characters in one of two forms', () => {
    for (const id of ids) {
      assert.equal(id.length, 31)
      assert.match(id, /^SESSION0002\d{9}[A-Z](\d{7}[A-Z]\d{2}|\d{8}[A-Z]\d)$/)
    }
    assert.equal(new Set(ids).size, ids.length)
  })

  it('has every digit and letter about as often as any other, at every place', () => {
    // Ten standard deviations around what is expected: chance alone does not get there.
    const isFair = (count: number, among: number, total: number) => {
      const expected = total / among
      return Math.abs(count - expected) < 10 * Math.sqrt(expected)
    }
    for (let place = 11; place < 31; place += 1) {
      const counts = new Map<string, number>()
      for (const id of ids) counts.set(id.charAt(place), (counts.get(id.charAt(place)) ?? 0) + 1)
      for (const [kind, among] of [
        [/\d/, 10],
        [/[A-Z]/, 26],
      ] as const) {
        const ofKind = [...counts].filter(([character]) => kind.test(character))
        const total = ofKind.reduce((sum, [, count]) => sum + count, 0)
        if (total > 0) assert.equal(ofKind.length, among, `place ${place}`)
        for (const [character, count] of ofKind) assert.ok(isFair(count, among, total), `${character} at ${place}`)
      }
    }
    const firstForm = ids.filter((id) => /[A-Z]\d{2}$/.test(id)).length
    assert.ok(isFair(firstForm, 2, ids.length), `${firstForm} of the first form`)
  })
})

it('what a session is told once has the lengths that clients know', () => {
  assert.match(sessionVersionHead(), /^[0-9a-f]{8}$/)
  assert.match(successIndicator(), /^[0-9a-f]{16}$/)
  assert.equal(sessionKey().length, 44)
  assert.equal(Buffer.from(sessionKey(), 'base64').length, 32)
})
