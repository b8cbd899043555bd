import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSessionId } from '../../sessions/rules/session.ts'
import { randomIdentifiers } from './identifiers.ts'

const { sessionId, sessionKey, sessionVersionHead, successIndicator } = randomIdentifiers

describe('the id of a session', () => {
  const ids = Array.from({ length: 20_000 }, sessionId)

  it('is SESSION and 28 digits and letters', () => {
    for (const id of ids) assert.match(id, /^SESSION[0-9A-Z]{28}$/)
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.every(isSessionId))
  })

  it('has at least 128 bits: every digit and letter about as often as any other, at every place', () => {
    const characters = 36
    const places = 28
    assert.ok(places * Math.log2(characters) >= 128)
    const expected = ids.length / characters
    for (let place = 0; place < places; place += 1) {
      const counts = new Map<string, number>()
      for (const id of ids) {
        const character = id.charAt('SESSION'.length + place)
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
      assert.equal(counts.size, characters, `place ${place}`)
      // Ten standard deviations around the expected value: chance alone does not get there.
      for (const [character, count] of counts)
        assert.ok(Math.abs(count - expected) < 10 * Math.sqrt(expected), `${character} at ${place}`)
    }
  })
})

it('the secrets of a new session have the lengths that clients expect', () => {
  assert.match(sessionVersionHead(), /^[0-9a-f]{8}$/)
  assert.match(successIndicator(), /^[0-9a-f]{16}$/)
  assert.equal(sessionKey().length, 44)
  assert.equal(Buffer.from(sessionKey(), 'base64').length, 32)
})
