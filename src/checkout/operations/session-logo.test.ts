import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StoredSession, ValueAuthors } from '../../sessions/ports/session-store.ts'
import { sessionLogoUrl } from './session-logo.ts'

const url = 'https://shop.example/logo.png'

function session(authors: ValueAuthors | undefined, content: object = { interaction: { merchant: { logo: url } } }) {
  return {
    kind: 'HOSTED',
    version: 'aaaaaaaa02',
    deviceCalls: 0,
    content,
    ...(authors && { authors }),
  } as unknown as StoredSession
}

describe('the logo of a session', () => {
  it('is loaded if the merchant set it', () => {
    assert.equal(sessionLogoUrl(session({ 'interaction.merchant.name': 'PAGE' })), url)
  })

  it('is not loaded if it came through the payer’s browser, or its author is not known', () => {
    for (const author of ['PAGE', 'PAYER'] as const)
      assert.equal(sessionLogoUrl(session({ 'interaction.merchant.logo': author })), undefined, author)
    assert.equal(sessionLogoUrl(session(undefined)), undefined)
  })

  it('is missing in a session without one', () => {
    assert.equal(sessionLogoUrl(session({}, {})), undefined)
    assert.equal(sessionLogoUrl(session({}, { interaction: { merchant: { name: 'Shop' } } })), undefined)
  })
})
