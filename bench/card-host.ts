// The ISO 8583 test host with many requests in flight on one connection.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compileCodec, framing, Iso8583Message, shippedSpecifications } from '../src/iso8583/index.ts'
import { table } from './measure.ts'

const requests = 50_000
const program = resolve(import.meta.dirname, '..', 'bin', 'tollgate.js')

export interface BenchHost {
  readonly child: ChildProcess
  readonly port: number
  readonly adminUrl: string
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

/** A host of its own, as the sandbox has one. */
export async function startBenchHost(): Promise<BenchHost> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-bench-host-'))
  const words = ['host', '--json', '--port', '0', '--admin-port', '0', '--data', folder]
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const { port, adminUrl } = JSON.parse(String(line)) as { port: number; adminUrl: string }
  return {
    child,
    port,
    adminUrl,
    async cpuMs() {
      const response = await fetch(`${adminUrl}/status`)
      return ((await response.json()) as { cpuMs: number }).cpuMs
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function benchCardHost(): Promise<void> {
  const rows = []
  for (const inFlight of [1, 100, 1_000]) {
    const host = await startBenchHost()
    const count = inFlight === 1 ? requests / 50 : requests
    await ask(host.port, { inFlight, count: 2_000, first: 500_000 })
    const before = await host.cpuMs()
    const { seconds, answered } = await ask(host.port, { inFlight, count, first: 0 })
    const cpuMs = (await host.cpuMs()) - before
    await host.stop()
    if (answered !== count) throw new Error(`${answered} of ${count} were answered`)
    rows.push({
      'in flight': inFlight,
      answered,
      'per second': count / seconds,
      'host CPU, µs each': (cpuMs * 1_000) / count,
    })
  }
  table('ISO 8583 test host: payments on one connection, in its books before they are answered', rows)
}

interface Load {
  readonly inFlight: number
  readonly count: number
  /** The trace numbers begin after it. */
  readonly first: number
}

async function ask(port: number, { inFlight, count, first }: Load) {
  const specification = shippedSpecifications.find(({ name }) => name === 'iso87-binary')
  if (!specification) throw new Error('iso87-binary is missing')
  const codec = compileCodec(specification)
  const framer = framing({ length: 'binary-2' })
  const reader = framer.reader()
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const send = (message: Iso8583Message) => socket.write(framer.frame(codec.pack(message)))
  send(new Iso8583Message('0800').set(7, '1116120000').set(11, '000000').set(70, '001'))
  await once(socket, 'data')

  const account = Buffer.from('5123450000000008', 'latin1')
  let [sent, answered] = [0, 0]
  const pay = () => {
    sent += 1
    const trace = String((first + sent) % 1_000_000).padStart(6, '0')
    send(
      new Iso8583Message('0200')
        .set(2, account)
        .set(3, '000000')
        .set(4, '000000001234')
        .set(7, '1116120000')
        .set(11, trace)
        .set(12, '120000')
        .set(13, '1116')
        .set(14, '3901')
        .set(18, '5999')
        .set(22, '812')
        .set(25, '59')
        .set(32, '12345')
        .set(37, `632112${trace}`)
        .set(41, 'TERM0001')
        .set(42, 'BENCH')
        .set(48, `01031002012order-${trace}`)
        .set(49, '840'),
    )
  }
  const { promise, resolve: done } = Promise.withResolvers<void>()
  const start = performance.now()
  socket.on('data', (bytes: Buffer) => {
    socket.cork()
    for (const { message } of reader.push(bytes)) {
      if (codec.unpack(message).text(39) === '00') answered += 1
      if (sent < count) pay()
    }
    socket.uncork()
    if (answered === count) done()
  })
  socket.on('close', () => done())
  socket.cork()
  for (let at = 0; at < Math.min(inFlight, count); at += 1) pay()
  socket.uncork()
  await promise
  const seconds = (performance.now() - start) / 1_000
  socket.destroy()
  return { seconds, answered }
}
