// Two gateways on one database: whichever of them is asked, an order is one order, and each looks after the other's work.
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { composeAdministration, openInstallation } from '../../../../src/compose/index.ts'
import { assertNoDeadlock, testManyOnOneOrder } from '../../../support/checks/one-order.ts'
import { eventually, until } from '../../../support/checks/poll.ts'
import { newOrderId, send, verifyBody } from '../../../support/clients/client.ts'
import { testerStamp } from '../../../support/fixtures/merchants.ts'
import {
  createTestDatabase,
  databaseUrl,
  silentLog,
  testConfig,
  testEnvironment,
} from '../../../support/gateway/database.ts'
import { query } from '../../../support/gateway/embedded-kit.ts'
import {
  exitOf,
  type GatewayAddress,
  holdAcquirer,
  makeSite,
  type Owner,
  retrieveFrom,
  startBeside,
  verifyOn,
} from '../../../support/gateway/process.ts'

/** How long the first waits for the acquirer: long enough for every test but the one in which it sleeps longer. */
const acquirerTimeoutMs = 8_000

/** Two gateways that share a database and a key, and nothing else: the first can be killed, the second stays. */
async function startPair(owner: Owner) {
  const database = await createTestDatabase()
  const site = await makeSite(owner)
  const settings = { TOLLGATE_DATA_DIR: site.dataDir, TOLLGATE_ACQUIRER_TIMEOUT_MS: String(acquirerTimeoutMs) }
  const [one, two] = await Promise.all([site.start(testEnvironment(database, settings)), startBeside(owner, database)])
  const connection = { connectionString: databaseUrl(database) }
  return {
    database,
    one,
    two,
    query: <Row extends object>(sql: string, values: unknown[] = []) => query<Row>(connection, sql, values),
    hold: (t: TestContext) => holdAcquirer(t, connection),
  }
}

let pair: Awaited<ReturnType<typeof startPair>>
const endings: (() => Promise<void>)[] = []
before(async () => {
  pair = await startPair({ after: (clean) => endings.push(clean) })
})
after(async () => {
  await Promise.all(endings.map((clean) => clean()))
  await assertNoDeadlock(pair.database)
})

/** How often the acquirer was asked about each transaction of an order, oldest first; null for one it never heard of. */
async function askedAbout(orderId: string): Promise<readonly (number | null)[]> {
  const rows = await pair.query<{ asked: number | null }>(
    `select b.asked from transactions t left join simulated_acquirer.book b on b.reference = t.acquirer_reference
     where t.order_id = $1 order by t.position`,
    [orderId],
  )
  return rows.map(({ asked }) => asked)
}

async function recordedCode(orderId: string): Promise<string | null | undefined> {
  const [row] = await pair.query<{ gateway_code: string | null }>(
    'select gateway_code from transactions where order_id = $1',
    [orderId],
  )
  return row?.gateway_code
}

describe('the same order and transaction sent to both gateways', () => {
  it('at once is executed once, and both return the same response', async () => {
    for (let time = 0; time < 15; time += 1) {
      const orderId = newOrderId()
      const responses = await Promise.all([pair.one, pair.two].map((gateway) => verifyOn(gateway, { orderId })))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 201])
      assert.equal(responses[0]?.text, responses[1]?.text)
      assert.deepEqual(await askedAbout(orderId), [1])
    }
  })

  it('while the first waits for the acquirer waits as well, and returns the same response', async (t) => {
    const orderId = newOrderId()
    const acquirer = await pair.hold(t)
    const first = verifyOn(pair.one, { orderId })
    await until(async () => (await acquirer.waiting()) === 1, 'the acquirer is asked')
    const second = verifyOn(pair.two, { orderId })
    await until(() => isBeingAnswered(pair.two), 'the other gateway has taken the request')
    await acquirer.release()
    assert.deepEqual([(await first).status, (await second).status], [201, 200])
    assert.equal((await second).text, (await first).text)
    assert.deepEqual(await askedAbout(orderId), [1])
  })
})

/** Its own figures say so: this question is one request in flight, the one we wait for another. */
async function isBeingAnswered({ httpUrl }: GatewayAddress): Promise<boolean> {
  const { text } = await send(httpUrl, { path: '/metrics', login: null })
  return Number(/^tollgate_requests_in_flight (\d+)$/m.exec(text)?.[1]) >= 2
}

describe('two transactions on one order, one at each gateway,', () => {
  it('are never in flight together: the second is answered that the order is locked', async (t) => {
    const orderId = newOrderId()
    const acquirer = await pair.hold(t)
    const first = verifyOn(pair.one, { orderId, transactionId: '1' })
    await until(async () => (await acquirer.waiting()) === 1, 'the acquirer is asked')
    const second = await verifyOn(pair.two, { orderId, transactionId: '2' })
    assert.deepEqual([second.status, second.body.response.gatewayCode], [200, 'LOCK_FAILURE'])
    await acquirer.release()
    assert.equal((await first).status, 201)
    assert.deepEqual(await askedAbout(orderId), [1])
    assert.equal((await verifyOn(pair.two, { orderId, transactionId: '2' })).status, 201)
  })

  it('sent at once run one after the other, or one of them is answered that the order is locked', async () => {
    const seen = { locked: 0, both: 0 }
    const isDone = () => seen.locked + seen.both >= 15 && seen.locked > 0
    const sendBoth = async () => {
      const orderId = newOrderId()
      const responses = await Promise.all([
        verifyOn(pair.one, { orderId, transactionId: '1' }),
        verifyOn(pair.two, { orderId, transactionId: '2' }),
      ])
      const codes = responses.map(({ status, body }) => `${status} ${body.response.gatewayCode}`).toSorted()
      const isLocked = codes[0] === '200 LOCK_FAILURE'
      assert.deepEqual(codes, [isLocked ? '200 LOCK_FAILURE' : '201 APPROVED', '201 APPROVED'])
      seen[isLocked ? 'locked' : 'both'] += 1
      assert.deepEqual(await askedAbout(orderId), isLocked ? [1] : [1, 1])
      const overlapping = await pair.query(
        `select from transactions a join transactions b using (merchant_id, order_id)
         where order_id = $1 and a.position < b.position and b.recorded_at < a.updated_at`,
        [orderId],
      )
      assert.equal(overlapping.length, 0)
      return seen
    }
    // Again and again until they have met at least once, which a slow machine may put off.
    await eventually(sendBoth, isDone)
  })
})

describe('many clients of one order, spread over both gateways:', () => {
  let turns = 0
  testManyOnOneOrder(() => ({
    query: pair.query,
    put(orderId, transactionId, body) {
      turns += 1
      return verifyOn(turns % 2 === 0 ? pair.one : pair.two, { orderId, transactionId, body })
    },
    order: async (orderId) => (await retrieveFrom(pair.one, `/order/${orderId}`)).body,
  }))
})

describe('a change of a merchant', () => {
  it('is visible to every gateway within 5 seconds', async () => {
    const config = testConfig(pair.database)
    const installation = await openInstallation(config, silentLog())
    try {
      const { merchants } = await composeAdministration(config, installation)
      const found = (await merchants.find('TESTMERCHANT')) ?? assert.fail()
      const { id, profile } = found.merchant
      const inEuro = { body: verifyBody({ order: { currency: 'EUR' } }) }
      for (const gateway of [pair.one, pair.two]) {
        assert.equal((await verifyOn(gateway, { orderId: newOrderId(), ...inEuro })).status, 201)
      }
      await merchants.change(id, () => ({ ...profile, currencies: ['USD'] }), testerStamp())
      const changedAtMs = performance.now()
      for (const gateway of [pair.one, pair.two]) {
        const verifyInEuro = async () => {
          const sentAtMs = performance.now()
          const { status } = await verifyOn(gateway, { orderId: newOrderId(), ...inEuro })
          assert.ok(status === 400 || sentAtMs - changedAtMs < 5_000, 'an old profile is still used after 5 seconds')
          return status
        }
        await eventually(verifyInEuro, (status) => status === 400)
      }
      await merchants.change(id, () => profile, testerStamp())
    } finally {
      await installation.close()
    }
  })
})

describe('a gateway that stops in the middle of a request', () => {
  const letDeadlinePass = (orderId: string) =>
    pair.query('update transactions set deadline_at = now() where order_id = $1', [orderId])

  it('because the machine slept past the deadline returns what the other has recorded meanwhile', async (t) => {
    const orderId = newOrderId()
    const acquirer = await pair.hold(t)
    const answered = verifyOn(pair.one, { orderId })
    await until(async () => (await acquirer.waiting()) === 1, 'the acquirer is asked')
    const askedAtMs = performance.now()
    pair.one.kill('SIGSTOP')
    await acquirer.release()
    await until(async () => (await recordedCode(orderId)) === 'APPROVED', 'the other gateway has recovered it')

    // The silence that it notices now, by its own clock, must not undo the approval.
    assert.ok(performance.now() - askedAtMs > acquirerTimeoutMs, 'it slept past its own deadline')
    pair.one.kill('SIGCONT')
    const response = await answered
    assert.deepEqual([response.status, response.body.response.gatewayCode], [201, 'APPROVED'])
    assert.equal(response.text, (await verifyOn(pair.two, { orderId })).text)
    assert.equal(await recordedCode(orderId), 'APPROVED')
    assert.deepEqual(await askedAbout(orderId), [1])
  })

  it('and wakes with an answer that comes too late does not overwrite the recorded decision', async (t) => {
    const orderId = newOrderId()
    const acquirer = await pair.hold(t)
    const answered = verifyOn(pair.one, { orderId })
    await until(async () => (await acquirer.waiting()) === 1, 'the acquirer is asked')
    pair.one.kill('SIGSTOP')
    await letDeadlinePass(orderId)
    await until(async () => (await recordedCode(orderId)) === 'TIMED_OUT', 'the other gateway has given it up')
    await acquirer.release()
    await until(async () => (await askedAbout(orderId))[0] === 1, 'the acquirer has acted')

    pair.one.kill('SIGCONT')
    const response = await answered
    assert.deepEqual([response.body.result, response.body.response.gatewayCode], ['FAILURE', 'TIMED_OUT'])
    assert.equal(response.text, (await verifyOn(pair.two, { orderId })).text)
    const { body } = await retrieveFrom(pair.two, `/order/${orderId}`)
    assert.deepEqual([body.result, body.status], ['FAILURE', 'FAILED'])
    assert.equal(await recordedCode(orderId), 'TIMED_OUT')
  })

  // The last one: afterwards there is no pair any more.
  it('by SIGKILL is replaced by the other, which finds the outcome and sends nothing twice', async (t) => {
    const orderId = newOrderId()
    const acquirer = await pair.hold(t)
    const broken = verifyOn(pair.one, { orderId }).then(
      () => assert.fail('it was answered'),
      (error: Error) => error,
    )
    await until(async () => (await acquirer.waiting()) === 1, 'the acquirer is asked')
    pair.one.kill('SIGKILL')
    await exitOf(pair.one)
    await broken
    // The question was under way: the acquirer gets it and acts on it.
    await acquirer.release()

    const meanwhile = await retrieveFrom(pair.two, `/order/${orderId}/transaction/1`)
    assert.deepEqual([meanwhile.status, meanwhile.body.result], [200, 'PENDING'])
    const other = await verifyOn(pair.two, { orderId, transactionId: '2' })
    assert.deepEqual([other.status, other.body.response.gatewayCode], [200, 'LOCK_FAILURE'])

    await letDeadlinePass(orderId)
    const again = await verifyOn(pair.two, { orderId })
    assert.deepEqual([again.status, again.body.result, again.body.order.status], [200, 'SUCCESS', 'VERIFIED'])
    assert.deepEqual(await askedAbout(orderId), [1])
    assert.equal((await verifyOn(pair.two, { orderId, transactionId: '2' })).status, 201)
  })
})
