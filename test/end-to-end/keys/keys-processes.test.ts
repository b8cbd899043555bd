// Keys and processes: a gateway whose key-encryption key is in a key-management service, and a rotation whose command is
// killed in the middle.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { runCommand } from '../../../src/cli/run.ts'
import { explainFailure } from '../../../src/cli/start-failure.ts'
import { keyInMemory } from '../../../src/keys/vault/data-keys.ts'
import { openVault } from '../../../src/keys/vault/vault.ts'
import { openDatabase } from '../../../src/platform/postgres/database.ts'
import { passTime, sealedRows, writeTransactions } from '../../support/builders/sealed-rows.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { apiPath, payBody, send } from '../../support/clients/client.ts'
import { launch } from '../../support/gateway/command-line.ts'
import { createTestDatabase, databaseUrl, testEnvironment, testKey } from '../../support/gateway/database.ts'
import { repository } from '../../support/gateway/process.ts'

let folder: string
let name: string
let database: pg.Pool
let env: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-keys-'))
  name = await createTestDatabase()
  database = new pg.Pool({ connectionString: databaseUrl(name), max: 2 })
  env = { ...testEnvironment(name), TOLLGATE_DATA_DIR: join(folder, 'data') }
})
after(async () => {
  await database.end()
  await rm(folder, { recursive: true, force: true })
})

/** A key-management service with this key; the command that asks it. */
async function kms(file: string, key: string): Promise<string> {
  await writeFile(join(folder, file), key)
  return `${process.execPath} ${repository}/test/support/sites/kms-child.ts ${join(folder, file)}`
}

function withKms(command: string): Record<string, string> {
  const { TOLLGATE_KEY_ENCRYPTION_KEY: _, ...others } = env
  return { ...others, TOLLGATE_KMS_COMMAND: command }
}

describe('a key-management service', () => {
  it('is called at start and opens all keys; payments do not call it', async () => {
    const child = launch(['serve', '--json'], { env: withKms(await kms('kms', testKey)) })
    const exited = once(child, 'exit')
    try {
      const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
      const { httpUrl } = JSON.parse(line) as { httpUrl: string }
      const asked = async () => (await readFile(join(folder, 'kms.log'), 'utf8')).trim().split('\n')
      const before = await asked()
      assert.deepEqual(
        new Set(before),
        new Set(['unwrap', 'derive'].map((action) => JSON.stringify({ action, environment: [] }))),
      )
      for (const orderId of ['kms-1', 'kms-2']) {
        const paid = await send(httpUrl, {
          method: 'PUT',
          path: apiPath(`/order/${orderId}/transaction/1`),
          body: payBody(),
        })
        assert.equal(paid.body.result, 'SUCCESS', paid.text)
      }
      assert.deepEqual(await asked(), before)
    } finally {
      child.kill('SIGTERM')
      assert.deepEqual(await exited, [0, null])
    }
  })

  it('that has another key, or does not answer, ends a command in one line', async () => {
    const failureWith = (command: string) =>
      runCommand(['keys', 'list'], withKms(command)).then(() => assert.fail('it started'), explainFailure)
    const other = await kms('other', Buffer.alloc(32, 9).toString('base64'))
    assert.equal(await failureWith(other), 'The key-management command exited with 1.')
    assert.notEqual(await readFile(join(folder, 'other.log'), 'utf8'), '', 'it was asked')
    const missing = await failureWith('/nowhere/ask-kms')
    assert.equal(missing, 'The key-management command could not be started (ENOENT).')
  })
})

describe('a rotation whose command is killed', () => {
  // Several pages, since what was moved is recorded a page of 500 at a time.
  const count = 1_200
  before(async () => {
    const pool = openDatabase({ connectionString: databaseUrl(name) }, { poolSize: 3, onError: () => {} })
    const vault = await openVault(pool, keyInMemory(Buffer.from(testKey, 'base64')))
    await writeTransactions(
      pool,
      vault,
      Array.from({ length: count }, (_, index) => `sealed-${index}`),
    )
    await vault.close()
    await pool.end()
  })

  const left = async () => {
    const { rows } = await database.query(
      `select count(*)::int as count from transactions join vault_keys on key_id = accounts_key_id where state <> 'CURRENT'`,
    )
    return rows[0].count as number
  }

  /** No real waiting: when a scan is over, the clock moves to the time of the next one. */
  async function whileTimePasses<T>(ended: Promise<T>): Promise<T> {
    let isOver = false
    const over = ended.finally(() => {
      isOver = true
    })
    const letTimePass = async () => {
      const { rowCount } = await database.query(
        `select from vault_passes where work = 'RESEAL' and ended_at is not null`,
      )
      if (rowCount === 1) await passTime(database, '11 seconds')
      return isOver
    }
    // Whether it failed is for the caller to see.
    await Promise.all([over.catch(() => undefined), eventually(letTimePass, (isDone) => isDone)])
    return over
  }

  /** However quick the scan is, it does not end before the row is unlocked. */
  async function holdLastRow(): Promise<pg.Client> {
    const holder = new pg.Client({ connectionString: databaseUrl(name) })
    await holder.connect()
    const { rows } = await holder.query(
      `select merchant_id, order_id from transactions where order_id like 'sealed-%' order by order_id collate "C" desc limit 1`,
    )
    await holder.query('begin')
    await holder.query('select from transactions where merchant_id = $1 and order_id = $2 for update', [
      rows[0].merchant_id,
      rows[0].order_id,
    ])
    return holder
  }

  it('is continued where it was by the next command', async () => {
    const holder = await holdLastRow()
    const child = launch(['keys', 'rotate', '--user', 'ann'], { env })
    const exited = once(child, 'exit')
    const walked = await eventually(async () => {
      const { rows } = await database.query<{ walked: number }>('select walked::int from vault_passes where walked > 0')
      return rows[0]?.walked
    })
    child.kill('SIGKILL')
    assert.deepEqual(await exited, [null, 'SIGKILL'])
    await holder.end()
    assert.ok(walked < count, `${walked} rows were walked before the kill`)
    assert.ok((await left()) > 0, 'it was killed in the middle')

    const resumed = await whileTimePasses(runCommand(['keys', 'rotate', '--resume', '--json'], env))
    assert.ok(resumed.kind === 'DONE' && !resumed.hasProblems, JSON.stringify(resumed))
    const { keyId, failed } = resumed.data as { keyId: string; failed: number }
    assert.equal(failed, 0)
    assert.equal(await left(), 0)
    for (const value of await sealedRows(database)) assert.equal(value.keyId, keyId)
    const { rows } = await database.query(
      `select count(*)::int as count, count(distinct subject)::int as values from audit where action = 'ACCOUNT_OPENED'
         and subject ->> 'orderId' like 'sealed-%'`,
    )
    assert.deepEqual(rows[0], { count, values: count }, 'one line for every value, none twice')
  })

  it('reports its progress', async () => {
    const holder = await holdLastRow()
    const child = launch(['keys', 'rotate', '--user', 'ann'], { env })
    const exited = once(child, 'exit')
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
      })
    const progress =
      /^Waiting for every gateway to load the new key\n(.*\n)*Re-encrypting: \d+% \(\d+ of about \d+ rows\)\n/
    await until(() => progress.test(output.stderr), 'the command reports its progress').finally(() => holder.end())
    const [code] = await whileTimePasses(exited)
    assert.equal(code, 0, output.stderr)
    assert.match(output.stdout, /^data-[0-9a-f]{8} is current; \d+ (value was|values were) re-encrypted under it\.\n/)
  })
})
