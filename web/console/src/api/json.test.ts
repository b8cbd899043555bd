import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Jsonified } from './json.ts'

describe('the type of a response', () => {
  it('is what JSON makes of the gateway’s value', () => {
    const body: GatewayBody = {
      at: new Date('2026-03-02T09:00:00Z'),
      until: undefined,
      status: null,
      rows: [{ count: 1, closedAt: new Date('2026-03-02T10:00:00Z') }, { count: 2 }],
      subject: { kind: 'ORDER' },
    }
    const received: Jsonified<GatewayBody> = {
      at: '2026-03-02T09:00:00.000Z',
      status: null,
      rows: [{ count: 1, closedAt: '2026-03-02T10:00:00.000Z' }, { count: 2 }],
      subject: { kind: 'ORDER' },
    }
    assert.deepEqual(JSON.parse(JSON.stringify(body)), received)
  })

  it('has no value for minor units, which JSON cannot carry', () => {
    // Compiles only while the type is never.
    const hasNoValue: [Jsonified<bigint>] extends [never] ? true : false = true
    assert.ok(hasNoValue)
    assert.throws(() => JSON.stringify({ amountMinor: 1n }), TypeError)
  })
})

interface GatewayBody {
  readonly at: Date
  readonly until: Date | undefined
  readonly status: 'PAID' | null
  readonly rows: readonly { readonly count: number; readonly closedAt?: Date }[]
  readonly subject: { readonly kind: 'ORDER' } | { readonly kind: 'USER'; readonly since: Date }
}
