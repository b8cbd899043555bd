// A connection pooler that drops the settings of connections: refused at the start, and named by doctor.
import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { prepareSchema } from '../../../src/cli/prepare-schema.ts'
import type { Installation } from '../../../src/compose/index.ts'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import { findLostSettings } from '../../../src/platform/postgres/server-version.ts'
import { createTestDatabase, databaseUrl, testConfig } from '../../support/gateway/database.ts'

const startupHeader = 8
const kept = ['user', 'database']

/** Passes on everything but the settings in the first message, like PgBouncer with ignore_startup_parameters. */
function droppingPooler(target: net.NetConnectOpts): net.Server {
  return net.createServer((client) => {
    const server = net.connect(target)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    client.once('data', (first: Buffer) => {
      const words = first.subarray(startupHeader).toString().split('\0')
      const pairs = words.flatMap((name, at) => (at % 2 === 0 && kept.includes(name) ? [name, words[at + 1]] : []))
      const body = Buffer.from(`${pairs.join('\0')}\0\0`)
      const header = Buffer.from(first.subarray(0, startupHeader))
      header.writeInt32BE(startupHeader + body.length)
      server.write(Buffer.concat([header, body]))
      client.pipe(server)
    })
    server.pipe(client)
  })
}

let name: string
let direct: Database
let pooled: Database
let pooler: net.Server

before(async () => {
  name = await createTestDatabase()
  const url = new URL(databaseUrl(name))
  const host = url.searchParams.get('host') ?? url.hostname
  pooler = droppingPooler(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${url.port}` } : { host, port: Number(url.port) },
  )
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const options = { poolSize: 1, onError: () => undefined, statementTimeoutMs: 7_000 }
  direct = openDatabase({ connectionString: url.href }, options)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((pooler.address() as net.AddressInfo).port)
  pooled = openDatabase({ connectionString: url.href }, options)
})
after(async () => {
  await Promise.all([direct.end(), pooled.end()])
  pooler.close()
})

describe('a connection pooler', () => {
  it('is found by the settings that do not arrive, and a direct connection has them', async () => {
    assert.deepEqual(await findLostSettings(direct), [])
    assert.deepEqual(await findLostSettings(pooled), ['idle_in_transaction_session_timeout', 'statement_timeout'])
  })

  it('is refused before anything is read or migrated', async () => {
    const behind = { database: pooled, simulator: pooled } as Installation
    await assert.rejects(prepareSchema(testConfig(name), behind), /connection pooler drops them/)
  })
})
