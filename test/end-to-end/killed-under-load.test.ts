// The gateway is killed again and again while merchants send requests. Nothing acknowledged is lost, nothing is asked of
// the acquirer twice, and every request that got no answer gets one when it is sent again.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, cardSource, newOrderId, verifyBody } from '../support/client.ts'
import { query, until } from '../support/embedded-kit.ts'
import {
  embeddedServer,
  endProcess,
  exitOf,
  makeSite,
  type ReadyGateway,
  retrieveFrom,
  type Site,
  verifyOn,
} from '../support/process.ts'

const rounds = 20
const clients = 6
/** In these rounds the database server dies too, once before and once after the gateway. */
const databaseKilled: Readonly<Record<number, 'before' | 'after'>> = { 7: 'before', 14: 'after' }

/** By the expiry of the card: mostly approved, some declined, and now and then an outcome that is open at first. */
const expiries = [
  ...Array.from({ length: 12 }, () => ({ month: '1', year: '39' })),
  ...Array.from({ length: 6 }, () => ({ month: '5', year: '39' })),
  { month: '5', year: '37' },
  { month: '11', year: '39' },
] as const
const openAtFirst: readonly string[] = ['UNKNOWN', 'PENDING']

interface Sent {
  readonly orderId: string
  readonly body: object
  /** What the merchant was told; nothing when the connection broke or the gateway could not say. */
  told?: Answer
}

it('loses nothing that was acknowledged, and executes nothing twice, in 20 kills under load', async (t) => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
  t.diagnostic(`TEST_SEED=${seed} chose the moments of the kills`)
  const random = seeded(seed)
  const site = await makeSite(t)
  const sent: Sent[] = []

  for (let round = 1; round <= rounds; round += 1) {
    const gateway = await start(site)
    await loadUntilKilled(gateway, { site, sent, random, database: databaseKilled[round] })
  }

  const gateway = await start(site)
  const { connection } = await embeddedServer(site.dataDir)
  const count = async (what: string) =>
    (await query<{ n: number }>(connection, `select count(*)::int as n ${what}`))[0]?.n
  await until(async () => (await count('from transactions where deadline_at is not null')) === 0, 'nothing is open')

  const acknowledged = sent.filter(({ told }) => told !== undefined)
  const unanswered = sent.filter(({ told }) => told === undefined)
  const claimed = await query<{ order_id: string }>(connection, 'select order_id from transactions where claim > 0')
  const recovered = unanswered.filter(({ orderId }) => claimed.some((row) => row.order_id === orderId))
  t.diagnostic(
    `${acknowledged.length} acknowledged, ${unanswered.length} unanswered, of which ${recovered.length} recovered`,
  )
  assert.ok(acknowledged.length >= rounds && recovered.length > 0)

  for (const { orderId, told } of acknowledged) {
    const now = await retrieveFrom(gateway, `/order/${orderId}/transaction/1`)
    assert.equal(now.status, 200, `order ${orderId} was acknowledged and is gone`)
    // An open outcome has been learned since: these cards are approved in the end.
    if (openAtFirst.includes(told?.body.response.gatewayCode)) assert.equal(now.body.result, 'SUCCESS')
    else assert.equal(now.text, told?.text)
  }
  for (const { orderId, body } of unanswered) {
    const again = await verifyOn(gateway, { orderId, body })
    assert.ok([200, 201].includes(again.status), `order ${orderId} answers ${again.status}: ${again.text}`)
    assert.ok(['SUCCESS', 'FAILURE', ...openAtFirst].includes(again.body.result), again.text)
  }
  await until(async () => (await count('from transactions where deadline_at is not null')) === 0, 'nothing is open')

  const booked = 'from transactions t left join simulated_acquirer.book b on b.reference = t.acquirer_reference'
  const faults = {
    ordersWithoutTransaction: await count(
      'from orders o where not exists (select from transactions t where t.order_id = o.order_id)',
    ),
    busyOrders: await count('from orders where busy_transaction_id is not null'),
    askedTwice: await count('from simulated_acquirer.book where asked <> 1'),
    bookedTwice: await count(`from (select t.order_id ${booked} group by t.order_id having count(*) > 1) twice`),
    bookedForNobody: await count(
      `from simulated_acquirer.book b where not exists
        (select from transactions t where t.acquirer_reference = b.reference)`,
    ),
    // Silence is the only thing the gateway may have recorded that the acquirer did not say.
    notAsBooked: await count(
      `${booked} where t.gateway_code <> 'TIMED_OUT' and t.gateway_code is distinct from b.fate ->> 'gatewayCode'`,
    ),
  }
  assert.deepEqual(faults, Object.fromEntries(Object.keys(faults).map((name) => [name, 0])))
  assert.equal(await count('from orders'), sent.length)

  gateway.kill('SIGTERM')
  assert.equal((await exitOf(gateway)).code, 0)
  assert.deepEqual(await site.processes(), [])
})

/** A short acquirer time-out makes deadlines short, so that recovery comes soon. */
function start(site: Site): Promise<ReadyGateway> {
  return site.start({ TOLLGATE_ACQUIRER_TIMEOUT_MS: '1000' })
}

interface Round {
  readonly site: Site
  readonly sent: Sent[]
  readonly random: () => number
  readonly database: 'before' | 'after' | undefined
}

async function loadUntilKilled(gateway: ReadyGateway, { site, sent, random, database }: Round): Promise<void> {
  let answers = 0
  const load = Array.from({ length: clients }, async () => {
    while (!gateway.hasExited) {
      const body = verifyBody({ sourceOfFunds: cardSource({ expiry: expiries[sent.length % expiries.length] }) })
      const one: Sent = { orderId: newOrderId(), body }
      sent.push(one)
      const answer = await verifyOn(gateway, one).catch(() => undefined)
      if (answer === undefined) break
      if (answer.status === 201) one.told = answer
      // A gateway whose database has just been killed can only say that it does not know.
      else assert.equal(answer.status, 500, answer.text)
      answers += 1
    }
  })
  const wanted = 1 + Math.floor(random() * 60)
  await until(() => answers >= wanted, 'some requests were answered')
  await delay(random() * 20)
  if (database === 'before') await killDatabase(site, gateway)
  gateway.kill('SIGKILL')
  if (database === 'after') await killDatabase(site, gateway)
  await Promise.all([exitOf(gateway), ...load])
}

/** All its processes at once, as when the machine runs out of memory. */
async function killDatabase(site: Site, gateway: ReadyGateway): Promise<void> {
  const { pid } = await embeddedServer(site.dataDir)
  const others = (await site.processes()).filter((each) => each !== gateway.pid && each !== pid)
  assert.ok(others.length > 0)
  for (const each of [pid, ...others]) endProcess(each)
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
