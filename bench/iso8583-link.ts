// PAY through the ISO 8583 link to a test host on the same machine against PAY through the simulator: what the gateway's
// process spends on each, and how many there are in a second.
import { type BenchHost, startBenchHost } from './card-host.ts'
import { type BenchMerchant, direct, operate, pay, untilTaken } from './links.ts'
import { type MeasurementRow, table } from './measure.ts'
import { type BenchGateway, startGateway, usageOf } from './servers.ts'

const rounds = 4

type Ratio = 'rate, link / simulator' | 'CPU, link / simulator'

export async function benchIso8583Link(): Promise<void> {
  const host = await startBenchHost()
  const gateway = await startGateway({ BENCH_SIMULATOR: 'true' })
  try {
    const linked = await boardOnHost(gateway, host)
    await untilTaken(gateway, linked)
    const rows: (MeasurementRow & Readonly<Record<Ratio, number>>)[] = []
    // In turns, so that a machine that changes its speed changes both.
    for (let round = 1; round <= rounds; round += 1) {
      const own = await payWithCpu(gateway, direct)
      const hostBefore = await host.cpuMs()
      const through = await payWithCpu(gateway, linked)
      rows.push({
        round: `round ${round}`,
        'simulator, a second': own.perSecond,
        'link, a second': through.perSecond,
        'rate, link / simulator': through.perSecond / own.perSecond,
        'simulator, CPU ms': own.cpuMs,
        'link, CPU ms': through.cpuMs,
        'CPU, link / simulator': through.cpuMs / own.cpuMs,
        'host, CPU ms': ((await host.cpuMs()) - hostBefore) / through.count,
      })
    }
    table(
      'PAY: the gateway, its database, the simulator and the ISO 8583 host on this machine; CPU of the process, each',
      rows,
    )
    const median = (name: Ratio) => rows.map((row) => row[name]).toSorted((a, b) => a - b)[rounds / 2] ?? 0
    const [rate, cpu] = [median('rate, link / simulator'), median('CPU, link / simulator')]
    console.log(`\nMedians: ${rate.toFixed(2)} of the rate (at least 0.6), ${cpu.toFixed(2)} of the CPU (at most 1.2)`)
  } finally {
    await gateway.stop()
    await host.stop()
  }
}

async function boardOnHost(gateway: BenchGateway, { port, adminUrl }: BenchHost): Promise<BenchMerchant> {
  const place = ['--addresses', `127.0.0.1:${port}`, '--books-url', adminUrl, '--institution-id', '12345']
  await operate(gateway, ['link', 'create', 'card-host', '--adapter', 'iso8583', ...place])
  const ofMerchant = ['--link', 'card-host', '--acquirer-merchant-id', 'BENCH', '--no-twin']
  const created = await operate(gateway, ['merchant', 'create', 'LINKED', ...ofMerchant])
  return { id: 'LINKED', password: String(created['password']) }
}

async function payWithCpu(gateway: BenchGateway, merchant: BenchMerchant) {
  const before = usageOf(gateway.process)?.cpuSeconds ?? 0
  const { perSecond, statuses } = await pay(gateway, merchant, { seconds: 4, warmUpSeconds: 1 })
  const count = statuses['201'] ?? 0
  if (count === 0 || Object.keys(statuses).length !== 1) throw new Error(`not valid: ${JSON.stringify(statuses)}`)
  return { perSecond, count, cpuMs: (((usageOf(gateway.process)?.cpuSeconds ?? 0) - before) * 1_000) / count }
}
