// The card rules of hosted fields in the browser are the same as the gateway's.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { cardKindOf, isPlausibleCardNumber, passesLuhn } from '../../../kernel/instrument.ts'
import { readFieldFiles } from './field-files.ts'

interface CardBrands {
  brandOf(number: string): string
  cardFits(number: string): boolean
  embossed(digits: string): string
}

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'web', 'checkout', 'fields')
const cardBrands: CardBrands = await import(pathToFileURL(resolve(folder, 'card-brands.js')).href)

/** Numbers of every brand and of none, with and without a valid check digit. */
const prefix = fc.constantFrom(
  '4',
  '5',
  '51',
  '2221',
  '50',
  '56',
  '6',
  '34',
  '37',
  '30',
  '3095',
  '36',
  '38',
  '6011',
  '64',
  '65',
  '3528',
  '62',
  '1',
  '5085',
  '6069',
  '608001',
  '6521',
  '9',
  '0',
)
const numbers = fc
  .tuple(prefix, fc.stringMatching(/^[0-9]{5,14}$/), fc.boolean())
  .map(([start, rest, isRight]) => (isRight ? withCheckDigit(start + rest) : start + rest))

function withCheckDigit(digits: string): string {
  return [...'0123456789'].map((digit) => digits + digit).find(passesLuhn) ?? digits
}

suite('card numbers in the browser', () => {
  test('have the brand and the validity that the gateway finds', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        assert.equal(cardBrands.brandOf(number), cardKindOf(number).brand)
        const isLongEnough = number.length >= 9 && number.length <= 19
        assert.equal(cardBrands.cardFits(number), isLongEnough && isPlausibleCardNumber(number))
      }),
      { numRuns: 2000 },
    )
  })

  test('keep their digits when they are written in groups', () => {
    fc.assert(fc.property(numbers, (number) => assert.equal(cardBrands.embossed(number).replaceAll(' ', ''), number)))
    assert.equal(cardBrands.embossed('5123450000000008'), '5123 4500 0000 0008')
    assert.equal(cardBrands.embossed('345678901234564'), '3456 789012 34564')
    assert.equal(cardBrands.embossed('5000000000000000005'), '5000 0000 0000 0000 005')
    assert.equal(cardBrands.embossed('51234'), '5123 4')
    assert.equal(cardBrands.embossed('34567'), '3456 7')
    assert.equal(cardBrands.embossed(''), '')
  })
})

suite('the files of hosted fields', () => {
  const { library, assets, parts, pages, fingerprint } = readFieldFiles()

  test('name every script and style with the hash of what is served, and hold nothing inline', () => {
    for (const [name, page] of Object.entries(pages)) {
      const named = [...page.matchAll(/(?:src|href)="\/form\/assets\/([0-9a-f]+)\/([^"]+)" integrity="([^"]+)"/g)]
      assert.deepEqual(named.map(([, , file]) => file).toSorted(), parts[name as keyof typeof parts].toSorted())
      for (const [, print, file = '', integrity] of named) {
        assert.equal(print, fingerprint)
        assert.equal(integrity, assets.get(file)?.integrity)
      }
      assert.doesNotMatch(page, /<script(?![^>]*src)|<style| style=| on[a-z]+=/)
    }
  })

  test('are small: the library and each frame under 32 KB', () => {
    assert.ok(Buffer.byteLength(library) < 32_768)
    for (const names of Object.values(parts)) {
      const bytes = names.reduce((sum, name) => sum + (assets.get(name)?.bytes.length ?? 0), 0)
      assert.ok(bytes < 32_768, String(bytes))
    }
  })
})
