// Which compressed forms a client accepts, by its header Accept-Encoding.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acceptsEncoding } from './cached-document.ts'

describe('a client accepts gzip', () => {
  for (const header of [
    'gzip',
    'br, gzip',
    'br,gzip;q=0.5',
    'GZIP',
    'gzip ; q=0.001',
    'identity, gzip; q=1',
    'br;q=0, gzip',
  ])
    it(`with ${JSON.stringify(header)}`, () => assert.equal(acceptsEncoding(header, 'gzip'), true))

  for (const header of [
    undefined,
    '',
    'br',
    'gzip;q=0',
    'gzip; q=0',
    'gzip ;q=0.000 , br',
    'gzip;Q=0',
    'not-gzip',
    'gzip2',
  ])
    it(`but not with ${JSON.stringify(header)}`, () => assert.equal(acceptsEncoding(header, 'gzip'), false))
})
