// The ISO 8583 host misbehaves in every way it knows and is killed while merchants pay, capture, refund and void: its books and
// the gateway's are equal to the cent, no advice is lost, no reversal missing. `npm run faults -- --iso8583` also kills
// gateways and their database, at any size.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seeded } from '../../support/builders/seeded.ts'
import { until } from '../../support/checks/poll.ts'
import { openCardHostAcquirer } from '../../support/faults/card-host-acquirer.ts'
import { assertBooksAgree } from '../../support/faults/fault-books.ts'
import { untilSettled } from '../../support/faults/fault-quiet.ts'
import { findUnreversed, startLoad } from '../../support/faults/fault-run.ts'
import { createTestDatabase, testEnvironment } from '../../support/gateway/database.ts'
import { startGateway } from '../../support/gateway/gateway.ts'

const kills = 2
const requestsBetween = 60

it('payments through an ISO 8583 host that misbehaves and is killed are in both books, or in neither', async (t) => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
  t.diagnostic(`TEST_SEED=${seed} chose the requests and the faults`)
  const late = { lateMs: 700, lateArrivalMs: 1_000 }
  const acquirer = await openCardHostAcquirer(t, { kind: 'holds early reversals', seed, faultRate: 0.2, ...late })
  const database = await createTestDatabase()
  await acquirer.prepare?.(testEnvironment(database))
  const gateway = await startGateway({ TOLLGATE_ACQUIRER_TIMEOUT_MS: '1500' }, database)
  t.after(() => gateway.stop())
  const world = {
    environment: testEnvironment(database, { TOLLGATE_DATA_DIR: gateway.dataDir }),
    addresses: [{ httpUrl: gateway.listeners.httpUrl ?? assert.fail('the sandbox has plain HTTP') }],
    query: gateway.query,
    acquirer,
    outages: [],
  }
  const notificationUrl = 'https://shop.example/notified'
  const load = startLoad(world, { random: seeded(seed), pauseMs: 5, notificationUrl, isPlain: true })
  for (let kill = 0; kill <= kills; kill += 1) {
    const before = load.answered()
    await Promise.race([until(() => load.answered() >= before + requestsBetween, 'requests are answered'), load.failed])
    if (kill < kills) await acquirer.kill()
  }
  await load.stop()
  await untilSettled(world)
  const { transactions, leftToOperators } = await assertBooksAgree(world, {
    ...load,
    notified: new Set(),
  })
  assert.deepEqual(await findUnreversed(world), [])
  const faults = await acquirer.countFaults([])
  t.diagnostic(JSON.stringify({ transactions, ...faults }))
  assert.equal(leftToOperators, 0)
  assert.ok(transactions >= requestsBetween && Object.keys(faults).some((name) => name.startsWith('fault: ')))
  await acquirer.stop()
})
