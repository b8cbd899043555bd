import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPageColour, readPageTheme } from './page-theme.ts'

describe('the theme of a payment page', () => {
  it('is read from words in any order', () => {
    assert.deepEqual(readPageTheme('dark #0A5CFF serif'), { scheme: 'dark', colour: '#0a5cff', font: 'SERIF' })
    assert.deepEqual(readPageTheme('Rounded, #0af'), { colour: '#00aaff', font: 'ROUNDED' })
    assert.deepEqual(readPageTheme('LIGHT'), { scheme: 'light' })
  })

  it('ignores what it does not know', () => {
    for (const text of [undefined, '', 'default', 'darkest', '#12345', '#gggggg', 'serif;color:red', '__proto__'])
      assert.deepEqual(readPageTheme(text), {}, String(text))
  })

  it('has colours of three or six hexadecimal digits', () => {
    assert.equal(readPageColour('#0A5CFF'), '#0a5cff')
    assert.equal(readPageColour('#FFF'), '#ffffff')
    for (const text of ['0a5cff', '#0a5cff80', 'red', '#0a5cf', ' #0a5cff', '#0a5cff;'])
      assert.equal(readPageColour(text), undefined)
  })
})
