import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillPlaceholders, languageOf, languages } from './index.ts'

describe('the texts of the pages', () => {
  const english = flat(languages.en)

  for (const [language, words] of Object.entries(languages)) {
    it(`are complete in ${language}, with the same values in their places`, () => {
      const texts = flat(words)
      assert.deepEqual([...texts.keys()].toSorted(), [...english.keys()].toSorted())
      for (const [key, text] of texts) {
        assert.equal(text, text.trim(), key)
        assert.ok(text.length > 0, key)
        assert.deepEqual(valuesIn(text), valuesIn(english.get(key) ?? ''), key)
        assert.doesNotMatch(text, /\.\.\.|"|'/, `${key} uses the signs of a typewriter`)
      }
    })
  }

  it('are really translated', () => {
    for (const [language, words] of Object.entries(languages)) {
      if (language === 'en') continue
      const same = [...flat(words)].filter(([key, text]) => english.get(key) === text).map(([key]) => key)
      assert.ok(same.length < 10, `${language}: ${same.join()}`)
    }
  })

  it('are found for a locale with or without a region', () => {
    assert.equal(languageOf('en_US'), 'en')
    assert.equal(languageOf('AR-EG'), 'ar')
    assert.equal(languageOf('fr'), 'fr')
    assert.equal(languageOf('nl'), undefined)
    assert.equal(languageOf('constructor'), undefined)
    assert.equal(languageOf(''), undefined)
  })

  it('insert values at their places, and interpret nothing in the values', () => {
    assert.equal(
      fillPlaceholders('Pay {amount} to {merchant}', { amount: '{merchant}', merchant: '$&' }),
      'Pay {merchant} to $&',
    )
    assert.equal(fillPlaceholders('{toString}', {}), '{toString}')
  })
})

function flat(text: object, prefix = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(text).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  )
}

function valuesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()
}
