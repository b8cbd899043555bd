// Settings that protect the gateway: what differs from the last start is in the audit log, once, and raises an alert.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renewControls } from '../../../src/alerts/jobs/compare-controls.ts'
import { runCommand } from '../../../src/cli/run.ts'
import { createTestDatabase, testEnvironment } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

interface Noted {
  readonly actor: string
  readonly merchant_id: string
  readonly subject: object
}

const notedBy = (gateway: TestGateway) =>
  gateway.query<Noted>(
    `select actor, merchant_id, subject from audit where action = 'GATEWAY_SETTINGS_CHANGED' order by audit_id`,
  )

/** Several at the same moment, as processes of one gateway. */
async function start(database: string, settings: Record<string, string>, count = 1): Promise<TestGateway> {
  const [first, ...others] = await Promise.all(Array.from({ length: count }, () => startGateway(settings, database)))
  for (const each of others) await each.stop()
  return first ?? assert.fail()
}

describe('a start with other settings that protect the gateway', () => {
  it('is noted once with old and new, raises an alert, and shows no secret; a first start and a command note nothing', async () => {
    const database = await createTestDatabase()
    const strict = { TOLLGATE_CREDENTIALS_NEED_APPROVAL: 'true', TOLLGATE_CONSOLE_IDLE_MINUTES: '30' }
    const mails = { TOLLGATE_SMTP_URL: 'smtp://user:TOP-SECRET-1@127.0.0.1:1', TOLLGATE_SMTP_FROM: 'a@pay.example' }
    const first = await start(database, { ...strict, ...mails }, 2)
    assert.deepEqual(await notedBy(first), [], 'the first start')
    await first.stop()

    const again = await start(database, { ...strict, ...mails })
    assert.deepEqual(await notedBy(again), [], 'the same settings')
    const env = { ...testEnvironment(database), TOLLGATE_CONSOLE_IDLE_MINUTES: '999' }
    assert.equal((await runCommand(['alert', 'list'], env)).kind, 'DONE')
    await again.stop()

    const other = {
      TOLLGATE_CONSOLE_IDLE_MINUTES: '15',
      ...mails,
      TOLLGATE_SMTP_URL: 'smtp://user:TOP-SECRET-2@127.0.0.1:1',
    }
    const second = await start(database, other, 3)
    const controls = {
      TOLLGATE_CONSOLE_IDLE_MINUTES: { before: 30, after: 15, weakens: false },
      TOLLGATE_CREDENTIALS_NEED_APPROVAL: { before: true, after: false, weakens: true },
      TOLLGATE_SMTP_URL: { before: 'a secret', after: 'another secret', weakens: false },
    }
    assert.deepEqual(await notedBy(second), [{ actor: 'gateway', merchant_id: '', subject: { controls } }])
    const page = await second.dependencies.alerts.list({ kind: 'WEAKENED' }, { limit: 5 })
    assert.deepEqual(
      page?.rows.map(({ action, subject }) => [action, subject]),
      [['GATEWAY_SETTINGS_CHANGED', { controls }]],
    )
    const [row] = await second.query('select to_jsonb(s)::text as row from started_controls s')
    assert.doesNotMatch(JSON.stringify([row, ...(await notedBy(second))]), /TOP-SECRET/)
    await second.stop()
  })
})

describe('the hashes of secret settings', () => {
  it('move on to the current key, so that the one before can be destroyed', async () => {
    const replaced: unknown[] = []
    const before = { values: {}, secrets: { A: 'x' }, keyId: 'old' }
    const stored = { values: {}, secrets: { A: 'y' }, keyId: 'new' }
    const dependencies = (present: typeof before) => ({
      clock: { now: () => new Date() },
      startedControls: {
        find: async () => present,
        replace: async (decide: (given: typeof before) => unknown) => void replaced.push(decide(present)),
      },
    })
    const own = (changes: object) => ({ stored: () => stored, changesFrom: () => changes as never })
    await renewControls(own({}), dependencies(before) as never)
    await renewControls(own({}), dependencies(stored) as never)
    // Of a process with other settings, which was started later.
    await renewControls(own({ A: {} }), dependencies(before) as never)
    assert.deepEqual(replaced, [{ controls: stored, changes: {} }, undefined])
  })
})
