// PAY through the ISO 8583 link to a test host on the same machine against PAY through the simulator: what the gateway's
// process spends on each, and how many there are in a second.
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchHost, startBenchHost } from './card-host.ts'
import { type BenchMerchant, direct, operate, pay, untilTaken } from './links.ts'
import { type MeasurementRow, table } from './measure.ts'
import { type BenchGateway, startGateway, usageOf } from './servers.ts'

/** Odd, so that the median is one of them. */
const rounds = 11
const sliceSeconds = 2
/** For what follows a payment in the background: search, events, messages. It is counted with the payments. */
const afterMs = 750
const writtenWithinMs = 10_000

type Kind = 'simulator' | 'link'
type Ratio = 'rate, link / simulator' | 'CPU, link / simulator'

export async function benchIso8583Link(): Promise<void> {
  const host = await startBenchHost()
  const gateway = await startGateway({ BENCH_SIMULATOR: 'true' })
  try {
    const linked = await boardOnHost(gateway, host)
    await untilTaken(gateway, linked)
    const slices: Readonly<Record<Kind, () => Promise<Slice>>> = {
      simulator: () => payWithCpu(gateway, direct),
      link: () => payWithCpu(gateway, linked),
    }
    for (const slice of Object.values(slices)) await slice()
    const rows: (MeasurementRow & Readonly<Record<Ratio, number>>)[] = []
    const [paidBefore, keptBefore] = [await paymentsOf(gateway, linked), await messagesOf(gateway, linked)]
    // In short slices, and in turns that change their order, so that a machine that changes its speed changes both.
    for (let round = 1; round <= rounds; round += 1) {
      const order: readonly Kind[] = round % 2 === 0 ? ['link', 'simulator'] : ['simulator', 'link']
      const measured = new Map<Kind, Slice>()
      for (const kind of order) measured.set(kind, await slices[kind]())
      const [own, through] = [measured.get('simulator'), measured.get('link')]
      if (!own || !through) throw new Error('both were measured')
      rows.push({
        round: `round ${round}`,
        'simulator, a second': own.perSecond,
        'link, a second': through.perSecond,
        'rate, link / simulator': through.perSecond / own.perSecond,
        'simulator, CPU ms': own.cpuMs,
        'link, CPU ms': through.cpuMs,
        'CPU, link / simulator': through.cpuMs / own.cpuMs,
      })
    }
    table(
      'PAY: the gateway, its database, the simulator and the ISO 8583 host on this machine; CPU of the process',
      rows,
    )
    const median = (name: Ratio) => rows.map((row) => row[name]).toSorted((a, b) => a - b)[(rounds - 1) / 2] ?? 0
    const [rate, cpu] = [median('rate, link / simulator'), median('CPU, link / simulator')]
    const paid = (await paymentsOf(gateway, linked)) - paidBefore
    const kept = (await messagesOf(gateway, linked)) - keptBefore
    console.log(`\nMedians: ${rate.toFixed(2)} of the rate (at least 0.6), ${cpu.toFixed(2)} of the CPU (at most 1.2)`)
    console.log(`Messages of ${kept} of ${paid} payments through the link are kept`)
  } finally {
    await gateway.stop()
    await host.stop()
  }
}

async function countOf(gateway: BenchGateway, table: string, { id }: BenchMerchant): Promise<number> {
  const [row] = await gateway.query<{ count: number }>(
    `select count(*)::int as count from ${table} where merchant_id = '${id}'`,
  )
  return row?.count ?? 0
}

const paymentsOf = (gateway: BenchGateway, merchant: BenchMerchant) => countOf(gateway, 'transactions', merchant)
const messagesOf = (gateway: BenchGateway, merchant: BenchMerchant) => countOf(gateway, 'exchanged_messages', merchant)

async function boardOnHost(gateway: BenchGateway, { port, adminUrl }: BenchHost): Promise<BenchMerchant> {
  const place = ['--addresses', `127.0.0.1:${port}`, '--books-url', adminUrl, '--institution-id', '12345']
  await operate(gateway, ['link', 'create', 'card-host', '--adapter', 'iso8583', ...place])
  const ofMerchant = ['--link', 'card-host', '--acquirer-merchant-id', 'BENCH', '--no-twin']
  const created = await operate(gateway, ['merchant', 'create', 'LINKED', ...ofMerchant])
  return { id: 'LINKED', password: String(created['password']) }
}

interface Slice {
  readonly perSecond: number
  readonly cpuMs: number
}

async function payWithCpu(gateway: BenchGateway, merchant: BenchMerchant): Promise<Slice> {
  const before = usageOf(gateway.process)?.cpuSeconds ?? 0
  const { perSecond, statuses } = await pay(gateway, merchant, { seconds: sliceSeconds, warmUpSeconds: 0 })
  const count = statuses['201'] ?? 0
  if (count === 0 || Object.keys(statuses).length !== 1) throw new Error(`not valid: ${JSON.stringify(statuses)}`)
  await pause(afterMs)
  if (merchant !== direct) await untilWritten(gateway, merchant)
  return { perSecond, cpuMs: (((usageOf(gateway.process)?.cpuSeconds ?? 0) - before) * 1_000) / count }
}

/** Writing messages is a part of what the link costs: none is left for the next slice. */
async function untilWritten(gateway: BenchGateway, merchant: BenchMerchant): Promise<void> {
  const untilMs = performance.now() + writtenWithinMs
  const paid = await paymentsOf(gateway, merchant)
  while ((await messagesOf(gateway, merchant)) < paid && performance.now() < untilMs) await pause(250)
}
