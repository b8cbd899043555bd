// Keys rotate while merchants pay: no request fails for it, everything ends up under the new key, the old one is destroyed,
// and every account that was opened has its line.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { KeyPurpose } from '../../../src/ports/vault.ts'
import { passTime, sealedRows, workOn } from '../../support/builders/sealed-rows.ts'
import {
  authorizeBody,
  captureBody,
  cardSource,
  newOrderId,
  payBody,
  refundBody,
} from '../../support/clients/client.ts'
import { openShop, orderOf, type Shop } from '../../support/clients/shop.ts'
import { openStoredValues, type StoredValues } from '../../support/clients/stored-values.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { databaseUrl } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

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

const order = { amount: '10.00', currency: 'USD' }

/** One of the things that merchants do; each fails the test when it does not succeed. */
const courses: readonly (() => Promise<unknown>)[] = [
  () => orderOf(shop, payBody(), refundBody('40.00')),
  () => orderOf(shop, authorizeBody(), captureBody('100.00')),
  async () => {
    const token = await stored.token({ sourceOfFunds: cardSource({ securityCode: undefined }) })
    await orderOf(shop, payBody({ sourceOfFunds: { type: 'CARD', token } }))
    await stored.token({ sourceOfFunds: cardSource({ number: '4508750015741019', securityCode: undefined }) }, token)
  },
  async () => {
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    const updated = await stored.ask('PUT', `/session/${id}`, { order: { ...order, reference: 'r' } })
    assert.equal(updated.status, 200, updated.text)
    await orderOf(shop, { apiOperation: 'PAY', session: { id } })
  },
]

/** Merchants at work until the given work is done; how much they did. */
async function underLoad(work: () => Promise<void>, also: () => Promise<void> = async () => {}): Promise<number> {
  let isOver = false
  let done = 0
  const merchant = async (first: number) => {
    for (let turn = first; !isOver; turn += 1) {
      await courses[turn % courses.length]?.()
      await also()
      done += 1
    }
  }
  const merchants = [0, 1, 2, 3].map(merchant)
  const [worked] = await Promise.allSettled([
    work().finally(() => {
      isOver = true
    }),
    ...merchants,
  ])
  await Promise.all(merchants)
  if (worked?.status === 'rejected') throw worked.reason
  return done
}

/** A whole rotation; time passes at once, but never before the gateway has noticed what happened. */
async function rotate(purpose: KeyPurpose): Promise<{ keyId: string; previousKeyId: string }> {
  const { vault } = gateway.administration
  const rotated = (await vault.rotate(purpose, 'ann')) ?? assert.fail('a rotation is under way')
  for (const wait of ['11 seconds', '11 seconds', '16 minutes', '16 minutes', '8 days', '8 days']) {
    await workOn(vault)
    await vault.refresh()
    // A round of requests that began with what was known before comes to its end.
    await Promise.all(courses.map((course) => course()))
    await passTime(database, wait)
  }
  await workOn(vault)
  await vault.refresh()
  return rotated
}

async function keyIdsOf(purpose: KeyPurpose): Promise<readonly string[]> {
  return (await gateway.administration.vault.listKeys())
    .filter((key) => key.purpose === purpose)
    .map(({ keyId }) => keyId)
}

describe('while merchants pay', () => {
  it('the data key rotates: all values are under the new one, the old one is gone, all openings have a line', async () => {
    const early = await orderOf(shop, payBody())
    let keyId = ''
    let previousKeyId = ''
    const done = await underLoad(async () => {
      const rotated = await rotate('DATA')
      keyId = rotated.keyId
      previousKeyId = rotated.previousKeyId
    })
    assert.ok(done >= courses.length, `${done} things were done meanwhile`)
    const values = await sealedRows(database)
    assert.ok(values.length > 20)
    for (const value of values) {
      assert.equal(value.keyId, keyId, value.place.join())
      assert.ok(await gateway.administration.vault.open(value, value.place))
    }
    assert.deepEqual(await keyIdsOf('DATA'), [keyId])
    const [destroyed] = await gateway.query<{ subject: object }>(
      `select subject from audit where action = 'KEY_DESTROYED'`,
    )
    assert.deepEqual(destroyed?.subject, { purpose: 'DATA', keyId: previousKeyId })

    const resealed = await gateway.query<{ order_id: string; count: number }>(
      `select subject ->> 'orderId' as order_id, count(*)::int as count from audit
       where action = 'ACCOUNT_OPENED' and actor = 'gateway' and subject ->> 'purpose' = 'RESEAL'
         and subject ? 'transactionId' group by subject ->> 'orderId', subject ->> 'transactionId'`,
    )
    assert.ok(resealed.some(({ order_id }) => order_id === early))
    const refunded = await shop.put(refundBody('100.00'), { orderId: early, transactionId: '2' })
    assert.equal(refunded.body.result, 'SUCCESS', refunded.text)
  })

  it('the key that accounts are compared by rotates: every token is found under the new one', async () => {
    const account = { sourceOfFunds: cardSource({ securityCode: undefined, number: '5555555555554444' }) }
    const repository = { generation: 'RANDOM', management: 'UNIQUE_ACCOUNT_IDENTIFIER' } as const
    const unique = openStoredValues(gateway, (await boardMerchant(gateway, { repository })).id)
    const before = await unique.token(account)
    const saved = new Set<string>()
    await underLoad(
      async () => {
        await rotate('ACCOUNT')
      },
      async () => {
        saved.add(await unique.token(account))
      },
    )
    saved.add(await unique.token(account))
    assert.deepEqual([...saved], [before], 'the same account gives the same token all the time')
    const [current] = (await gateway.administration.vault.listKeys()).filter(
      ({ purpose, isCurrent }) => purpose === 'ACCOUNT' && isCurrent,
    )
    const [missing] = await gateway.query<{ count: number }>(
      `select count(*)::int as count from tokens t where not exists (select from token_accounts a
         where a.repository_id = t.repository_id and a.token = t.token and a.key_id = $1)`,
      [current?.keyId],
    )
    assert.equal(missing?.count, 0)
    const [others] = await gateway.query<{ count: number }>(
      'select count(*)::int as count from token_accounts where key_id <> $1',
      [current?.keyId],
    )
    assert.equal(others?.count, 0)
  })

  it('the other keys rotate: a repeat is known as one, a session is found, a password is right', async () => {
    const orderId = newOrderId()
    const first = await shop.put(payBody(), { orderId })
    assert.equal(first.status, 201)
    const id = await stored.session({ order, sourceOfFunds: cardSource() })
    await underLoad(async () => {
      for (const purpose of ['REQUEST', 'SESSION', 'PASSWORD', 'ACCOUNT'] as const) await rotate(purpose)
    })
    const again = await shop.put(payBody(), { orderId })
    assert.deepEqual([again.status, again.body.response?.gatewayCode], [200, 'APPROVED'], again.text)
    const other = await shop.put(payBody({ sourceOfFunds: cardSource({ number: '4508750015741019' }) }), { orderId })
    assert.equal(other.body.error?.cause, 'INVALID_REQUEST', other.text)
    const read = await stored.ask('GET', `/session/${id}`)
    assert.equal(read.status, 200, read.text)
    assert.equal((await keyIdsOf('REQUEST')).length, 2, 'payments name the old one for good')
  })
})
