// Whatever payers, their devices, providers or strangers send: the thread that serves requests is never busy with it for long.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forwardedAddresses } from '../../../src/platform/http/request-origin.ts'
import { inject } from '../../support/clients/client.ts'
import { headerValues } from '../../support/hostile/floods.ts'
import { type HostileWorld, openHostileWorld } from '../../support/hostile/hostile-world.ts'
import { medianOfFive, slownessOfCore, threadMsOf } from '../../support/hostile/thread-time.ts'
import { payloadRequests, type WorstRequest, worstRequests } from '../../support/hostile/worst-requests.ts'

const msMax = 20
/** A first look at each request, before the engine has compiled anything for it: one that took less is not measured five times. */
const msUnremarkable = msMax / 2

let world: HostileWorld
before(async () => {
  world = await openHostileWorld()
})
after(() => world.close())

interface Figure {
  readonly name: string
  readonly ms: number
}

const figures: Figure[] = []

async function measure(name: string, once: () => Promise<number>): Promise<void> {
  const first = await once()
  figures.push({ name, ms: first < msUnremarkable ? first : await medianOfFive(once) })
}

async function measureAll(requests: readonly WorstRequest[]): Promise<void> {
  for (const { name, make, isAuthenticated = false } of requests)
    await measure(name, async () => {
      const sent = await make()
      let status = 0
      const ms = await threadMsOf(async () => {
        status = (await inject(world.gateway.server, sent)).status
      })
      // A limit, or a wrong password, would hide what comes after it.
      const hiding = isAuthenticated ? [401, 413, 429, 500, 503] : [429, 500, 503]
      assert.ok(!hiding.includes(status), `${name}: ${status}`)
      return ms
    })
}

function assertWithin(since: number): void {
  const boundMs = msMax * slownessOfCore()
  const costly = figures.slice(since).filter(({ ms }) => ms > boundMs)
  assert.deepEqual(costly, [], `each may take ${boundMs.toFixed(1)} ms on this core`)
}

describe('the thread that serves requests is busy for at most 20 ms', () => {
  it('with any request of a payer, a device, a provider or a stranger', async () => {
    const since = figures.length
    const requests = await worstRequests(world)
    assert.ok(requests.length > 2_000, `${requests.length} requests`)
    await measureAll(requests)
    assertWithin(since)
  })

  it('with any payload of a wallet', async () => {
    const since = figures.length
    await measureAll(await payloadRequests(world))
    assertWithin(since)
  })

  it('with any header of a proxy', async () => {
    const since = figures.length
    for (const header of ['x-forwarded-for', 'forwarded'] as const)
      for (const [what, flood] of Object.entries(headerValues))
        await measure(`${header} of ${what}`, () =>
          threadMsOf(async () => forwardedAddresses(header, flood(16_384), 2)),
        )
    assertWithin(since)
  })

  after(() => {
    const [...costliest] = figures.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
    console.log(`${figures.length} inputs; the costliest, in milliseconds of the thread that serves requests:`)
    for (const { name, ms } of costliest) console.log(`${ms.toFixed(1).padStart(6)}  ${name}`)
  })
})
