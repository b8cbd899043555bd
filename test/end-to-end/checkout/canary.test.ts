// A card number, a security code and the id of a session go through pages, with every mistake a payer can make. Afterwards
// they are looked for in everything that leaves the gateway or that it leaves behind.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { filesOf, leavesOf, spellingsOf, tablesOf, walSegmentOf } from '../../support/checks/canary-search.ts'
import { inLanes } from '../../support/checks/in-lanes.ts'
import { type ApiResponse, send } from '../../support/clients/client.ts'
import { type FormFields, formText, newCheckout, openPayer, wayFrom } from '../../support/clients/payer.ts'
import { databaseUrl } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const number = '2223000000000023'
const code = '731'
const card = { source: 'CARD', cardNumber: number, securityCode: code, expiryMonth: '1', expiryYear: '39' }

let gateway: TestGateway
let firstSegment: string
before(async () => {
  // A request that waits for an unknown outcome must not wait long.
  gateway = await startGateway({ TOLLGATE_ACQUIRER_TIMEOUT_MS: '1200', TOLLGATE_REQUEST_TIMEOUT_MS: '1500' })
  firstSegment = await walSegmentOf({ connectionString: databaseUrl(gateway.database) })
})
after(() => gateway.stop())

const responses: ApiResponse[] = []
const sessionIds: string[] = []

const forms: readonly FormFields[] = [
  { ...card },
  { ...card, expiryMonth: '5' },
  { ...card, expiryMonth: '5', expiryYear: '37' },
  { ...card, expiryMonth: '13' },
  { ...card, cardNumber: `${number}7` },
  { ...card, securityCode: `${code}${code}` },
  { ...card, cardNumber: '', nameOnCard: '', source: number },
  // In a field that is shown again: the month is wrong.
  { ...card, expiryMonth: '13', nameOnCard: number, email: `${number}@payer.example`, billingStreet: `${number} Road` },
  { ...card, attempt: number },
  { ...card, [number]: code },
  { ...card, source: 'GIFT_CARD', giftCardNumber: number, giftCardPin: code },
]

/** One checkout, in a window and in a lightbox: opened, paid, opened again, given up, and posted to as no page does. */
async function goThrough(operation: string, fields: FormFields): Promise<void> {
  const { sessionId } = await newCheckout(gateway, { interaction: { operation } })
  sessionIds.push(sessionId)
  for (const frame of [undefined, 'lightbox']) {
    const payer = openPayer(gateway, sessionId, frame)
    responses.push(await payer.open(), await payer.pay(fields), await payer.open(), await payer.timeout())
    responses.push(await payer.pay(fields, { origin: 'https://evil.example' }), await payer.cancel())
  }
  const post = { path: `/checkout/pay/${sessionId}`, method: 'POST', login: null }
  for (const bytes of [JSON.stringify(card), formText(card).padEnd(70_000, 'x')])
    responses.push(await send(gateway.listeners.httpUrl ?? '', { ...post, bytes }))
  const legacy = { 'session.id': sessionId, 'sourceOfFunds.provided.card.number': number, [code]: number }
  responses.push(
    await send(gateway.listeners.httpUrl ?? '', { ...post, path: '/api/page/version/45/pay', bytes: formText(legacy) }),
  )
}

it('a card, its code and a session go through pages', async () => {
  // Several at a time: some of them wait for an acquirer that is silent.
  const flows = ['PURCHASE', 'NONE'].flatMap((operation) => forms.map((fields) => [operation, fields] as const))
  await inLanes(Array(8).fill(undefined), flows, ([operation, fields]) => goThrough(operation, fields))
  assert.ok(responses.some(({ status }) => status === 303))
  assert.ok(responses.some(({ status }) => status === 422))
})

it('no response has the number, in its body or its headers', () => {
  for (const { text, headers } of responses)
    for (const spelling of spellingsOf(number)) {
      assert.ok(!text.includes(spelling), text)
      assert.ok(!JSON.stringify(headers).includes(spelling))
    }
})

it('no response has the code as a value', () => {
  for (const { text } of responses) assert.doesNotMatch(text, new RegExp(`["'>\\s]${code}["'<\\s]`))
})

it('no address of another site has the id of a session', () => {
  for (const response of responses) {
    assert.equal(response.headers['referrer-policy'], 'no-referrer', `${response.status} ${response.text}`)
    assert.equal(response.headers['set-cookie'], undefined)
    const way = wayFrom(response) ?? '/'
    if (!way.startsWith('/')) for (const id of sessionIds) assert.ok(!way.includes(id), way)
  }
})

it('no log line has any of these values', () => {
  assert.ok(gateway.logLines.some((line) => line.includes('"/checkout/pay/:sessionId"')))
  for (const line of gateway.logLines) {
    for (const secret of [...sessionIds, ...spellingsOf(number)]) assert.ok(!line.includes(secret), line)
    for (const leaf of leavesOf(JSON.parse(line))) assert.notEqual(leaf, code, line)
  }
})

it('no table and no file of the database has the number or the id in clear, and the code is in no log', async () => {
  const database = { connectionString: databaseUrl(gateway.database) }
  const { copies, rows } = await tablesOf(database)
  for (const [where, row] of rows)
    for (const leaf of leavesOf(row)) {
      assert.notEqual(leaf, code, where)
      assert.notEqual(leaf, number, where)
    }
  const needles = [...spellingsOf(number), ...sessionIds].map((text) => Buffer.from(text))
  for (const { where, bytes } of copies) for (const needle of needles) assert.ok(!bytes.includes(needle), where)
  for await (const { where, bytes } of filesOf(database, firstSegment))
    for (const needle of needles) assert.ok(!bytes.includes(needle), where)
})
