// Quantiles from buckets: close to the exact values, whatever the times are.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { bucketOf, quantileOf } from './latency.ts'

const counted = (times: readonly number[]) => times.map((ms) => ({ bucket: bucketOf(ms), count: 1 }))

describe('the percentile of response times', () => {
  it('has an error of at most a twentieth, or half a millisecond', () => {
    const times = fc.array(fc.integer({ min: 1, max: 120_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.95, 0.99), (given, share) => {
        const sorted = given.toSorted((a, b) => a - b)
        const exact = sorted[Math.ceil(sorted.length * share) - 1] ?? 0
        assert.ok(Math.abs(quantileOf(counted(given), share) - exact) <= exact * 0.05 + 0.5)
      }),
    )
  })

  it('is undefined without responses', () => {
    assert.equal(quantileOf([], 0.5), 0)
  })

  it('is the longest where one of a hundred took long and more than 99 of them count', () => {
    const times = [...Array.from({ length: 99 }, () => 10), 30_000]
    assert.deepEqual(
      [quantileOf(counted(times), 0.5), quantileOf(counted(times), 0.99)].map((ms) => Math.round(ms / 10)),
      [1, 1],
    )
    assert.ok(quantileOf(counted(times), 0.995) > 28_000)
  })
})
