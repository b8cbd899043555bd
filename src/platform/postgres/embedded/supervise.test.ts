// How an embedded server that ends under a running gateway is restarted, without a server: the test controls starts and
// pauses.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { EmbeddedPostgres } from './start.ts'
import { superviseEmbeddedPostgres } from './supervise.ts'

function fakeServer(port: number) {
  const server = {
    connection: { host: '127.0.0.1', port, user: 'tollgate', database: 'tollgate' },
    adopted: false,
    isAlive: true,
    isRunning: async () => server.isAlive,
    async stop() {
      server.isAlive = false
    },
  }
  return server satisfies EmbeddedPostgres & { isAlive: boolean }
}

function world(results: readonly (Error | ReturnType<typeof fakeServer>)[]) {
  const first = fakeServer(1)
  const reports: string[] = []
  const left = [...results]
  const supervised = superviseEmbeddedPostgres(first, {
    async start() {
      const next = left.shift() ?? assert.fail('started too often')
      if (next instanceof Error) throw next
      return next
    },
    onEnded: () => reports.push('ended'),
    onStarted: ({ port }) => reports.push(`started on ${port}`),
    onFailed: (error, ms) => reports.push(`${(error as Error).message}, again in ${ms} ms`),
    async sleep(_ms, signal) {
      await turn()
      signal.throwIfAborted()
    },
  })
  const untilReported = async (count: number) => {
    while (reports.length < count) await turn()
    return reports
  }
  return { first, supervised, reports, untilReported }
}

it('a running embedded server is left alone, and stopped with the gateway', async () => {
  const { first, supervised, reports } = world([])
  for (let turns = 0; turns < 20; turns += 1) await turn()
  await supervised.stop()
  assert.deepEqual([first.isAlive, reports], [false, []])
})

it('an embedded server that ended is restarted, with a longer pause after each failed try', async () => {
  const second = fakeServer(2)
  const { first, supervised, untilReported } = world([new Error('occupied'), new Error('occupied'), second])
  first.isAlive = false
  assert.deepEqual(await untilReported(4), [
    'ended',
    'occupied, again in 500 ms',
    'occupied, again in 1000 ms',
    'started on 2',
  ])
  await supervised.stop()
  assert.equal(second.isAlive, false)
})

it('an embedded server that keeps ending is restarted after ever longer pauses', async () => {
  const [second, third] = [fakeServer(2), fakeServer(3)]
  const { first, supervised, untilReported } = world([second, new Error('occupied'), third])
  first.isAlive = false
  await untilReported(2)
  second.isAlive = false
  assert.deepEqual((await untilReported(5)).slice(2), ['ended', 'occupied, again in 1000 ms', 'started on 3'])
  await supervised.stop()
  assert.equal(third.isAlive, false)
})

it('a gateway that stops also stops the embedded server that was started last', async () => {
  const second = fakeServer(2)
  const { first, supervised, untilReported } = world([second])
  first.isAlive = false
  await untilReported(2)
  await supervised.stop()
  assert.deepEqual([first.isAlive, second.isAlive], [false, false])
})
