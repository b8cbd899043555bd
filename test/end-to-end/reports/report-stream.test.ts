// Long reports: in bounded memory whatever the reader does, a few at once, and over when the reader leaves.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eventually } from '../../support/checks/poll.ts'
import { payBody } from '../../support/clients/client.ts'
import { giveReportingPassword, openReporter, reportingPassword, reportPathOf } from '../../support/clients/reporter.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const eventsInAll = 10_000
/** So wide that the whole report is many times what it may take of memory. */
const wide = [
  'timeOfRecord',
  'order.id',
  'transaction.id',
  'order.description',
  'order.custom.note',
  'transaction.amount',
  'sourceOfFunds.provided.card.number',
  ...Array<string>(32).fill('order.custom.note'),
].join()
const start = '2026-03-02T00:00:00Z'
const end = '2026-03-03T00:00:00Z'

let gateway: TestGateway
let merchant = ''
let pagesRead = 0
/** The gateway's side of every report, the latest last. */
const answering: ServerResponse[] = []

const onRequest = (message: unknown) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  if (request.url?.startsWith('/history/')) answering.push(response)
}

before(async () => {
  gateway = await startGateway({ TOLLGATE_LOG_LEVEL: 'info' })
  merchant = (await boardMerchant(gateway)).id
  await giveReportingPassword(gateway, merchant)
  await seed()
  const { reports } = gateway.dependencies
  const read = reports.read.bind(reports)
  // Not by a mock of the test runner, which would keep every page.
  Object.assign(reports, {
    read(page: Parameters<typeof read>[0]) {
      pagesRead += 1
      return read(page)
    },
  })
  subscribe('http.server.request.start', onRequest)
})
after(async () => {
  unsubscribe('http.server.request.start', onRequest)
  await gateway.stop()
})

/** One payment with as many events, all of the same day. */
async function seed(): Promise<void> {
  const order = { amount: '5.00', currency: 'USD', description: 'x'.repeat(127), custom: { note: 'y'.repeat(250) } }
  await openShop(gateway, merchant).put(payBody({ order }), { orderId: 'a' })
  await openReporter(gateway, merchant).rows()
  await gateway.query(
    `insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
     select e.merchant_id, e.order_id, n, e.kind, e.transaction_id, e.at, json_build_object(
       'timeOfRecord', e.response -> 'timeOfRecord', 'transaction', e.response -> 'transaction')
     from events e, generate_series(2, $2::integer + 1) n where e.merchant_id = $1`,
    [merchant, eventsInAll],
  )
  await gateway.query(
    `insert into projected_events (merchant_id, time_of_record, position, order_id, number, transaction_id)
     select $1, $3::timestamptz + n * interval '10 microseconds', n, 'a', n, '1'
     from generate_series(2, $2::integer + 1) n`,
    [merchant, eventsInAll, start],
  )
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function megabytesInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

interface Opened {
  readonly response: IncomingMessage
  /** The gateway's side. */
  readonly serverResponse: ServerResponse
}

/** A report that is not read until the test does. */
async function open(): Promise<Opened> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const before = answering.length
  const headers = { authorization: `Basic ${Buffer.from(`:${reportingPassword}`).toString('base64')}` }
  const url =
    (gateway.listeners.httpUrl ?? '') +
    reportPathOf(merchant, { 'timeOfRecord.start': start, 'timeOfRecord.end': end, columns: wide })
  get(url, { agent: false, headers }, resolve).once('error', reject)
  const response = await promise
  const serverResponse = answering[before] ?? assert.fail('no response yet')
  return { response, serverResponse }
}

/** The gateway waits for the reader to go on. */
async function isHeldUp({ serverResponse }: Opened): Promise<void> {
  await eventually(async () => {
    await new Promise(setImmediate)
    return serverResponse.writableNeedDrain ? true : undefined
  })
}

/** By the last character of a line end: a chunk may end between the two. */
const linesOf = (chunk: Buffer) => chunk.toString('latin1').split('\n').length - 1

describe('a report of ten thousand wide rows', () => {
  it('is sent in bounded memory, page by page, no faster than its reader reads', async () => {
    const earlier = megabytesInUse()
    const opened = await open()
    await isHeldUp(opened)
    assert.ok(pagesRead < eventsInAll / 200 / 2, `${pagesRead} pages are read for a reader who has read none`)
    let [lines, bytes, measured] = [0, 0, 0]
    const grown: number[] = []
    for await (const chunk of opened.response as AsyncIterable<Buffer>) {
      lines += linesOf(chunk)
      bytes += chunk.length
      if (bytes - measured < 12_000_000) continue
      measured = bytes
      grown.push(megabytesInUse() - earlier)
    }
    assert.equal(lines, eventsInAll + 1)
    assert.ok(bytes > 80_000_000, `${bytes} bytes are not enough to tell`)
    assert.ok(grown.length > 5 && Math.max(...grown) < 32, `it took these MB: ${grown}`)
  })

  it('is one of two at once; a third must try again, others are not delayed', async () => {
    const [one, two] = [await open(), await open()]
    await Promise.all([isHeldUp(one), isHeldUp(two)])
    const reporter = openReporter(gateway, merchant)
    const third = await reporter.ask()
    assert.deepEqual([third.status, third.body.error.cause, third.headers['retry-after']], [503, 'SERVER_BUSY', '5'])
    const { id: other } = await boardMerchant(gateway)
    await giveReportingPassword(gateway, other)
    assert.equal((await openReporter(gateway, other).ask()).status, 200)
    one.response.destroy()
    two.response.destroy()
    assert.equal((await reporter.rows()).length, 1)
  })

  it('ends when its reader leaves, and the log says so', async () => {
    const opened = await open()
    await isHeldUp(opened)
    const requestId = String(opened.response.headers['x-request-id'])
    opened.response.destroy()
    const line = await eventually(async () => {
      await new Promise(setImmediate)
      return gateway.logLines.find((each) => each.includes('"isDelivered":false') && each.includes(requestId))
    })
    const { rows, status, merchant: named } = JSON.parse(line)
    assert.deepEqual([status, named], [200, merchant])
    assert.ok(rows > 0 && rows < eventsInAll / 2, `${rows} rows`)
    const pages = pagesRead
    assert.equal((await openReporter(gateway, merchant).rows()).length, 1)
    assert.ok(pagesRead <= pages + 2, 'the gateway continues to read pages')
  })
})
