// How the embedded server handles problems of the machine, or those left by an earlier run.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../test/support/checks/poll.ts'
import {
  asRootOnly,
  assertMark,
  assertOneLine,
  childrenOf,
  copyUsedFolder,
  failureOf,
  isAlive,
  isRoot,
  leaveMark,
  ordinaryUser,
  publicClone,
  query,
  serverPid,
  startChild,
  temporaryFolder,
  usedFolder,
} from '../../../../test/support/gateway/embedded-kit.ts'
import { findPidFile } from './detect-server.ts'
import { startEmbeddedPostgres } from './index.ts'
import { getFolderId } from './layout.ts'
import { findServer, locatePrograms } from './server-package.ts'
import { shutDown } from './shutdown.ts'

/** A stopped database whose files claim that the process with this pid still serves it. */
async function folderWithPidFile(t: TestContext, pidOf: (old: number) => number): Promise<string> {
  const dataDir = await usedFolder(t)
  const server = await startEmbeddedPostgres({ dataDir })
  const files = [join(dataDir, 'pg18', 'postmaster.pid'), join(dataDir, 'pg-socket', '.s.PGSQL.5432.lock')]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const old = await serverPid(dataDir)
  await server.stop()
  for (const [index, file] of files.entries()) {
    const lines = (texts[index] ?? '').split('\n')
    await writeFile(file, [pidOf(old), ...lines.slice(1)].join('\n'), { mode: 0o600 })
  }
  return dataDir
}

async function assertStartsFresh(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir })
  assert.equal(server.adopted, false)
  await assertMark(server.connection)
  await server.stop()
}

test('a pid file of a process that has ended is ignored', async (t) => {
  await assertStartsFresh(await folderWithPidFile(t, (old) => old))
})

test('a pid file whose number now belongs to an unrelated process is ignored, and that process is left alone', async (t) => {
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore' })
  t.after(() => stranger.kill())
  const pid = stranger.pid ?? assert.fail()
  const dataDir = await folderWithPidFile(t, () => pid)
  const file = (await findPidFile(join(dataDir, 'pg18'))) ?? assert.fail()
  await shutDown(file, await getFolderId(join(dataDir, 'pg18')))
  assert.equal(await isAlive(pid), true)
  await assertStartsFresh(dataDir)
  assert.equal(await isAlive(pid), true)
})

test('a pid file whose number now belongs to the server of another folder is ignored', async (t) => {
  const otherDir = await usedFolder(t)
  const other = await startEmbeddedPostgres({ dataDir: otherDir })
  const otherPid = await serverPid(otherDir)
  await assertStartsFresh(await folderWithPidFile(t, () => otherPid))
  await query(other.connection, 'SELECT 1')
  assert.equal(await serverPid(otherDir), otherPid)
  await other.stop()
})

test('an empty pid file, left by a crash at the wrong moment, is ignored', async (t) => {
  const dataDir = await folderWithPidFile(t, (old) => old)
  await writeFile(join(dataDir, 'pg18', 'postmaster.pid'), '')
  await assertStartsFresh(dataDir)
})

test('a server killed with SIGKILL is replaced once its orphans have left', async (t) => {
  const dataDir = await usedFolder(t)
  const server = await startEmbeddedPostgres({ dataDir })
  const pid = await serverPid(dataDir)
  const orphan = (await childrenOf(pid))[0] ?? assert.fail()
  // A child that cannot notice its parent's death for now, and would go on writing later.
  process.kill(orphan, 'SIGSTOP')
  process.kill(pid, 'SIGKILL')
  const output: string[] = []
  const starting = startEmbeddedPostgres({ dataDir, log: (line) => output.push(line) })
  await until(() => output.some((line) => /shared memory block .* still in use/.test(line)), 'the orphan is noticed')
  process.kill(orphan, 'SIGCONT')
  const next = await starting
  assert.equal(next.adopted, false)
  await assertMark(next.connection)
  await server.stop()
  await query(next.connection, 'SELECT 1')
  await next.stop()
})

test('data of another PostgreSQL version stops the start and stays unchanged', async (t) => {
  const dataDir = await temporaryFolder(t)
  await mkdir(join(dataDir, 'pg18'))
  await writeFile(join(dataDir, 'pg18', 'PG_VERSION'), '17\n')
  assert.match(
    await failureOf(startEmbeddedPostgres({ dataDir })),
    /holds data of PostgreSQL 17, .* runs PostgreSQL 18/,
  )
  assert.deepEqual(await readdir(join(dataDir, 'pg18')), ['PG_VERSION'])
})

test('a folder of another version beside a missing one stops the start', async (t) => {
  const dataDir = await temporaryFolder(t)
  await mkdir(join(dataDir, 'pg17'))
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir })), /pg17 holds data of PostgreSQL 17/)
  await assert.rejects(access(join(dataDir, 'pg18')))
})

test('a damaged database is neither used nor overwritten', async (t) => {
  const dataDir = await usedFolder(t)
  const control = join(dataDir, 'pg18', 'global', 'pg_control')
  const original = await readFile(control)
  await rm(control)
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir })), /is damaged .* restore/)
  await writeFile(control, original, { mode: 0o600 })
  await assertStartsFresh(dataDir)
})

test('a server that fails at its start is quoted in one line, with the path of its log', async (t) => {
  const dataDir = await usedFolder(t)
  const message = await failureOf(startEmbeddedPostgres({ dataDir, settings: { no_such_setting: '1' } }))
  assert.match(message, /unrecognized configuration parameter "no_such_setting"/)
  assert.ok(message.includes(join(dataDir, 'postgres.log')))
  await (await startEmbeddedPostgres({ dataDir })).stop()
})

test('no card number reaches the log when a statement fails', async (t) => {
  const dataDir = await usedFolder(t)
  const pan = '5123450000000008'
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  await query(connection, 'CREATE TABLE card (pan text PRIMARY KEY)')
  await query(connection, `INSERT INTO card VALUES ('${pan}')`)
  await query(connection, 'SET log_min_duration_statement = -1')
  await assert.rejects(query(connection, 'INSERT INTO card VALUES ($1)', [pan]), /duplicate key/)
  await assert.rejects(query(connection, `SELECT 'x${pan}'::int`), /invalid input syntax/)
  await assert.rejects(query(connection, 'SELECT $1::int', [`x${pan}`]), /invalid input syntax/)
  await assert.rejects(query(connection, `SELEC ${pan}`), /syntax error/)
  await assert.rejects(query(connection, `DO $$ BEGIN RAISE EXCEPTION 'card ${pan}'; END $$`), /card/)
  // Even a crashed session, whose last statement the server would normally log.
  await assert.rejects(query(connection, `SELECT pg_terminate_backend(pg_backend_pid()), '${pan}'`))
  await stop()
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  assert.match(log, /ready to accept connections/)
  assert.ok(!log.includes(pan), log)
})

test('settings that would show card data in the log, or hide the server, are refused', async (t) => {
  const dataDir = await temporaryFolder(t)
  for (const name of ['log_statement', 'LOG_MIN_ERROR_STATEMENT', 'log_error_verbosity', 'listen_addresses']) {
    const message = await failureOf(startEmbeddedPostgres({ dataDir, settings: { [name]: 'all' } }))
    assert.ok(message.includes(name))
  }
})

test('the log is started again with each start, and the previous one is kept', async (t) => {
  const dataDir = await usedFolder(t)
  for (const _ of [1, 2, 3]) await (await startEmbeddedPostgres({ dataDir })).stop()
  for (const name of ['postgres.log', 'postgres.log.old']) {
    const log = await readFile(join(dataDir, name), 'utf8')
    assert.equal(log.match(/starting PostgreSQL/g)?.length, 1)
  }
})

test('a file at the path of the data folder is named in the error', async (t) => {
  const file = join(await temporaryFolder(t), 'file')
  await writeFile(file, '')
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir: file })), /file is in the way, it is not a folder/)
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir: join(file, 'below') })), /in the way/)
})

test('library links that npm could not make are made, in a copy where the package is read-only', async (t) => {
  const folder = await temporaryFolder(t)
  const packageRoot = join(folder, 'package')
  const original = join(locatePrograms().postgres, '..', '..', '..')
  await cp(original, packageRoot, { recursive: true, filter: (path) => !/\.so(\.\d+)?$/.test(path) })
  // The filter took real files of the same form along with the links.
  const links = JSON.parse(await readFile(join(original, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  const lib = join(original, 'native', 'lib')
  for (const name of await readdir(lib, { recursive: true })) {
    const isLink = links.some(({ target }) => target === `native/lib/${name}`)
    if (/\.so(\.\d+)?$/.test(name) && !isLink) await cp(join(lib, name), join(packageRoot, 'native', 'lib', name))
  }
  await assert.rejects(access(join(packageRoot, 'native', 'lib', 'libpq.so.5')))

  if (isRoot) {
    execFileSync('mount', ['--bind', packageRoot, packageRoot])
    execFileSync('mount', ['-o', 'remount,ro,bind', packageRoot])
  } else {
    await chmod(join(packageRoot, 'native', 'lib'), 0o500)
  }
  const copied = await findServer({ kind: 'SELF' }, folder, packageRoot)
  assert.ok(copied.kind === 'FOUND' && copied.programs.postgres.startsWith(join(folder, 'pg-server-18.')), copied.kind)
  const again = await findServer({ kind: 'SELF' }, folder, packageRoot)
  assert.deepEqual(again, copied)

  if (isRoot) execFileSync('mount', ['-o', 'remount,rw,bind', packageRoot])
  else await chmod(join(packageRoot, 'native', 'lib'), 0o700)
  const mended = await findServer({ kind: 'SELF' }, folder, packageRoot)
  assert.ok(mended.kind === 'FOUND' && mended.programs.postgres.startsWith(packageRoot))
})

test('a folder without the right to write is named in one line', asRootOnly, async (t) => {
  const clone = await publicClone()
  const folder = await temporaryFolder(t, 0o755)
  for (const dataDir of [folder, join(folder, 'new')]) {
    const { failure = '' } = await startChild(t, { dataDir }, { ...ordinaryUser, clone }).response
    assertOneLine(failure)
    assert.ok(failure.startsWith(`No permission to write to ${dataDir} as user 65534:`), failure)
  }
  assert.deepEqual(await readdir(folder), [])
})

test('a read-only disk is named in one line', asRootOnly, async (t) => {
  const dataDir = await temporaryFolder(t)
  if (!mountTmpfs(t, dataDir, 'size=1m,ro')) return
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir })), /is on a read-only disk/)
})

test('a disk too small for a new database is named, and nothing is left behind', asRootOnly, async (t) => {
  const dataDir = await temporaryFolder(t)
  if (!mountTmpfs(t, dataDir, 'size=16m')) return
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir })), /^No space left for the database in/)
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith('pg18')),
    [],
  )

  execFileSync('mount', ['-o', 'remount,size=200m', dataDir])
  const server = await startEmbeddedPostgres({ dataDir })
  await leaveMark(server.connection)
  await server.stop()

  await fill(join(dataDir, 'filling'))
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir })), /^No space left for the database in/)
  await rm(join(dataDir, 'filling'))
  await assertStartsFresh(dataDir)
})

test('a disk too full for the database itself is named, and the server is not left running', asRootOnly, async (t) => {
  const dataDir = await temporaryFolder(t)
  if (!mountTmpfs(t, dataDir, 'size=200m')) return
  await copyUsedFolder(dataDir)
  const { connection, stop } = await startEmbeddedPostgres({ dataDir })
  await query({ ...connection, database: 'postgres' }, 'DROP DATABASE tollgate')
  await stop()
  // Room for the server to work in, not for one more database (8 MB).
  await fill(join(dataDir, 'filling'))
  await truncate(join(dataDir, 'filling'), (await stat(join(dataDir, 'filling'))).size - 512 * 1024)
  assert.match(await failureOf(startEmbeddedPostgres({ dataDir })), /^No space left for the database in/)
  await assert.rejects(access(join(dataDir, 'pg18', 'postmaster.pid')))
  await rm(join(dataDir, 'filling'))
  await (await startEmbeddedPostgres({ dataDir })).stop()
})

function mountTmpfs(t: TestContext, folder: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tollgate-test', folder], { stdio: 'pipe' })
  } catch {
    t.skip('mounting is not allowed here')
    return false
  }
  return true
}

async function fill(file: string): Promise<void> {
  const filling = spawn('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k'], { stdio: 'ignore' })
  await once(filling, 'close')
}
