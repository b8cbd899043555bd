// Looks for secrets in everything that a gateway leaves behind: answers, log, metrics, console, tables, files, write-ahead log.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type ApiResponse, send } from '../clients/client.ts'
import { ask, ofMerchant, signedIn } from '../clients/console.ts'
import { databaseUrl } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { filesOf, leavesOf, tablesOf } from './canary-search.ts'

interface HostileTraces {
  readonly gateway: TestGateway
  readonly merchant: string
  readonly orders: readonly string[]
  readonly responses: readonly ApiResponse[]
  readonly linkId: string
  /** The segment of the write-ahead log that the first of all this was written to. */
  readonly firstSegment: string
  /** Found nowhere, in no text. */
  readonly spellings: readonly string[]
  /** Too short to be looked for in texts: no value of its own anywhere. */
  readonly code: string
  readonly tables: readonly string[]
  /** What there is to look into at least. */
  readonly answersMin: number
  readonly messagesMin: number
}

export function assertNone(haystack: Buffer | string, spellings: readonly string[], where: string): void {
  for (const spelling of spellings)
    assert.ok(!haystack.includes(spelling), `${spelling} is in ${where}: ${aroundOf(haystack, spelling)}`)
}

function aroundOf(haystack: Buffer | string, spelling: string): string {
  const at = haystack.indexOf(spelling)
  return haystack.slice(Math.max(0, at - 80), at + 80).toString()
}

/** One test for each place. */
export function testsOfTraces(traces: () => HostileTraces): void {
  const none = (haystack: Buffer | string, where: string) => assertNone(haystack, traces().spellings, where)
  const assertCodeless = (document: unknown, where: string) => {
    for (const leaf of leavesOf(document)) assert.notEqual(leaf, traces().code, `the code is a value in ${where}`)
  }

  it('is in an answer', () => {
    const { responses, answersMin } = traces()
    assert.ok(responses.length > answersMin, `${responses.length} answers`)
    for (const { text, headers, body } of responses) {
      none(`${JSON.stringify(headers)} ${text}`, 'an answer')
      assertCodeless(body, text)
    }
  })

  it('is in the log, nor in the metrics', async () => {
    const { gateway } = traces()
    assert.ok(gateway.logLines.length > 100)
    for (const line of gateway.logLines) {
      none(line, 'a log line')
      assertCodeless(JSON.parse(line), line)
    }
    none((await send(gateway.listeners.httpUrl ?? '', { path: '/metrics', login: null })).text, 'the metrics')
  })

  it('is shown in the console: orders, their messages, links', async () => {
    const { gateway, merchant, orders, linkId, messagesMin } = traces()
    while ((await gateway.dependencies.exchangedMessages.flush()) > 0);
    const user = await signedIn(gateway, { merchantId: merchant })
    let shown = 0
    for (const orderId of orders)
      for (const rest of ['', '/messages', '/timeline']) {
        const path = ofMerchant(`/orders/${orderId}${rest}`, merchant)
        const { text, body, status } = await ask(gateway, { path, as: user })
        if (status === 200 && rest === '/messages') shown += body.exchanges.length
        none(text, `the console: ${orderId}${rest}`)
        if (status === 200) assertCodeless(body, `the console: ${rest}`)
      }
    assert.ok(shown > messagesMin, `${shown} messages`)
    const operators = await signedIn(gateway, { merchantId: '' })
    for (const path of ['/links', `/links/${linkId}`]) none((await ask(gateway, { path, as: operators })).text, path)
  })

  it('is in a table', async () => {
    const { gateway, tables } = traces()
    const { copies, rows } = await tablesOf({ connectionString: databaseUrl(gateway.database) })
    const names = copies.map(({ where }) => where)
    // A partitioned table is looked at by its months.
    for (const name of tables)
      assert.ok(
        names.some((each) => each.startsWith(`table public.${name}`)),
        name,
      )
    for (const { where, bytes } of copies) none(bytes, where)
    for (const [where, row] of rows) assertCodeless(row, where)
  })

  it('is in a file of the database, nor in its write-ahead log', async () => {
    const { gateway, firstSegment } = traces()
    for await (const { where, bytes } of filesOf({ connectionString: databaseUrl(gateway.database) }, firstSegment))
      none(bytes, where)
  })
}
