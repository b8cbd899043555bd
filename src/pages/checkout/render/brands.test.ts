import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cardBrands, cardKindOf } from '../../../kernel/instrument.ts'
import { readCheckoutFiles } from '../assets.ts'
import { brandImages } from './brands.ts'

const webFolder = '../../../../web/checkout'
interface ScriptBrand {
  readonly label: string
  readonly file: string
}
const { brands, brandCalled } = (await import(`${webFolder}/brands.js`)) as {
  brands: Readonly<Record<string, ScriptBrand>>
  brandCalled: (name: string) => ScriptBrand
}
const { brandOf } = (await import(`${webFolder}/fields/card-brands.js`)) as { brandOf: (number: string) => string }

describe('the brand icons', () => {
  it('are the same in the page and in its script, and there is a file for each', () => {
    const { files } = readCheckoutFiles()
    const inScript = Object.entries(brands).map(([name, { label, file }]) => [name, { name: label, file }])
    assert.deepEqual(Object.fromEntries(inScript), brandImages)
    for (const name of cardBrands) assert.ok(files.has(brandCalled(name).file), name)
  })

  it('appear while typing as the gateway will recognise the card', () => {
    for (let prefix = 0; prefix < 1_000_000; prefix += 1) {
      const number = String(prefix).padStart(6, '0')
      if (brandOf(number) !== cardKindOf(number).brand) assert.fail(number)
    }
  })
})
