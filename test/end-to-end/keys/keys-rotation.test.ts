// Keys rotate while merchants pay: no request fails for it, everything ends up under the new key, the old one is destroyed,
// and every account that was opened has its line.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { KeyPurpose } from '../../../src/keys/ports/vault.ts'
import { passTime, sealedRows, workOn } from '../../support/builders/sealed-rows.ts'
import { eventually } from '../../support/checks/poll.ts'
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

interface RotatedKey {
  readonly keyId: string
  readonly previousKeyId: string
}

/** A whole rotation of every key; time passes at once, but never before the gateway has noticed what happened. */
async function rotateAll(): Promise<Readonly<Record<Exclude<KeyPurpose, 'AUDIT'>, RotatedKey>>> {
  const { vault } = gateway.administration
  const rotate = async (purpose: KeyPurpose) =>
    (await vault.rotate(purpose, 'ann')) ?? assert.fail('a rotation is under way')
  const rotated = {
    DATA: await rotate('DATA'),
    ACCOUNT: await rotate('ACCOUNT'),
    REQUEST: await rotate('REQUEST'),
    SESSION: await rotate('SESSION'),
    PASSWORD: await rotate('PASSWORD'),
  }
  for (const wait of ['11 seconds', '11 seconds', '16 minutes', '16 minutes', '8 days', '8 days']) {
    await workOn(vault)
    await vault.refresh()
    // A round of requests that began with what was known before comes to its end.
    await Promise.all(courses.map((course) => course()))
    await passTime(database, wait)
  }
  // The gateway's own job may have been at a step that this one would have taken. Hashes under the former key are deleted last; the
  // key itself stays, since payments name it.
  await eventually(
    async () => {
      await workOn(vault)
      await vault.refresh()
      await passTime(database, '8 days')
      const former = await gateway.query('select from token_accounts where key_id <> $1 limit 1', [
        rotated.ACCOUNT.keyId,
      ])
      return { keys: await vault.listKeys(), hasFormerHashes: former.length > 0 }
    },
    ({ keys, hasFormerHashes }) =>
      !hasFormerHashes &&
      keys.filter(({ purpose }) => purpose === 'DATA').length === 1 &&
      keys.some(({ keyId, isCurrent }) => isCurrent && keyId === rotated.ACCOUNT.keyId),
  )
  return rotated
}

async function keyIdsOf(purpose: KeyPurpose): Promise<readonly string[]> {
  return (await gateway.administration.vault.listKeys())
    .filter((key) => key.purpose === purpose)
    .map(({ keyId }) => keyId)
}

describe('after a rotation of all keys while merchants pay', () => {
  const account = { sourceOfFunds: cardSource({ securityCode: undefined, number: '5555555555554444' }) }
  let rotated: Awaited<ReturnType<typeof rotateAll>>
  let early = ''
  let paidOrderId = ''
  let sessionId = ''
  let tokenBefore = ''
  const tokensMeanwhile = new Set<string>()
  let unique: StoredValues
  let done = 0

  before(async () => {
    early = await orderOf(shop, payBody())
    paidOrderId = newOrderId()
    assert.equal((await shop.put(payBody(), { orderId: paidOrderId })).status, 201)
    sessionId = await stored.session({ order, sourceOfFunds: cardSource() })
    const repository = { generation: 'RANDOM', management: 'UNIQUE_ACCOUNT_IDENTIFIER' } as const
    unique = openStoredValues(gateway, (await boardMerchant(gateway, { repository })).id)
    tokenBefore = await unique.token(account)
    done = await underLoad(
      async () => {
        rotated = await rotateAll()
      },
      async () => {
        tokensMeanwhile.add(await unique.token(account))
      },
    )
  })

  it('merchants have paid all the time', () => {
    assert.ok(done >= courses.length, `${done} things were done meanwhile`)
  })

  it('all values are sealed under the new data key, and all openings have an audit line', async () => {
    const values = await sealedRows(database)
    assert.ok(values.length > 20)
    for (const value of values) {
      assert.equal(value.keyId, rotated.DATA.keyId, value.place.join())
      assert.ok(await gateway.administration.vault.open(value, value.place))
    }
    const resealed = await gateway.query<{ order_id: string; count: number }>(
      `select subject ->> 'orderId' as order_id, count(*)::int as count from audit
       where action = 'ACCOUNT_OPENED' and actor = 'gateway' and subject ->> 'purpose' = 'RESEAL'
         and subject ? 'transactionId' group by subject ->> 'orderId', subject ->> 'transactionId'`,
    )
    assert.ok(resealed.some(({ order_id }) => order_id === early))
    const refunded = await shop.put(refundBody('100.00'), { orderId: early, transactionId: '2' })
    assert.equal(refunded.body.result, 'SUCCESS', refunded.text)
  })

  it('the old data key is destroyed', async () => {
    assert.deepEqual(await keyIdsOf('DATA'), [rotated.DATA.keyId])
    const destroyed = await gateway.query<{ subject: object }>(
      `select subject from audit where action = 'KEY_DESTROYED' and subject ->> 'purpose' = 'DATA'`,
    )
    assert.deepEqual(destroyed, [{ subject: { purpose: 'DATA', keyId: rotated.DATA.previousKeyId } }])
  })

  it('an account has had the same token all the time, and every token is found under the new key alone', async () => {
    tokensMeanwhile.add(await unique.token(account))
    assert.deepEqual([...tokensMeanwhile], [tokenBefore])
    const [current] = (await gateway.administration.vault.listKeys()).filter(
      ({ purpose, isCurrent }) => purpose === 'ACCOUNT' && isCurrent,
    )
    assert.equal(current?.keyId, rotated.ACCOUNT.keyId)
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

  it('a repeated payment is recognised, and another payment in its place is refused', async () => {
    const again = await shop.put(payBody(), { orderId: paidOrderId })
    assert.deepEqual([again.status, again.body.response?.gatewayCode], [200, 'APPROVED'], again.text)
    const sourceOfFunds = cardSource({ number: '4508750015741019' })
    const other = await shop.put(payBody({ sourceOfFunds }), { orderId: paidOrderId })
    assert.equal(other.body.error?.cause, 'INVALID_REQUEST', other.text)
    assert.equal((await keyIdsOf('REQUEST')).length, 2, 'payments name the old one for good')
  })

  it('a session is found, and the password is right', async () => {
    const read = await stored.ask('GET', `/session/${sessionId}`)
    assert.equal(read.status, 200, read.text)
  })
})
