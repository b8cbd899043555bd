// A copy of the whole database in the wrong hands: without the key-encryption key nothing in it opens, and what is moved
// from one row to another does not open there either.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { keyInMemory, unseal } from '../../../src/keys/vault/data-keys.ts'
import { KeyFailure } from '../../../src/keys/vault/key-encryption-key.ts'
import { openVault } from '../../../src/keys/vault/vault.ts'
import { openDatabase } from '../../../src/platform/postgres/database.ts'
import { sealedRows } from '../../support/builders/sealed-rows.ts'
import { spellingsOf, tablesOf } from '../../support/checks/canary-search.ts'
import { cardSource, newOrderId, payBody, refundBody } from '../../support/clients/client.ts'
import { booksOf, openShop, outcome, type Shop } from '../../support/clients/shop.ts'
import { openStoredValues, type StoredValues } from '../../support/clients/stored-values.ts'
import { databaseUrl, testKey } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const mastercard = '5123450000000008'
const visa = '4508750015741019'
const code = '100'

let gateway: TestGateway
let shop: Shop
let stored: StoredValues
let database: pg.Pool
before(async () => {
  gateway = await startGateway()
  shop = openShop(gateway)
  stored = openStoredValues(gateway)
  database = new pg.Pool({ connectionString: databaseUrl(gateway.database), max: 2 })
})
after(async () => {
  await database.end()
  await gateway.stop()
})

const pay = (session: string) => ({
  apiOperation: 'PAY',
  order: { amount: '10.00', currency: 'USD' },
  session: { id: session },
})

describe('a copy of the database', () => {
  let sessionId = ''
  before(async () => {
    for (const number of [mastercard, visa]) {
      const paid = await shop.put(payBody({ sourceOfFunds: cardSource({ number }) }))
      assert.equal(paid.body.result, 'SUCCESS', paid.text)
      await stored.token({ sourceOfFunds: cardSource({ number, securityCode: undefined }) })
    }
    sessionId = await stored.session({ sourceOfFunds: cardSource({ securityCode: code }) })
  })

  it('shows no account number in any column', async () => {
    const { copies } = await tablesOf({ connectionString: databaseUrl(gateway.database) })
    assert.ok(
      copies.some(({ bytes }) => bytes.includes('512345xxxxxx0008')),
      'the copy holds what was paid',
    )
    for (const number of [mastercard, visa])
      for (const spelling of spellingsOf(number))
        for (const { where, bytes } of copies) assert.ok(!bytes.includes(spelling), `${spelling} in ${where}`)
  })

  it('cannot be opened with anything that is in it', async () => {
    const values = await sealedRows(database)
    const { rows: keys } = await database.query<{ key_id: string; purpose: string; sealed: Buffer }>(
      'select key_id, purpose, sealed from vault_keys',
    )
    const { rows: codes } = await database.query<{ sealed: Buffer }>('select sealed from session_codes')
    assert.ok(values.length >= 6 && keys.length >= 5 && codes.length === 1)
    const locked = [
      ...values.map(({ sealed, place }) => ({ sealed, place })),
      ...keys.map(({ key_id, purpose, sealed }) => ({ sealed, place: ['vault_keys', key_id, purpose] })),
      // Even with the id: the key needs the key-encryption key too.
      ...codes.map(({ sealed }) => ({ sealed, place: ['session_codes', sessionId] })),
    ]
    for (const key of await everyPossibleKey())
      for (const { sealed, place } of locked) assert.throws(() => unseal(key, sealed, place), place.join(' '))

    // With the key-encryption key they do, so that the test above tries the right thing.
    const keyEncryptionKey = Buffer.from(testKey, 'base64')
    const dataKeys = new Map(
      keys.map(({ key_id, purpose, sealed }) => [
        key_id,
        unseal(keyEncryptionKey, sealed, ['vault_keys', key_id, purpose]),
      ]),
    )
    for (const { keyId, sealed, place } of values)
      assert.ok(unseal(dataKeys.get(keyId) ?? assert.fail(), sealed, place).length > 0)
  })

  it('starts no gateway without the key-encryption key that belongs to it', async () => {
    const pool = openDatabase({ connectionString: databaseUrl(gateway.database) }, { poolSize: 2, onError: () => {} })
    for (const key of [Buffer.alloc(32), createHash('sha256').update('guess').digest()])
      await assert.rejects(openVault(pool, keyInMemory(key)), KeyFailure)
    await pool.end()
  })

  /** Every run of 32 bytes that begins or ends a value of any column, as it is and hashed, and every text hashed. */
  async function everyPossibleKey(): Promise<readonly Buffer[]> {
    const { rows } = await tablesOf({ connectionString: databaseUrl(gateway.database) })
    const found = new Map<string, Buffer>()
    const add = (key: Buffer) => key.length === 32 && found.set(key.toString('hex'), key)
    const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
    for (const [, row] of rows)
      for (const value of Object.values(row as object)) {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        add(sha256(text))
        if (!text.startsWith('\\x')) continue
        const bytes = Buffer.from(text.slice(2), 'hex')
        for (const part of [bytes.subarray(0, 32), bytes.subarray(-32), bytes.subarray(29, 61), sha256(bytes)])
          add(part)
      }
    return [...found.values()]
  }
})

describe('a sealed value in another row', () => {
  /** Exchanges the sealed values of the only two rows. */
  const swap = async (table: string, column: string) => {
    const sealed = `${column}_sealed`
    const { rows } = await database.query(`select ${sealed} as sealed, ${column}_key_id as key_id from ${table}`)
    const [one, other] = rows
    const { rowCount } = await database.query(
      `update ${table} set ${sealed} = case ${sealed} when $1 then $3::bytea else $1 end,
         ${column}_key_id = case ${sealed} when $1 then $4::text else $2 end`,
      [one.sealed, one.key_id, other.sealed, other.key_id],
    )
    assert.equal(rowCount, 2)
  }

  async function openNowhere(isMeant: (place: readonly string[]) => boolean): Promise<void> {
    const { vault } = gateway.administration
    const values = (await sealedRows(database)).filter(({ place }) => isMeant(place))
    assert.equal(values.length, 2)
    for (const value of values) await assert.rejects(vault.open(value, value.place), value.place.join(' '))
  }

  it('of transactions does not open, and no refund is made to the other card', async () => {
    await database.query('delete from transactions')
    const orderIds = [newOrderId(), newOrderId()] as const
    for (const [index, number] of [mastercard, visa].entries()) {
      const paid = await shop.put(payBody({ sourceOfFunds: cardSource({ number }) }), {
        orderId: orderIds[index] ?? '',
      })
      assert.equal(paid.status, 201)
    }
    await swap('transactions', 'accounts')
    await openNowhere((place) => place.includes('transactions'))
    const refunded = await shop.put(refundBody('100.00'), { orderId: orderIds[0], transactionId: '2' })
    const cards = (await booksOf(gateway, orderIds[0])).map(({ card }) => card)
    assert.ok(!cards.includes('450875xxxxxx1019'), refunded.text)
  })

  it('of tokens does not open, and nothing is paid with it', async () => {
    await database.query('delete from tokens')
    await database.query('delete from token_accounts')
    const tokens: string[] = []
    for (const number of [mastercard, visa])
      tokens.push(await stored.token({ sourceOfFunds: cardSource({ number, securityCode: undefined }) }))
    const [token] = tokens
    await swap('tokens', 'account')
    await openNowhere((place) => place.includes('account'))
    const orderId = newOrderId()
    const paid = await shop.put(payBody({ sourceOfFunds: { type: 'CARD', token } }), { orderId })
    assert.deepEqual([paid.status, paid.body.error?.cause], [500, 'SERVER_FAILED'], paid.text)
    assert.deepEqual(await booksOf(gateway, orderId), [])
  })

  it('of sessions does not open, and nothing is paid with it', async () => {
    await database.query('delete from sessions')
    const sessions: string[] = []
    for (const number of [mastercard, visa])
      sessions.push(await stored.session({ sourceOfFunds: cardSource({ number }) }))
    await swap('sessions', 'accounts')
    await openNowhere((place) => place.includes('sessions') && place.includes('accounts'))
    const orderId = newOrderId()
    const paid = await shop.put(pay(sessions[0] ?? ''), { orderId })
    assert.deepEqual([paid.status, paid.body.error?.cause], [500, 'SERVER_FAILED'], paid.text)
    assert.deepEqual(await booksOf(gateway, orderId), [])
  })

  it('in its own row again, opens', async () => {
    const orderId = newOrderId()
    const token = await stored.token({ sourceOfFunds: cardSource({ securityCode: undefined }) })
    const paid = await shop.put(payBody({ sourceOfFunds: { type: 'CARD', token } }), { orderId })
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })
})
