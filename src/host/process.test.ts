// The host as a program: killed at any moment it has lost nothing that it answered; faults by a seed leave its books right.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { until } from '../../test/support/checks/poll.ts'
import {
  type CardHostClient,
  connectToHost,
  type MessageFields,
  payment,
} from '../../test/support/clients/card-host-client.ts'
import type { ListedEntry } from './books.ts'

const repository = resolve(import.meta.dirname, '..', '..')
const program = join(repository, 'bin', 'tollgate.js')
const hostAlone = join(repository, 'test', 'support', 'sites', 'card-host-child.ts')
let folder = ''
const children: ChildProcess[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-host-'))
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

interface HostProcess {
  readonly child: ChildProcess
  readonly port: number
  readonly adminUrl: string
}

function start(words: readonly string[]) {
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

/** The host alone: reading the commands takes longer than starting it. */
async function startProcess(words: readonly string[]): Promise<HostProcess> {
  const child = start(words)
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, ...(JSON.parse(line) as { port: number; adminUrl: string }) }
}

async function books({ adminUrl }: HostProcess): Promise<readonly ListedEntry[]> {
  const all: ListedEntry[] = []
  for (;;) {
    const last = all.at(-1)?.reference ?? ''
    const response = await fetch(`${adminUrl}/books?merchant=SHOP&limit=100&after=${last}`)
    const { entries } = (await response.json()) as { entries: readonly ListedEntry[] }
    if (entries.length === 0) return all
    all.push(...entries)
  }
}

async function signedOn(port: number): Promise<CardHostClient> {
  const client = await connectToHost({ port })
  while ((await client.signOn()) !== '00');
  return client
}

describe('the host, killed while answering', () => {
  it('has everything in its books that it has answered, and repeats its answers', async () => {
    const data = join(folder, 'killed')
    let host = await startProcess([hostAlone, data])
    const answered = new Map<
      string,
      { readonly fields: MessageFields; readonly code: string | undefined; readonly authorization: string | undefined }
    >()
    for (let round = 0; round < 2; round += 1) {
      const client = await signedOn(host.port)
      const requests = Array.from({ length: 120 }, (_, at) => payment(at % 7 === 0 ? { 14: '3905' } : {}))
      for (const fields of requests)
        void client.ask('0200', fields).then((response) => {
          answered.set(fields[11] ?? '', { fields, code: response.text(39), authorization: response.text(38) })
        })
      const wanted = answered.size + 40
      await until(() => answered.size >= wanted, 'some are answered')
      host.child.kill('SIGKILL')
      await once(host.child, 'exit')
      // A write that did not finish.
      await appendFile(join(data, 'books.jsonl'), '{"is":"mess')
      host = await startProcess([hostAlone, data])
    }
    const before = await books(host)
    const client = await signedOn(host.port)
    for (const { fields, code, authorization } of answered.values()) {
      const repeat = await client.ask('0201', fields)
      assert.deepEqual([repeat.text(39), repeat.text(38)], [code, authorization])
    }
    const repeated = await books(host)
    assert.deepEqual(
      repeated.map(({ timesAsked: _, ...entry }) => entry),
      before.map(({ timesAsked: _, ...entry }) => entry),
    )
    host.child.kill('SIGTERM')
    await once(host.child, 'exit')
    host = await startProcess([hostAlone, data])
    assert.deepEqual(await books(host), repeated, 'a restart changes nothing')
    host.child.stdin?.end()
    host.child.kill('SIGTERM')
    await once(host.child, 'exit')
  })

  it('stops with the program that started it', async () => {
    const place = ['--port', '0', '--admin-port', '0', '--data', join(folder, 'child')]
    const host = await startProcess([program, 'host', '--json', '--until-input-ends', ...place])
    host.child.kill('SIGINT')
    assert.equal((await fetch(`${host.adminUrl}/status`)).status, 200)
    host.child.stdin?.end()
    const [code] = await once(host.child, 'exit')
    assert.equal(code, 0)
  })

  it('exits on SIGTERM while the program that started it keeps running', async () => {
    const place = ['--port', '0', '--admin-port', '0', '--data', join(folder, 'terminated')]
    const host = await startProcess([program, 'host', '--json', '--until-input-ends', ...place])
    host.child.kill('SIGTERM')
    const [code] = await once(host.child, 'exit')
    assert.equal(code, 0)
  })
})

describe('a host whose port is taken', () => {
  it('reports the port and exits, also when it waits for its input', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const words = ['host', '--json', '--until-input-ends', '--port', String(port), '--data', join(folder, 'taken')]
    const child = start([program, ...words])
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const [code] = await once(child, 'close')
    other.close()
    assert.equal(code, 1)
    assert.match(said, new RegExp(`Port ${port} or ${port + 1} is in use`))
  })
})
