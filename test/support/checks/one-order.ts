// Many clients on one order at the same moment: the tests that hold for one gateway and for several on one database.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type ApiResponse, type Body, cardSource, newOrderId } from '../clients/client.ts'
import { databaseUrl } from '../gateway/database.ts'
import { query } from '../gateway/embedded-kit.ts'

/** Where the clients go. */
export interface Counter {
  put(orderId: string, transactionId: string, body: object): Promise<ApiResponse>
  order(orderId: string): Promise<Body>
  query<Row extends object>(sql: string, values?: unknown[]): Promise<readonly Row[]>
}

const clients = 64
const currency = 'USD'

function opening(apiOperation: 'AUTHORIZE' | 'PAY', amount: string): object {
  return { apiOperation, order: { amount, currency }, sourceOfFunds: cardSource() }
}

/** How a response may read when 64 want the same order: done, come back later, or more than there is. */
function kindOf({ status, body }: ApiResponse): 'done' | 'locked' | 'refused' | 'wrong' {
  if (status === 201) return body.result === 'SUCCESS' ? 'done' : 'wrong'
  if (status === 200) return body.response?.gatewayCode === 'LOCK_FAILURE' ? 'locked' : 'wrong'
  return status === 400 && body.error?.cause === 'INVALID_REQUEST' ? 'refused' : 'wrong'
}

function assertRight(response: ApiResponse): void {
  assert.notEqual(kindOf(response), 'wrong', `${response.status} ${response.text}`)
}

async function bookedMinor(counter: Counter, orderId: string, kind: string): Promise<number | undefined> {
  const [row] = await counter.query<{ booked: number }>(
    `select coalesce(sum(s.approved_minor), 0)::int as booked
     from transactions t join simulated_acquirer.standing s on s.reference = t.acquirer_reference
     where t.order_id = $1 and s.kind = $2`,
    [orderId, kind],
  )
  return row?.booked
}

/** 64 at once; those that are asked to retry do so until they are done or refused. */
function untilDecided(counter: Counter, orderId: string, body: object): Promise<readonly ApiResponse[]> {
  return Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      for (;;) {
        const response = await counter.put(orderId, `each-${index}`, body)
        assertRight(response)
        if (kindOf(response) !== 'locked') return response
      }
    }),
  )
}

export function testManyOnOneOrder(counterOf: () => Counter): void {
  it('64 concurrent captures are answered correctly, and capture what their answers say', async () => {
    const counter = counterOf()
    const orderId = newOrderId()
    assert.equal((await counter.put(orderId, 'first', opening('AUTHORIZE', '10.00'))).status, 201)
    const body = { apiOperation: 'CAPTURE', transaction: { amount: '1.00', currency } }
    const responses = await Promise.all(
      Array.from({ length: clients }, (_, index) => counter.put(orderId, `capture-${index}`, body)),
    )
    for (const response of responses) assertRight(response)
    const kinds = Map.groupBy(responses, kindOf)
    const done = kinds.get('done')?.length ?? 0
    assert.ok(done >= 1 && done <= 10, `${done} captures were done`)
    // Only what there is no money for is refused, and only after all of it is gone.
    assert.ok(done === 10 || !kinds.has('refused'))

    const now = await counter.order(orderId)
    assert.deepEqual([now.totalAuthorizedAmount, now.totalCapturedAmount], [10, done])
    assert.equal(now.status, done === 10 ? 'CAPTURED' : 'PARTIALLY_CAPTURED')
    assert.equal(await bookedMinor(counter, orderId, 'CAPTURE'), done * 100)
  })

  it('64 captures that are retried while the order is locked capture exactly the authorized amount', async () => {
    const counter = counterOf()
    const orderId = newOrderId()
    await counter.put(orderId, 'first', opening('AUTHORIZE', '10.00'))
    const responses = await untilDecided(counter, orderId, {
      apiOperation: 'CAPTURE',
      transaction: { amount: '1.00', currency },
    })
    const { done = [], refused = [] } = Object.groupBy(responses, kindOf)
    assert.deepEqual([done.length, refused.length], [10, 54])
    for (const { body } of refused) assert.equal(body.error.field, 'transaction.amount')
    // Each response has another total: they ran one after the other.
    assert.deepEqual(
      done.map(({ body }) => body.order.totalCapturedAmount).toSorted((a, b) => a - b),
      Array.from({ length: 10 }, (_, index) => index + 1),
    )
    const now = await counter.order(orderId)
    assert.deepEqual([now.totalCapturedAmount, now.status], [10, 'CAPTURED'])
    assert.equal(await bookedMinor(counter, orderId, 'CAPTURE'), 1000)
  })

  it('64 concurrent refunds never refund more than was paid', async () => {
    const counter = counterOf()
    const orderId = newOrderId()
    await counter.put(orderId, 'first', opening('PAY', '10.00'))
    const body = { apiOperation: 'REFUND', transaction: { amount: '3.00', currency } }
    const responses = await untilDecided(counter, orderId, body)
    assert.equal(responses.filter((response) => kindOf(response) === 'done').length, 3)
    const now = await counter.order(orderId)
    assert.deepEqual([now.totalRefundedAmount, now.status], [9, 'PARTIALLY_REFUNDED'])
    assert.equal(await bookedMinor(counter, orderId, 'REFUND'), 900)
  })

  it('64 equal concurrent payments charge the payer once, and all get the same answer', async () => {
    const counter = counterOf()
    const orderId = newOrderId()
    const responses = await Promise.all(
      Array.from({ length: clients }, () => counter.put(orderId, 'same', opening('PAY', '25.00'))),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    assert.equal(responses.filter(({ status }) => status === 200).length, clients - 1)
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.equal(await bookedMinor(counter, orderId, 'PAY'), 2500)
  })

  it('64 concurrent payments with different ids charge the payer once', async () => {
    const counter = counterOf()
    const orderId = newOrderId()
    const responses = await Promise.all(
      Array.from({ length: clients }, (_, index) => counter.put(orderId, `own-${index}`, opening('PAY', '25.00'))),
    )
    for (const response of responses) assertRight(response)
    assert.equal(responses.filter((response) => kindOf(response) === 'done').length, 1)
    assert.equal(await bookedMinor(counter, orderId, 'PAY'), 2500)
    const now = await counter.order(orderId)
    assert.deepEqual([now.totalCapturedAmount, now.transaction.length], [25, 1])
  })
}

/**
 * The server counts a deadlock even where the batch was repeated unnoticed; it has heard of all of them once the
 * connections have ended.
 */
export async function assertNoDeadlock(database: string): Promise<void> {
  const [row] = await query<{ deadlocks: number }>(
    { connectionString: databaseUrl('postgres') },
    'select deadlocks::int from pg_stat_database where datname = $1',
    [database],
  )
  assert.equal(row?.deadlocks, 0)
}
