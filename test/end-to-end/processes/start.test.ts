// `npm start` survives what a laptop does: it is stopped, killed, started twice, moved, full, and run by any user.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, rmSync } from 'node:fs'
import { access, chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { serve } from '../../../src/cli/installation/serve.ts'
import { explainFailure } from '../../../src/cli/start-failure.ts'
import { openListeners } from '../../../src/compose/index.ts'
import { pointerFileOf } from '../../../src/platform/postgres/embedded/layout.ts'
import { withStartLock } from '../../../src/platform/postgres/embedded/start-lock.ts'
import { until } from '../../support/checks/poll.ts'
import { newOrderId, send } from '../../support/clients/client.ts'
import { placeBundle } from '../../support/gateway/clone.ts'
import { silentLog, testConfig } from '../../support/gateway/database.ts'
import { asRootOnly, assertOneLine, ordinaryUser, placeNode } from '../../support/gateway/embedded-kit.ts'
import {
  embeddedServer,
  exitOf,
  type GatewayProcess,
  gatewayWords,
  holdAcquirer,
  makeSite,
  type Owner,
  type ProcessSite,
  type ReadyGateway,
  repository,
  retrieveFrom,
  untilReady,
  verifyOn,
} from '../../support/gateway/process.ts'
import { endProcess } from '../../support/gateway/processes.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

/** Verifies the test card on a new order; the order's id. */
async function verifySome(gateway: ReadyGateway): Promise<string> {
  const orderId = newOrderId()
  const { status, body } = await verifyOn(gateway, { orderId })
  assert.deepEqual([status, body.result], [201, 'SUCCESS'])
  return orderId
}

async function assertVerified(gateway: ReadyGateway, orderId: string): Promise<void> {
  const { status, body } = await retrieveFrom(gateway, `/order/${orderId}`)
  assert.deepEqual([status, body.result, body.status], [200, 'SUCCESS', 'VERIFIED'])
}

/** Ends the gateway and checks that it leaves nothing running, its database server included. */
async function stopCleanly(gateway: GatewayProcess, site: ProcessSite): Promise<void> {
  gateway.kill('SIGTERM')
  await assertEndsCleanly(gateway, site)
}

async function assertEndsCleanly(gateway: GatewayProcess, site: ProcessSite): Promise<void> {
  assert.deepEqual(await exitOf(gateway), { code: 0, signal: null }, gateway.stderr)
  assert.equal(gateway.stderr, '')
  assert.deepEqual(await site.processes(), [])
}

/** The one line in which a gateway says why it does not start. */
async function refusalOf(gateway: GatewayProcess): Promise<string> {
  const { code } = await exitOf(gateway)
  assert.deepEqual([code, gateway.stdout], [1, ''], gateway.stderr)
  const message = gateway.stderr.replace(/\n$/, '')
  assertOneLine(message)
  return message
}

function isMissing(program: string): boolean {
  return spawnSync(program, ['--version']).status !== 0
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Whether the folder is there, and in it something by this name or pattern. */
function hasPath(folder: string, pattern: string): boolean {
  return existsSync(folder) && (pattern === '.' || globSync(pattern, { cwd: folder }).length > 0)
}

/** Whose data folder the first tests make, and the others take and pass on: that is faster than one more first start. */
let firstSite: ProcessSite
const endings: (() => Promise<void>)[] = []
before(async () => {
  firstSite = await makeSite({ after: (clean) => endings.push(clean) })
})
after(async () => {
  for (const clean of endings) await clean()
})

/** A site whose gateway was started and stopped before; a new one when the test before has failed, and passed nothing on. */
async function usedSite(owner: Owner): Promise<ProcessSite> {
  const site = await makeSite(owner)
  const isUsed = await exists(join(firstSite.dataDir, 'sandbox-password'))
  // A database that root had to put elsewhere does not come along with its data folder.
  if (isUsed && !(await exists(pointerFileOf(firstSite.dataDir)))) await rename(firstSite.dataDir, site.dataDir)
  return site
}

/** At the end of a test that has left no process behind. */
async function passOn(site: ProcessSite): Promise<void> {
  if (!(await exists(firstSite.dataDir))) await rename(site.dataDir, firstSite.dataDir)
}

/** Something that several tests share, in a folder that any user can enter; removed when the file is over. */
function once<Thing>(make: (folder: string) => Promise<Thing>): () => Promise<Thing> {
  let folder: string | undefined
  let thing: Promise<Thing> | undefined
  after(async () => {
    await thing?.catch(() => {})
    if (folder) rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    thing ??= (async () => {
      folder = await mkdtemp(join(tmpdir(), 'tg-once-'))
      await chmod(folder, 0o755)
      return await make(folder)
    })()
    return thing
  }
}

describe('a data folder', () => {
  let password: string
  let orderId: string

  it('is made by the first start, which opens three listeners and prints a command that verifies a card', async (t) => {
    const gateway = await firstSite.start()
    orderId = await verifySome(gateway)
    t.diagnostic(
      `first start: ready after ${Math.round(gateway.readyAfterMs)} ms, a card verified after ${since(gateway)} ms`,
    )
    password = gateway.password
    for (const url of [gateway.httpUrl, gateway.httpsUrl, gateway.mtlsUrl]) {
      const { status, body } = await send(url, { path: '/health/ready', login: null })
      assert.deepEqual([status, body.status], [200, 'READY'], url)
    }
    const [command] = /^ +curl [\s\S]*?'\{.*\}'$/m.exec(gateway.stdout) ?? assert.fail('no command is printed')
    const missing = ['curl', 'bash'].find(isMissing)
    if (missing) t.skip(`needs ${missing}`)
    else {
      // Without the developer's proxies and configuration of curl.
      const env = { PATH: process.env['PATH'], HOME: firstSite.folder }
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { env })
      const { result, response } = JSON.parse(stdout)
      assert.deepEqual([result, response.gatewayCode], ['SUCCESS', 'APPROVED'])
    }
    await stopCleanly(gateway, firstSite)
  })

  it('keeps password, merchants and orders for the next start, also when it was moved before', async (t) => {
    const elsewhere = join(firstSite.folder, 'moved', 'elsewhere')
    await mkdir(join(firstSite.folder, 'moved'))
    await rename(firstSite.dataDir, elsewhere)
    const gateway = await firstSite.start({ TOLLGATE_DATA_DIR: elsewhere })
    await verifySome(gateway)
    t.diagnostic(
      `later start: ready after ${Math.round(gateway.readyAfterMs)} ms, a card verified after ${since(gateway)} ms`,
    )
    assert.equal(gateway.password, password)
    await assertVerified(gateway, orderId)
    for (const merchant of ['TESTMERCHANT', 'TESTSUPPLIED', 'TESTPRESERVE64', 'TESTUNIQUE']) {
      const path = `/api/rest/version/100/merchant/${merchant}/order/nobody`
      const { status } = await send(gateway.httpUrl, { path, login: `merchant.${merchant}:${password}` })
      assert.equal(status, 400, `${merchant} is let in, and there is no such order`)
    }
    assert.equal(await exists(firstSite.dataDir), false)
    await stopCleanly(gateway, firstSite)
    await rename(elsewhere, firstSite.dataDir)
  })
})

const since = ({ startedAtMs }: GatewayProcess) => Math.round(performance.now() - startedAtMs)

describe('a gateway asked to stop', () => {
  const byTerm = (gateway: GatewayProcess) => gateway.kill('SIGTERM')
  const byCtrlC = (gateway: GatewayProcess) => gateway.killGroup('SIGINT')

  for (const [way, ask, how] of [
    ['by SIGTERM', byTerm, {}],
    ['by Ctrl-C, which npm and it get,', byCtrlC, { command: ['npm', 'start'] }],
  ] as const) {
    it(`${way} is not ready any more, finishes requests in flight and leaves no process behind`, async (t) => {
      const site = await usedSite(t)
      const gateway = await site.start({}, how)
      const { connection } = await embeddedServer(site.dataDir)
      const acquirer = await holdAcquirer(t, connection)
      // Its request has begun to arrive before the stop, so it is answered after it.
      const watcher = await beginReadinessCheck(gateway)
      const answered = verifyOn(gateway, { orderId: newOrderId() })
      await until(async () => (await acquirer.waiting()) === 1, 'the acquirer is asked')

      ask(gateway)
      await until(() => gateway.stdout.includes('"msg":"stopping"'), 'the gateway is stopping')
      assert.match(await watcher.finish(), /^HTTP\/1.1 503 [\s\S]*"accepting":false/)
      await until(() => refusesConnections(gateway), 'no connection is accepted any more')
      assert.equal(gateway.hasExited, false)

      await acquirer.release()
      const { status, body } = await answered
      assert.deepEqual([status, body.result], [201, 'SUCCESS'])
      await exitOf(gateway)
      assert.equal(gateway.stdout.match(/"msg":"stopping"/g)?.length, 1)
      if (!('command' in how)) await assertEndsCleanly(gateway, site)
      assert.deepEqual(await site.processes(), [])
      await passOn(site)
    })
  }

  it('after its terminal window was closed still stops', async (t) => {
    const program = 'script'
    if (isMissing(program)) return t.skip('needs the program script of util-linux, which makes a terminal')
    const site = await usedSite(t)
    const terminal = await site.start(
      { TOLLGATE_LOG_FORMAT: 'json' },
      { command: [program, '-qfec', [process.execPath, ...gatewayWords()].join(' '), '/dev/null'] },
    )
    const { pid } = JSON.parse(await readFile(join(site.dataDir, 'running.json'), 'utf8'))
    terminal.kill('SIGKILL')
    await exitOf(terminal)
    // Makes it write a line where no line can be written any more. Whether it goes on at all is not the question here.
    const asked = retrieveFrom(terminal, '/order/nobody').catch(() => undefined)
    await Promise.race([asked, until(async () => !(await site.processes()).includes(pid), 'it has ended')])
    if ((await site.processes()).includes(pid)) process.kill(pid, 'SIGTERM')
    await until(async () => (await site.processes()).length === 0, 'it has stopped, and its database with it')
    await passOn(site)
  })
})

/** Sends all but the last line of a readiness check. */
async function beginReadinessCheck({ httpUrl }: ReadyGateway): Promise<{ finish(): Promise<string> }> {
  const socket = await connectTo(httpUrl)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.write('GET /health/ready HTTP/1.1\r\nHost: localhost\r\n', resolve))
  return {
    async finish() {
      socket.write('\r\n')
      await ended
      return text
    },
  }
}

function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host: hostname, port: Number(port) })
  socket.once('error', reject).once('connect', () => resolve(socket))
  return promise
}

async function refusesConnections({ httpUrl }: ReadyGateway): Promise<boolean> {
  return connectTo(httpUrl).then(
    (socket) => {
      socket.destroy()
      return false
    },
    () => true,
  )
}

describe('a gateway that cannot start', () => {
  it('because a port is taken says which, and leaves nothing running', async (t) => {
    const site = await usedSite(t)
    const { port, close } = await takePort()
    t.after(close)
    // The last one that is opened: by then everything else runs.
    const message = await refusalOf(site.spawn({ TOLLGATE_HTTP_PORT: String(port) }))
    assert.ok(message.includes('TOLLGATE_HTTP_PORT') && message.includes(String(port)), message)
    assert.deepEqual(await site.processes(), [])
    await passOn(site)

    const gateway = await sharedGateway()
    for (const setting of ['TOLLGATE_HTTPS_PORT', 'TOLLGATE_MTLS_PORT', 'TOLLGATE_HTTP_PORT']) {
      const config = testConfig(gateway.database, { TOLLGATE_DATA_DIR: gateway.dataDir, [setting]: String(port) })
      await assert.rejects(openListeners(config, gateway, silentLog()), ({ message }: Error) => {
        return message.includes(setting) && message.includes(String(port))
      })
    }
  })

  it('because of a wrong setting names the setting, and makes no data folder', async (t) => {
    const site = await makeSite(t)
    const wrong = [
      ['TOLLGATE_HTTPS_PORT', 'https'],
      ['TOLLGATE_HTTP_PORTS', '8080'],
      ['DATABASE_URL', 'mysql://localhost'],
    ] as const
    for (const [name, value] of wrong) {
      const refused = serve({ TOLLGATE_DATA_DIR: site.dataDir, [name]: value })
      await assert.rejects(refused, (error) => explainFailure(error).startsWith(name))
    }
    const message = await refusalOf(site.spawn({ TOLLGATE_HTTP_PORTS: '8080' }))
    assert.ok(message.includes('TOLLGATE_HTTP_PORTS'), message)
    assert.equal(await exists(site.dataDir), false)
  })

  it('because the database is out of reach names DATABASE_URL, and not its password', async (t) => {
    const site = await makeSite(t)
    const { port, close } = await takePort()
    await close()
    const message = await refusalOf(site.spawn({ DATABASE_URL: `postgres://me:unspoken@127.0.0.1:${port}/none` }))
    assert.ok(message.includes('DATABASE_URL') && message.includes('ECONNREFUSED'), message)
    assert.ok(!message.includes('unspoken'), message)
  })

  it('because it may not write to the data folder says so', asRootOnly, async (t) => {
    const site = await openSite(t)
    const clone = await publicClone()
    const closed = join(site.folder, 'closed')
    await mkdir(closed, { mode: 0o700 })
    for (const dataDir of [closed, join(closed, 'data')]) {
      const gateway = site.spawn({ TOLLGATE_DATA_DIR: dataDir, HOME: site.folder }, { ...ordinaryUser, ...clone })
      const message = await refusalOf(gateway)
      assert.ok(message.includes(dataDir) && message.includes('TOLLGATE_DATA_DIR'), message)
    }
  })

  const sizes = [
    ['from the beginning', '64k', 'dd if=/dev/zero of="$1/everything" bs=4k 2>/dev/null;'],
    ['before the database is made', '1m', ''],
    ['while the database is made', '36m', ''],
  ] as const
  for (const [moment, size, fill] of sizes) {
    it(`because the disk is full ${moment} says so`, asRootOnly, async (t) => {
      const site = await makeSite(t)
      await mkdir(site.dataDir)
      // A mount that only this process and its children see, so that it goes away with them.
      const script = `mount -t tmpfs -o size=${size} none "$1" || exit 77; ${fill} exec "$2" ${gatewayWords().join(' ')}`
      const words = ['--mount', 'sh', '-c', script, 'sh', site.dataDir, process.execPath] as const
      const gateway = site.spawn({}, { command: ['unshare', ...words] })
      if ((await exitOf(gateway)).code === 77) return t.skip(`may not mount a small disk: ${gateway.stderr.trim()}`)
      const message = await refusalOf(gateway)
      assert.ok(message.startsWith('No space left') && message.includes(site.dataDir), message)
      assert.deepEqual(await site.processes(), [])
    })
  }
})

async function takePort(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : assert.fail()
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

describe('the user who starts the gateway', () => {
  it('as an ordinary user works in their own folder', asRootOnly, async (t) => {
    const site = await openSite(t)
    const clone = await publicClone()
    await mkdir(site.dataDir, { mode: 0o700 })
    await chown(site.dataDir, ordinaryUser.uid, ordinaryUser.gid)
    const home = join(site.folder, 'home')
    await mkdir(home)
    await chown(home, ordinaryUser.uid, ordinaryUser.gid)
    const how = { ...ordinaryUser, ...clone }
    const first = await site.start({ HOME: home }, how)
    const orderId = await verifySome(first)
    await stopCleanly(first, site)
    const second = await site.start({ HOME: home }, how)
    await assertVerified(second, orderId)
    await stopCleanly(second, site)
  })

  for (const [where, withNamespaces] of [
    ['on this machine', true],
    ['where user namespaces are forbidden', false],
  ] as const) {
    it(`as root ${where} works with data and program in a folder that only root can enter`, asRootOnly, async (t) => {
      const site = await makeSite(t)
      const closed = join(site.folder, 'closed')
      await mkdir(closed, { mode: 0o700 })
      const clone = await closedClone()
      const path = withNamespaces
        ? process.env['PATH']
        : `${await programThatFails(closed, 'unshare')}:${process.env['PATH']}`
      const env = { TOLLGATE_DATA_DIR: join(closed, 'data'), PATH: path ?? '' }
      const first = await site.start(env, clone)
      const orderId = await verifySome(first)
      await stopCleanly(first, site)
      const second = await site.start(env, clone)
      await assertVerified(second, orderId)
      await stopCleanly(second, site)
    })
  }
})

/** A folder to put in front of the path, with a program in it that refuses. */
async function programThatFails(folder: string, name: string): Promise<string> {
  const programs = join(folder, 'programs')
  await mkdir(programs)
  await writeFile(join(programs, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return programs
}

/** A site that any user can enter. */
async function openSite(t: TestContext): Promise<ProcessSite> {
  const site = await makeSite(t)
  await chmod(site.folder, 0o755)
  return site
}

interface Clone {
  readonly root: string
  readonly command: readonly [string, ...string[]]
}

const clone = once(cloneInto)

/** The program in a folder that everybody can enter; this repository may be closed to other users. */
async function publicClone(): Promise<Clone> {
  const placed = await clone()
  await chmod(dirname(placed.root), 0o755)
  return placed
}

/** The program in a folder that only its owner, who is root here, can enter. */
async function closedClone(): Promise<Clone> {
  const placed = await clone()
  await chmod(dirname(placed.root), 0o700)
  return placed
}

/** The repository as it is, without the packages that only its developers need, and with a Node of its own. */
async function cloneInto(folder: string): Promise<Clone> {
  const root = join(folder, 'tollgate')
  const { packages } = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>
  }
  const needed = Object.keys(packages).filter(
    (path) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !packages[path]?.dev && !/\/node-(bin-)?\w+-\w+$/.test(path),
  )
  const own = (await readdir(repository)).filter((name) => !['.git', '.tollgate', 'node_modules'].includes(name))
  for (const part of [...own, ...needed]) {
    // Packages for other platforms are listed, but not installed.
    if (!(await exists(join(repository, part)))) continue
    await cp(join(repository, part), join(root, part), { recursive: true, verbatimSymlinks: true })
  }
  const node = join(root, 'node')
  await placeNode(node)
  // The user who starts it can write the compile cache, as in their own clone.
  const compiled = join(root, 'node_modules', '.cache', 'tollgate')
  await mkdir(compiled, { recursive: true })
  await chmod(compiled, 0o777)
  return { root, command: [node, ...(await placeBundle(root))] }
}

describe('a gateway killed by SIGKILL', () => {
  const endings: (() => Promise<void>)[] = []
  let site: ProcessSite
  let killed: ReadyGateway
  let next: GatewayProcess
  let orderId: string
  before(async () => {
    site = await usedSite({ after: (clean) => endings.push(clean) })
    killed = await site.start()
    orderId = await verifySome(killed)
  })
  after(async () => {
    for (const clean of endings) await clean()
  })

  it('is not named to a second gateway in its folder, which exits and names the one that is just starting', async () => {
    const { pid } = await embeddedServer(site.dataDir)
    killed.kill('SIGKILL')
    assert.deepEqual(await exitOf(killed), { code: null, signal: 'SIGKILL' })
    assert.ok((await site.processes()).includes(pid), 'its database server still runs')
    // With this lock taken no start comes further than having the folder.
    await withStartLock(site.dataDir, async () => {
      next = site.spawn()
      await until(() => hasTakenFolder(next, site), 'the next one has taken the folder')
      const message = await refusalOf(site.spawn())
      assert.ok(message.includes(`process ${next.pid}, still starting`), message)
    })
  })

  it('leaves its database running for the next start, which finds every order', async (t) => {
    const { pid } = await embeddedServer(site.dataDir)
    const ready = await untilReady(next)
    t.diagnostic(`start on a database that still runs: ready after ${Math.round(ready.readyAfterMs)} ms`)
    assert.equal((await embeddedServer(site.dataDir)).pid, pid)
    await assertVerified(ready, orderId)
    await verifySome(ready)
  })

  it('is followed by one that restarts its database when that is killed, and continues', async () => {
    const ready = await untilReady(next)
    const { pid } = await embeddedServer(site.dataDir)
    endProcess(pid)
    // Its other processes may still answer for a moment.
    await until(() => /the embedded PostgreSQL was restarted/.test(ready.stdout), 'the database is started again')
    assert.notEqual((await embeddedServer(site.dataDir)).pid, pid)
    await until(
      async () => (await verifyOn(ready, { orderId: 'after-the-database-was-killed' })).status < 300,
      'payments are made again',
    )
    await assertVerified(ready, orderId)
  })

  it('is followed by one that continues when a second one in the folder exits, and that stops the database', async () => {
    const ready = await untilReady(next)
    const message = await refusalOf(site.spawn())
    assert.ok(message.includes(site.dataDir), message)
    assert.ok(message.includes(`process ${ready.pid}`), message)
    assert.ok(message.includes(ready.httpsUrl), message)
    await verifySome(ready)
    await stopCleanly(ready, site)
  })
})

/** Whether this process, and no earlier one, is named as the one that works in the folder. */
async function hasTakenFolder({ pid }: GatewayProcess, { dataDir }: ProcessSite): Promise<boolean> {
  const word = await readFile(join(dataDir, 'running.json'), 'utf8').catch(() => '{}')
  return JSON.parse(word).pid === pid
}

describe('a gateway killed during its very first start', () => {
  it('at any of several steps starts normally afterwards', async (t) => {
    const site = await makeSite(t)
    const steps = [
      'pg18.new-*/global/pg_control', // The cluster is being made.
      'pg18', // It is complete.
      'pg18/postmaster.pid', // The database server starts.
      'sandbox-password', // The gateway is nearly ready.
    ]
    const killWhen = async (isTime: (gateway: GatewayProcess) => boolean | Promise<boolean>, what: string) => {
      const gateway = site.spawn()
      await until(() => isTime(gateway), what)
      gateway.kill('SIGKILL')
      assert.equal((await exitOf(gateway)).signal, 'SIGKILL', what)
    }
    await killWhen(() => true, 'it is killed at once')
    await killWhen(() => hasPath(site.dataDir, '.'), 'the data folder appears')
    for (const step of steps) {
      const isTime = async (gateway: GatewayProcess) =>
        (await hasTakenFolder(gateway, site)) && hasPath(site.dataDir, step)
      await killWhen(isTime, `${step} appears`)
    }
    const gateway = await site.start()
    await verifySome(gateway)
    await stopCleanly(gateway, site)
  })
})
