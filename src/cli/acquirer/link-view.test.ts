import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Link } from '../../acquirers/ports/link-store.ts'
import { linkText } from './link-view.ts'

it('a link is shown with a certificate as one line, and without its secrets', () => {
  const ca = '-----BEGIN CERTIFICATE-----\nMIIB\nAAAA\n-----END CERTIFICATE-----\n'
  const at = new Date(0)
  const settings = { ca, url: 'https://bank.example' }
  const revision = { revision: 1, settings, secrets: { password: 'p-1' }, change: 1, createdAt: at }
  const link: Link = {
    linkId: 'north-bank',
    adapter: 'gateway',
    acquirerId: 'NORTH',
    isEnabled: true,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    revisions: [revision],
  }
  const text = linkText(link, { find: () => undefined, warningsOf: () => [] })
  assert.match(text, /ca +-----BEGIN CERTIFICATE----- \(4 lines\)\n/)
  assert.match(text, /url +https:\/\/bank\.example\n/)
  assert.doesNotMatch(text, /p-1|MIIB/)
})
