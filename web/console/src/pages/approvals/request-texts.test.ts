// What a user reads of a request before deciding.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeLines } from './request-texts.ts'

const request = {
  ownerId: 'SHOP1',
  requestId: 'request-1',
  requestedBy: 'operator/ann',
  requestedAt: '2026-11-18T09:00:00.000Z',
  kind: 'PROFILE',
} as const
const link = (acquirerMerchantId: string) => ({ adapter: 'simulator', acquirerId: 'ACQ1', acquirerMerchantId })

describe('the changes of a profile that a request would make', () => {
  it('show where payments would go, also for a merchant whose only route is its acquirer link', () => {
    const moved = {
      routes: { before: null, after: null },
      acquirerLink: { before: link('SHOP1'), after: link('STRANGER') },
    }
    assert.deepEqual(changeLines({ ...request, changed: moved }), [
      ['Routes', 'simulator ACQ1 SHOP1 → simulator ACQ1 STRANGER'],
    ])
  })

  it('show routes once, and not the acquirer link that is the first of them', () => {
    const route = (acquirerMerchantId: string) => [{ linkId: 'bank', acquirerMerchantId }]
    const moved = {
      routes: { before: route('SHOP1'), after: route('STRANGER') },
      acquirerLink: { before: link('SHOP1'), after: link('STRANGER') },
    }
    assert.deepEqual(changeLines({ ...request, changed: moved }), [['Routes', 'bank SHOP1 → bank STRANGER']])
  })
})
