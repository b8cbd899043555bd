// The operator's command and the gateway around one data folder, and the launcher that starts either.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { isEmbeddedPostgresRunning } from '../../../src/adapters/postgres/embedded/index.ts'
import { holdDataFolder, isDataFolderHeld } from '../../../src/adapters/system/data-folder.ts'
import { until } from '../../support/checks/poll.ts'
import { apiPath, send } from '../../support/clients/client.ts'
import { launch, tollgate } from '../../support/gateway/command-line.ts'
import { createTestDatabase, testEnvironment } from '../../support/gateway/database.ts'
import { embeddedServer, makeSite, repository } from '../../support/gateway/process.ts'

describe('a data folder without a gateway', () => {
  it('has its database started for a command and stopped after it, and a gateway finds what was done', async (t) => {
    const site = await makeSite(t)
    const env = { TOLLGATE_DATA_DIR: site.dataDir }
    const made = await tollgate(['merchant', 'create', 'EARLY', '--json'], { env })
    assert.deepEqual([made.code, made.stderr], [0, ''])
    assert.equal(await isEmbeddedPostgresRunning(site.dataDir), false)

    const gateway = await site.start()
    const login = `merchant.EARLY:${made.json.password}`
    assert.equal((await send(gateway.httpUrl, { path: apiPath('/order/x', { merchant: 'EARLY' }), login })).status, 400)

    const { pid } = await embeddedServer(site.dataDir)
    const listed = await tollgate(['merchant', 'list', '--json'], { env })
    assert.deepEqual(
      listed.json.merchants.map(({ id }: { id: string }) => id),
      ['EARLY', 'TESTEARLY', 'TESTMERCHANT', 'TESTPRESERVE64', 'TESTSUPPLIED', 'TESTUNIQUE'],
    )
    assert.equal((await embeddedServer(site.dataDir)).pid, pid, 'a running gateway keeps its database')
    assert.equal((await send(gateway.httpUrl, { path: '/health/ready', login: null })).status, 200)
    gateway.kill('SIGTERM')
    assert.deepEqual(await gateway.exited, { code: 0, signal: null })
  })

  it('takes several commands at once, one after the other', async (t) => {
    const site = await makeSite(t)
    const env = { TOLLGATE_DATA_DIR: site.dataDir }
    const ids = ['A', 'B', 'C']
    const ended = await Promise.all(ids.map((id) => tollgate(['merchant', 'create', id, '--no-twin'], { env })))
    for (const { code, stderr } of ended) assert.deepEqual([code, stderr], [0, ''])
    const { json } = await tollgate(['merchant', 'list', '--json'], { env })
    assert.deepEqual(
      json.merchants.map(({ id }: { id: string }) => id),
      ids,
    )
    assert.equal(await isEmbeddedPostgresRunning(site.dataDir), false)
  })
})

describe('a gateway that starts while a command is at work', () => {
  it('keeps the database that the command has started', async (t) => {
    const site = await makeSite(t)
    const env = { TOLLGATE_DATA_DIR: site.dataDir }
    // What a gateway does first.
    const held = await holdDataFolder(site.dataDir)
    assert.equal((await tollgate(['merchant', 'list'], { env })).code, 0)
    assert.equal(await isEmbeddedPostgresRunning(site.dataDir), true)
    await held.release()
    assert.equal((await tollgate(['merchant', 'list'], { env })).code, 0)
    assert.equal(await isEmbeddedPostgresRunning(site.dataDir), true, 'a command stops only what it has started')
  })
})

describe('whether a data folder is held', () => {
  it('can be asked without taking it', async (t) => {
    const site = await makeSite(t)
    assert.equal(isDataFolderHeld(site.dataDir), false)
    // POSIX locks belong to the process, so that only another process can hold it against us.
    const env = { ...testEnvironment(await createTestDatabase()), TOLLGATE_DATA_DIR: site.dataDir }
    const gateway = await site.start(env)
    assert.equal(isDataFolderHeld(site.dataDir), true)
    assert.equal(isDataFolderHeld(site.dataDir), true, 'asking frees nothing')
    gateway.kill('SIGTERM')
    await gateway.exited
    assert.equal(isDataFolderHeld(site.dataDir), false)
    await (await holdDataFolder(site.dataDir)).release()
  })
})

describe('the launcher', () => {
  /** The gateway behind a launcher that hands over to another Node, once it has said where it is. */
  async function serving(t: TestContext) {
    const { dataDir } = await makeSite(t)
    const env = { ...testEnvironment(await createTestDatabase()), TOLLGATE_DATA_DIR: dataDir }
    const launcher = launch(['serve', '--json'], { env, isNodeOld: true })
    let stdout = ''
    launcher.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    launcher.stderr.resume()
    const exited = once(launcher, 'close').then(([code, signal]) => ({ code, signal }))
    await until(() => stdout.includes('\n'), 'the gateway has said where it is')
    const word = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8')) as { pid: number }
    return { launcher, exited, gatewayPid: word.pid, document: JSON.parse(stdout), printed: () => stdout }
  }

  it('passes a signal on and ends as the gateway does', async (t) => {
    const { launcher, exited, gatewayPid, document, printed } = await serving(t)
    assert.notEqual(gatewayPid, launcher.pid)
    assert.equal(document.mode, 'sandbox')
    assert.equal((await send(document.httpUrl, { path: '/health/ready', login: null })).status, 200)
    launcher.kill('SIGTERM')
    assert.deepEqual(await exited, { code: 0, signal: null })
    assert.deepEqual(JSON.parse(printed()), document, 'nothing else was printed')
  })

  it('ends by the signal that ended the gateway', async (t) => {
    const { exited, gatewayPid } = await serving(t)
    process.kill(gatewayPid, 'SIGKILL')
    assert.deepEqual(await exited, { code: null, signal: 'SIGKILL' })
  })

  it('hands over arguments, output and exit code from an older Node', async () => {
    const wrong = await tollgate(['merchant', 'show', 'a b'], { isNodeOld: true })
    assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, /^<merchantId> cannot be "a b"/)
    assert.equal((await tollgate(['--help'], { isNodeOld: true })).stdout, (await tollgate(['--help'])).stdout)
  })

  it('is what "npx tollgate" runs, without asking and without a network', async (t) => {
    const cache = await mkdtemp(join(tmpdir(), 'tollgate-npx-'))
    t.after(() => rm(cache, { recursive: true, force: true }))
    const env = { ...process.env, npm_config_offline: 'true', npm_config_cache: cache }
    const options = { cwd: join(repository, 'src'), env, shell: process.platform === 'win32' }
    const { stdout } = await promisify(execFile)('npx', ['tollgate', '--json', '--version'], options)
    assert.deepEqual(JSON.parse(stdout), {
      version: JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')).version,
    })
  })
})
