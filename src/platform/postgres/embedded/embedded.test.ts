// The life of an embedded server: started, found again, left behind, taken over, stopped.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { until } from '../../../../test/support/checks/poll.ts'
import {
  assertMark,
  childrenOf,
  isAlive,
  leaveMark,
  query,
  serverPid,
  startChild,
  temporaryFolder,
  usedFolder,
} from '../../../../test/support/gateway/embedded-kit.ts'
import { isEmbeddedPostgresRunning, startEmbeddedPostgres } from './index.ts'

test('a first start makes a UTF-8 database, durable, behind a private socket', async (t) => {
  const dataDir = join(await temporaryFolder(t), 'not', 'there', 'yet')
  const began = performance.now()
  const server = await startEmbeddedPostgres({ dataDir })
  t.diagnostic(`first start: ${Math.round(performance.now() - began)} ms`)
  assert.equal(server.adopted, false)
  assert.equal(server.connection.host, join(dataDir, 'pg-socket'))
  assert.equal((await stat(server.connection.host)).mode & 0o777, 0o700)
  assert.deepEqual(
    await query(
      server.connection,
      `SELECT pg_encoding_to_char(encoding) AS encoding, datlocale, current_setting('fsync') AS fsync,
         current_setting('data_checksums') AS checksums, current_user::text AS me, usesuper
       FROM pg_database, pg_user WHERE datname = 'tollgate' AND usename = 'tollgate'`,
    ),
    [{ encoding: 'UTF8', datlocale: 'C.UTF-8', fsync: 'on', checksums: 'on', me: 'tollgate', usesuper: true }],
  )
  assert.equal(await isEmbeddedPostgresRunning(dataDir), true)
  await server.stop()
  assert.equal(await isEmbeddedPostgresRunning(dataDir), false)
})

test('a second start finds the data of the first, and takes little time', async (t) => {
  const dataDir = await usedFolder(t)
  const began = performance.now()
  const second = await startEmbeddedPostgres({ dataDir })
  t.diagnostic(`later start: ${Math.round(performance.now() - began)} ms`)
  assert.equal(second.adopted, false)
  await assertMark(second.connection)
  await second.stop()
})

test('the caller may change settings', async (t) => {
  const dataDir = await usedFolder(t)
  const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '17' } })
  assert.deepEqual(await query(server.connection, 'SHOW max_connections'), [{ max_connections: '17' }])
  await server.stop()
})

test('stopping ends open sessions, and leaves no process and no pid file', async (t) => {
  const dataDir = await usedFolder(t)
  const server = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client({ ...server.connection })
  await client.connect()
  client.on('error', () => {})
  const lost = new Promise<void>((resolve) => client.on('end', resolve))
  const postmaster = await serverPid(dataDir)
  const processes = [postmaster, ...(await childrenOf(postmaster))]
  assert.ok(processes.length > 5)
  await Promise.all([server.stop(), server.stop()])
  for (const pid of processes) assert.equal(await isAlive(pid), false, `process ${pid} is left`)
  await assert.rejects(access(join(dataDir, 'pg18', 'postmaster.pid')))
  await lost
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  assert.match(log, /received fast shutdown request[\s\S]*database system is shut down\n$/)
  await server.stop()
})

test('Ctrl-C and SIGKILL reach the gateway only; the next one uses the server left behind', async (t) => {
  const dataDir = await usedFolder(t)
  const interrupted = startChild(t, { dataDir })
  await interrupted.response
  const pid = await serverPid(dataDir)
  // A negative number signals the whole process group, as a terminal does.
  process.kill(-(interrupted.process.pid ?? assert.fail()), 'SIGINT')
  await once(interrupted.process, 'close')

  const killed = startChild(t, { dataDir })
  assert.equal((await killed.response).adopted, true)
  await killed.kill()

  const server = await startEmbeddedPostgres({ dataDir })
  assert.equal(server.adopted, true)
  assert.equal(await serverPid(dataDir), pid)
  await assertMark(server.connection)
  await server.stop()
  await until(async () => !(await isAlive(pid)), 'the server is gone')
})

test('a gateway killed while the database is being made leaves nothing in the way', async (t) => {
  const dataDir = await temporaryFolder(t)
  const child = startChild(t, { dataDir })
  const unfinished = async () => (await readdir(dataDir)).filter((name) => name.startsWith('pg18.new-'))
  await until(async () => {
    const names = await Promise.all((await unfinished()).map((name) => readdir(join(dataDir, name)).catch(() => [])))
    return names.flat().includes('PG_VERSION')
  }, 'initdb is at work')
  await child.kill()
  await assert.rejects(access(join(dataDir, 'pg18')))
  // A power cut leaves the same state: no process remains to clean up.
  await mkdir(join(dataDir, 'pg18.new-00000000', 'base'), { recursive: true })

  const server = await startEmbeddedPostgres({ dataDir })
  await leaveMark(server.connection)
  await server.stop()
  // The orphaned initdb may have been writing when its folder was removed; the start after it ends removes the rest.
  await until(async () => {
    await (await startEmbeddedPostgres({ dataDir })).stop()
    return (await unfinished()).length === 0
  }, 'the unfinished folders are gone')
})

test('a half-made database folder is set aside and made again', async (t) => {
  const dataDir = await temporaryFolder(t)
  const cluster = join(dataDir, 'pg18')
  await mkdir(join(cluster, 'base', '1'), { recursive: true })
  await mkdir(join(cluster, 'global'))
  await writeFile(join(cluster, 'PG_VERSION'), '18\n')
  const server = await startEmbeddedPostgres({ dataDir })
  await leaveMark(server.connection)
  await server.stop()
  const aside = (await readdir(dataDir)).filter((name) => name.startsWith('pg18.half-made-'))
  assert.equal(aside.length, 1)
})

test('an empty database folder is used for a new database', async (t) => {
  const dataDir = await temporaryFolder(t)
  await mkdir(join(dataDir, 'pg18'))
  await (await startEmbeddedPostgres({ dataDir })).stop()
})

test('two gateways starting at once on one new folder end up with one server', async (t) => {
  const dataDir = await temporaryFolder(t)
  const children = [startChild(t, { dataDir }), startChild(t, { dataDir }), startChild(t, { dataDir })]
  const [here, ...there] = await Promise.all([
    startEmbeddedPostgres({ dataDir }),
    ...children.map((child) => child.response),
  ])
  const adopted = [here, ...there].map((response) => response.adopted)
  assert.deepEqual(adopted.sort(), [false, true, true, true])
  const starts = there.map((response) => query(response.connection, 'SELECT pg_postmaster_start_time()::text'))
  assert.equal(new Set((await Promise.all(starts)).map((rows) => JSON.stringify(rows))).size, 1)
  const names = await readdir(dataDir)
  assert.deepEqual(
    names.filter((name) => name.startsWith('pg18')),
    ['pg18'],
  )
  await here.stop()
})

test('two starts in one process share one server', async (t) => {
  const dataDir = await usedFolder(t)
  const both = await Promise.all([startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })])
  assert.deepEqual(both.map((server) => server.adopted).sort(), [false, true])
  await Promise.all(both.map((server) => server.stop()))
})

test('a start waits for a server that is still shutting down', async (t) => {
  const dataDir = await usedFolder(t)
  const first = await startEmbeddedPostgres({ dataDir })
  const client = new pg.Client({ ...first.connection })
  await client.connect()
  const pid = await serverPid(dataDir)
  // A smart shutdown lasts as long as any client is connected.
  process.kill(pid, 'SIGTERM')
  const pidFile = join(dataDir, 'pg18', 'postmaster.pid')
  await until(async () => (await readFile(pidFile, 'utf8')).includes('stopping'), 'the server is stopping')
  const output: string[] = []
  const starting = startEmbeddedPostgres({ dataDir, log: (line) => output.push(line) })
  await until(() => output.some((line) => line.startsWith('waiting for')), 'the start waits')
  await client.query('SELECT 1')
  await client.end()
  const second = await starting
  assert.equal(second.adopted, false)
  assert.notEqual(await serverPid(dataDir), pid)
  await assertMark(second.connection)
  await second.stop()
})

test('a start waits for a server that is still recovering, and uses it', async (t) => {
  const dataDir = await usedFolder(t)
  // Recovery that lasts until the test ends it: it requests an archived file, and the reply waits for a signal.
  const sign = join(dataDir, 'go-on')
  await writeFile(join(dataDir, 'pg18', 'recovery.signal'), '')
  const settings = { hot_standby: 'off', restore_command: `while [ ! -e '${sign}' ]; do sleep 0.02; done; false` }
  const child = startChild(t, { dataDir, settings })
  const pidFile = join(dataDir, 'pg18', 'postmaster.pid')
  await until(async () => (await readFile(pidFile, 'utf8').catch(() => '')).includes('starting'), 'recovery began')
  const pid = await serverPid(dataDir)
  await child.kill()

  const output: string[] = []
  const starting = startEmbeddedPostgres({ dataDir, log: (line) => output.push(line) })
  await until(() => output.some((line) => line.startsWith('waiting for')), 'the start waits')
  await assert.rejects(query({ host: join(dataDir, 'pg-socket'), user: 'tollgate' }, 'SELECT 1'), /starting up/)
  await writeFile(sign, '')
  const server = await starting
  assert.equal(server.adopted, true)
  assert.equal(await serverPid(dataDir), pid)
  await assertMark(server.connection)
  await server.stop()
})

test('a data folder moved while the server was stopped works at its new place', async (t) => {
  const before = await usedFolder(t, 'before')
  const after = join(before, '..', 'after')
  await rename(before, after)
  const second = await startEmbeddedPostgres({ dataDir: after })
  await assertMark(second.connection)
  await second.stop()
})

test('a data folder moved under a running server gets a new server; the old handle still stops its own', async (t) => {
  const one = await usedFolder(t, 'one')
  const [two, three] = [join(one, '..', 'two'), join(one, '..', 'three')]
  const first = await startEmbeddedPostgres({ dataDir: one })
  const pid = await serverPid(one)
  await rename(one, two)
  const second = await startEmbeddedPostgres({ dataDir: two })
  assert.equal(second.adopted, false)
  assert.equal(await isAlive(pid), false)
  await assertMark(second.connection)
  await first.stop()
  const secondPid = await serverPid(two)
  assert.equal(await isAlive(secondPid), true)
  await rename(two, three)
  await second.stop()
  assert.equal(await isAlive(secondPid), false)
})

test('a path too long for a socket uses loopback TCP with a password', async (t) => {
  const dataDir = await usedFolder(t, 'long-'.repeat(20))
  const first = await startEmbeddedPostgres({ dataDir })
  const { connection } = first
  assert.equal(connection.host, '127.0.0.1')
  await assertMark(connection)
  assert.equal((await stat(join(dataDir, 'postgres.password'))).mode & 0o777, 0o600)
  await assert.rejects(query({ ...connection, password: 'wrong' }, 'SELECT 1'), { code: '28P01' })
  const again = await startEmbeddedPostgres({ dataDir })
  assert.deepEqual([again.adopted, again.connection], [true, connection])
  await first.stop()

  const lostPassword = join(dataDir, 'postgres.password')
  await rename(lostPassword, `${lostPassword}.lost`)
  const second = await startEmbeddedPostgres({ dataDir })
  assert.notEqual(second.connection.password, connection.password)
  await assertMark(second.connection)
  await second.stop()
})

test('a path with blanks, commas and quotes works', async (t) => {
  const dataDir = await usedFolder(t, `it's "a, b" ü`)
  const server = await startEmbeddedPostgres({ dataDir })
  assert.equal(server.connection.host, join(dataDir, 'pg-socket'))
  await query(server.connection, 'SELECT 1')
  await server.stop()
})

test('a start that is ended while its server gets ready leaves no server behind, and the next start works', async (t) => {
  const dataDir = await usedFolder(t)
  const reason = new Error('enough')
  // As if it were aborted in the moment in which the server has written its pid file, which is before it is ready.
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted() {
      if (existsSync(join(dataDir, 'pg18', 'postmaster.pid'))) throw reason
    },
  })
  await assert.rejects(startEmbeddedPostgres({ dataDir, signal }), reason)
  assert.equal(await isEmbeddedPostgresRunning(dataDir), false)
  const server = await startEmbeddedPostgres({ dataDir })
  assert.equal(server.adopted, false)
  await assertMark(server.connection)
  await server.stop()
})
