import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

const { localTime } = (await import('../../../../web/checkout/local-time.js' as string)) as {
  localTime: (text: string, language: string, preferred: readonly string[], timeZone?: string) => string | undefined
}

describe('the time on a receipt', () => {
  const time = '2026-11-15T22:41:00.000Z'

  it('is in the zone of the device and in the format of the region that the payer prefers', () => {
    assert.match(localTime(time, 'en', ['en-GB', 'en'], 'Europe/London') ?? '', /^15 November 2026 at 22:41 GMT$/)
    assert.match(localTime(time, 'en', ['en-US'], 'America/New_York') ?? '', /^November 15, 2026 at 5:41\s?PM EST$/)
    assert.match(localTime(time, 'de', ['de-AT'], 'Europe/Vienna') ?? '', /^15\. November 2026 um 23:41 MEZ$/)
  })

  it('is in the language of the page, whatever other languages the payer prefers', () => {
    assert.match(localTime(time, 'fr', ['ja-JP', 'en-US'], 'Europe/Paris') ?? '', /^15 novembre 2026 à 23:41 UTC\+1$/)
  })

  it('does without what is no locale among the preferred languages', () => {
    assert.match(localTime(time, 'en', ['en-US@posix', 'en-GB'], 'UTC') ?? '', /^15 November 2026 at 22:41 UTC$/)
  })

  it('is left as it is when it is none', () => {
    assert.equal(localTime('yesterday', 'en', []), undefined)
  })
})
