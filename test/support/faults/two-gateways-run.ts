// Kills either gateway, both, and either database at random while merchants pay through both, the bank's own acquirer is away at
// times, its batch is closed in the middle, and the line between both loses answers and delays requests; then compares the books, order by order.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { seeded } from '../builders/seeded.ts'
import { until } from '../checks/poll.ts'
import { merchantId } from '../clients/client.ts'
import { tollgate } from '../gateway/command-line.ts'
import type { Owner } from '../gateway/process.ts'
import { bankAcquirer, findStrayUndos } from './bank-acquirer.ts'
import { assertBooksAgree, assertStored, repeatAll } from './fault-books.ts'
import { type PaymentLoad, runClient } from './fault-load.ts'
import { findUnreversed } from './fault-run.ts'
import { closeBatch, openUsers } from './fault-users.ts'
import type { ComparedWorld, Outage } from './fault-world.ts'
import { type GatewaySide, lateArrivalMs, makeTwoGateways, type TwoGatewaysWorld } from './two-gateways-world.ts'

export interface TwoGatewaysRun {
  readonly rounds: number
  /** Where in the list of faults the first round begins. */
  readonly firstRound?: number
  readonly seconds: number
  /** At least so many requests succeed in each round. */
  readonly responses?: number
  readonly seed: number
  readonly pauseMs?: number
  readonly say?: (line: string) => void
}

export type TwoGatewaysFigures = Readonly<Record<'faults' | 'heard' | 'figures', Readonly<Record<string, number>>>>

type Fault = readonly [name: string, happen: (world: TwoGatewaysWorld) => Promise<unknown>, isOnlyOfBank?: true]

/** In this order, again and again: as many rounds as there are faults meet each of them. */
const faults: readonly Fault[] = [
  ['our gateway is killed', ({ ours }) => ours.kill({ gateway: true })],
  ["the bank's gateway is killed", ({ bank }) => bank.kill({ gateway: true }), true],
  // Our gateway does not know, and finds out by refused voids.
  ['the bank closes its batch by schedule', ({ shopAtBank }) => closeBatch(shopAtBank), true],
  ['both gateways are killed', ({ ours, bank }) => all(ours, bank, { gateway: true })],
  ['our database is killed', ({ ours }) => ours.kill({ database: true })],
  ["the bank's database is killed", ({ bank }) => bank.kill({ database: true }), true],
  [
    "our gateway and the bank's database are killed",
    ({ ours, bank }) => Promise.all([ours.kill({ gateway: true }), bank.kill({ database: true })]),
  ],
  ['everything is killed', ({ ours, bank }) => all(ours, bank, { gateway: true, database: true })],
]

function all(ours: GatewaySide, bank: GatewaySide, what: Parameters<GatewaySide['kill']>[0]): Promise<unknown> {
  return Promise.all([ours.kill(what), bank.kill(what)])
}

const clients = 8

export async function runTwoGateways(run: TwoGatewaysRun, owner: Owner): Promise<TwoGatewaysFigures> {
  const { rounds, firstRound = 0, seconds, responses = 1, seed, pauseMs = 20, say } = run
  const random = seeded(seed)
  const world = await makeTwoGateways(owner, seed)
  const [users, usersOfBank] = [
    await openUsers(world.ours.environment, world.shop.merchant.id, () => closeBatch(world.shopAtBank)),
    await openUsers(world.bank.environment, merchantId, undefined),
  ]
  await users.prepare()
  await usersOfBank.grantPrivileges()
  await usersOfBank.close()
  owner.after(() => users.close())
  let isOver = false
  const load: PaymentLoad = {
    sent: [],
    notified: new Set(),
    heard: {},
    failures: [],
    tokens: new Set(),
    agreements: new Set(),
    random,
    // At one acquirer they are a single request.
    inParts: 0.3,
    notificationUrl: 'https://shop.example/notified',
    act: (action, orderId) => users.act(action, orderId, load),
    async next() {
      await delay(random() * pauseMs)
      return isOver ? undefined : world.shop
    },
  }
  const running = Promise.all(Array.from({ length: clients }, () => runClient(load)))
  const failed = running.then(() => assert.ok(isOver, 'the load ended by itself'))
  failed.catch(() => {})
  owner.after(async () => {
    isOver = true
    await failed.catch(() => {})
  })
  const answered = () => load.sent.filter(({ response: answered }) => answered?.body.result === 'SUCCESS').length
  const happened: Record<string, number> = {}
  const outages: Outage[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [name, happen, isOnlyOfBank = false] = faults[(firstRound + round) % faults.length] as Fault
    const enough = answered() + responses
    await Promise.race([until(() => answered() >= enough, 'payments succeed again'), failed])
    await delay(random() * seconds * 1000)
    const from = Date.now()
    await happen(world)
    outages.push({ from, to: Date.now(), isOurs: !isOnlyOfBank })
    happened[name] = (happened[name] ?? 0) + 1
    say?.(`${String(round + 1).padStart(4)}  ${name}; ${load.sent.length} requests so far`)
  }
  isOver = true
  await failed
  world.line.heal()

  for (const side of [world.bank, world.ours]) await untilSettled(side)
  const compared: ComparedWorld = {
    environment: world.ours.environment,
    addresses: [world.shop],
    query: world.ours.query,
    acquirer: bankAcquirer(world.bank, lateArrivalMs),
    outages,
    merchantId: world.shop.merchant.id,
  }
  // A repeat gets the recorded outcome, and nothing is executed twice.
  await repeatAll(load.sent, compared)
  await assertStored(load, compared)
  for (const side of [world.bank, world.ours]) await untilSettled(side)
  const figures = await compare(world, { load, compared })
  const kills = world.ours.kills + world.bank.kills
  for (const side of [world.ours, world.bank]) await side.stop()
  const { lost, late } = world.line
  const ofLine = { 'answers lost on the line': lost, 'requests late on the line': late }
  return { faults: happened, heard: load.heard, figures: { kills, requests: load.sent.length, ...ofLine, ...figures } }
}

/** Longer than the waits of everything that is tried again, on a machine that is busy. */
const settleMs = 300_000

async function untilSettled({ query, name }: GatewaySide): Promise<void> {
  const startMs = performance.now()
  for (;;) {
    const open = await query<{ line: string }>(
      `select concat_ws(' ', order_id, transaction_id, type, gateway_code, reversal) as line from transactions
       where manual_resolution is null and (deadline_at is not null or reverse_at is not null)`,
    )
    if (open.length === 0) return
    assert.ok(performance.now() - startMs < settleMs, `${name} has open: ${open.map(({ line }) => line).join('; ')}`)
    await delay(200)
  }
}

interface ComparedRun {
  readonly load: PaymentLoad
  readonly compared: ComparedWorld
}

/** Order by order: ours with the bank, by the oracle of all fault runs, and the bank with its own acquirer. */
async function compare(
  { ours, bank }: TwoGatewaysWorld,
  { load, compared }: ComparedRun,
): Promise<Record<string, number>> {
  const { transactions, leftToOperators } = await assertBooksAgree(compared, {
    ...load,
    notified: new Set(),
  })
  assert.deepEqual(await findUnreversed(compared), [], 'reversals that the bank has not executed')
  const references = await ours.query<{ reference: string }>(
    `select acquirer_reference as reference from transactions union
     select part ->> 'reference' from transactions, json_array_elements(refund_parts) part`,
  )
  assert.deepEqual(await findStrayUndos(bank, new Set(references.map(({ reference }) => reference))), [])
  // The acquirer of the bank refuses to reverse what was settled.
  const refusedAtBank = await bank.query<{ reference: string }>(
    `select acquirer_reference as reference from transactions
     where reversal in ('REFUSED', 'UNSUPPORTED') or manual_resolution is not null`,
  )
  const refused = new Set(refusedAtBank.map(({ reference }) => reference))
  const theirs = await verify(bank, merchantId)
  assert.deepEqual(
    theirs.differences.filter(({ reference }: { reference?: string }) => !refused.has(reference ?? '')),
    [],
    'the bank and its acquirer',
  )
  const count = async (side: GatewaySide, what: string) =>
    (await side.query(`select from transactions where ${what}`)).length
  return {
    acknowledged: load.sent.filter(({ response }) => response !== undefined).length,
    'attempts, ours': transactions,
    'attempts, bank': theirs.transactions,
    'recovered, ours': await count(ours, 'claim > 1'),
    'recovered, bank': await count(bank, 'claim > 1'),
    'reversed, ours': await count(ours, "reversal = 'DONE'"),
    'left to people, ours': leftToOperators,
    'left to people, bank': refused.size,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the command's own document, whose members are compared
async function verify({ environment, name }: GatewaySide, merchant: string): Promise<any> {
  const { stdout, json } = await tollgate(['books', 'verify', merchant, '--json'], { env: environment })
  return json.merchants?.[0] ?? assert.fail(`the books of ${name}: ${stdout}`)
}
