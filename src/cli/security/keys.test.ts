import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { passTime } from '../../../test/support/builders/sealed-rows.ts'
import { until } from '../../../test/support/checks/poll.ts'
import { createTestDatabase, databaseUrl, testEnvironment } from '../../../test/support/gateway/database.ts'
import type { Command } from '../command.ts'
import { processTerminal } from '../terminal.ts'
import { keysList, keysRewrap, keysRotate } from './keys.ts'

let env: Record<string, string> = {}
let folder = ''
let database: pg.Pool
before(async () => {
  const name = await createTestDatabase()
  env = testEnvironment(name)
  database = new pg.Pool({ connectionString: databaseUrl(name), max: 2 })
  folder = await mkdtemp(join(tmpdir(), 'tollgate-keys-'))
})
after(async () => {
  await database.end()
  await rm(folder, { recursive: true })
})

async function tryRun(command: Command, ...words: readonly string[]) {
  const ready = command.read(words)
  return typeof ready === 'function' ? ready({ env, isJson: true, terminal: processTerminal }) : ready
}

async function run(command: Command, ...words: readonly string[]) {
  const result = await tryRun(command, ...words)
  if (result.kind !== 'DONE') return assert.fail(JSON.stringify(result))
  return { text: result.text, data: JSON.parse(JSON.stringify(result.data)) }
}

interface ListedKey {
  readonly keyId: string
  readonly purpose: string
  readonly state: string
  readonly isCurrent: boolean
}

async function listed(purpose?: string): Promise<readonly ListedKey[]> {
  const keys: readonly ListedKey[] = (await run(keysList, '--quick')).data.keys
  return keys.filter((key) => purpose === undefined || key.purpose === purpose)
}

/** Advances the time for keys until the command has ended, in steps that the command can follow. */
async function whileTimePasses<T>(ended: Promise<T>): Promise<T> {
  let isOver = false
  const over = ended.finally(() => {
    isOver = true
  })
  await until(async () => {
    if (!isOver) await passTime(database, '5 seconds')
    return isOver
  }, 'the command has ended')
  return over
}

describe('keys list', () => {
  it('shows the purpose of each key, its state and what names it, and never a key', async () => {
    const { text, data } = await run(keysList)
    assert.deepEqual(
      data.keys.map(({ purpose, state, isCurrent }: ListedKey) => [purpose, state, isCurrent]),
      ['ACCOUNT', 'AUDIT', 'DATA', 'PASSWORD', 'REQUEST', 'SESSION'].map((purpose) => [purpose, 'CURRENT', true]),
    )
    const always = ['createdAt', 'isCurrent', 'keyId', 'namedBy', 'state', 'stateSince']
    for (const { purpose, ...key } of data.keys) {
      const members = [...always, ...(purpose === 'DATA' ? ['sealsReserved'] : [])]
      assert.deepEqual(Object.keys(key).toSorted(), members.toSorted())
    }
    assert.match(text, /^KEY +PURPOSE +STATE +SINCE +SEALS RESERVED +REFERENCES\n/)
    assert.match(text, /\ndata-[0-9a-f]{8} +DATA +CURRENT +\S+Z +\d+ +0\n/)
    assert.match(text, /\npassword-[0-9a-f]{8} +PASSWORD +CURRENT +\S+Z +- +[1-9]\d*\n/)
  })

  it('does not count when the quick option is given', async () => {
    const { text, data } = await run(keysList, '--quick')
    assert.doesNotMatch(text, /REFERENCES/)
    assert.ok(data.keys.every((key: object) => !('namedBy' in key)))
  })
})

describe('keys rotate', () => {
  it('makes a new current data key and returns at once on request, and keeps the previous key', async () => {
    const before = await listed()
    const { data, text } = await run(keysRotate, '--detach', '--user', 'ann')
    assert.deepEqual(
      (await listed('DATA')).map(({ keyId, state }) => [keyId, state]),
      [
        [data.previousKeyId, 'RETIRING'],
        [data.keyId, 'CURRENT'],
      ],
    )
    const others = (keys: readonly ListedKey[]) => keys.filter(({ purpose }) => purpose !== 'DATA')
    assert.deepEqual(others(await listed()), others(before))
    assert.match(text, new RegExp(`now encrypted under ${data.keyId}`))
    const { rows } = await database.query(
      `select actor, action, subject from audit where merchant_id = '' and actor <> 'sandbox'`,
    )
    const { keyId, previousKeyId } = data
    assert.deepEqual(rows, [
      { actor: 'ann', action: 'KEY_ROTATED', subject: { purpose: 'DATA', keyId, previousKeyId } },
    ])
    assert.match((await run(keysList)).text, /DATA: waiting for every gateway to load the new key\.$/)
  })

  it('does the work itself where no gateway is running, and exits when it is done', async () => {
    const resumed = await whileTimePasses(run(keysRotate, '--resume'))
    assert.deepEqual([resumed.data.changed, resumed.data.failed], [0, 0])
    const { data, text } = await whileTimePasses(run(keysRotate))
    assert.match(text, new RegExp(`^${data.keyId} is current; 0 values were re-encrypted under it.`))
    assert.match(text, new RegExp(`\\n${data.previousKeyId} is destroyed by a running gateway when`))
  })

  it('changes to a new key for hashes, and does not begin another rotation right after it', async () => {
    const { data } = await whileTimePasses(run(keysRotate, '--purpose', 'ACCOUNT'))
    assert.equal((await listed('ACCOUNT')).find(({ isCurrent }) => isCurrent)?.keyId, data.keyId)
    assert.deepEqual(await tryRun(keysRotate, '--purpose', 'ACCOUNT'), {
      kind: 'REFUSED',
      message: 'The last rotation of ACCOUNT has not finished; try again in 15 minutes.',
    })
    await run(keysRotate, '--purpose', 'SESSION', '--detach')
    assert.deepEqual(await tryRun(keysRotate, '--purpose', 'SESSION'), {
      kind: 'REFUSED',
      message: 'The last rotation of SESSION has not finished; use --resume to follow it.',
    })
  })

  it('accepts the purposes of keys only, and no contradictory options', async () => {
    assert.equal((await tryRun(keysRotate, '--purpose', 'TOKEN')).kind, 'MISUSED')
    assert.equal((await tryRun(keysRotate, '--detach', '--resume')).kind, 'MISUSED')
  })
})

describe('keys rewrap', () => {
  // A database with few keys: the key-management command runs once for each of them.
  before(async () => {
    env = testEnvironment(await createTestDatabase())
  })

  it('accepts either a key file or a command, and nothing else', async () => {
    const file = join(folder, 'short')
    await writeFile(file, 'c2hvcnQ=')
    const both = ['--new-key-file', file, '--new-kms-command', 'ask-kms']
    for (const words of [[], both, ['--new-key-file', ''], ['--new-kms-command', '']])
      assert.equal((await tryRun(keysRewrap, ...words)).kind, 'MISUSED', words.join(' '))
    for (const path of [file, join(folder, 'missing'), folder])
      assert.equal((await tryRun(keysRewrap, '--new-key-file', path)).kind, 'REFUSED', path)
    const { message } = (await tryRun(keysRewrap, '--new-key-file', file)) as { message: string }
    assert.doesNotMatch(message, /c2hvcnQ/)
  })

  it('seals all keys again, so that only the new key-encryption key opens them', async () => {
    const file = join(folder, 'new-key')
    await writeFile(file, `${randomBytes(32).toString('base64')}\n`)
    const keys = await listed()
    const { data, text } = await run(keysRewrap, '--new-key-file', file, '--user', 'ann')
    assert.equal(data.keys, keys.length)
    assert.match(text, /Change the setting now and restart every gateway\.$/)
    await assert.rejects(run(keysList), /does not decrypt key/)
    const { TOLLGATE_KEY_ENCRYPTION_KEY: _, ...others } = env
    env = { ...others, TOLLGATE_KEY_ENCRYPTION_KEY_FILE: file }
    assert.deepEqual(
      (await listed()).map(({ keyId }) => keyId),
      keys.map(({ keyId }) => keyId),
    )
  })

  it('changes to a key-management command, and back', async () => {
    const kmsFile = join(folder, 'kms-key')
    await writeFile(kmsFile, randomBytes(32).toString('base64'))
    const program = join(import.meta.dirname, '..', '..', '..', 'test', 'support', 'sites', 'kms-child.ts')
    const command = `${process.execPath} ${program} ${kmsFile}`
    await run(keysRewrap, '--new-kms-command', command)
    const { TOLLGATE_KEY_ENCRYPTION_KEY_FILE: keyFile = '', ...others } = env
    env = { ...others, TOLLGATE_KMS_COMMAND: command }
    const keys = await listed()
    assert.ok(keys.length > 0)
    await run(keysRewrap, '--new-key-file', keyFile)
    env = { ...others, TOLLGATE_KEY_ENCRYPTION_KEY_FILE: keyFile }
    assert.deepEqual(await listed(), keys)
  })
})
