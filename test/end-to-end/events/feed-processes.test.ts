// The feed while several gateways write, one of which is killed: nothing is missing or repeated, also for concurrent
// readers.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { apiPath, authorizeBody, type Body, captureBody, send } from '../../support/clients/client.ts'
import { assertWithoutGaps, openFeedReader } from '../../support/clients/feed-reader.ts'
import { createTestDatabase, databaseUrl, testEnvironment } from '../../support/gateway/database.ts'
import { query } from '../../support/gateway/embedded-kit.ts'
import { type GatewayAddress, makeSite, startBeside } from '../../support/gateway/process.ts'

it('100 payments on two gateways keep the feed in order, also when one of them is killed in the middle', async (t) => {
  const database = await createTestDatabase()
  const site = await makeSite(t)
  const [one, two] = await Promise.all([
    site.start(testEnvironment(database, { TOLLGATE_DATA_DIR: site.dataDir })),
    startBeside(t, database),
  ])
  const ask = <Row extends object>(sql: string) =>
    query<Row & Record<string, unknown>>({ connectionString: databaseUrl(database) }, sql)

  const pay = async (gateway: GatewayAddress, orderId: string) => {
    const put = (transactionId: string, body: object) =>
      send(gateway.httpUrl, {
        method: 'PUT',
        path: apiPath(`/order/${orderId}/transaction/${transactionId}`),
        login: `merchant.TESTMERCHANT:${gateway.password}`,
        body,
      })
    await put('1', authorizeBody())
    await put('2', captureBody('30.00'))
  }
  // Eight at a time on each, so that the one that is killed has some under way, whose events may have no position yet, and
  // others before it that were never sent.
  let answered = 0
  const atOnce = 8
  const payAll = (gateway: GatewayAddress, first: number) =>
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let index = lane; index < 50; index += atOnce) {
        await pay(gateway, `order-${2 * index + first}`)
        answered += 1
        if (answered === 40) one.kill('SIGKILL')
        // Requests after the kill find no process.
        if (answered >= 40 && gateway === one) await one.exited
      }
    })
  const paying = Promise.allSettled([...payAll(one, 0), ...payAll(two, 1)])

  // A reader beside them, from the first event on.
  const reader = openFeedReader(two.httpUrl, 'TESTMERCHANT', two.password)
  const read: Body[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) read.push(...(await reader.news()))
  })()
  const results = await paying
  isOver = true
  await reading
  assert.ok(one.hasExited || (await one.exited), 'one gateway was killed')
  assert.ok(
    results.some(({ status }) => status === 'rejected'),
    'the kill came in the middle',
  )

  const written = await ask<{ order_id: string; number: number }>('select order_id, number from events')
  read.push(...(await reader.take(written.length - read.length)))
  assert.equal(read.length, written.length)
  assertWithoutGaps(read)
  const positions = await ask<{ position: string }>('select position from feed_entries order by position')
  assert.deepEqual(
    positions.map(({ position }) => Number(position)),
    written.map((_, index) => index + 1),
  )
  assert.deepEqual(await ask('select 1 from outbox'), [])
  const again = await openFeedReader(two.httpUrl, 'TESTMERCHANT', two.password).news()
  assert.deepEqual(again, read, 'a later reader reads the same')
})
