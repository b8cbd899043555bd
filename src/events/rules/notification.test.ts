import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { causesNotification, type DeliveryDecision, decideDelivery, retryAfterMs, retryGapsMs } from './notification.ts'

const hour = 60 * 60_000
const day = 24 * hour

describe('the schedule of a notification', () => {
  it('has twenty attempts over seventy-two hours', () => {
    const minutes = retryGapsMs.map((gap) => gap / 60_000)
    assert.deepEqual(minutes, [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 240, ...Array(8).fill(480)])
    assert.ok(retryGapsMs.reduce((sum, gap) => sum + gap, 0) >= 72 * hour)
    assert.equal(retryAfterMs(20, 0), undefined)
  })

  it('extends each gap by up to a tenth, at random', () => {
    for (const [index, gap] of retryGapsMs.entries()) {
      assert.equal(retryAfterMs(index + 1, 0), gap)
      assert.equal(retryAfterMs(index + 1, 0.5), gap * 1.05)
      assert.equal(retryAfterMs(index + 1, 1), Math.round(gap * 1.1))
    }
  })
})

describe("the meaning of a webhook's answer", () => {
  const statuses = [100, 199, 200, 201, 202, 204, 299, 300, 301, 302, 307, 308, 400, 401, 403, 404, 408, 409]
  const later = [410, 411, 418, 422, 425, 429, 500, 501, 502, 503, 504, 511, 599]

  /** Read as: status, whether any 2xx is accepted, whether Retry-After was sent; then the result. */
  function expected(
    status: number,
    acceptsAny2xx: boolean,
    asksMs: number | undefined,
    attempts: number,
  ): DeliveryDecision {
    if (status === 200 || (acceptsAny2xx && status > 200 && status < 300)) return { state: 'DELIVERED' }
    if (status === 410) return { state: 'PARKED', webhook: { kind: 'DISABLE' } }
    const isHeard = (status === 429 || status === 503) && asksMs !== undefined
    const webhook = isHeard ? { webhook: { kind: 'PAUSE', ms: asksMs } as const } : {}
    if (attempts === 20) return { state: 'PARKED', ...webhook }
    const gap = retryGapsMs[attempts - 1] ?? assert.fail()
    return { state: 'PENDING', retryAfterMs: isHeard ? Math.max(asksMs, gap) : gap, ...webhook }
  }

  for (const acceptsAny2xx of [false, true]) {
    for (const asksMs of [undefined, 0, 1_000, 5 * hour]) {
      const words = `${acceptsAny2xx ? 'any 2xx will do' : 'only 200 will do'}, Retry-After ${asksMs ?? 'not sent'}`
      it(`holds for every status and every attempt: ${words}`, () => {
        for (const status of [...statuses, ...later]) {
          for (let attempts = 1; attempts <= 20; attempts += 1) {
            const result = { kind: 'ANSWERED', status, ...omitUndefined({ retryAfterMs: asksMs }) } as const
            const verdict = decideDelivery(result, { attempts, chance: 0, acceptsAny2xx })
            assert.deepEqual(verdict, expected(status, acceptsAny2xx, asksMs, attempts), `${status}, ${attempts}`)
          }
        }
      })
    }
  }

  it('is a failure that is retried and in the end parked when there is no answer or the call is not permitted', () => {
    for (const kind of ['FAILED', 'REFUSED'] as const) {
      for (let attempts = 1; attempts <= 19; attempts += 1) {
        const verdict = decideDelivery({ kind }, { attempts, chance: 0, acceptsAny2xx: true })
        assert.deepEqual(verdict, { state: 'PENDING', retryAfterMs: retryGapsMs[attempts - 1] })
      }
      assert.deepEqual(decideDelivery({ kind }, { attempts: 20, chance: 0, acceptsAny2xx: true }), { state: 'PARKED' })
    }
  })

  it('never postpones the next attempt by more than a day', () => {
    const result = { kind: 'ANSWERED', status: 503, retryAfterMs: 30 * day } as const
    const { webhook, retryAfterMs: next } = decideDelivery(result, { attempts: 1, chance: 0, acceptsAny2xx: false })
    assert.deepEqual([webhook, next], [{ kind: 'PAUSE', ms: day }, day])
  })
})

describe('notifications to merchants', () => {
  it('are sent for every outcome, decision and reversal, and for the progress of an authentication', () => {
    for (const type of ['PAYMENT', 'AUTHENTICATION', 'REFUND'] as const) {
      for (const kind of ['OUTCOME', 'DECISION', 'REVERSAL'] as const) assert.ok(causesNotification(kind, type))
      assert.equal(causesNotification('INTERACTION', type), type === 'AUTHENTICATION')
    }
  })
})
