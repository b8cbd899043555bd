// The memory and the pauses of a process that serves: as the gateway starts it, and as the platform would by itself, in turns;
// then the tail at half load.
import { readFileSync } from 'node:fs'
import { table } from './measure.ts'
import { payAt64, payOn } from './payments.ts'
import { type BenchGateway, startGateway, usageOf } from './servers.ts'

const rounds = 6
const memoryAim = 250
const tailAim = 4

interface Variant {
  readonly name: string
  readonly gateway: BenchGateway
  readonly loads: { perSecond: number; cpuMs: number; megabytes: number }[]
}

export async function benchMemory(): Promise<void> {
  const start = async (name: string, environment: Record<string, string>): Promise<Variant> => ({
    name,
    gateway: await startGateway({ BENCH_PAUSES: '1', ...environment }),
    loads: [],
  })
  const own = await start('as the gateway starts it', {})
  const plain = await start('as the platform does', { MALLOC_ARENA_MAX: '', NODE_OPTIONS: '' })
  const variants = [own, plain]
  for (const { gateway } of variants) await payAt64(gateway)
  // The other one first each time, so that a machine that changes its speed changes both.
  for (let round = 0; round < rounds; round += 1)
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) variant.loads.push(await measure(variant))
  table(
    `A process at 64 connections, median of ${rounds} in turns; aim: at most ${memoryAim} MB at the end, and no growth`,
    variants.map(({ name, loads }) => ({
      process: name,
      'a second': median(loads.map(({ perSecond }) => perSecond)),
      'gateway CPU ms': median(loads.map(({ cpuMs }) => cpuMs)),
      'MB by round': loads.map(({ megabytes }) => Math.round(megabytes)).join(' '),
    })),
  )
  const parts = await Promise.all(variants.map(({ gateway }) => partsOf(gateway)))
  const kinds = [...new Set(parts.flatMap((each) => Object.keys(each)))]
  table(
    'Where the memory is, MB resident',
    kinds.map((part) => ({
      part,
      ...Object.fromEntries(variants.map(({ name }, index) => [name, parts[index]?.[part] ?? 0])),
    })),
  )
  await plain.gateway.stop()
  await benchTail(own)
  await own.gateway.stop()
}

async function measure({ gateway }: Variant): Promise<Variant['loads'][number]> {
  const before = usageOf(gateway.process)?.cpuSeconds ?? 0
  const { perSecond, statuses } = await payAt64(gateway)
  const { cpuSeconds = 0, megabytes = 0 } = usageOf(gateway.process) ?? {}
  return { perSecond, cpuMs: ((cpuSeconds - before) * 1000) / (statuses['201'] ?? 1), megabytes }
}

/** At half of what it can do, with the time in which the collector stopped everything. */
async function benchTail({ gateway, loads }: Variant): Promise<void> {
  const rate = median(loads.map(({ perSecond }) => perSecond)) / 2
  const rows = []
  for (let round = 1; round <= rounds; round += 1) {
    const earlier = (await gateway.heapFigures()).pauses.length
    const { perSecond, p50Ms, p99Ms } = await payOn(gateway, { connections: 64, rate })
    const pauses = (await gateway.heapFigures()).pauses.slice(earlier)
    rows.push({
      run: String(round),
      'a second': perSecond,
      p50: p50Ms,
      p99: p99Ms,
      'p99 / p50': p99Ms / p50Ms,
      pauses: String(pauses.length),
      'longest pause': Math.max(0, ...pauses),
    })
  }
  table(`PAY at half load; aim: 99 of 100 within ${tailAim} times the median`, rows)
}

/** From outside by what the memory is mapped from, where the system says; the heap as the platform divides it. */
async function partsOf(gateway: BenchGateway): Promise<Record<string, number>> {
  const { spaces } = await gateway.heapFigures()
  const heap = Object.values(spaces).reduce((sum, megabytes) => sum + megabytes, 0)
  const mapped: Record<string, number> = { program: 0, 'C library': 0, other: 0 }
  for (const { kind, megabytes } of mappingsOf(gateway)) mapped[kind] = (mapped[kind] ?? 0) + megabytes
  const { new_space: young = 0, old_space: old = 0 } = spaces
  return {
    'program and libraries (files)': mapped['program'] ?? 0,
    'young generation': young,
    'old generation': old,
    'rest of the heap (code, large values)': heap - young - old,
    'memory of the C library': mapped['C library'] ?? 0,
    'other, stacks among it': Math.max(0, (mapped['other'] ?? 0) - heap),
  }
}

/** A thread's part of the C library's memory begins at a multiple of this. */
const arenaBytes = 64n * 1024n * 1024n

function mappingsOf({ process: { pid } }: BenchGateway): { kind: string; megabytes: number }[] {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/smaps`, 'utf8')
  } catch {
    return []
  }
  return text.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).map((mapping) => {
    const [, from = '0', inode = '0', name = ''] = /^([0-9a-f]+)-\S+ \S+ \S+ \S+ (\d+)[ \t]*(.*)$/m.exec(mapping) ?? []
    const megabytes = Number(/^Rss:\s+(\d+)/m.exec(mapping)?.[1] ?? 0) / 1024
    const isOfC = name === '[heap]' || (inode === '0' && name === '' && BigInt(`0x${from}`) % arenaBytes === 0n)
    return { kind: isOfC ? 'C library' : inode === '0' ? 'other' : 'program', megabytes }
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
