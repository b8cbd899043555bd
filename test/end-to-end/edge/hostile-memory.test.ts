// However many hostile requests of these kinds arrive, each with names that were never used before: what a process remembers is bounded.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { consoleRoot } from '../../../src/http/console/routes.ts'
import { apiPath, type ClientRequest, inject } from '../../support/clients/client.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { members } from '../../support/hostile/floods.ts'
import { type HostileWorld, openHostileWorld, payersDetails } from '../../support/hostile/hostile-world.ts'

/** A few of each in the usual run; `TEST_HOSTILE_REQUESTS=10000` for a campaign. */
const requestsPerKind = Number(process.env['TEST_HOSTILE_REQUESTS'] ?? 200)
/** What is remembered of each request shows in every round; what the engine needs by itself, in some. */
const rounds = 4
const requestsPerRound = requestsPerKind / rounds
const atOnce = 20
/** An id that is remembered with its entry takes some 500 bytes. */
const bytesMax = 500
/** Counted for their networks, of which a process remembers 20,000 (`count-book.ts`), each with its parts of an hour and a day. */
const countedBytesMax: Readonly<Record<string, number>> = { 'payloads of wallets': 2_500 }
/** What the engine needs by itself changes by about as much in the quietest round. */
const noiseMb = 0.5

let world: HostileWorld
before(async () => {
  world = await openHostileWorld()
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

type Kind = (index: number) => ClientRequest | Promise<ClientRequest>

const name = (index: number) => `N${index.toString(36).toUpperCase().padStart(8, '0')}`
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** Each request from another network, with another name for everything that has one. */
const kinds: Readonly<Record<string, Kind>> = {
  'unknown merchants': (index) => ({
    path: apiPath(`/order/${name(index)}`, { merchant: name(index) }),
    login: `merchant.${name(index)}:${'0'.repeat(32)}`,
  }),
  'wrong passwords': (index) => ({
    path: apiPath(`/order/${name(index)}`, { merchant: world.merchant }),
    login: `merchant.${world.merchant}:${name(index).padStart(32, '0')}`,
  }),
  'unknown session ids as passwords': (index) => ({
    path: apiPath('/session/SESSION0002', { merchant: world.merchant }),
    login: `merchant.${world.merchant}:SESSION${name(index).padStart(24, '0')}`,
  }),
  'malformed bodies': (index) => ({
    method: 'PUT',
    path: apiPath(`/order/${name(index)}/transaction/1`, { merchant: world.merchant }),
    login: `merchant.${world.merchant}:${testPassword}`,
    bytes: `{"apiOperation":"PAY","${name(index)}":`,
  }),
  'unknown names in a form': (index) => ({
    method: 'POST',
    path: '/api/nvp/version/100',
    login: null,
    headers: formType,
    bytes: `merchant=${name(index)}&apiOperation=PAY&${name(index)}.${name(index)}=1`,
  }),
  'unknown names of a device': async (index) => {
    const id = await world.deviceSession()
    return {
      method: 'PUT',
      path: apiPath(`/session/${id}`, { merchant: world.merchant }),
      login: `merchant.${world.merchant}:${id}`,
      bytes: `{"${name(index)}":"",${members['unknown names']?.(500)}}`,
    }
  },
  'payloads of wallets': async (index) => ({
    method: 'POST',
    path: `/checkout/pay/${await world.pageSession()}/wallet`,
    login: null,
    headers: formType,
    bytes: new URLSearchParams({
      ...payersDetails,
      ...{ source: 'GOOGLE_PAY', attempt: '1', walletPayload: `{"protocolVersion":"ECv2","${name(index)}":1}` },
    }).toString(),
  }),
  'unknown payment links': (index) => ({ path: `/checkout/link/${name(index).padStart(26, 'A')}`, login: null }),
  'unknown payment pages': (index) => ({ path: `/checkout/pay/SESSION${name(index).padStart(24, '0')}`, login: null }),
  'unknown users at the console': (index) => ({
    method: 'POST',
    path: `${consoleRoot}/session`,
    login: null,
    headers: { 'sec-fetch-site': 'same-origin' },
    body: { merchantId: name(index), login: name(index), password: name(index) },
  }),
  'unknown cookies at the console': (index) => ({
    path: `${consoleRoot}/session`,
    login: null,
    headers: { cookie: `tollgate=${name(index)}` },
  }),
}

describe('what a process remembers of hostile requests is bounded', () => {
  for (const [what, kind] of Object.entries(kinds))
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
              const sent = await kind(index)
              const { status } = await inject(world.gateway.server, { ...sent, from: world.newAddress() })
              statuses.set(status, (statuses.get(status) ?? 0) + 1)
            }
          }),
        )
        world.gateway.logLines.length = 0
      }
      // The first round fills what is bounded: caches, counters, pools.
      await sendMany(requestsPerRound)
      let least = Number.POSITIVE_INFINITY
      for (let round = 0, before = await heapMb(); round < rounds; round += 1) {
        await sendMany(requestsPerRound)
        const after = await heapMb()
        least = Math.min(least, after - before)
        before = after
      }
      const shown = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
      console.log(`${least.toFixed(2).padStart(6)} MB  ${what} (${shown})`)
      const growthMaxMb = noiseMb + (requestsPerRound * (countedBytesMax[what] ?? bytesMax)) / 1_048_576
      assert.ok(least < growthMaxMb, `${least.toFixed(2)} MB more after each round of ${requestsPerRound} requests`)
      assert.equal(statuses.get(500), undefined)
    })
})
