// A card number and a security code that no other test uses go through every operation. Afterwards they are looked for in
// everything the gateway leaves behind: the number is nowhere in clear, the code nowhere at all.
//
// Three digits turn up by chance in any pile of bytes, so the code is looked for in context: as a whole value of a column,
// of a member of any JSON (answers, log lines, rows), as a JSON text or beside the name of its field in raw bytes.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { findOperation } from '../../../src/requests/catalogue.ts'
import { filesOf, leavesOf, spellingsOf, tablesOf, walSegmentOf } from '../../support/checks/canary-search.ts'
import { type ApiResponse, apiPath, newOrderId, send } from '../../support/clients/client.ts'
import { nameValueSender } from '../../support/clients/name-values.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { databaseUrl, testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const number = '2223000000000023'
const code = '731'
const giftCard = { number: '6047310000998823', pin: '731902' }
const account = '9073144021'
const numbers = [number, giftCard.number, account]
const codes = [code, giftCard.pin]

let gateway: TestGateway
let merchant: string
let firstSegment: string
const responses: ApiResponse[] = []
before(async () => {
  gateway = await startGateway()
  firstSegment = await walSegmentOf({ connectionString: databaseUrl(gateway.database) })
  const privileges = ['STANDALONE_CAPTURE', 'STANDALONE_REFUND', 'DEBUG_INFORMATION'] as const
  merchant = (await boardMerchant(gateway, { profile: { privileges } })).id
})
after(() => gateway.stop())

const currency = 'USD'
const order = { amount: '10.00', currency }
const card = (differences: object = {}) => ({
  type: 'CARD',
  provided: { card: { number, securityCode: code, expiry: { month: '1', year: '39' }, ...differences } },
})
const expiring = (month: string, year: string) => card({ expiry: { month, year } })
const opening = (apiOperation: string, sourceOfFunds: object = card()) => ({ apiOperation, order, sourceOfFunds })
const gift = { type: 'GIFT_CARD', provided: { giftCard } }
const ach = {
  type: 'ACH',
  provided: {
    ach: {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Jo Payer',
      bankAccountNumber: account,
      routingNumber: '123456780',
      secCode: 'WEB',
    },
  },
}
const debit = {
  type: 'DIRECT_DEBIT_CANADA',
  provided: {
    directDebitCanada: {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Jo Payer',
      bankAccountNumber: account,
      financialInstitutionNumber: '001',
      transitNumber: '12345',
    },
  },
}
const move = (apiOperation: string, amount: string, more: object = {}) => ({
  apiOperation,
  transaction: { amount, currency, ...more },
})

async function put(body: unknown, at: { orderId?: string; transactionId?: string; version?: number } = {}) {
  const { orderId = newOrderId(), transactionId = '1', version = 100 } = at
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`, { version, merchant })
  const sent = typeof body === 'string' ? { bytes: body } : { body }
  const login = `merchant.${merchant}:${testPassword}`
  const response = await send(gateway.listeners.httpUrl ?? assert.fail(), {
    method: 'PUT',
    path,
    login,
    isKeptAlive: true,
    ...sent,
  })
  responses.push(response)
  for (const rest of [`/order/${orderId}`, `/order/${orderId}/transaction/${transactionId}`])
    responses.push(
      await send(gateway.listeners.httpUrl ?? '', {
        path: apiPath(rest, { version, merchant }),
        login,
        isKeptAlive: true,
      }),
    )
  return response
}

/** One order after the other; each body is the next transaction of its order and has to be taken. */
const courses: readonly (readonly object[])[] = [
  [{ apiOperation: 'VERIFY', order: { currency }, sourceOfFunds: card() }, opening('PAY')],
  [opening('PAY', card({ securityCode: Number(code) }))],
  [opening('PAY'), move('REFUND', '4.00'), { apiOperation: 'VOID', transaction: { targetTransactionId: '2' } }],
  [opening('PAY'), { apiOperation: 'VOID', transaction: { targetTransactionId: '1' } }],
  [opening('AUTHORIZE'), move('UPDATE_AUTHORIZATION', '12.00'), move('CAPTURE', '5.00'), move('REFUND', '1.00')],
  [{ ...move('REFUND', '3.00'), sourceOfFunds: card() }],
  [{ ...move('CAPTURE', '3.00', { authorizationCode: 'A1B2C3' }), sourceOfFunds: card() }],
  // Declined, silent and reversed, unknown, pending, refused for its code, approved in part and reversed.
  ...['5/39', '8/28', '5/37', '11/39', '3/39', '7/39'].map((expiry) => {
    const [month = '', year = ''] = expiry.split('/')
    return [opening('PAY', expiring(month, year))]
  }),
  [opening('PAY', gift)],
  [{ apiOperation: 'VERIFY', order: { currency }, sourceOfFunds: gift }],
  [opening('PAY', ach)],
  [opening('PAY', debit)],
]

const refused: readonly unknown[] = [
  opening('PAY', card({ number: `${number}7` })),
  opening('PAY', card({ number: Number(number) })),
  opening('PAY', card({ securityCode: `${code}${code}` })),
  opening('PAY', card({ unknown: number })),
  opening('PAY', { ...card(), type: number }),
  opening(number),
  { ...opening('PAY'), order: { ...order, amount: number } },
  { ...opening('PAY'), order: { ...order, currency: code } },
  { ...opening('PAY'), [number]: code },
  JSON.stringify(opening('PAY')).slice(0, -1),
  `${JSON.stringify(opening('PAY'))}}`,
  [opening('PAY')],
]

it('a card number and a security code are sent through every operation', async () => {
  for (const bodies of courses) {
    const orderId = newOrderId()
    for (const [index, body] of bodies.entries()) {
      const { status, text } = await put(body, { orderId, transactionId: String(index + 1) })
      assert.equal(status, 201, `${JSON.stringify(body)} was answered ${text}`)
    }
    // The same ids again, and other words under the same ids.
    assert.equal((await put(bodies[0], { orderId })).status, 200)
    await put({ ...bodies[0], order: { amount: '77.00', currency } }, { orderId })
  }
  for (const version of [15, 33, 57])
    await put(opening('PAY', card({ expiry: { month: '01', year: '39' } })), { version })
  for (const body of refused) assert.equal((await put(body)).status, 400, JSON.stringify(body))
})

it('card data is sent through name-value pairs, accepted and refused', async () => {
  const sender = nameValueSender(gateway.listeners.httpUrl ?? '', merchant)
  const pay = findOperation('PAY') ?? assert.fail()
  const post = async (names: Record<string, string>) => {
    const ids = { orderId: newOrderId(), transactionId: '1' }
    const { status, headers, names: body } = await sender(pay, ids, opening('PAY'), { names })
    responses.push({ status, headers, body, text: JSON.stringify(body) })
    return status
  }
  const field = 'sourceOfFunds.provided.card'
  assert.equal(await post({}), 201)
  for (const names of [
    { [`${field}.number`]: `${number}7` },
    { [`${field}.securityCode`]: `${code}${code}` },
    { [`${field}.number[0]`]: number },
    { [`${field}.number.x`]: number },
    { [number]: code },
    { [`order.${number}`]: code },
    { [`a[${number}]`]: code },
    { apiOperation: number },
    { merchant: number, apiUsername: `merchant.${number}` },
    { apiPassword: number },
  ])
    assert.ok([400, 401].includes(await post(names)), JSON.stringify(names))
})

/** Sends something else than a transaction; what comes back is looked through, too. */
async function ask(method: string, rest: string, body?: object, version = 100): Promise<ApiResponse> {
  const login = `merchant.${merchant}:${testPassword}`
  const path = apiPath(rest, { version, merchant })
  const response = await send(gateway.listeners.httpUrl ?? '', { method, path, login, body, isKeptAlive: true })
  responses.push(response)
  return response
}

/** Session ids are credentials: only responses about sessions contain them. */
const sessionIds: string[] = []

async function newSession(values: object, version = 100): Promise<string> {
  const created = await ask('POST', '/session', undefined, version)
  const { id } = created.body.session
  sessionIds.push(id)
  const updated = await ask('PUT', `/session/${id}`, values, version)
  assert.equal(updated.status, 200, updated.text)
  assert.equal((await ask('GET', `/session/${id}`, undefined, version)).status, 200)
  return id
}

const holder = 'Zebedee Canary'
const secretive = { billing: { address: { street: '7 Canary Row' } }, customer: { firstName: 'Zebedee' } }

it('card data is sent through sessions, filled by merchants and devices, used, refused and left to expire', async () => {
  for (const version of [15, 49, 50, 100]) {
    const id = await newSession({ sourceOfFunds: card() }, version)
    const paid = await put({ apiOperation: 'PAY', order, session: { id } }, { version })
    assert.equal(paid.body.result, 'SUCCESS', paid.text)
  }
  for (const sourceOfFunds of [gift, ach, debit]) {
    const id = await newSession({ sourceOfFunds })
    assert.equal((await put({ apiOperation: 'PAY', order, session: { id } })).status, 201)
  }
  const wrong = await newSession({ sourceOfFunds: card() })
  for (const body of [
    card({ number: `${number}7` }),
    card({ securityCode: `${code}${code}` }),
    card({ track2: number }),
  ])
    assert.equal((await ask('PUT', `/session/${wrong}`, { sourceOfFunds: body })).status, 400)
  await put({ apiOperation: 'PAY', order, session: { id: wrong } })
  const device = await newSession({ order })
  const login = `merchant.${merchant}:${device}`
  const path = apiPath(`/session/${device}`, { version: 100, merchant })
  const byDevice = await send(gateway.listeners.httpUrl ?? '', {
    method: 'PUT',
    path,
    login,
    body: { sourceOfFunds: card() },
  })
  assert.equal(byDevice.status, 200, byDevice.text)
  responses.push(byDevice)
  await ask('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE' },
    order: { ...order, id: newOrderId() },
  })
})

it('card data is sent through tokens: saved, verified, searched for, paid with, changed and deleted', async () => {
  const named = { nameOnCard: holder }
  for (const version of [15, 50, 100]) {
    for (const verificationStrategy of ['NONE', 'BASIC', 'ACQUIRER', 'ACCOUNT_UPDATER']) {
      const saved = await ask(
        'POST',
        '/token',
        {
          sourceOfFunds: card(named),
          verificationStrategy,
          transaction: { currency },
          ...(version === 100 && secretive),
        },
        version,
      )
      assert.equal(saved.status, 201, saved.text)
    }
  }
  const id = await newSession({ sourceOfFunds: card(named) })
  const { token } = (await ask('POST', '/token', { session: { id } })).body
  for (const sourceOfFunds of [gift, ach, debit])
    assert.equal((await ask('POST', '/token', { sourceOfFunds })).status, 201)
  const found = await ask('POST', '/tokenSearch', { query: { sourceOfFunds: { provided: { card: { number } } } } })
  assert.ok(found.body.token.length > 0)
  assert.equal(
    (await put({ apiOperation: 'PAY', order, sourceOfFunds: { token, provided: { card: { securityCode: code } } } }))
      .status,
    201,
  )
  const orderId = newOrderId()
  await put(opening('PAY'), { orderId })
  assert.equal((await ask('POST', '/token', { referenceOrderId: orderId })).status, 201)
  assert.equal(
    (await ask('PUT', `/token/${token}`, { sourceOfFunds: card({ expiry: { month: '2', year: '39' } }) })).status,
    200,
  )
  for (const sourceOfFunds of [card({ number: `${number}7` }), card({ unknown: number }), { type: number }])
    assert.equal((await ask('POST', '/token', { sourceOfFunds })).status, 400)
  assert.equal((await ask('POST', '/tokenSearch', { query: { token: number } })).status, 200)
  assert.equal((await ask('DELETE', `/token/${token}`)).status, 200)
})

it('a security code that was used or has expired is not in any row', async () => {
  const count = async () => (await gateway.query('select from session_codes')).length
  // What is left belongs to sessions without a payment; they expire like any other.
  assert.ok((await count()) > 0)
  await gateway.query(`update sessions set expires_at = now() - interval '1 second'`)
  await gateway.query(`update session_codes set expires_at = now() - interval '1 second'`)
  await gateway.dependencies.sessions.deleteExpired(new Date(), 1000)
  assert.equal(await count(), 0)
  assert.equal((await gateway.query('select from sessions')).length, 0)
})

it('responses and their headers contain no card data', () => {
  assert.ok(responses.length > 100)
  for (const { text, headers, body } of responses) {
    assertNumberless(`${JSON.stringify(headers)} ${text}`, 'an answer')
    assertCodeless(body, 'an answer')
    for (const header of Object.values(headers)) assert.ok(!codes.includes(String(header)))
  }
})

it('the log contains no card data, at its most verbose level', () => {
  assert.ok(gateway.logLines.length > 100)
  for (const line of gateway.logLines) {
    assertNumberless(line, 'a log line')
    for (const id of sessionIds) assert.ok(!line.includes(id), 'the id of a session is in a log line')
    assertCodeless(JSON.parse(line), 'a log line')
  }
})

it('the metrics contain no card data', async () => {
  const { text } = await send(gateway.listeners.httpUrl ?? '', { path: '/metrics', login: null })
  assert.match(text, /tollgate_/)
  assertNumberless(text, 'the metrics')
  for (const secret of codes) assert.ok(!text.includes(`"${secret}"`))
})

it("no table contains card data, neither the gateway's nor the simulators'", async () => {
  const { copies, rows } = await tablesOf({ connectionString: databaseUrl(gateway.database) })
  const found = copies.map(({ where }) => where)
  for (const name of ['transactions', 'events', 'audit', 'sessions', 'session_codes', 'tokens', 'token_accounts'])
    assert.ok(found.includes(`table public.${name}`), name)
  for (const name of ['simulated_acquirer.book', 'simulated_token_service', 'simulated_account_updater'])
    assert.ok(
      found.some((table) => table.startsWith(`table ${name}`)),
      `${name} in ${found}`,
    )
  const tokens = copies.filter(({ where }) => where.startsWith('table public.token'))
  for (const { bytes } of tokens)
    for (const text of [holder, 'Zebedee', 'Canary Row']) assert.ok(!bytes.includes(text), `a token keeps ${text}`)
  for (const { where, bytes } of copies) assertNumberless(bytes, where)
  assert.ok(rows.length > 50)
  for (const [where, row] of rows) assertCodeless(row, where)
})

it('no file of the database server contains card data, nor its write-ahead log', async () => {
  const seen = new Set<string>()
  for await (const { where, bytes } of filesOf({ connectionString: databaseUrl(gateway.database) }, firstSegment)) {
    seen.add(where.split('/')[0] ?? '')
    assertNumberless(bytes, where)
    for (const id of sessionIds) assert.ok(!bytes.includes(id), `the id of a session is in ${where}`)
    for (const secret of codes)
      for (const context of [`"${secret}"`, `securityCode${secret}`, `"securityCode":${secret}`, `pin${secret}`])
        assert.ok(!bytes.includes(context), `${context} is in ${where}`)
  }
  for (const place of ['base', 'pg_wal', '..']) assert.ok(seen.has(place), `${place} was not searched: ${[...seen]}`)
})

it('the search for card data finds a known value', () => {
  for (const spelling of spellingsOf(number))
    assert.throws(() => assertNumberless(Buffer.from(`some ${spelling} text`), 'here'), spelling)
  for (const prefix of ['', 'a', 'ab'])
    assert.throws(() => assertNumberless(Buffer.from(`${prefix}${number}xyz`).toString('base64'), 'here'))
  assert.throws(() => assertCodeless({ a: [{ b: code }] }, 'here'))
  assert.throws(() => assertCodeless({ a: Number(code) }, 'here'))
})

const spellings = numbers.flatMap(spellingsOf)

function assertNumberless(haystack: Buffer | string, where: string): void {
  for (const spelling of spellings) assert.ok(!haystack.includes(spelling), `${spelling} is in ${where}`)
}

function assertCodeless(document: unknown, where: string): void {
  for (const leaf of leavesOf(document)) assert.ok(!codes.includes(leaf), `${leaf} is a value in ${where}`)
}
