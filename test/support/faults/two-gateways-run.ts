// Kills either gateway, both, and either database at random while merchants pay through both; then compares the books.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { seeded } from '../builders/seeded.ts'
import { until } from '../checks/poll.ts'
import { merchantId } from '../clients/client.ts'
import { tollgate } from '../gateway/command-line.ts'
import type { Owner } from '../gateway/process.ts'
import { openResults, type PaymentLoad, runClient, sendTo } from './fault-load.ts'
import { type GatewaySide, makeTwoGateways, type TwoGatewaysWorld } from './two-gateways-world.ts'

export interface TwoGatewaysRun {
  readonly rounds: number
  readonly seconds: number
  readonly seed: number
  readonly pauseMs?: number
  readonly say?: (line: string) => void
}

export type TwoGatewaysFigures = Readonly<Record<'faults' | 'heard' | 'figures', Readonly<Record<string, number>>>>

type Fault = readonly [name: string, happen: (world: TwoGatewaysWorld) => Promise<unknown>]

/** In this order, again and again: as many rounds as there are faults meet each of them. */
const faults: readonly Fault[] = [
  ['our gateway is killed', ({ ours }) => ours.kill({ gateway: true })],
  ["the bank's gateway is killed", ({ bank }) => bank.kill({ gateway: true })],
  ['both gateways are killed', ({ ours, bank }) => all(ours, bank, { gateway: true })],
  ['our database is killed', ({ ours }) => ours.kill({ database: true })],
  ["the bank's database is killed", ({ bank }) => bank.kill({ database: true })],
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
  const { rounds, seconds, seed, pauseMs = 20, say } = run
  const random = seeded(seed)
  const world = await makeTwoGateways(owner)
  let isOver = false
  const load: PaymentLoad = {
    sent: [],
    notified: new Set(),
    heard: {},
    failures: [],
    random,
    notificationUrl: 'https://shop.example/notified',
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
  const answered = () => load.sent.filter(({ answer: answered }) => answered?.body.result === 'SUCCESS').length
  const happened: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const [name, happen] = faults[round % faults.length] as Fault
    const before = answered()
    await Promise.race([until(() => answered() > before, 'payments succeed again'), failed])
    await delay(random() * seconds * 1000)
    await happen(world)
    happened[name] = (happened[name] ?? 0) + 1
    say?.(`${String(round + 1).padStart(4)}  ${name}; ${load.sent.length} requests so far`)
  }
  isOver = true
  await failed

  for (const side of [world.bank, world.ours]) await untilSettled(side)
  // A repeat gets the recorded outcome, and nothing is executed twice.
  for (const one of load.sent.filter(({ answer: answered, isRefused }) => !answered && !isRefused))
    await sendTo(world.shop, one)
  for (const side of [world.bank, world.ours]) await untilSettled(side)
  const compared = await compare(world, load)
  const kills = world.ours.kills + world.bank.kills
  for (const side of [world.ours, world.bank]) await side.stop()
  return { faults: happened, heard: load.heard, figures: { kills, requests: load.sent.length, ...compared } }
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

interface Sums {
  readonly authorized: string
  readonly captured: string
  readonly refunded: string
}

async function compare({ ours, bank, shop }: TwoGatewaysWorld, { sent }: PaymentLoad): Promise<Record<string, number>> {
  const [own] = (await verify(ours, shop.merchant.id)).merchants
  const [theirs] = (await verify(bank, merchantId)).merchants
  const sums = (merchant: string) => `select coalesce(sum(total_authorized_minor), 0)::text as authorized,
    coalesce(sum(total_captured_minor), 0)::text as captured, coalesce(sum(total_refunded_minor), 0)::text as refunded
    from orders where merchant_id = '${merchant}'`
  const [[left], [right]] = [await ours.query<Sums>(sums(shop.merchant.id)), await bank.query<Sums>(sums(merchantId))]
  assert.deepEqual(left, right, 'the money of both')

  const recorded = new Map(
    (
      await ours.query<{ id: string; code: string }>(
        `select order_id || ' ' || transaction_id as id, gateway_code as code from transactions`,
      )
    ).map(({ id, code }) => [id, code]),
  )
  const answered = sent.flatMap(({ orderId, transactionId, answer }) =>
    answer && !openResults.includes(answer.body.result)
      ? [{ id: `${orderId} ${transactionId}`, code: answer.body.response.gatewayCode as string }]
      : [],
  )
  assert.deepEqual(
    answered.filter(({ id, code }) => recorded.get(id) !== code),
    [],
    'what was answered to merchants is recorded',
  )
  const count = async (side: GatewaySide, what: string) =>
    (await side.query(`select from transactions where ${what}`)).length
  return {
    acknowledged: answered.length,
    'attempts, ours': own.transactions,
    'attempts, bank': theirs.transactions,
    'recovered, ours': await count(ours, 'claim > 1'),
    'recovered, bank': await count(bank, 'claim > 1'),
    'reversed, ours': await count(ours, "reversal = 'DONE'"),
    'manual resolution': await count(ours, 'manual_resolution is not null'),
    capturedMinor: Number(left?.captured),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the command's own document, whose members are compared
async function verify({ environment, name }: GatewaySide, merchant: string): Promise<any> {
  const { code, stdout, json } = await tollgate(['books', 'verify', merchant, '--json'], { env: environment })
  assert.equal(code, 0, `the books of ${name}: ${stdout}`)
  return json
}
