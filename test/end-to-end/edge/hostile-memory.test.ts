// However many hostile requests of these kinds arrive, each with names that were never used before: what a process remembers is bounded.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { hashQuickly } from '../../support/fixtures/quick-hashes.ts'
import { hostileKinds } from '../../support/hostile/hostile-kinds.ts'
import { type HostileWorld, openHostileWorld } from '../../support/hostile/hostile-world.ts'

/**
 * A few of each in the usual run, in which more than some 10 KB of each request shows. A campaign: `TEST_HOSTILE_REQUESTS=10000`, and
 * a part of a kind's name as `TEST_HOSTILE_KIND`. With 60,000 every memory of a process is full, and must not grow any more.
 */
const requestsPerKind = Number(process.env['TEST_HOSTILE_REQUESTS'] ?? 200)
const kindWanted = process.env['TEST_HOSTILE_KIND'] ?? ''
const kinds = Object.entries(hostileKinds).filter(([what]) => what.includes(kindWanted))
/** What is remembered of each request shows in every round; what the engine needs by itself, in some. */
const rounds = 4
const requestsPerRound = requestsPerKind / rounds
/** More than the largest memory holds, which then drops half of it in one of two rounds (`count-book.ts`, `recent-map.ts`). */
const isPastBounds = requestsPerRound >= 15_000
const atOnce = 20
/** An id that is remembered with its entry takes some 500 bytes. */
const bytesMax = 500
/** Counted for their networks, of which a process remembers 20,000 (`count-book.ts`): payloads with parts of an hour and a day. */
const countedBytesMax: Readonly<Record<string, number>> = {
  'payloads of wallets': 2_500,
  'unknown users at the console': 1_250,
  'forwarded addresses': 1_250,
  'addresses that a balancer names': 1_250,
}
/** What the engine needs by itself: on a busy machine a round of the usual run grew by up to 0.82 MB, the second smallest of four by up to 0.26. */
const noiseMb = 0.5

let world: HostileWorld
before(async () => {
  world = await openHostileWorld()
  hashQuickly(world.gateway)
})
after(() => world.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

async function heapMb(): Promise<number> {
  // Twice, with a turn of the event loop between: what waits for its finalization is collected by the second.
  for (const _ of [1, 2]) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

describe('what a process remembers of hostile requests is bounded', () => {
  for (const [what, { statuses: expected, send }] of kinds)
    it(what, async () => {
      const statuses = new Map<number, number>()
      let next = 0
      const sendMany = async (count: number) => {
        const last = next + count
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            while (next < last) {
              const index = next
              next += 1
              const status = await send(index, world)
              statuses.set(status, (statuses.get(status) ?? 0) + 1)
            }
          }),
        )
        world.gateway.logLines.length = 0
      }
      // The first round fills what is bounded: caches, counters, pools.
      await sendMany(requestsPerRound)
      const growths: number[] = []
      for (let round = 0, before = await heapMb(); round < rounds; round += 1) {
        await sendMany(requestsPerRound)
        const after = await heapMb()
        growths.push(after - before)
        before = after
      }
      // Not the smallest one, in which the engine may have given back more than the requests left.
      const usual = growths.toSorted((a, b) => a - b)[1] ?? Number.NaN
      const shown = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
      console.log(
        `${usual.toFixed(2).padStart(6)} MB  ${what} (${shown}) ${growths.map((g) => g.toFixed(2)).join(' ')}`,
      )
      const growthMaxMb = noiseMb + (requestsPerRound * (countedBytesMax[what] ?? bytesMax)) / 1_048_576
      assert.ok(usual < growthMaxMb, `${usual.toFixed(2)} MB more after each round of ${requestsPerRound} requests`)
      if (isPastBounds) assert.ok(Math.min(...growths) < noiseMb, 'what is full must not grow in every round')
      assert.deepEqual(
        [...statuses.keys()].filter((status) => !expected.includes(status)),
        [],
        shown,
      )
    })
})
