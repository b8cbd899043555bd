// A merchant's program that reads the feed and goes on where it stopped.
import assert from 'node:assert/strict'
import { testPassword } from '../gateway/database.ts'
import { type ApiResponse, apiPath, type Body, merchantId, send } from './client.ts'

export interface FeedReader {
  /** One page, from the given place. */
  ask(query?: Readonly<Record<string, string | number>>, version?: number): Promise<ApiResponse>
  /** Everything that is new since the last time. */
  news(): Promise<readonly Body[]>
  /** The same, until this many have arrived. */
  take(count: number): Promise<readonly Body[]>
}

export function openFeedReader(baseUrl: string, merchant = merchantId, password = testPassword): FeedReader {
  let after: string | undefined

  const ask: FeedReader['ask'] = (query = {}, version = 100) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    return send(baseUrl, {
      path: apiPath(`/events?${text}`, { merchant, version }),
      login: `merchant.${merchant}:${password}`,
    })
  }

  async function page(wait: number): Promise<readonly Body[]> {
    const response = await ask({ limit: 100, wait, ...(after !== undefined && { after }) })
    assert.equal(response.status, 200, response.text)
    after = response.body.page.after
    return response.body.event
  }

  return {
    ask,
    async news() {
      const all: Body[] = []
      for (;;) {
        const events = await page(0)
        all.push(...events)
        if (events.length < 100) return all
      }
    },
    async take(count) {
      const all: Body[] = []
      while (all.length < count) all.push(...(await page(20)))
      return all
    },
  }
}

/** Subjects in the order of their first event, each with its events' numbers as they came. */
export function numbersOf(events: readonly Body[]): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>()
  for (const { event, order, token } of events) {
    const name = order ? `order ${order.id}` : `token ${token.repositoryId} ${token.token}`
    numbers.set(name, [...(numbers.get(name) ?? []), event.number])
  }
  return numbers
}

export function assertWithoutGaps(events: readonly Body[]): void {
  for (const [name, numbers] of numbersOf(events)) {
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
      name,
    )
  }
  const ids = events.map(({ event }) => event.id)
  assert.equal(new Set(ids).size, ids.length, 'an event came twice')
}
