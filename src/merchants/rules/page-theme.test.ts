import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageLogoBytesMax, readPageColour, readPageLogo, readPageTheme } from './page-theme.ts'

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

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

describe('the logo of a payment page', () => {
  it('is a PNG, JPEG or WebP picture, by its content', () => {
    assert.equal(readPageLogo(png), 'image/png')
    assert.equal(readPageLogo(Buffer.from('ffd8ffe000104a464946', 'hex')), 'image/jpeg')
    assert.equal(readPageLogo(Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')), 'image/webp')
  })

  it('is nothing else: an SVG could contain scripts', () => {
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<?xml version="1.0"?><svg/>',
      'GIF89a',
      'RIFF1234WAVE',
      '',
    ])
      assert.equal(readPageLogo(Buffer.from(text)), 'NOT_A_PICTURE', text)
    assert.equal(readPageLogo(Buffer.concat([Buffer.from(' '), png])), 'NOT_A_PICTURE')
  })

  it('has a limited size', () => {
    assert.equal(readPageLogo(Buffer.concat([png], pageLogoBytesMax)), 'image/png')
    assert.equal(readPageLogo(Buffer.concat([png], pageLogoBytesMax + 1)), 'TOO_LARGE')
  })
})
