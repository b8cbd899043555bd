import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openMetrics } from './metrics.ts'

describe('metrics', () => {
  it('of the process are collected once, and are among those of each gateway in it', async () => {
    const [first, second] = [openMetrics().registry, openMetrics().registry]
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_gc_duration_seconds',
    ]) {
      assert.ok(first.getSingleMetric(name), name)
      assert.equal(second.getSingleMetric(name), first.getSingleMetric(name), name)
      assert.match(await second.metrics(), new RegExp(`^# HELP ${name} `, 'm'))
    }
  })

  it('of a gateway are its own', async () => {
    const [first, second] = [openMetrics(), openMetrics()]
    first.messagesDropped.inc(3)
    const valueIn = async ({ registry }: typeof first) =>
      (await registry.getMetricsAsJSON()).find(({ name }) => name === 'tollgate_messages_dropped_total')?.values[0]
        ?.value
    assert.deepEqual([await valueIn(first), await valueIn(second)], [3, 0])
  })
})
