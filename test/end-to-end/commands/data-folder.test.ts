// The operator's command and the gateway around one data folder, and the launcher that starts either.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { isEmbeddedPostgresRunning } from '../../../src/platform/postgres/embedded/index.ts'
import { isDataFolderLocked, lockDataFolder } from '../../../src/platform/system/data-folder.ts'
import { eventually } from '../../support/checks/poll.ts'
import { apiPath, send } from '../../support/clients/client.ts'
import { launch, tollgate, tollgateProcess } from '../../support/gateway/command-line.ts'
import { embeddedServer, makeSite, repository } from '../../support/gateway/process.ts'

// One folder for all, since making its database takes longest: what a test leaves there the next one finds.
let dataDir = ''
let env: Record<string, string> = {}
const cleanings: (() => Promise<void>)[] = []
before(async () => {
  const site = await makeSite({ after: (clean) => cleanings.push(clean) })
  dataDir = site.dataDir
  env = { TOLLGATE_DATA_DIR: dataDir }
})
after(async () => {
  for (const clean of cleanings) await clean()
})

async function merchantIds(): Promise<readonly string[]> {
  const { json } = await tollgate(['merchant', 'list', '--json'], { env })
  return json.merchants.map(({ id }: { id: string }) => id)
}

/** The gateway behind a launcher that hands over to another Node, once it has printed where it is. */
async function serving(settings: Record<string, string> & { readonly TOLLGATE_DATA_DIR: string }) {
  const launcher = launch(['serve', '--json'], { env: settings, isNodeOld: true })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    launcher[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  }
  let ended: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined
  launcher.once('close', (code, signal) => {
    ended = { code, signal }
  })
  await eventually(
    async () => ({ ...printed, ended }),
    ({ stdout }) => stdout.includes('\n') || ended !== undefined,
  )
  const running = await readFile(join(settings.TOLLGATE_DATA_DIR, 'running.json'), 'utf8')
  const { pid } = JSON.parse(running) as { pid: number }
  /** How the launcher ended, once all that it printed was read; fails when it does not end. */
  const ending = () => eventually(async () => ended)
  return { launcher, ending, gatewayPid: pid, document: JSON.parse(printed.stdout), printed }
}

/** Of the merchant that the first command makes. */
let password = ''

describe('a data folder without a running gateway', () => {
  it('has its database started for a command and stopped after it', async () => {
    const made = await tollgate(['merchant', 'create', 'EARLY', '--json'], { env })
    assert.deepEqual([made.code, made.stderr], [0, ''])
    password = made.json.password
    assert.equal(await isEmbeddedPostgresRunning(dataDir), false)
    assert.equal(isDataFolderLocked(dataDir), false)
  })

  it('takes several commands at once, one after the other', async () => {
    const ids = ['A', 'B', 'C']
    const ended = await Promise.all(ids.map((id) => tollgateProcess(['merchant', 'create', id, '--no-twin'], { env })))
    for (const { code, stderr } of ended) assert.deepEqual([code, stderr], [0, ''])
    assert.deepEqual(await merchantIds(), [...ids, 'EARLY', 'TESTEARLY'])
    assert.equal(await isEmbeddedPostgresRunning(dataDir), false)
  })
})

describe('a gateway that the launcher starts, from an older Node, in a folder that commands have used', () => {
  let gateway: Awaited<ReturnType<typeof serving>>
  before(async () => {
    gateway = await serving({
      ...env,
      TOLLGATE_DATA_DIR: dataDir,
      TOLLGATE_HTTPS_PORT: '0',
      TOLLGATE_MTLS_PORT: '0',
      TOLLGATE_HTTP_PORT: '0',
      TOLLGATE_CARD_HOST_PORT: '0',
      TOLLGATE_CHECK_ANSWERS: 'true',
    })
  })

  it('accepts the merchant that a command made', async () => {
    assert.notEqual(gateway.gatewayPid, gateway.launcher.pid)
    assert.equal(gateway.document.mode, 'sandbox')
    const login = `merchant.EARLY:${password}`
    const path = apiPath('/order/x', { merchant: 'EARLY' })
    assert.equal((await send(gateway.document.httpUrl, { path, login })).status, 400)
  })

  it('locks the folder, which can be checked without taking the lock', () => {
    // POSIX locks belong to the process, so that only another process can hold it against us.
    assert.equal(isDataFolderLocked(dataDir), true)
    assert.equal(isDataFolderLocked(dataDir), true, 'asking frees nothing')
  })

  it('shares its database with commands, which do not stop it', async () => {
    const { pid } = await embeddedServer(dataDir)
    const sandbox = ['TESTMERCHANT', 'TESTPRESERVE64', 'TESTSUPPLIED', 'TESTUNIQUE']
    assert.deepEqual(await merchantIds(), ['A', 'B', 'C', 'EARLY', 'TESTEARLY', ...sandbox])
    assert.equal((await embeddedServer(dataDir)).pid, pid, 'a running gateway keeps its database')
    assert.equal((await send(gateway.document.httpUrl, { path: '/health/ready', login: null })).status, 200)
  })

  it('gets the signal that the launcher got and frees the folder, and the launcher ends as it does', async () => {
    gateway.launcher.kill('SIGTERM')
    assert.deepEqual(await gateway.ending(), { code: 0, signal: null })
    assert.deepEqual(JSON.parse(gateway.printed.stdout), gateway.document, 'nothing else was printed')
    assert.doesNotMatch(gateway.printed.stderr, /breaks the contract/)
    assert.equal(isDataFolderLocked(dataDir), false)
    await (await lockDataFolder(dataDir)).release()
  })
})

describe('a gateway that starts while a command is at work', () => {
  it('keeps the database that the command has started', async () => {
    // What a gateway does first.
    const held = await lockDataFolder(dataDir)
    assert.equal((await tollgateProcess(['merchant', 'list'], { env })).code, 0)
    assert.equal(await isEmbeddedPostgresRunning(dataDir), true)
    await held.release()
    assert.equal((await tollgate(['merchant', 'list'], { env })).code, 0)
    assert.equal(await isEmbeddedPostgresRunning(dataDir), true, 'a command stops only what it has started')
  })
})

describe('the launcher', () => {
  it('ends by the signal that ended the command to which it has handed over', async (t) => {
    const site = await makeSite(t)
    const launcher = launch(['serve', '--json'], { env: { TOLLGATE_DATA_DIR: site.dataDir }, isNodeOld: true })
    const ended = once(launcher, 'close')
    // As soon as it is there: what it has done by then makes no difference to the launcher.
    const pid = await eventually(async () => (await site.processes()).find((each) => each !== launcher.pid))
    process.kill(pid, 'SIGKILL')
    assert.deepEqual(await ended, [null, 'SIGKILL'])
  })

  it('hands over arguments, output and exit code from an older Node', async () => {
    const wrong = await tollgateProcess(['merchant', 'show', 'a b'], { isNodeOld: true })
    assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, /^<merchantId> cannot be "a b"/)
    const help = await tollgateProcess(['--help'], { isNodeOld: true })
    assert.deepEqual([help.code, help.stdout], [0, (await tollgate(['--help'])).stdout])
  })

  it('is what "npx tollgate" runs, without asking and without a network', async (t) => {
    const cache = await mkdtemp(join(tmpdir(), 'tollgate-npx-'))
    t.after(() => rm(cache, { recursive: true, force: true }))
    const options = {
      cwd: join(repository, 'src'),
      env: { ...process.env, npm_config_offline: 'true', npm_config_cache: cache },
      shell: process.platform === 'win32',
    }
    const { stdout } = await promisify(execFile)('npx', ['tollgate', '--json', '--version'], options)
    assert.deepEqual(JSON.parse(stdout), {
      version: JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')).version,
    })
  })
})
