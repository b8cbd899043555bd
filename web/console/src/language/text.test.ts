// Texts with values and counts, in languages that count differently.
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { languageFor } from './languages.ts'
import { addTexts, formatLocale, language, setLanguage, t, tn, tx } from './text.ts'

const orders = (count: number) => tn(count, '{count} order', '{count} orders')

// Other tests in the same process are in English.
afterEach(() => setLanguage('en'))

describe('a text', () => {
  it('is the English one with its values where there is no translation', () => {
    assert.equal(t('Refund of {amount}', { amount: '12.00 EUR' }), 'Refund of 12.00 EUR')
    setLanguage('de')
    assert.equal(t('Refund of {amount}', { amount: '12.00 EUR' }), 'Refund of 12.00 EUR')
    assert.equal(t('Refund'), 'Refund')
  })

  it('is the translation, with values in the order of its language', () => {
    setLanguage('de')
    addTexts({ '{done} of {all} in {place}': 'In {place} sind {done} von {all}' })
    assert.equal(
      t('{done} of {all} in {place}', { done: 1, all: 1_234_567, place: 'Rom' }),
      'In Rom sind 1 von 1.234.567',
    )
  })

  it('is formatted by the browser’s own form of the language, unless that is no locale', () => {
    assert.equal(formatLocale(['de-AT', 'en-GB']), 'en-GB-u-nu-latn')
    assert.equal(formatLocale(['en-US@posix', 'en-US']), 'en-US-u-nu-latn')
    assert.equal(formatLocale(['en-US@posix']), 'en-u-nu-latn')
  })

  it('has numbers as its language writes them, and texts as they are', () => {
    assert.equal(t('{count} of {id}', { count: 10_000, id: '10000' }), '10,000 of 10000')
    setLanguage('ar')
    assert.equal(t('{count}', { count: 12 }), '12')
  })

  it('keeps what is no value of it', () => {
    assert.equal(t('{amount} of {total}', { amount: '1.00' }), '1.00 of {total}')
  })

  it('does not show the meaning by which its translation is found', () => {
    assert.equal(t('Set up||done'), 'Set up')
    setLanguage('de')
    addTexts({ 'Set up': 'Einrichten', 'Set up||done': 'Eingerichtet' })
    assert.deepEqual([t('Set up'), t('Set up||done')], ['Einrichten', 'Eingerichtet'])
  })

  it('is not kept in another language', () => {
    setLanguage('de')
    addTexts({ Refund: 'Erstattung' })
    setLanguage('fr')
    assert.equal(t('Refund'), 'Refund')
    assert.equal(language(), 'fr')
  })
})

describe('a count', () => {
  it('is said in English with and without a plural', () => {
    assert.deepEqual([0, 1, 2, 1_204].map(orders), ['0 orders', '1 order', '2 orders', '1,204 orders'])
  })

  it('is said in German by its two forms', () => {
    setLanguage('de')
    addTexts({ '{count} orders': { one: '{count} Bestellung', other: '{count} Bestellungen' } })
    assert.deepEqual([0, 1, 1_204].map(orders), ['0 Bestellungen', '1 Bestellung', '1.204 Bestellungen'])
  })

  it('is said in Arabic by its six forms', () => {
    setLanguage('ar')
    const forms = {
      zero: 'zero',
      one: 'one',
      two: 'two',
      few: '{count} few',
      many: '{count} many',
      other: '{count} other',
    }
    addTexts({ '{count} orders': forms })
    assert.deepEqual([0, 1, 2, 3, 11, 100].map(orders), ['zero', 'one', 'two', '3 few', '11 many', '100 other'])
  })

  it('takes the form for others where its own is missing, and the English one without any', () => {
    setLanguage('ar')
    assert.equal(orders(2), '2 orders')
    addTexts({ '{count} orders': { other: '{count} other' } })
    assert.equal(orders(2), '2 other')
  })

  it('can have other values', () => {
    assert.equal(tn(2, '{count} of {name}', '{count} of {name}s', { name: 'order' }), '2 of orders')
  })
})

it('a text with elements has them where its language wants them', () => {
  setLanguage('de')
  addTexts({ 'See {guide}.': '{guide} lesen.' })
  assert.deepEqual(tx('See {guide}.', { guide: 'ELEMENT' }), ['', 'ELEMENT', ' lesen.'])
  assert.deepEqual(tx('Read {guide}', { guide: 7 }), ['Read ', 7, ''])
})

describe('the language', () => {
  it('is the first of the wanted ones that the console has', () => {
    assert.equal(languageFor(['pt-BR', 'FR-ca', 'de']), 'fr')
    assert.equal(languageFor(['', 'ar-EG']), 'ar')
  })

  it('is English where the console has none of them', () => {
    assert.equal(languageFor([]), 'en')
    assert.equal(languageFor(['pt', 'constructor', 'x-klingon']), 'en')
  })

  it('writes numbers with the digits that all read', () => {
    setLanguage('ar')
    assert.equal(new Intl.NumberFormat(formatLocale()).resolvedOptions().numberingSystem, 'latn')
  })
})
