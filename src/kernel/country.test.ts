import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alpha2Of, alpha3Of, countries } from './country.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const everyTwo = letters.flatMap((one) => letters.map((other) => one + other))
const everyThree = everyTwo.flatMap((two) => letters.map((letter) => two + letter))

describe('a two-letter country code', () => {
  it('exists for every country that has three letters, and for no other', () => {
    const matched = everyTwo.flatMap((two) => alpha3Of(two) ?? [])
    assert.deepEqual(
      matched.toSorted(),
      everyThree.filter((code) => countries.has(code)),
    )
    assert.equal(matched.length, 249)
  })

  it('is an assigned ISO 3166 code', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const two of everyTwo.filter((each) => alpha3Of(each))) assert.ok(names.of(two), two)
  })

  it('belongs to the right country, also where the letters mislead', () => {
    const expected = {
      CH: 'CHE',
      CN: 'CHN',
      AU: 'AUS',
      AT: 'AUT',
      DE: 'DEU',
      KP: 'PRK',
      KR: 'KOR',
      GB: 'GBR',
      ZA: 'ZAF',
    }
    for (const [two, three] of Object.entries(expected)) {
      assert.equal(alpha3Of(two), three)
      assert.equal(alpha2Of(three), two)
    }
    assert.equal(alpha3Of('UK'), undefined)
    assert.equal(alpha3Of('us'), undefined)
  })
})
