import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstSessionVersion, nextSessionVersion, pageSessionEnd, plainSessionEnd } from './session.ts'

const createdAt = new Date('2026-11-15T10:00:00.000Z')
const after = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000)

describe('the version of a session', () => {
  it('has ten characters and starts at 01', () => {
    const first = firstSessionVersion('8d3a7b56')
    assert.equal(first, '8d3a7b5601')
    assert.equal(nextSessionVersion(first, assert.fail), '8d3a7b5602')
    assert.equal(nextSessionVersion('8d3a7b5609', assert.fail), '8d3a7b5610')
    assert.equal(nextSessionVersion('8d3a7b5698', assert.fail), '8d3a7b5699')
  })

  it('restarts behind another prefix after 99', () => {
    const drawn = ['8d3a7b56', '8d3a7b56', '00000000', '11111111']
    assert.equal(
      nextSessionVersion('8d3a7b5699', () => drawn.shift() ?? ''),
      '0000000001',
    )
    assert.deepEqual(drawn, ['11111111'])
  })

  it('is never the same twice over many updates', () => {
    let heads = 0
    const met = new Set<string>()
    let version = firstSessionVersion('00000000')
    for (let update = 0; update < 1_000; update += 1) {
      assert.match(version, /^[0-9a-f]{8}(?!00)[0-9]{2}$/)
      assert.ok(!met.has(version))
      met.add(version)
      version = nextSessionVersion(version, () => {
        heads += 1
        return heads.toString(16).padStart(8, '0')
      })
    }
  })
})

describe('the end of a plain session', () => {
  it('is a quarter of an hour after the last update', () => {
    assert.deepEqual(plainSessionEnd({ createdAt, now: createdAt }), after(15))
    assert.deepEqual(plainSessionEnd({ createdAt, now: after(14) }), after(29))
  })

  it('is never later than a day after its creation', () => {
    assert.deepEqual(plainSessionEnd({ createdAt, now: after(23 * 60 + 45) }), after(24 * 60))
    assert.deepEqual(plainSessionEnd({ createdAt, now: after(24 * 60 - 1) }), after(24 * 60))
  })
})

describe('the end of a session for a page', () => {
  it('is half an hour after its creation, or when the merchant says', () => {
    const page = { createdAt, isLink: false }
    assert.deepEqual(pageSessionEnd({ ...page, timeoutSeconds: undefined }), after(30))
    assert.deepEqual(pageSessionEnd({ ...page, timeoutSeconds: 60 }), after(1))
    assert.deepEqual(pageSessionEnd({ ...page, timeoutSeconds: 1800 }), after(30))
  })

  it('is a day after its creation when the payer is sent a link', () => {
    for (const timeoutSeconds of [undefined, 600])
      assert.deepEqual(pageSessionEnd({ createdAt, timeoutSeconds, isLink: true }), after(24 * 60))
  })
})
