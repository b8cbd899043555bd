// Waits for something by looking again: with a pause, a limit, and the last value seen in the message when it never comes.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'

const limitMs = 60_000
const longestPauseMs = 100

/** Looks until there is a value, or one that `isDone`; returns it. */
export async function eventually<T>(
  look: () => Promise<T | undefined>,
  isDone: (value: T) => boolean = () => true,
): Promise<T> {
  const startMs = performance.now()
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const lookedAtMs = performance.now()
    const seen = await look()
    if (seen !== undefined && isDone(seen)) return seen
    const nowMs = performance.now()
    assert.ok(nowMs - startMs < limitMs, `still not there after ${limitMs / 1000} s; last seen: ${inspect(seen)}`)
    // A look that costs much would otherwise take the processor from what is waited for.
    await delay(Math.min(Math.max(pauseMs, 2 * (nowMs - lookedAtMs)), longestPauseMs))
  }
}

/** Looks until the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  await eventually(async () => ((await condition()) ? true : undefined)).catch((cause) => {
    throw new assert.AssertionError({ message: `waited ${limitMs / 1000} s in vain until ${what}: ${cause.message}` })
  })
}
