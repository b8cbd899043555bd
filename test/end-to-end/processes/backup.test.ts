// A database goes into a file and comes out elsewhere the same; a damaged file, a wrong key or a used database change nothing.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import { exportDatabase } from '../../../src/installation/backup/export-database.ts'
import { keyInMemory } from '../../../src/keys/vault/data-keys.ts'
import { openDatabase } from '../../../src/platform/postgres/database.ts'
import { gatewaySchema, migrate, readTrack } from '../../../src/platform/postgres/migrate.ts'
import { eventually } from '../../support/checks/poll.ts'
import { authorizeBody, captureBody, cardSource, payBody, refundBody } from '../../support/clients/client.ts'
import { openShop, orderOf, settleEverything } from '../../support/clients/shop.ts'
import { openStoredValues } from '../../support/clients/stored-values.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseUrl,
  testEnvironment,
  testKey,
} from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let folder = ''
let source = ''
let file = ''
let orders: readonly string[] = []
let asked: readonly object[] = []
let token = ''

const settings = (database: string, overrides: Record<string, string> = {}) =>
  testEnvironment(database, { TOLLGATE_DATA_DIR: join(folder, 'data'), ...overrides })

async function data(database: string, ...words: readonly string[]) {
  const result = await runHere([...words, '--json'], settings(database))
  assert.ok(result.kind === 'DONE' && !result.hasProblems, JSON.stringify(result))
  return JSON.parse(JSON.stringify(result.data))
}

async function failure(database: string, words: readonly string[], overrides: Record<string, string> = {}) {
  const outcome = await runHere([...words, '--json'], settings(database, overrides)).catch((error: Error) => error)
  const { message } = outcome instanceof Error || outcome.kind === 'REFUSED' ? outcome : assert.fail('it was done')
  assert.doesNotMatch(message, /\n/)
  return message
}

async function ask<R extends object>(database: string, text: string): Promise<readonly R[]> {
  const client = new pg.Client({ connectionString: databaseUrl(database) })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

/** Answers to GET, of all that was paid. */
async function responsesOf(gateway: TestGateway): Promise<readonly object[]> {
  const shop = openShop(gateway)
  const responses: object[] = []
  for (const order of orders) responses.push((await shop.order(order)).body)
  return responses
}

/** The chains of the audit as far as they were chained, all of them whole. */
async function chainsOf(database: string): Promise<readonly object[]> {
  const result = await runHere(['audit', 'verify', '--json'], settings(database))
  if (result.kind !== 'DONE') return assert.fail(JSON.stringify(result))
  const { isAsWritten, audits } = JSON.parse(JSON.stringify(result.data))
  assert.equal(isAsWritten, true)
  return audits.map(({ waiting: _, ...chain }: { waiting: object }) => chain)
}

const linesOf = async (path: string) =>
  zstdDecompressSync(await readFile(path))
    .toString('utf8')
    .split('\n')

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-backup-'))
  const gateway = await startGateway()
  try {
    source = gateway.database
    const shop = openShop(gateway)
    const stored = openStoredValues(gateway)
    const note = { transaction: { merchantNote: 'two\nlines, a \\ and "quotes"' } }
    orders = [
      await orderOf(shop, payBody(note), refundBody('40.00')),
      await orderOf(shop, authorizeBody(), captureBody('60.00'), captureBody('40.00')),
    ]
    token = await stored.token({ sourceOfFunds: cardSource({ securityCode: undefined }) })
    await stored.session({ sourceOfFunds: cardSource({ number: '4508750015741019' }) })
    await settleEverything(gateway)
    await eventually(async () =>
      (await gateway.query('select from audit where position is null')).length === 0 ? true : undefined,
    )
    asked = await responsesOf(gateway)
  } finally {
    await gateway.stop()
  }
  file = join(folder, 'whole.export')
})
after(() => rm(folder, { recursive: true, force: true }))

describe('an export', () => {
  it('is one file that only its owner may read, with the number of its rows and a checksum', async () => {
    const { tables, rows, sha256, bytes } = await data(source, 'export', file)
    assert.ok(tables > 30 && rows > 50)
    assert.match(sha256, /^[0-9a-f]{64}$/)
    const { mode, size } = await stat(file)
    assert.equal(mode & 0o777, 0o600)
    assert.equal(size, bytes)
  })

  it("contains no card number, no payer's security code, and no usable key", async () => {
    const text = (await linesOf(file)).join('\n')
    assert.ok(text.includes('512345xxxxxx0008'), 'what was paid is in it')
    for (const number of ['5123450000000008', '4508750015741019']) assert.ok(!text.includes(number))
    assert.ok(!text.includes('"table":"session_codes"'))
    assert.equal((await ask(source, 'select from session_codes')).length, 1, 'there was one to be left out')
  })

  it('overwrites nothing', async () => {
    assert.match(await failure(source, ['export', file]), /already exists/)
    assert.match(await failure(source, ['export', join(folder, 'no', 'folder')]), /cannot be written/)
  })

  it('has an audit entry, and so has one that could not be written', async () => {
    const lines = await ask<{ actor: string }>(source, `select actor from audit where action = 'DATABASE_EXPORTED'`)
    assert.equal(lines.length, 2)
  })
})

describe('an import', () => {
  let target = ''

  it('gives an empty database everything that was exported', async () => {
    target = await createEmptyDatabase()
    const { rows, migrated } = await data(target, 'import', file)
    const exported = JSON.parse((await linesOf(file)).at(-2) ?? '')
    assert.deepEqual([rows, migrated], [exported.rows, []])
  })

  it('gives the gateway’s role its privileges, which are not in the file', async () => {
    const roles = "select from pg_roles where rolname = 'tollgate_gateway'"
    if ((await ask(source, roles)).length === 0) await ask(source, 'create role tollgate_gateway nologin')
    const restored = await createEmptyDatabase()
    assert.equal((await data(restored, 'import', file)).roles, 'GRANTED')
    const [granted] = await ask<{ adds: boolean; deletes: boolean }>(
      restored,
      `select has_table_privilege('tollgate_gateway', 'orders', 'INSERT') as adds,
         has_table_privilege('tollgate_gateway', 'events', 'DELETE') as deletes`,
    )
    assert.deepEqual(granted, { adds: true, deletes: false })
  })

  it('gives the same file when it is exported again, except its own audit entry', async () => {
    const again = join(folder, 'again.export')
    await data(target, 'export', again)
    const [first, second] = [await linesOf(file), await linesOf(again)]
    const tables = (lines: readonly string[]) =>
      Object.fromEntries(
        lines.flatMap((line, index) => {
          const said = line.startsWith('{"table"') ? JSON.parse(line).table : undefined
          return said === undefined ? [] : [[said, lines.slice(index + 1).find((each) => each.startsWith('{'))]]
        }),
      )
    const { audit: _, ...before } = tables(first)
    const { audit: __, ...now } = tables(second)
    assert.deepEqual(now, before)
    type Sequence = { readonly name: string; readonly lastValue: string }
    const sequences = (lines: readonly string[]): readonly Sequence[] =>
      JSON.parse(lines.find((line) => line.startsWith('{"sequences"')) ?? '').sequences
    for (const { name, lastValue } of sequences(first)) {
      const restored = sequences(second).find((each) => each.name === name)?.lastValue ?? ''
      assert.ok(BigInt(restored) >= BigInt(lastValue), `${name} must not give a number again`)
    }
  })

  it('leaves the books equal, the audit log valid and the orders unchanged', async () => {
    const verified = await data(target, 'books', 'verify')
    assert.deepEqual(verified, await data(source, 'books', 'verify'))
    const lines = `select merchant_id, audit_id::text, at, actor, action, subject from audit
      where action not like 'DATABASE%' order by 1, 2`
    assert.deepEqual(await ask(target, lines), await ask(source, lines))
    assert.deepEqual(await chainsOf(target), await chainsOf(source))
    const gateway = await startGateway({}, target)
    try {
      assert.deepEqual(await responsesOf(gateway), asked)
      const paid = await openShop(gateway).put(payBody({ sourceOfFunds: { token } }))
      assert.equal(paid.body.result, 'SUCCESS', paid.text)
    } finally {
      await gateway.stop()
    }
  })

  it('is refused by a database that has been used, and changes nothing there', async () => {
    const used = await createTestDatabase()
    assert.match(await failure(used, ['import', file]), /is not empty \(it contains vault_keys\)/)
    assert.equal((await ask(used, 'select from orders')).length, 0)
  })

  it('is refused with another key-encryption key, and leaves the database empty', async () => {
    const empty = await createEmptyDatabase()
    const other = { TOLLGATE_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') }
    assert.match(await failure(empty, ['import', file], other), /does not decrypt key/)
    assert.equal((await ask(empty, 'select from vault_keys')).length, 0)
    await data(empty, 'import', file)
  })

  it('is refused when anything in the file is missing or altered', async () => {
    const empty = await createEmptyDatabase()
    const lines = await linesOf(file)
    const row = lines.findIndex((line) => line.startsWith('{"table":"orders"')) + 1
    const damages: readonly (readonly [string, readonly string[], RegExp])[] = [
      ['without its end', lines.slice(0, -2), /its end is missing/],
      ['without an order', lines.toSpliced(row, 1), /not as it was exported/],
      ['with another amount', lines.with(row, (lines[row] ?? '').replace('USD', 'EUR')), /not as it was exported/],
      ['with a row that is none', lines.with(row, '(half a row'), /orders cannot take a row of it \(22P02\)/],
      ['with a row twice', lines.toSpliced(row, 0, lines[row] ?? ''), /orders cannot take a row of it \(23505\)/],
      ['with another head', lines.with(0, (lines[0] ?? '').replace('"madeAt":"2', '"madeAt":"3')), /checksum/],
      ['with more behind it', [...lines.slice(0, -1), '{}', ''], /follows its end/],
      ['of something else', ['{"format":"other"}', ''], /is not an export of a Tollgate database/],
    ]
    for (const [what, altered, says] of damages) {
      const path = join(folder, `${what}.export`)
      await writeFile(path, zstdCompressSync(altered.join('\n')))
      assert.match(await failure(empty, ['import', path]), says, what)
    }
    const cut = join(folder, 'cut.export')
    const bytes = await readFile(file)
    await writeFile(cut, bytes.subarray(0, bytes.length / 2))
    assert.match(await failure(empty, ['import', cut]), /cut\.export is/)
    const handle = await open(join(folder, 'nothing.export'), 'w')
    await handle.close()
    assert.match(await failure(empty, ['import', join(folder, 'nothing.export')]), /damaged|is empty/)
    assert.match(await failure(empty, ['import', join(folder, 'absent.export')]), /cannot be read/)
    assert.equal((await ask(empty, 'select from orders')).length, 0)
  })

  it('is refused when a merchant was altered and every checksum was recomputed', async () => {
    const lines = await linesOf(file)
    const begin = lines.findIndex((line) => line.startsWith('{"table":"merchants"')) + 1
    const end = lines.findIndex((line, index) => index >= begin && line.startsWith('{'))
    const altered = lines.map((line, index) =>
      index >= begin && index < end ? line.replace('""privileges"": []', '""privileges"": [""UNMASK""]') : line,
    )
    const sha256 = (text: readonly string[]) =>
      createHash('sha256')
        .update(`${text.join('\n')}\n`)
        .digest('hex')
    const summed = altered.with(end, JSON.stringify({ rows: end - begin, sha256: sha256(altered.slice(begin, end)) }))
    const { mac, ...last } = JSON.parse(summed.at(-2) ?? '')
    const ended = { ...last, sha256: sha256(summed.slice(0, -2)) }
    const [path, empty] = [join(folder, 'privileged.export'), await createEmptyDatabase()]
    const refusal = async (signed: object, ...options: readonly string[]) => {
      await writeFile(path, zstdCompressSync(summed.with(-2, JSON.stringify(signed)).join('\n')))
      return failure(empty, ['import', path, ...options])
    }
    assert.match(await refusal({ ...ended, mac }, '--accept-unsigned'), /was altered after it was exported/)
    assert.match(await refusal(ended), /is not signed/)
    assert.equal((await ask(empty, 'select from merchants')).length, 0)
  })

  it('of a file from a newer release is refused', async () => {
    const lines = await linesOf(file)
    const head = JSON.parse(lines[0] ?? '')
    const later = { track: 'gateway', name: '9999-later.sql', checksum: 'x' }
    const newer = join(folder, 'newer.export')
    const newerHead = JSON.stringify({ ...head, release: '9.9.9', migrations: [...head.migrations, later] })
    await writeFile(newer, zstdCompressSync(lines.with(0, newerHead).join('\n')))
    assert.match(
      await failure(await createEmptyDatabase(), ['import', newer]),
      /release 9\.9\.9 with migration 9999-later\.sql/,
    )
  })
})

describe('an export of an earlier release', () => {
  it('is imported into its own schema and migrated to this release afterwards', async () => {
    const names = (await readTrack(gatewaySchema)).map(({ name }) => name)
    const kept = new Set(names.slice(0, -1))
    const older = await createEmptyDatabase()
    const path = join(folder, 'older.export')
    const pool = openDatabase({ connectionString: databaseUrl(older) }, { poolSize: 2, onError: () => undefined })
    try {
      await migrate(pool, gatewaySchema, (name) => kept.has(name))
      const context = ['vault_keys', 'data-1', 'DATA']
      const sealed = await keyInMemory(Buffer.from(testKey, 'base64')).wrap(randomBytes(32), context)
      const insert = `insert into vault_keys (key_id, purpose, sealed, state) values ('data-1', 'DATA', $1, 'CURRENT')`
      await pool.query(insert, [sealed])
      const made = { at: new Date(), release: '0.0.1', sign: () => 'unknown then', onProgress: () => undefined }
      await exportDatabase(pool, { path, ...made })
      const unsigned = (await linesOf(path)).join('\n').replace(',"mac":"unknown then"', '')
      await writeFile(path, zstdCompressSync(unsigned))
    } finally {
      await pool.end()
    }
    const target = await createEmptyDatabase()
    assert.match(await failure(target, ['import', path]), /is not signed\..*--accept-unsigned/)
    const { migrated } = await data(target, 'import', path, '--accept-unsigned')
    assert.equal(migrated[0], names.at(-1))
    const keys = 'select key_id, sealed from vault_keys order by key_id'
    assert.deepEqual(await ask(target, keys), await ask(older, keys))
  })

  it('is refused by a schema that is newer', async () => {
    const ahead = await createEmptyDatabase()
    await data(ahead, 'migrate')
    assert.match(await failure(ahead, ['import', join(folder, 'older.export')]), /use an empty database/)
  })
})
