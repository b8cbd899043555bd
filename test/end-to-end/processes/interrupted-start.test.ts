// A gateway that is stopped while it starts ends at once, whatever it is waiting for, and leaves nothing running.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { withStartLock } from '../../../src/platform/postgres/embedded/start-lock.ts'
import { findRunning } from '../../../src/platform/system/data-folder.ts'
import { until } from '../../support/checks/poll.ts'
import { createEmptyDatabase, createTestDatabase } from '../../support/gateway/database.ts'
import { startHeld } from '../../support/gateway/held-start.ts'
import {
  exitOf,
  type GatewayProcess,
  gatewayWords,
  makeSite,
  type ProcessSite,
  untilReady,
} from '../../support/gateway/process.ts'

const byTerm = (gateway: GatewayProcess) => gateway.kill('SIGTERM')
const byCtrlC = (gateway: GatewayProcess) => gateway.killGroup('SIGINT')

async function assertEndsCleanly(gateway: GatewayProcess, site: ProcessSite): Promise<void> {
  assert.deepEqual(await exitOf(gateway), { code: 0, signal: null }, gateway.stderr)
  assert.equal(gateway.stderr, '')
  assert.match(gateway.stdout, /"msg":"stopped during the start"/)
  assert.deepEqual(await site.processes(), [])
}

describe('a gateway that is stopped while it starts', () => {
  for (const [way, ask] of [
    ['by SIGTERM', byTerm],
    ['by Ctrl-C, which reaches its whole process group,', byCtrlC],
  ] as const) {
    it(`${way} while it makes its database leaves neither a process nor half a database behind`, async (t) => {
      const site = await makeSite(t)
      const gateway = site.spawn()
      await until(
        () => existsSync(site.dataDir) && globSync('pg18.new-*/global/pg_control', { cwd: site.dataDir }).length > 0,
        'it makes its database',
      )
      ask(gateway)
      await assertEndsCleanly(gateway, site)
      assert.deepEqual(globSync('pg18*', { cwd: site.dataDir }), [])
    })
  }

  it('does not wait for another process that is starting the database', async (t) => {
    const site = await makeSite(t)
    await mkdir(site.dataDir)
    await withStartLock(site.dataDir, async () => {
      const gateway = site.spawn()
      await until(() => existsSync(join(site.dataDir, 'running.json')), 'it has taken the folder')
      byTerm(gateway)
      await assertEndsCleanly(gateway, site)
    })
    assert.equal(existsSync(join(site.dataDir, 'running.json')), false)
  })

  it('does not wait for a migration on a server that goes on without it', async (t) => {
    const site = await makeSite(t)
    const { gateway } = await startHeld(t, site, await createEmptyDatabase())
    byTerm(gateway)
    await assertEndsCleanly(gateway, site)
  })
})

describe('a gateway that is asked to reload while it starts', () => {
  it('starts, and reloads then', async (t) => {
    const site = await makeSite(t)
    const { gateway, release } = await startHeld(t, site, await createTestDatabase())
    gateway.kill('SIGHUP')
    await release()
    await untilReady(gateway)
    const reloads = async () => (await findRunning(site.dataDir))?.reloads
    await until(async () => (await reloads()) === 1, 'it has reloaded')
  })
})

describe('a start in a terminal', () => {
  it('prints what it is doing, step by step, and then the welcome', async (t) => {
    const program = 'script'
    if (spawnSync(program, ['--version']).status !== 0)
      return t.skip('needs the program script of util-linux, which makes a terminal')
    const site = await makeSite(t)
    const command = [process.execPath, ...gatewayWords()].join(' ')
    const gateway = site.spawn({}, { command: [program, '-qfec', command, '/dev/null'] })
    await until(() => gateway.stdout.includes('Stop with Ctrl-C.') || gateway.hasExited, 'the gateway is ready')
    const steps = [
      'Tollgate is starting',
      'Starting PostgreSQL',
      'creating a new database',
      'Updating the tables',
      'Reading keys and access rights',
      'Opening acquirer links and jobs',
      'Opening ports',
      'Creating test merchants and users',
      'Tollgate sandbox is ready',
    ]
    const places = steps.map((step) => gateway.stdout.indexOf(step))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
    assert.ok(!places.includes(-1), gateway.stdout)
  })
})
