// How long sessions live, and what is left of them afterwards: nothing.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deleteExpiredSessions } from '../../../src/checkout/jobs/delete-expired-sessions.ts'
import { filesOf, leavesOf, spellingsOf, tablesOf, walSegmentOf } from '../../support/checks/canary-search.ts'
import { type ApiResponse, cardSource } from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { refusal } from '../../support/clients/shop.ts'
import { databaseUrl } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let sessions: Sessions
before(async () => {
  // One of its own: it is searched as a whole.
  gateway = await startGateway()
  sessions = openSessions(gateway)
})
after(() => gateway.stop())

const order = { amount: '10', currency: 'USD', id: 'O1' }
const unknown = [400, 'INVALID_REQUEST', undefined, undefined]

interface Life {
  /** From creation to the end, in seconds. */
  readonly whole: number
  /** From the last update to the end. */
  readonly left: number
}

/** Of the session that has this version; there is one only. */
async function lifeOf({ body }: ApiResponse): Promise<Life> {
  const rows = await gateway.query<Life>(
    `select extract(epoch from expires_at - created_at)::float8 as whole,
            extract(epoch from expires_at - updated_at)::float8 as left
     from sessions where version = $1`,
    [body.session.version],
  )
  assert.equal(rows.length, 1)
  return rows[0] ?? assert.fail()
}

/** Makes the session older than it is. */
async function age({ body }: ApiResponse, interval: string): Promise<void> {
  // A distributed database computes no times beside columns in a change, but in a query.
  const earlier = (column: string) => `(${column} - $2::interval)::text as ${column}`
  const [session] = await gateway.query<{ hash: Buffer } & Record<'expires_at' | 'created_at' | 'updated_at', string>>(
    `select session_hash as hash, ${['expires_at', 'created_at', 'updated_at'].map(earlier).join()}
     from sessions where version = $1`,
    [body.session.version, interval],
  )
  assert.ok(session)
  await gateway.query('update sessions set expires_at = $2, created_at = $3, updated_at = $4 where session_hash = $1', [
    session.hash,
    session.expires_at,
    session.created_at,
    session.updated_at,
  ])
  const codes = await gateway.query<{ expires_at: string }>(
    `select ${earlier('expires_at')} from session_codes where session_hash = $1`,
    [session.hash, interval],
  )
  for (const { expires_at } of codes)
    await gateway.query('update session_codes set expires_at = $2 where session_hash = $1', [session.hash, expires_at])
}

describe('a plain session', () => {
  it('lives for a quarter of an hour after its creation and after every update', async () => {
    const created = await sessions.create()
    assert.deepEqual(await lifeOf(created), { whole: 900, left: 900 })
    await age(created, '14 minutes')
    const updated = await sessions.update(created.body.session.id, { order })
    assert.equal(updated.status, 200)
    const { whole, left } = await lifeOf(updated)
    assert.equal(left, 900)
    assert.ok(whole > 1730 && whole < 1800, String(whole))
  })

  it('is not extended by reads, or by an update that is refused', async () => {
    const created = await sessions.create()
    await age(created, '14 minutes')
    await sessions.retrieve(created.body.session.id)
    await sessions.update(created.body.session.id, { colour: 'red' })
    assert.equal((await lifeOf(created)).whole, 900)
  })

  it('lives no longer than a day, however often it is updated', async () => {
    const created = await sessions.create()
    await gateway.query(
      `update sessions set created_at = date_trunc('second', now()) - interval '23 hours 50 minutes' where version = $1`,
      [created.body.session.version],
    )
    const updated = await sessions.update(created.body.session.id, { order })
    const { whole, left } = await lifeOf(updated)
    assert.equal(whole, 86_400)
    assert.ok(left <= 600 && left > 540, String(left))
  })
})

describe('a session for a page', () => {
  const checkout = (interaction: object = {}, members: object = {}) =>
    sessions.create({
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', ...interaction },
      order,
      ...members,
    })

  it('lives for half an hour, or as long as the merchant gives the payer', async () => {
    assert.equal((await lifeOf(await checkout())).whole, 1800)
    assert.equal((await lifeOf(await checkout({ timeout: 60 }))).whole, 60)
    assert.equal((await lifeOf(await checkout({ timeout: 1200 }))).whole, 1200)
    const older = await sessions.create({ apiOperation: 'CREATE_CHECKOUT_SESSION', order }, 32)
    assert.equal((await lifeOf(older)).whole, 1800)
    const page = { apiOperation: 'CREATE_PAYMENT_PAGE_SESSION', order, paymentPage: { timeout: 90 } }
    assert.equal((await lifeOf(await sessions.create(page, 26))).whole, 90)
  })

  it('lives for a day behind a link', async () => {
    for (const timeout of [{}, { timeout: 60 }])
      assert.equal((await lifeOf(await checkout(timeout, { checkoutMode: 'PAYMENT_LINK' }))).whole, 86_400)
  })

  it('is not extended by an update', async () => {
    const created = await checkout({ timeout: 600 })
    await age(created, '9 minutes')
    const updated = await sessions.update(created.body.session.id, { sourceOfFunds: cardSource() })
    assert.equal(updated.status, 200)
    assert.equal((await lifeOf(updated)).whole, 600)
  })
})

describe('a session that has expired', () => {
  it('is unknown at once, to merchants and to devices, and cannot be restored', async () => {
    const created = await sessions.create()
    const { id } = created.body.session
    await sessions.update(id, { sourceOfFunds: cardSource() })
    const alive = await sessions.retrieve(id)
    await age(alive, '15 minutes')
    assert.deepEqual(refusal(await sessions.retrieve(id)), unknown)
    assert.deepEqual(refusal(await sessions.update(id, { order })), unknown)
    assert.equal((await sessions.updateFromDevice(id, { order })).status, 401)
  })

  it('is deleted with its codes, and the others stay', async () => {
    const dead = await sessions.create()
    const living = await sessions.create()
    for (const { body } of [dead, living]) await sessions.update(body.session.id, { sourceOfFunds: cardSource() })
    const count = async () => {
      const [row] = await gateway.query<{ sessions: number; codes: number }>(
        'select (select count(*)::int from sessions) as sessions, (select count(*)::int from session_codes) as codes',
      )
      return row ?? assert.fail()
    }
    await deleteExpiredSessions(gateway.dependencies)
    const before = await count()
    await age(await sessions.retrieve(dead.body.session.id), '15 minutes')
    assert.equal(await deleteExpiredSessions(gateway.dependencies), 2)
    assert.deepEqual(await count(), { sessions: before.sessions - 1, codes: before.codes - 1 })
    const { body } = await sessions.retrieve(living.body.session.id)
    assert.equal(body.sourceOfFunds.provided.card.securityCode, 'xxx')
  })
})

it('payer input is nowhere in clear, and security codes are deleted with the session', async () => {
  const connection = { connectionString: databaseUrl(gateway.database) }
  const firstSegment = await walSegmentOf(connection)
  const number = '2223000000000023'
  const codes = { securityCode: '731', pin: '73190246', paymentToken: 'wallet-canary-0815-sealed-by-the-phone' }
  const giftCard = '6047310000998823'
  const responses: ApiResponse[] = []
  const id = await sessions.open()
  const card = { number, securityCode: codes.securityCode, expiry: { month: '1', year: '39' } }
  responses.push(await sessions.update(id, { sourceOfFunds: { type: 'CARD', provided: { card } } }))
  const wallet = await sessions.open()
  const devicePayment = { paymentToken: codes.paymentToken }
  responses.push(await sessions.update(wallet, { sourceOfFunds: { provided: { card: { devicePayment } } } }))
  const gift = await sessions.open()
  const provided = { giftCard: { number: giftCard, pin: codes.pin } }
  responses.push(await sessions.update(gift, { sourceOfFunds: { type: 'GIFT_CARD', provided } }))
  for (const each of [id, wallet, gift]) responses.push(await sessions.retrieve(each))
  for (const { status, text } of responses) assert.equal(status, 200, text)

  const long = [number, giftCard, codes.pin, codes.paymentToken].flatMap(spellingsOf)
  const { copies, rows } = await tablesOf(connection)
  for (const { where, bytes } of copies)
    for (const text of long) assert.ok(!bytes.includes(text), `${text} in ${where}`)
  for (const [where, row] of rows)
    for (const leaf of leavesOf(row)) assert.notEqual(leaf, codes.securityCode, `the code in ${where}`)
  for await (const { where, bytes } of filesOf(connection, firstSegment))
    for (const text of [...long, `"${codes.securityCode}"`]) assert.ok(!bytes.includes(text), `${text} in ${where}`)
  const retrieved = [...gateway.logLines, ...responses.map(({ text }) => text)].join('\n')
  for (const text of [...long, `"${codes.securityCode}"`]) assert.ok(!retrieved.includes(text), text)
  const kept = rows.filter(([where]) => where === 'table public.sessions')
  assert.ok(kept.length > 0)
  for (const [, row] of kept) {
    const { code_epochs: epochs, ...others } = row as { readonly code_epochs: Record<string, string> | null }
    assert.ok(!JSON.stringify(others).includes('securityCode'))
    // When it was stored, by its path.
    for (const epoch of Object.values(epochs ?? {})) assert.match(epoch, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  }

  for (const table of ['sessions', 'session_codes'])
    await gateway.query(`update ${table} set expires_at = now() - interval '1 second'`)
  await deleteExpiredSessions(gateway.dependencies)
  assert.deepEqual(await gateway.query('select from session_codes'), [])
  assert.deepEqual(await gateway.query('select from sessions'), [])
})
