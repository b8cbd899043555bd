// What is open right now: money that an acquirer may have moved, and notifications that wait.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import type { Overview } from '../../src/search/ports/search.ts'
import { atRiskText, notificationsText, postgresFigures } from '../../src/search/postgres/figures.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

const merchantId = 'SHOP'
const other = 'OTHER'
const settled = 5_000

let database: Database
before(async () => {
  const address = { connectionString: databaseUrl(await createTestDatabase()) }
  database = openDatabase(address, { poolSize: 1, onError: () => {} })
  await database.query(
    `insert into orders (merchant_id, order_id, currency, amount_minor, created_at, updated_at)
     select $1, 'settled-' || n, 'USD', 1000, now(), now() from generate_series(1, ${settled}) n`,
    [merchantId],
  )
  await database.query(
    `insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor, attempt_id,
       acquirer_link, acquirer_reference, request_key_id, request_hash, request, gateway_code, response_number, recorded_at, updated_at)
     select $1, 'settled-' || n, '1', 1, 'PAYMENT', 1000, gen_random_uuid(), '{}', gen_random_uuid(), 'k', '\\x00', '{}',
       'APPROVED', 1, now(), now() from generate_series(1, ${settled}) n`,
    [merchantId],
  )
  for (const merchant of [merchantId, other]) {
    await open(merchant, 'flying', { deadline: true, amount: 100 })
    await open(merchant, 'unknown', { code: 'UNKNOWN', deadline: true, amount: 200 })
    await open(merchant, 'at-provider', { code: 'SUBMITTED', deadline: true, amount: 400 })
    await open(merchant, 'owed-1', { code: 'TIMED_OUT', isOwed: true, amount: 800 })
    await open(merchant, 'owed-2', { code: 'TIMED_OUT', isOwed: true, amount: 1600 })
    await database.query('insert into projections (merchant_id, generation, is_current) values ($1, 3, true)', [
      merchant,
    ])
    await database.query(
      `insert into projected_transactions (merchant_id, generation, order_id, transaction_id, place, type, result, gateway_code,
         currency, amount_minor, entry_point, is_reversal_refused, order_created_at, time_of_record, updated_at)
       select $1, generation, 'refused', '1', 1, 'PAYMENT', 'FAILURE', 'TIMED_OUT', 'EUR', 3200, 'AUTO', true, now(), now(), now()
       from unnest(array[2, 3]) generation`,
      [merchant],
    )
    for (const [index, state] of ['PENDING', 'PENDING', 'PARKED', 'DELIVERED'].entries())
      await database.query(
        `insert into deliveries (merchant_id, notification_id, url_hash, order_id, transaction_id, event_number,
           api_version, body, state, next_at, created_at)
         values ($1, $2, 'r', 'o', '1', 1, 100, '{}', $3, case when $3 = 'PENDING' then now() end, $4)`,
        [merchant, String(index), state, new Date(Date.UTC(2026, 2, 1 + index))],
      )
  }
  await database.query('analyze')
})
after(() => database.end())

interface Open {
  readonly code?: string
  readonly deadline?: true
  readonly isOwed?: true
  readonly amount: number
}

async function open(merchant: string, orderId: string, { code, deadline, isOwed, amount }: Open): Promise<void> {
  await database.query(
    `insert into orders (merchant_id, order_id, currency, amount_minor, created_at, updated_at)
     values ($1, $2, 'USD', $3, now(), now())`,
    [merchant, orderId, amount],
  )
  await database.query(
    `insert into transactions (merchant_id, order_id, transaction_id, position, type, amount_minor, attempt_id,
       acquirer_link, acquirer_reference, request_key_id, request_hash, request, gateway_code, response_number, deadline_at,
       reversal, reverse_at, recorded_at, updated_at)
     values ($1, $2, '1', 1, 'PAYMENT', $3, gen_random_uuid(), '{}', gen_random_uuid(), 'k', '\\x00', '{}', $4,
       1, case when $5 then now() end,
       case when $6 then 'OWED' end, case when $6 then now() end, now(), now())`,
    [merchant, orderId, amount, code ?? null, deadline ?? false, isOwed ?? false],
  )
}

const period = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-02T00:00:00Z') }

const atRiskOf = ({ atRisk }: Overview) =>
  atRisk.map(({ kind, currency, count, amountMinor }) => [kind, currency, count, amountMinor])

describe('money at risk', () => {
  it('is in flight, unknown, awaiting a reversal, or could not be reversed', async () => {
    assert.deepEqual(atRiskOf(await postgresFigures(database).overview({ merchantId, ...period })), [
      ['IN_FLIGHT', 'USD', 1, 100n],
      ['REVERSAL_OWED', 'USD', 2, 2400n],
      ['REVERSAL_REFUSED', 'EUR', 1, 3200n],
      ['UNKNOWN', 'USD', 1, 200n],
    ])
  })

  it('of all merchants is the sum of each', async () => {
    const all = await postgresFigures(database).overview(period)
    assert.deepEqual(
      all.atRisk.map(({ count }) => count),
      [2, 4, 2, 2],
    )
  })
})

describe('notifications', () => {
  it('wait since the oldest of them was created; abandoned ones are counted separately', async () => {
    const { notifications } = await postgresFigures(database).overview({ merchantId, ...period })
    assert.deepEqual(notifications, { waiting: 2, parked: 1, oldestAt: new Date('2026-03-01T00:00:00Z') })
  })
})

describe('the figure of open work', () => {
  const texts = { atRiskText, notificationsText }
  for (const [name, text] of Object.entries(texts)) {
    for (const whose of [merchantId, null]) {
      it(`is found without reading settled rows: ${name} of ${whose ?? 'all'}`, async () => {
        const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [whose])
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        assert.doesNotMatch(plan, /Seq Scan on (transactions|orders)/)
        if (name === 'atRiskText') assert.match(plan, /transactions_to_reverse.*transactions_overdue/s)
      })
    }
  }
})
