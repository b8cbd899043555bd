import assert from 'node:assert/strict'
import { it } from 'node:test'
import { certificateExpiry } from './certificate-expiry.ts'

const now = new Date('2026-03-02T09:00:00Z')
const inMs = (ms: number) => new Date(now.getTime() + ms)
const thirtyDaysMs = 30 * 86_400_000

it('a certificate is reported from 30 days before its end on, and as expired from its end on', () => {
  for (const [expiresAt, expected] of [
    [inMs(thirtyDaysMs), 'VALID'],
    [inMs(thirtyDaysMs - 1), 'EXPIRES_SOON'],
    [inMs(1), 'EXPIRES_SOON'],
    [inMs(0), 'EXPIRED'],
    [inMs(-1), 'EXPIRED'],
  ] as const)
    assert.equal(certificateExpiry(expiresAt, now), expected)
})
