// Lets a test decide when a pause of the simulated acquirer ends, instead of waiting for it.
import type { TestContext } from 'node:test'
import type { Clock } from '../../../src/kernel/clock.ts'

/** A sleep of exactly this length ends when the test calls what is returned, or is over; others take their time. */
export function holdSleeps(t: TestContext, clock: Clock, heldMs: number): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const sleep = clock.sleep.bind(clock)
  t.mock.method(clock, 'sleep', (ms: number) => (ms === heldMs ? released : sleep(ms)))
  t.after(() => release())
  return release
}
