// Starts what is measured, each in a process of its own, and looks at it from outside.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { servingEnvironment } from '../src/cli/installation/serving-environment.ts'
import type { LoadFigures, LoadPlan } from './load.ts'

const here = (name: string) => new URL(name, import.meta.url).pathname

export interface RunningServer {
  readonly port: number
  readonly tlsPort: number
  readonly process: ChildProcess
  stop(): Promise<void>
}

export async function startEcho(): Promise<RunningServer> {
  const port = 18_180
  const child = spawn(process.execPath, [here('echo-server.ts'), String(port)], { stdio: 'inherit' })
  await answering(port, '/')
  return { port, tlsPort: 0, process: child, stop: () => end(child) }
}

export interface BenchGateway extends RunningServer {
  readonly dataDir: string
  query<R extends object>(text: string): Promise<readonly R[]>
  /** How many payments the acquirer says it approved. */
  approved(): Promise<number>
  heapFigures(): Promise<HeapFigures>
}

interface HeapFigures {
  /** Milliseconds of each pause of the collector since the start; with BENCH_PAUSES only. */
  readonly pauses: readonly number[]
  /** Megabytes of the heap by the platform's names. */
  readonly spaces: Readonly<Record<string, number>>
}

export const password = 'password-of-the-bench'

export async function startGateway(environment: Record<string, string>, dataDir?: string): Promise<BenchGateway> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'tollgate-bench-')))
  const [port = 0, tlsPort = 0, mtlsPort = 0] = await freeDependencies(3)
  const child = spawn(process.execPath, [here('gateway.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      // As one of several processes of a gateway is started.
      ...servingEnvironment(process.env),
      TOLLGATE_DATA_DIR: folder,
      TOLLGATE_SANDBOX_PASSWORD: password,
      TOLLGATE_HTTP_PORT: String(port),
      TOLLGATE_HTTPS_PORT: String(tlsPort),
      TOLLGATE_MTLS_PORT: String(mtlsPort),
      TOLLGATE_LOG_LEVEL: 'warn',
      ...environment,
    },
  })
  await answering(port, '/health/ready')
  const ask = <R extends object>(query: string) =>
    new Promise<{ approved: number; rows: readonly R[]; heap: HeapFigures }>((resolve) => {
      child.once('message', resolve)
      child.send(query)
    })
  return {
    port,
    tlsPort,
    process: child,
    dataDir: folder,
    query: async <R extends object>(text: string) => (await ask<R>(text)).rows,
    approved: async () => (await ask('')).approved,
    heapFigures: async () => (await ask('')).heap,
    async stop() {
      await end(child)
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Free ports, so that two runs on one machine do not conflict. */
export async function freeDependencies(count: number): Promise<readonly number[]> {
  const holders = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer().listen(0, 'localhost')
      return once(server, 'listening').then(() => server)
    }),
  )
  const dependencies = holders.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(holders.map((server) => new Promise((closed) => server.close(closed))))
  return dependencies
}

async function answering(port: number, path: string): Promise<void> {
  const untilMs = performance.now() + 60_000
  while (performance.now() < untilMs) {
    const response = await fetch(`http://localhost:${port}${path}`).catch(() => undefined)
    if (response && response.status !== 503) return
    await pause(100)
  }
  throw new Error(`nothing answers on port ${port}`)
}

async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

const execute = promisify(execFile)

export async function load(plan: LoadPlan): Promise<LoadFigures> {
  const { stdout } = await execute(process.execPath, [here('load.ts'), JSON.stringify(plan)])
  return JSON.parse(stdout) as LoadFigures
}

/** Seconds of processor time and megabytes of memory of a process; nothing where the system does not report them. */
export function usageOf({ pid }: ChildProcess): { cpuSeconds: number; megabytes: number } | undefined {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = rest.split(' ')
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, megabytes }
  } catch {
    return undefined
  }
}

/** Processor time of the embedded PostgreSQL of a data folder, with the processes it ended; nothing where the system does not
 * say. */
export function databaseCpuSeconds(dataDir: string): number {
  try {
    const postmaster = readFileSync(join(dataDir, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    return [postmaster, ...children].reduce((sum, pid) => sum + ticksOf(pid, { isFamily: pid === postmaster }) / 100, 0)
  } catch {
    return 0
  }
}

function ticksOf(pid: string, { isFamily }: { isFamily: boolean }): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.split(' ').slice(11, 15).map(Number)
  return user + system + (isFamily ? endedUser + endedSystem : 0)
}

/** How long the disk takes to keep 8 KB for good. */
export function fsyncTimes(folder: string): { p50Ms: number; p99Ms: number } {
  const file = join(folder, 'fsync-trial')
  const descriptor = openSync(file, 'w')
  const page = Buffer.alloc(8192, 1)
  const times: number[] = []
  for (let i = 0; i < 300; i += 1) {
    const start = performance.now()
    writeSync(descriptor, page, 0, page.length, (i % 64) * page.length)
    fdatasyncSync(descriptor)
    times.push(performance.now() - start)
  }
  closeSync(descriptor)
  rmSync(file)
  times.sort((a, b) => a - b)
  return { p50Ms: times[150] ?? 0, p99Ms: times[297] ?? 0 }
}
