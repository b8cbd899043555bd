import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageLogoBytesMax, readPageLogo } from './page-logo.ts'

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
