// One of several database servers falls silent, as a machine whose processes are stopped: its connections stay open and new ones open,
// and none is answered. What is under way ends together, what comes later is refused at once, and it is used again when it answers.
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import pg from 'pg'
import { StoreOverloaded } from '../../../src/kernel/failures.ts'
import { statementsByNode } from '../../../src/payments/postgres/by-node/statements-by-node.ts'
import { nodeSettings } from '../../../src/payments/postgres/money-statements.ts'
import { onSeveralNodes, openTransactions } from '../../../src/payments/postgres/transactions.ts'
import { inUnitOfWork, openDatabase } from '../../../src/platform/postgres/database.ts'
import { nodeServer } from '../../../src/platform/postgres/servers/node-server.ts'
import { watchConnections } from '../../../src/platform/postgres/watched-connections.ts'
import { attemptOn, outcomeOf } from '../../support/builders/money-rows.ts'
import { until } from '../../support/checks/poll.ts'
import { openDatabaseProxy } from '../../support/faults/database-proxy.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

const statementTimeoutMs = 1_000
/** The statement's time, the margin of its response, the node's answer to a question of its own, and a busy machine. */
const silentMs = statementTimeoutMs + 1_000 + 2_000 + 1_500

async function openNode(t: TestContext) {
  const database = await createTestDatabase()
  const proxy = await openDatabaseProxy(t)
  const server = nodeServer(proxy.url(database), { onSilent: () => connections.giveUpAll() })
  const connections = watchConnections(server.noteSilence)
  const pool = (poolSize: number, timeoutMs: number) =>
    openDatabase(
      { connectionString: server.url },
      {
        poolSize,
        onError: () => undefined,
        statementTimeoutMs: timeoutMs,
        connections,
        primary: server,
        settings: nodeSettings,
        isPipelined: true,
      },
    )
  const money = pool(6, statementTimeoutMs)
  const work = pool(2, 20_000)
  t.after(async () => {
    proxy.continueAnswering()
    server.stop()
    await Promise.all([money.end(), work.end()])
  })
  const reader = new pg.Client(databaseUrl(database))
  await reader.connect()
  t.after(() => reader.end())
  const sharing = { rowsMax: 8, lanes: 2, waitingMax: 100, silentOutcomeMs: 1_500 }
  const transactions = openTransactions(
    onSeveralNodes(
      () => ({ name: 'node' }),
      () => statementsByNode(money),
    ),
    sharing,
  )
  return { proxy, money, work, transactions, reader }
}

const orderKey = (orderId: string) => ({ merchantId: 'TESTMERCHANT', orderId, transactionId: '1' })
const busyCode = (error: unknown) => (error instanceof StoreOverloaded ? 'SERVER_BUSY' : String(error))

/** How long the work takes, and what became of it. */
async function timed<T>(work: Promise<T>) {
  const startMs = performance.now()
  const result = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  return { ...result, tookMs: performance.now() - startMs }
}

async function stopAnswering({ proxy, transactions }: Awaited<ReturnType<typeof openNode>>): Promise<void> {
  await transactions.recordAttempt(attemptOn(orderKey('before')))
  proxy.stopAnswering()
}

it('attempts, reads and long statements that are under way to a silent node end within one time-out', async (t) => {
  const node = await openNode(t)
  await node.work.query('select 1')
  await stopAnswering(node)
  const { transactions, work } = node
  const all = await Promise.all([
    ...Array.from({ length: 30 }, (_, index) => timed(transactions.recordAttempt(attemptOn(orderKey(`o${index}`))))),
    timed(transactions.findOrder(orderKey('before'))),
    timed(inUnitOfWork(work, (client) => client.query('select pg_sleep(0)'))),
  ])
  for (const each of all) {
    assert.ok('error' in each, 'nothing is taken for recorded')
    assert.ok(each.tookMs < silentMs, `${each.tookMs} ms`)
  }
  const attempts = all.slice(0, 31).map((each) => ('error' in each ? busyCode(each.error) : each))
  assert.deepEqual(new Set(attempts), new Set(['SERVER_BUSY']))
})

it('once a node is known to be silent, what needs it is refused at once, until it answers again', async (t) => {
  const node = await openNode(t)
  await stopAnswering(node)
  const { transactions, money, proxy } = node
  await timed(transactions.findOrder(orderKey('before')))
  for (const late of [
    await timed(transactions.recordAttempt(attemptOn(orderKey('late')))),
    await timed(money.query('select 1')),
  ]) {
    assert.equal('error' in late && busyCode(late.error), 'SERVER_BUSY')
    assert.ok(late.tookMs < 500, `${late.tookMs} ms`)
  }
  proxy.continueAnswering()
  await until(async () => 'value' in (await timed(money.query('select 1'))), 'the node is used again')
  assert.equal((await transactions.recordAttempt(attemptOn(orderKey('again')))).kind, 'RECORDED')
})

it('the caller of an outcome that a silent node cannot record is answered, and the outcome is recorded later', async (t) => {
  const node = await openNode(t)
  await stopAnswering(node)
  const { transactions, proxy, reader } = node
  const outcome = await timed(transactions.recordOutcome(outcomeOf(attemptOn(orderKey('before')))))
  assert.ok('error' in outcome)
  assert.ok(outcome.tookMs < silentMs, `${outcome.tookMs} ms`)
  proxy.continueAnswering()
  const approved = `select from transactions where order_id = 'before' and gateway_code = 'APPROVED'`
  await until(async () => (await reader.query(approved)).rowCount === 1, 'the outcome is recorded')
})

it('a line that falls silent is replaced, and stops nothing else of a node that answers', async (t) => {
  const { transactions, proxy, money } = await openNode(t)
  await transactions.recordAttempt(attemptOn(orderKey('before')))
  proxy.goSilent()
  await timed(transactions.recordAttempt(attemptOn(orderKey('lost'))))
  const next = await timed(money.query('select 1'))
  assert.ok('value' in next && next.tookMs < silentMs)
  assert.equal((await transactions.recordAttempt(attemptOn(orderKey('next')))).kind, 'RECORDED')
})
