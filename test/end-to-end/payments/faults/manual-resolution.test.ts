// Transactions that neither an inquiry nor a reversal can end: one operator proposes what the acquirer has done,
// another approves it. Nothing is sent to the acquirer.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { processDueReversals } from '../../../../src/payments/jobs/reverse-owed.ts'
import {
  approveResolution,
  declineResolution,
  type ProposalRequest,
  proposeResolution,
} from '../../../../src/payments/operations/manual/resolve-attempt.ts'
import type { TransactionKey } from '../../../../src/payments/ports/transactions.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { captureBody, newOrderId, payBody, voidBody } from '../../../support/clients/client.ts'
import { openShop, outcome, type Shop, totals } from '../../../support/clients/shop.ts'
import { type AcquirerScript, scriptedAcquirer } from '../../../support/faults/scripted-acquirer.ts'
import { holdVoid } from '../../../support/fixtures/held-attempts.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
})

/** An acquirer that can neither report nor reverse, and fails the test if it receives anything. */
const speechless: AcquirerScript = { capabilities: { canInquire: false, canReverse: false } }

function withAcquirer(script: AcquirerScript) {
  const { acquirers, calls } = scriptedAcquirer(script)
  return { dependencies: { ...gateway.dependencies, acquirers }, calls }
}

/** A failed payment whose reversal the acquirer has refused. */
async function refusedReversal(): Promise<TransactionKey> {
  const orderId = newOrderId()
  const order = { amount: '100', currency: 'USD', reference: 'A.FAILTIMED_OUT SIM-NO-REVERSAL' }
  await shop.put(payBody({ order }), { orderId })
  await gateway.query('update transactions set reverse_at = now() where order_id = $1 and reverse_at is not null', [
    orderId,
  ])
  await processDueReversals(gateway.dependencies)
  const key = { merchantId: shop.merchant, orderId, transactionId: '1' }
  // The gateway's own job may have taken it.
  await eventually(
    () => gateway.dependencies.manualResolutions.find(key),
    ({ why }) => why === 'REVERSAL_REFUSED',
  )
  return key
}

const ann = 'operator/ann'
const bob = 'operator/bob'
const reason = 'Confirmed by the acquirer, case 4711'

function propose(key: TransactionKey, proposed: Partial<ProposalRequest> = {}) {
  return proposeResolution({ key, actor: ann, outcome: 'FAILED', reason, ...proposed }, gateway.dependencies)
}

async function eventsOf({ orderId }: TransactionKey) {
  return gateway.query<{ kind: string; transaction_id: string }>(
    'select kind, transaction_id from events where order_id = $1 order by number',
    [orderId],
  )
}

async function auditOf({ orderId }: TransactionKey) {
  const rows = await gateway.query<{ actor: string; action: string; subject: { outcome: string; reason: string } }>(
    `select actor, action, subject from audit where subject ->> 'orderId' = $1 and action like 'ATTEMPT%' order by at`,
    [orderId],
  )
  return rows.map(({ actor, action, subject }) => [actor, action, subject.outcome, subject.reason])
}

describe('a transaction whose outcome the acquirer can neither report nor reverse', () => {
  it('is listed with what operators need to ask the acquirer', async () => {
    const key = await holdVoid(gateway, shop)
    const { rows } = await gateway.dependencies.manualResolutions.list(shop.merchant, { limit: 100 })
    const held = rows.find(({ key: { orderId } }) => orderId === key.orderId) ?? assert.fail('it is not listed')
    const { type, amountMinor, currency, why, reversal, proposal } = held
    assert.deepEqual(
      [type, amountMinor, currency, why, reversal, proposal],
      ['VOID_PAYMENT', 10_000n, 'USD', 'CANNOT_BE_SETTLED', undefined, undefined],
    )
    assert.match(held.acquirerReference, /./)
    assert.ok(Math.abs(held.since.getTime() - Date.now()) < 600_000)
  })

  for (const [decided, code, expected] of [
    ['APPROVED', 'APPROVED', ['CANCELLED', 0, 0, 0]],
    ['FAILED', 'ACQUIRER_SYSTEM_ERROR', ['CAPTURED', 100, 100, 0]],
    ['REVERSED', 'TIMED_OUT', ['CAPTURED', 100, 100, 0]],
  ] as const) {
    it(`ends as ${code} with one event when two operators decide that it is ${decided}, without a call to the acquirer`, async () => {
      const key = await holdVoid(gateway, shop)
      assert.equal((await propose(key, { outcome: decided })).kind, 'PROPOSED')
      const before = await eventsOf(key)
      assert.equal(
        outcome(await shop.put(voidBody('1'), { orderId: key.orderId, transactionId: '3' }))[2],
        'LOCK_FAILURE',
      )

      const { dependencies, calls } = withAcquirer(speechless)
      assert.deepEqual(await approveResolution({ key, actor: bob }, dependencies), {
        kind: 'RESOLVED',
        outcome: decided,
      })
      assert.deepEqual(calls, [])
      const read = await shop.transaction(key.orderId, '2')
      assert.equal(read.body.response.gatewayCode, code)
      assert.deepEqual(totals(await shop.order(key.orderId)), expected)
      assert.deepEqual((await eventsOf(key)).slice(before.length), [{ kind: 'OUTCOME', transaction_id: '2' }])
      assert.deepEqual(await auditOf(key), [
        [ann, 'ATTEMPT_RESOLUTION_PROPOSED', decided, reason],
        [bob, 'ATTEMPT_RESOLVED', decided, reason],
      ])
      assert.equal(await gateway.dependencies.manualResolutions.find(key), undefined, 'it is off the list')
      const [row] = await gateway.query<{ deadline_at: Date | null; busy: string | null; reverse_at: Date | null }>(
        `select t.deadline_at, t.reverse_at, o.locking_transaction_id as busy
         from transactions t join orders o using (merchant_id, order_id) where order_id = $1 and transaction_id = '2'`,
        [key.orderId],
      )
      assert.deepEqual(row, { deadline_at: null, busy: null, reverse_at: null }, 'nothing is left to do')
    })
  }

  it('is released for the next transaction', async () => {
    const key = await holdVoid(gateway, shop)
    await propose(key)
    await approveResolution({ key, actor: bob }, gateway.dependencies)
    const next = await shop.put(voidBody('1'), { orderId: key.orderId, transactionId: '3' })
    // The acquirer was asked, and has voided the payment before.
    assert.deepEqual(outcome(next), [201, 'FAILURE', 'DECLINED', 'CAPTURED'])
  })

  it('keeps the authorization code that the acquirer named', async () => {
    const key = await holdVoid(gateway, shop)
    await propose(key, { outcome: 'APPROVED', authorizationCode: '123456' })
    await approveResolution({ key, actor: bob }, gateway.dependencies)
    assert.equal((await shop.transaction(key.orderId, '2')).body.transaction.authorizationCode, '123456')
  })

  it('has an authorization code only if it was approved', async () => {
    const key = await holdVoid(gateway, shop)
    assert.deepEqual(await propose(key, { authorizationCode: '123456' }), { kind: 'CODE_WITHOUT_APPROVAL' })
  })
})

describe('a proposal', () => {
  it('cannot be approved by the operator who made it, neither in the console nor by command', async () => {
    const key = await holdVoid(gateway, shop)
    await propose(key)
    for (const actor of ['operator/ann', 'ann'])
      assert.deepEqual(await approveResolution({ key, actor }, gateway.dependencies), { kind: 'OWN_PROPOSAL' })
    assert.deepEqual(await declineResolution({ key, actor: ann }, gateway.dependencies), {
      kind: 'DECLINED',
      outcome: 'FAILED',
    })
  })

  it('that was declined changes nothing, is audited, and makes way for another', async () => {
    const key = await holdVoid(gateway, shop)
    const first = await propose(key)
    assert.deepEqual(await propose(key, { actor: bob }), { kind: 'ALREADY_PROPOSED' })
    await declineResolution({ key, actor: bob }, gateway.dependencies)
    assert.deepEqual((await auditOf(key)).at(-1), [bob, 'ATTEMPT_RESOLUTION_DECLINED', 'FAILED', reason])
    assert.deepEqual(await approveResolution({ key, actor: bob }, gateway.dependencies), { kind: 'NOTHING_PROPOSED' })

    assert.equal((await propose(key, { outcome: 'APPROVED' })).kind, 'PROPOSED')
    const { proposalId } = first.kind === 'PROPOSED' ? first : assert.fail(first.kind)
    const stale = await approveResolution({ key, actor: bob, proposalId }, gateway.dependencies)
    assert.deepEqual(stale, { kind: 'NOTHING_PROPOSED' }, 'an approval of the first is not one of the second')
  })

  it('is void once the transaction has moved on', async () => {
    const key = await holdVoid(gateway, shop)
    await propose(key, { outcome: 'APPROVED' })
    await gateway.query('update transactions set claim = claim + 1 where order_id = $1', [key.orderId])
    assert.deepEqual(await approveResolution({ key, actor: bob }, gateway.dependencies), { kind: 'NOTHING_PROPOSED' })
    assert.equal((await propose(key, { outcome: 'FAILED' })).kind, 'PROPOSED', 'another can be made')
  })

  it('is void if the transaction moves on while it is being approved', async () => {
    const key = await holdVoid(gateway, shop)
    await propose(key, { outcome: 'APPROVED' })
    const findOrder = gateway.dependencies.store.findOrder.bind(gateway.dependencies.store)
    const store = {
      ...gateway.dependencies.store,
      async findOrder(asked: TransactionKey) {
        const found = await findOrder(asked)
        await gateway.query('update transactions set claim = claim + 1 where order_id = $1', [key.orderId])
        return found
      },
    }
    assert.deepEqual(await approveResolution({ key, actor: bob }, { ...gateway.dependencies, store }), {
      kind: 'MOVED_ON',
    })
    assert.equal((await gateway.dependencies.manualResolutions.find(key))?.gatewayCode, 'UNKNOWN')
    assert.equal((await auditOf(key)).length, 1, 'nothing was decided')
  })

  it('is carried out once, whatever other operators approve or decline at the same moment', async () => {
    const key = await holdVoid(gateway, shop)
    await propose(key, { outcome: 'APPROVED' })
    const results = await Promise.all([
      approveResolution({ key, actor: bob }, gateway.dependencies),
      approveResolution({ key, actor: 'operator/cleo' }, gateway.dependencies),
      declineResolution({ key, actor: 'operator/dan' }, gateway.dependencies),
    ])
    const done = results.filter(({ kind }) => kind === 'RESOLVED' || kind === 'DECLINED')
    assert.equal(done.length, 1, JSON.stringify(results))
    assert.equal((await auditOf(key)).length, 2)
  })
})

describe('a failed payment whose reversal was refused', () => {
  it('stays failed: only the reversal can be ended', async () => {
    const key = await refusedReversal()
    assert.deepEqual(await propose(key, { outcome: 'APPROVED' }), {
      kind: 'NOT_POSSIBLE',
      possible: ['FAILED', 'REVERSED'],
    })
    await propose(key, { outcome: 'REVERSED' })
    const before = await eventsOf(key)
    const { dependencies, calls } = withAcquirer(speechless)
    assert.deepEqual(await approveResolution({ key, actor: bob }, dependencies), {
      kind: 'RESOLVED',
      outcome: 'REVERSED',
    })
    assert.deepEqual(calls, [])
    assert.deepEqual((await eventsOf(key)).slice(before.length), [{ kind: 'REVERSAL', transaction_id: '1' }])
    assert.equal((await auditOf(key)).length, 2)
    assert.equal(await gateway.dependencies.manualResolutions.find(key), undefined)
    assert.equal((await shop.transaction(key.orderId, '1')).body.response.gatewayCode, 'TIMED_OUT')
  })

  it('is not ended while another transaction of its order is in progress, and the proposal stands', async (t) => {
    const key = await refusedReversal()
    await propose(key, { outcome: 'REVERSED' })
    await gateway.query(`update orders set locking_transaction_id = '9' where order_id = $1`, [key.orderId])
    t.after(() => gateway.query('update orders set locking_transaction_id = null where order_id = $1', [key.orderId]))
    assert.deepEqual(await approveResolution({ key, actor: bob }, gateway.dependencies), { kind: 'LOCKED' })
    assert.ok((await gateway.dependencies.manualResolutions.find(key))?.proposal)
  })
})

describe('a reversal that is owed on an order with an unresolved transaction', () => {
  it('is recorded with its first acknowledgement, while the order stays locked', async () => {
    const { orderId } = await holdVoid(gateway, shop)
    await gateway.query(
      `update transactions set gateway_code = 'TIMED_OUT', reversal = 'OWED', reverse_at = now()
       where order_id = $1 and transaction_id = '1'`,
      [orderId],
    )
    await processDueReversals(gateway.dependencies)
    const key = { merchantId: shop.merchant, orderId }
    // The gateway's own job may have taken it.
    const stored = await eventually(
      () => gateway.dependencies.store.findOrder(key),
      (found) => found?.transactions[0]?.reversal === 'DONE',
    )
    assert.equal(stored?.order.isLocked, true)
    const [row] = await gateway.query<{ reverse_at: Date | null }>(
      `select reverse_at from transactions where order_id = $1 and transaction_id = '1'`,
      [orderId],
    )
    assert.deepEqual(row, { reverse_at: null }, 'it is not sent again')
    assert.deepEqual((await eventsOf({ ...key, transactionId: '1' })).at(-1), { kind: 'REVERSAL', transaction_id: '1' })
  })
})

describe('a transaction that needs no manual resolution', () => {
  it('is not to be resolved', async () => {
    const orderId = newOrderId()
    await shop.put(payBody(), { orderId })
    const key = { merchantId: shop.merchant, orderId, transactionId: '1' }
    assert.deepEqual(await propose(key), { kind: 'NOT_HELD' })
    assert.deepEqual(await approveResolution({ key, actor: bob }, gateway.dependencies), { kind: 'NOT_HELD' })
    assert.deepEqual(outcome(await shop.put(captureBody('1'), { orderId, transactionId: '2' }))[0], 400)
  })
})
