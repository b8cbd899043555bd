// The session store on a real database: one commit for values and codes, and nothing that a payment has used up comes back.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { omitUndefined } from '../../src/kernel/omit-undefined.ts'
import { onOneDatabase } from '../../src/platform/postgres/cluster/merchant-databases.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import type { SessionLookup, SessionUpdate, StoredSession } from '../../src/sessions/ports/session-store.ts'
import { postgresSessions } from '../../src/sessions/postgres/sessions.ts'
import { until } from '../support/checks/poll.ts'
import { countLockWaits } from '../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let database: Database
let url = ''
before(async () => {
  url = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString: url }, { poolSize: 4, onError: (error) => assert.fail(error) })
})
after(() => database.end())

const merchantId = 'TESTMERCHANT'
const now = new Date('2026-11-15T10:00:00.000Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const store = () => postgresSessions(onOneDatabase(database))

let made = 0

function newSession(differences: Partial<StoredSession> = {}): StoredSession {
  made += 1
  return {
    merchantId,
    hash: { keyId: 'session-1', hash: Buffer.alloc(32, made) },
    kind: 'PLAIN',
    version: '8d3a7b5601',
    updateStatus: 'NO_UPDATE',
    authenticationLimit: 25,
    createdInVersion: 100,
    isPublic: false,
    isMerchantKnown: true,
    isMerchantUpdateRefused: false,
    deviceCalls: 0,
    authors: {},
    content: {},
    pageSecrets: { keyId: 'data-1', sealed: Buffer.from('told') },
    createdAt: now,
    updatedAt: now,
    expiresAt: later(15),
    ...differences,
  }
}

function nameOf({ merchantId: owner, hash }: StoredSession): SessionLookup {
  return { merchantId: owner, hashes: [{ keyId: 'session-2', hash: Buffer.alloc(32, 255) }, hash] }
}

function updateOf(session: StoredSession, differences: Partial<SessionUpdate> = {}): SessionUpdate {
  return {
    merchantId: session.merchantId,
    hash: session.hash,
    previousVersion: session.version,
    version: '8d3a7b5602',
    content: { order: { id: 'O1' } },
    authors: {},
    isMerchantKnown: true,
    isMerchantUpdateRefused: false,
    updateStatus: 'SUCCESS',
    updatedAt: later(5),
    expiresAt: later(20),
    ...differences,
  }
}

async function created(differences: Partial<StoredSession> = {}): Promise<StoredSession> {
  const session = newSession(differences)
  await store().create(session)
  return session
}

/** What it has not is not compared. */
const compared = (session: StoredSession | undefined) => session && omitUndefined(session)

const find = async (session: StoredSession, at = now) => compared(await store().find(nameOf(session), at))

describe('a session', () => {
  it('is found as it was created, by any hash that its id may have', async () => {
    const plain = await created()
    assert.deepEqual(await find(plain), plain)
    const page = await created({
      kind: 'CHECKOUT',
      updateStatus: 'SUCCESS',
      content: { order: { amount: '10.00', custom: { a: 'ü' } } },
      accounts: { keyId: 'data-1', sealed: Buffer.from('accounts') },
      codes: Buffer.from('codes'),
    })
    assert.deepEqual(await find(page), page)
  })

  it('belongs to its merchant alone, and is not found once it expires', async () => {
    const session = await created()
    assert.equal(await store().find({ ...nameOf(session), merchantId: 'TESTMERCHANTB' }, now), undefined)
    assert.ok(await find(session, new Date(later(15).getTime() - 1)))
    assert.equal(await find(session, later(15)), undefined)
    assert.equal(await store().update(updateOf(session, { updatedAt: later(15) })), false)
    assert.equal(await store().countAuthentication(nameOf(session), later(15)), false)
    await store().markFailed(nameOf(session), later(15), 'MERCHANT')
    assert.equal((await find(session))?.updateStatus, 'NO_UPDATE')
  })
})

describe('an update', () => {
  it('changes values, version, status and end, and nothing else', async () => {
    const session = await created({ updateStatus: 'FAILURE' })
    const accounts = { keyId: 'data-2', sealed: Buffer.from('new accounts') }
    const update = updateOf(session, { accounts, codes: { from: undefined, to: Buffer.from('codes') } })
    assert.equal(await store().update(update), true)
    const { previousVersion: _, codes: __, ...changed } = update
    assert.deepEqual(await find(session), {
      ...session,
      ...changed,
      updateStatus: 'SUCCESS',
      codes: Buffer.from('codes'),
    })
  })

  it('succeeds once for each version, however many come at the same time', async () => {
    const session = await created()
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        store().update(
          updateOf(session, {
            content: { index },
            ...(index % 2 === 0 && { codes: { from: undefined, to: Buffer.from(String(index)) } }),
          }),
        ),
      ),
    )
    assert.equal(taken.filter((each) => each).length, 1)
    const winner = taken.indexOf(true)
    const { content, codes } = (await find(session)) ?? assert.fail()
    assert.deepEqual(content, { index: winner })
    assert.deepEqual(codes, winner % 2 === 0 ? Buffer.from(String(winner)) : undefined)
  })

  it('keeps codes that it does not contain as long as the session lives', async () => {
    const session = await created({ codes: Buffer.from('codes') })
    assert.equal(await store().update(updateOf(session)), true)
    assert.deepEqual((await find(session, later(19)))?.codes, Buffer.from('codes'))
    await store().deleteExpired(later(16), 100)
    assert.deepEqual((await find(session, later(19)))?.codes, Buffer.from('codes'))
  })

  it('replaces and drops codes', async () => {
    const session = await created({ codes: Buffer.from('one') })
    const replaced = updateOf(session, { codes: { from: Buffer.from('one'), to: Buffer.from('two') } })
    assert.equal(await store().update(replaced), true)
    assert.deepEqual((await find(session, later(19)))?.codes, Buffer.from('two'))
    const dropped = updateOf(session, {
      previousVersion: '8d3a7b5602',
      version: '8d3a7b5603',
      codes: { from: Buffer.from('two'), to: undefined },
    })
    assert.equal(await store().update(dropped), true)
    assert.equal((await find(session, later(19)))?.codes, undefined)
  })

  it('does not restore a code that a payment has used meanwhile', async () => {
    const session = await created({ codes: Buffer.from('code') })
    await database.query('delete from session_codes where session_hash = $1', [session.hash.hash])
    const update = updateOf(session, { codes: { from: Buffer.from('code'), to: Buffer.from('code and pin') } })
    assert.equal(await store().update(update), false)
    const { codes: _, ...left } = session
    assert.deepEqual(await find(session), left)
    assert.equal(await store().update(updateOf(session)), true, 'values alone may change')
    assert.equal((await find(session))?.codes, undefined)
  })

  it('does not overwrite codes that it has not seen', async () => {
    const session = await created()
    await database.query('insert into session_codes values ($1, $2, $3, $4)', [
      merchantId,
      session.hash.hash,
      Buffer.from('unseen'),
      later(15),
    ])
    const update = updateOf(session, { codes: { from: undefined, to: Buffer.from('code') } })
    assert.equal(await store().update(update), false)
    assert.deepEqual(await find(session), { ...session, codes: Buffer.from('unseen') })
  })

  it('waits for a payment that is using the code', async () => {
    const session = await created({ codes: Buffer.from('code') })
    const payment = new pg.Client(url)
    await payment.connect()
    try {
      await payment.query('begin')
      await payment.query('delete from session_codes where session_hash = $1', [session.hash.hash])
      const update = store().update(
        updateOf(session, { codes: { from: Buffer.from('code'), to: Buffer.from('code and pin') } }),
      )
      await until(async () => (await countLockWaits(url)) > 0, 'the update waits for the payment')
      await payment.query('commit')
      assert.equal(await update, false)
    } finally {
      await payment.end()
    }
    assert.deepEqual((await find(session))?.version, session.version)
    assert.equal((await find(session))?.codes, undefined)
  })
})

describe('an update that is refused', () => {
  it('changes the status only', async () => {
    const session = await created({
      updateStatus: 'SUCCESS',
      content: { order: { id: 'O1' } },
      codes: Buffer.from('c'),
    })
    await store().markFailed(nameOf(session), later(1), 'PAYER')
    assert.deepEqual(await find(session), { ...session, updateStatus: 'FAILURE', updatedAt: later(1) })
  })
})

describe('calls authenticated by the session id', () => {
  it('are counted up to the limit, also when they are concurrent', async () => {
    const session = await created({ authenticationLimit: 5 })
    const counted = await Promise.all(
      Array.from({ length: 12 }, () => store().countAuthentication(nameOf(session), now)),
    )
    assert.equal(counted.filter((each) => each).length, 5)
    assert.equal(await store().countAuthentication(nameOf(session), now), false)
  })

  it('are refused with a limit of 0, or without a session', async () => {
    const session = await created({ authenticationLimit: 0 })
    assert.equal(await store().countAuthentication(nameOf(session), now), false)
    assert.equal(await store().countAuthentication(nameOf(newSession()), now), false)
  })
})

describe('deleting what has expired', () => {
  it('removes sessions and codes in batches, and keeps the others', async () => {
    await database.query('truncate sessions, session_codes')
    const living = await created({ codes: Buffer.from('living'), expiresAt: later(61) })
    for (let each = 0; each < 5; each += 1) await created({ codes: Buffer.from('dead'), expiresAt: later(60) })
    await created({ expiresAt: later(60) })
    assert.equal(await store().deleteExpired(new Date(later(60).getTime() - 1), 4), 0)
    assert.equal(await store().deleteExpired(later(60), 4), 8)
    assert.equal(await store().deleteExpired(later(60), 4), 3)
    assert.equal(await store().deleteExpired(later(60), 4), 0)
    const { rows } = await database.query(
      'select (select count(*)::int from sessions) as sessions, (select count(*)::int from session_codes) as codes',
    )
    assert.deepEqual(rows, [{ sessions: 1, codes: 1 }])
    assert.deepEqual(await find(living), living)
  })
})

it('codes are in a table that is in no log, archive or standby', async () => {
  const { rows } = await database.query(
    `select relname, relpersistence from pg_class where relname in ('sessions', 'session_codes') order by relname`,
  )
  assert.deepEqual(rows, [
    { relname: 'session_codes', relpersistence: 'u' },
    { relname: 'sessions', relpersistence: 'p' },
  ])
})

describe('a session of a hosted page', () => {
  it('is found by its id alone, under any of the keys, until it expires', async () => {
    const session = newSession({ kind: 'CHECKOUT', merchantId: 'TESTSUPPLIED', codes: Buffer.from('codes') })
    await store().create(session)
    const { hashes } = nameOf(session)
    assert.deepEqual(compared(await store().findAnywhere(hashes, later(14))), session)
    assert.equal(await store().findAnywhere(hashes, later(15)), undefined)
    assert.equal(await store().findAnywhere([{ hash: Buffer.alloc(32, 255) }], now), undefined)
  })

  it('is extended while its payer pays, never shortened, and never restored', async () => {
    const session = newSession({ kind: 'CHECKOUT' })
    await store().create(session)
    const keep = (from: number, until: number) =>
      store().keepAlive({ merchantId, hash: session.hash.hash }, { now: later(from), until: later(until) })
    const isThere = async (at: number) => (await store().find(nameOf(session), later(at))) !== undefined
    await keep(1, 10)
    assert.deepEqual([await isThere(14), await isThere(15)], [true, false])
    await keep(14, 20)
    assert.deepEqual([await isThere(19), await isThere(20)], [true, false])
    await keep(21, 60)
    assert.equal(await isThere(21), false)
  })
})
