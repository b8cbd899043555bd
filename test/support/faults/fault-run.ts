// Faults under load: rounds in which something is killed or stopped at a random moment while the acquirer misbehaves, and the
// comparison afterwards.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { pickRandom, seeded } from '../builders/seeded.ts'
import { until } from '../checks/poll.ts'
import { merchantId } from '../clients/client.ts'
import type { Owner } from '../gateway/process.ts'
import { openWebhook } from '../sites/webhook.ts'
import { assertBooksAgree, assertStored, repeatAll, withDependencies } from './fault-books.ts'
import { type PaymentLoad, runClient } from './fault-load.ts'
import { untilSettled } from './fault-quiet.ts'
import { slowest } from './fault-times.ts'
import { type FaultUsers, openUsers } from './fault-users.ts'
import { type ComparedWorld, makeWorld, type World } from './fault-world.ts'
import type { ReversedAttempt, WorldAcquirer } from './world-acquirer.ts'

export interface FaultRun {
  readonly rounds: number
  /** Where in the list of faults the first round begins. */
  readonly firstRound?: number
  /** Each fault comes within this time from the beginning of its round. */
  readonly seconds: number
  /** At least so many requests are answered in each round, so that it has work for its fault to interrupt on a busy machine, too. */
  readonly responses?: number
  readonly seed: number
  openAcquirer(owner: Owner): Promise<WorldAcquirer>
  /** Each merchant waits up to this long before its next request; without it they take all the processor there is. */
  readonly pauseMs?: number
  readonly say?: (line: string) => void
}

export interface FaultFigures {
  /** How often each kind of fault happened. */
  readonly faults: Readonly<Record<string, number>>
  readonly acquirerFaults: Readonly<Record<string, number>>
  /** How often merchants heard what. */
  readonly heard: Readonly<Record<string, number>>
  readonly kills: number
  readonly acknowledged: number
  readonly unanswered: number
  /** Attempts that recovery had to bring to their outcome. */
  readonly recovered: number
  readonly reversed: number
  readonly orders: number
  readonly attempts: number
  /** What the acquirer cannot undo or say. */
  readonly leftToOperators: number
  readonly notifications: number
  /** How long an outcome took from the request on, at worst. */
  readonly slowestDefiniteMs: number
  /** How long after it could be had an outcome was there, at worst; and a reversal. */
  readonly slowestOutcomeMs: number
  readonly slowestReversalMs: number
  readonly differences: 0
}

type Fault = readonly [name: string, happen: (world: World, random: () => number) => Promise<void>]

const either = (random: () => number) => (random() < 0.5 ? 0 : 1)

/** In this order, again and again: as many rounds as there are faults meet each of them. */
const faults: readonly Fault[] = [
  ['a gateway is killed', (world, random) => world.killGateways([either(random)])],
  ['the database server is killed', (world) => world.killDatabase()],
  ['both gateways are killed', (world) => world.killGateways([0, 1])],
  ['a gateway sleeps past its deadline', (world, random) => world.pauseGateway(either(random))],
  ['a gateway and the database server are killed', (world, random) => world.killDatabase([either(random)])],
  ['a process of the database server is killed', (world, random) => world.killConnection(random)],
  ['the acquirer is killed', (world) => world.killAcquirer()],
  // The gateways do not know, and find out by refused voids and reversals.
  ['the acquirer closes its batch by schedule', (world) => world.acquirer.closeBatch?.() ?? Promise.resolve()],
  ['everything is killed', (world) => world.killDatabase([0, 1], true)],
  ['the database commits open outcomes, and its answers are lost', (world) => world.loseAnswers()],
]

/** In the order in which they happen. */
export const faultNames: readonly string[] = faults.map(([name]) => name)

const clients = 8
/** With it no deadline has to be moved: recovery takes over five seconds later. */
const acquirerTimeoutMs = 1_500

export async function runFaults(run: FaultRun, owner: Owner): Promise<FaultFigures> {
  const { rounds, firstRound = 0, seconds, responses = 1, seed, pauseMs = 0, say } = run
  const random = seeded(seed)
  const acquirer = await run.openAcquirer(owner)
  const world = await makeWorld(owner, { acquirer, acquirerTimeoutMs })
  const webhook = await openWebhook(owner, world.environment['TOLLGATE_DATA_DIR'] ?? assert.fail('no folder'))
  await withDependencies(world, ({ webhookSettings }) =>
    webhookSettings.change(merchantId, { isEnabled: true }, { actor: 'faults', at: new Date() }),
  )
  // Theirs would be another connection to the host, which changes its keys with each sign-on.
  const users = acquirer.isPlain ? undefined : await openUsers(world.environment, merchantId, acquirer.closeBatch)
  owner.after(async () => users?.close())
  await users?.prepare()
  const load = startLoad(world, {
    random,
    pauseMs,
    notificationUrl: webhook.url,
    users,
    isPlain: acquirer.isPlain === true,
  })
  // A failure must not leave merchants behind that go on asking.
  owner.after(async () => void load.stop().catch(() => {}))
  const happened: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const [name, happen] = faults[(firstRound + round) % faults.length] as Fault
    const answered = load.answered()
    const enough = answered + responses
    await Promise.race([until(() => load.answered() >= enough, 'requests are answered again'), load.failed])
    await delay(random() * seconds * 1000)
    await Promise.race([until(() => load.inFlight() > 0, 'a request is under way'), load.failed])
    await happen(world, random)
    happened[name] = (happened[name] ?? 0) + 1
    say?.(`${String(round + 1).padStart(4)}  ${name}; ${load.sent.length} requests so far`)
  }
  await load.stop()

  await untilSettled(world)
  await repeatAll(load.sent, world)
  await assertStored(load, world)
  await untilSettled(world)
  const { orders, transactions, leftToOperators } = await assertBooksAgree(world, load)
  assert.deepEqual(await findUnreversed(world), [], 'reversals that the acquirer has not heard of')
  const count = async (what: string) => (await world.query(`select from transactions where ${what}`)).length
  const asked = await world.query<{ reference: string }>('select acquirer_reference as reference from transactions')
  const arrived = new Map(webhook.arrivals.map(({ id, text }) => [id, text]))
  for (const { id, text } of webhook.arrivals) assert.equal(text, arrived.get(id), 'a notification says the same again')
  const figures = {
    faults: happened,
    acquirerFaults: await acquirer.countFaults(asked.map(({ reference }) => reference)),
    heard: load.heard,
    kills: world.kills,
    acknowledged: load.sent.filter(({ response }) => response !== undefined).length,
    unanswered: load.sent.filter(({ response }) => response === undefined).length,
    recovered: await count('claim > 1'),
    reversed: await count("reversal = 'DONE'"),
    orders,
    attempts: transactions,
    leftToOperators,
    notifications: arrived.size,
    ...(await slowest(world)),
    differences: 0 as const,
  }
  await world.stop()
  return figures
}

/** What a gateway has recorded as reversed without a reversal at its acquirer. */
export async function findUnreversed({ query, acquirer }: ComparedWorld): Promise<readonly ReversedAttempt[]> {
  const reversed = await query<ReversedAttempt>(
    // What a user rejected is undone by a void or a refund of the order.
    `select acquirer_reference as reference, wire_identity as wire from transactions
     where reversal = 'DONE' and decision is distinct from 'REJECTED'`,
  )
  return (await acquirer.unreversed?.(reversed)) ?? []
}

interface LoadOptions {
  readonly random: () => number
  readonly pauseMs: number
  readonly notificationUrl: string
  /** None for plain histories. */
  readonly users?: FaultUsers | undefined
  readonly isPlain?: boolean
}

export function startLoad(
  world: Pick<World, 'addresses'>,
  { random, pauseMs, notificationUrl, users, isPlain = false }: LoadOptions,
) {
  let isOver = false
  const load: PaymentLoad = {
    sent: [],
    notified: new Set(),
    heard: {},
    failures: [],
    tokens: new Set(),
    agreements: new Set(),
    random,
    isPlain,
    notificationUrl,
    act: (action, orderId) => users?.act(action, orderId, load) ?? Promise.resolve(),
    async next() {
      if (pauseMs > 0) await delay(random() * pauseMs)
      return isOver ? undefined : pickRandom(world.addresses, random)
    },
  }
  const running = Promise.all(Array.from({ length: clients }, () => runClient(load)))
  // Pending requests must be rejected when there will be no response.
  const failed = running.then(() => assert.ok(isOver, 'the load ended by itself'))
  failed.catch(() => {})
  return {
    ...load,
    failed,
    answered: () => load.sent.filter(({ response }) => response !== undefined).length,
    inFlight: () => load.sent.filter(({ isOver }) => !isOver).length,
    async stop() {
      isOver = true
      await failed
    },
  }
}
