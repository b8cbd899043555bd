// Acquirer links: PAY through the link `gateway` to a second gateway against PAY through the acquirer in the process; and a
// living link beside a dead one.
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { runCommand } from '../src/cli/run.ts'
import type { LoadFigures, LoadPlan } from './load.ts'
import { table } from './measure.ts'
import { paymentBody, rootOf } from './payments.ts'
import { type BenchGateway, load, password, startGateway } from './servers.ts'

const seconds = 5
const warmUpSeconds = 2
const connections = 64

export interface BenchMerchant {
  readonly id: string
  readonly password: string
}

export const direct: BenchMerchant = { id: 'TESTMERCHANT', password }

/** Runs an operator's command on a gateway's installation. */
export async function operate(gateway: BenchGateway, words: readonly string[]): Promise<Record<string, unknown>> {
  const env = { TOLLGATE_DATA_DIR: gateway.dataDir, BANK_PASSWORD: password }
  const result = await runCommand([...words, '--json'], env)
  if (result.kind !== 'DONE') throw new Error(`${words.join(' ')}: ${JSON.stringify(result)}`)
  return result.data as Record<string, unknown>
}

/** A merchant whose payments go through a link `gateway` to this address. */
async function boardOnLink(
  gateway: BenchGateway,
  id: string,
  { url, ca }: { readonly url: string; readonly ca?: string },
): Promise<BenchMerchant> {
  const linkId = `link-${id.toLowerCase()}`
  const settings = ['--url', url, '--password-env', 'BANK_PASSWORD', ...(ca === undefined ? [] : [`--ca=${ca}`])]
  await operate(gateway, ['link', 'create', linkId, '--adapter', 'gateway', ...settings])
  const ofMerchant = ['--link', linkId, '--acquirer-merchant-id', direct.id, '--no-twin']
  const created = await operate(gateway, ['merchant', 'create', id, ...ofMerchant])
  return { id, password: String(created['password']) }
}

let runs = 0

export function pay(
  gateway: BenchGateway,
  merchant: BenchMerchant,
  plan: Partial<LoadPlan> = {},
): Promise<LoadFigures> {
  runs += 1
  const login = Buffer.from(`merchant.${merchant.id}:${merchant.password}`).toString('base64')
  return load({
    port: gateway.port,
    connections,
    seconds,
    warmUpSeconds,
    method: 'PUT',
    path: `${rootOf(merchant.id)}/order/links-${runs}-#/transaction/1`,
    authorization: `Basic ${login}`,
    body: paymentBody,
    ...plan,
  })
}

async function approvedOf(gateway: BenchGateway): Promise<number> {
  const [row] = await gateway.query<{ approved: number }>(
    "select count(*)::int as approved from transactions where gateway_code = 'APPROVED'",
  )
  return row?.approved ?? 0
}

export async function benchLinks(): Promise<void> {
  const bank = await startGateway({})
  const gateway = await startGateway({ TOLLGATE_ACQUIRER_TIMEOUT_MS: '3000' })
  try {
    await benchUpstream(gateway, bank)
    await bank.stop()
    await benchDeadLink(gateway)
  } finally {
    await gateway.stop()
  }
}

async function benchUpstream(gateway: BenchGateway, bank: BenchGateway): Promise<void> {
  const ca = await readFile(join(bank.dataDir, 'tls', 'ca-certificate.pem'), 'utf8')
  const linked = await boardOnLink(gateway, 'LINKED', { url: `https://localhost:${bank.tlsPort}`, ca })
  await untilTaken(gateway, linked)
  const rows = []
  // In turns, so that a machine that changes its speed changes both.
  for (const count of [1, 16, 64]) {
    const own = await pay(gateway, direct, { connections: count })
    const before = { ours: await approvedOf(gateway), theirs: await approvedOf(bank) }
    const through = await pay(gateway, linked, { connections: count })
    const ours = (await approvedOf(gateway)) - before.ours
    const theirs = (await approvedOf(bank)) - before.theirs
    if (ours !== theirs || ours !== through.statuses['201'] || Object.keys(through.statuses).length !== 1)
      throw new Error(`not valid: ${JSON.stringify(through.statuses)}, ${ours} here, ${theirs} at the bank`)
    rows.push({
      connections: count,
      'in process': own.perSecond,
      'through the link': through.perSecond,
      ratio: through.perSecond / own.perSecond,
      'p50 in process': own.p50Ms,
      'p50 link': through.p50Ms,
      'p99 link': through.p99Ms,
    })
  }
  table('PAY a second, both gateways and both databases on this machine', rows)
}

/** A link that was just created is known to a running gateway within five seconds. */
export async function untilTaken(gateway: BenchGateway, merchant: BenchMerchant): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    const { statuses } = await pay(gateway, merchant, { connections: 1, seconds: 0.5, warmUpSeconds: 0 })
    if (statuses['201'] && Object.keys(statuses).length === 1) return
  }
  throw new Error('the link takes no payments')
}

/** The other end takes connections and says nothing. */
async function openSilence(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `https://127.0.0.1:${port}`, close: () => server.close() }
}

async function benchDeadLink(gateway: BenchGateway): Promise<void> {
  const silence = await openSilence()
  const dead = await boardOnLink(gateway, 'DEAD', silence)
  const full = await pay(gateway, direct)
  // At half of what the machine can do: what the dead link takes away would show, and not what its requests cost.
  const rate = full.perSecond / 2
  const rows = []
  const ratios: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    const alone = await pay(gateway, direct, { rate })
    const [beside, refused] = await Promise.all([
      pay(gateway, direct, { rate }),
      pay(gateway, dead, { connections: 32, rate: 50 }),
    ])
    ratios.push(beside.perSecond / alone.perSecond)
    rows.push({
      round: `round ${round}`,
      alone: alone.perSecond,
      'beside a dead link': beside.perSecond,
      ratio: beside.perSecond / alone.perSecond,
      'p99 alone': alone.p99Ms,
      'p99 beside': beside.p99Ms,
      'dead, a second': refused.perSecond,
    })
  }
  silence.close()
  table('PAY a second at half load, alone and beside a link whose other end is silent', rows)
  const [, median = 0] = ratios.toSorted((a, b) => a - b)
  console.log(
    `\nMedian ratio ${median.toFixed(2)}: ${median >= 0.95 ? 'a dead link takes nothing away' : 'BELOW 0.95'}`,
  )
}
