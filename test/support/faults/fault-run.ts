// Faults under load: rounds in which something is killed or stopped at a random moment, and the comparison afterwards.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { chosen, seeded } from '../builders/seeded.ts'
import { until } from '../checks/poll.ts'
import type { Owner } from '../gateway/process.ts'
import { assertBooksAgree, repeatAll, untilSettled } from './fault-books.ts'
import { runClient, type Sent, type Targets } from './fault-load.ts'
import { makeWorld, type World } from './fault-world.ts'

export interface FaultRun {
  readonly rounds: number
  /** Each fault comes within this time from the beginning of its round. */
  readonly seconds: number
  readonly seed: number
  /** Each merchant waits up to this long before its next request; without it they take all the processor there is. */
  readonly pauseMs?: number
  readonly say?: (line: string) => void
}

export interface FaultFigures {
  /** How often each kind of fault happened. */
  readonly faults: Readonly<Record<string, number>>
  readonly kills: number
  readonly acknowledged: number
  readonly unanswered: number
  /** Attempts that recovery had to bring to their outcome. */
  readonly recovered: number
  readonly reversed: number
  readonly orders: number
  readonly transactions: number
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
  ['a gateway is killed', (world, random) => world.killGateways([either(random)])],
  ['everything is killed', (world) => world.killDatabase([0, 1])],
]

/** In the order in which they happen. */
export const faultNames: readonly string[] = faults.map(([name]) => name)

const clients = 8

export async function runFaults(
  { rounds, seconds, seed, pauseMs = 0, say }: FaultRun,
  owner: Owner,
): Promise<FaultFigures> {
  const random = seeded(seed)
  const world = await makeWorld(owner)
  const sent: Sent[] = []
  const load = startLoad(world, { sent, random, pauseMs })
  // A failure must not leave merchants behind that go on asking.
  owner.after(async () => void load.stop().catch(() => {}))
  const happened: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const [name, happen] = faults[round % faults.length] as Fault
    const answered = load.answered()
    await Promise.race([until(() => load.answered() > answered, 'requests are answered again'), load.failed])
    await delay(random() * seconds * 1000)
    await Promise.race([until(() => load.inFlight() > 0, 'a request is under way'), load.failed])
    await happen(world, random)
    happened[name] = (happened[name] ?? 0) + 1
    say?.(`${String(round + 1).padStart(4)}  ${name}; ${sent.length} requests so far`)
  }
  await load.stop()

  await untilSettled(world)
  await repeatAll(sent, world)
  await untilSettled(world)
  const { orders, transactions } = await assertBooksAgree(world)
  const count = async (what: string) => (await world.query(`select from transactions where ${what}`)).length
  const figures = {
    faults: happened,
    kills: world.kills,
    acknowledged: sent.filter(({ told }) => told !== undefined).length,
    unanswered: sent.filter(({ told }) => told === undefined).length,
    recovered: await count('claim > 0'),
    reversed: await count("reversal = 'DONE'"),
    orders,
    transactions,
  }
  await world.stop()
  return figures
}

interface Load {
  readonly sent: Sent[]
  readonly random: () => number
  readonly pauseMs: number
}

function startLoad(world: World, { sent, random, pauseMs }: Load) {
  let isOver = false
  const targets: Targets = {
    async next() {
      if (pauseMs > 0) await delay(random() * pauseMs)
      await until(() => isOver || world.available().length > 0, 'there is a gateway to ask')
      return isOver ? undefined : chosen(world.available(), random)
    },
  }
  const running = Promise.all(Array.from({ length: clients }, () => runClient(sent, targets, random)))
  // Whoever waits for answers must hear when there will be none.
  const failed = running.then(() => assert.ok(isOver, 'the load ended by itself'))
  failed.catch(() => {})
  return {
    failed,
    answered: () => sent.filter(({ told }) => told !== undefined).length,
    inFlight: () => sent.filter(({ isOver }) => !isOver).length,
    async stop() {
      isOver = true
      await failed
    },
  }
}
