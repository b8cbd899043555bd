import assert from 'node:assert/strict'
import { it } from 'node:test'
import { certificateExpiry, certificateStatus } from './certificate-status.ts'

const [before, from, within, until] = ['2030-01-01', '2030-01-02', '2030-01-03', '2030-01-04'].map(
  (day) => new Date(day),
)

it('a certificate is valid from its first moment to just before its last, and a revoked one never', () => {
  assert.ok(before && from && within && until)
  const certificate = { notBefore: from, notAfter: until }
  const statuses = [before, from, within, until].map((now) => certificateStatus(certificate, now))
  assert.deepEqual(statuses, ['NOT_YET_VALID', 'VALID', 'VALID', 'EXPIRED'])
  for (const now of [before, within, until])
    assert.equal(certificateStatus({ ...certificate, revokedAt: from }, now), 'REVOKED')
})

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
