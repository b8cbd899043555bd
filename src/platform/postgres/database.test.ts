// How a pool handles a server that takes no connections, without a database: the server is a socket that refuses them.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { inUnitOfWork, type OutageListener, openDatabase } from './database.ts'

/** A server that refuses every connection with this SQLSTATE. */
async function refusingServer(t: TestContext, code: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(errorMessage(code)))
  })
  return urlOf(t, server)
}

/** ErrorResponse, as the protocol has it. */
function errorMessage(code: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`))
}

function message(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const ready = message('Z', Buffer.from('I'))

/** A server that breaks its first connections when a statement arrives, and answers later ones; with what it was sent. */
async function breakingServer(t: TestContext, breaks: number): Promise<{ url: string; statements: string[] }> {
  const answer = Buffer.concat([message('C', Buffer.from('SELECT 0\0')), ready])
  return answeringServer(t, (number) => (number <= breaks ? undefined : answer))
}

/** A server that answers each statement by its number, or breaks the connection; with what it was sent. */
async function answeringServer(
  t: TestContext,
  answerTo: (number: number) => Buffer | undefined,
): Promise<{ url: string; statements: string[]; connections(): number }> {
  const statements: string[] = []
  let connections = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      connections += 1
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      socket.on('data', (sent) => {
        if (sent.toString('latin1', 0, 1) !== 'Q') return
        statements.push(sent.toString('utf8', 5, sent.length - 1))
        const answer = answerTo(statements.length)
        if (answer) socket.write(answer)
        else socket.destroy()
      })
    })
  })
  return { url: await urlOf(t, server), statements, connections: () => connections }
}

async function urlOf(t: TestContext, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  return `postgresql://nobody@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`
}

function openPool(t: TestContext, connectionString: string, onOutage: OutageListener = () => {}) {
  const pool = openDatabase({ connectionString }, { poolSize: 1, onError: () => {}, onOutage })
  t.after(() => pool.end())
  return pool
}

for (const [code, reason] of [
  ['53300', 'TOO_MANY_CONNECTIONS'],
  ['57P03', 'STARTING_OR_STOPPING'],
  ['28P01', undefined],
] as const)
  it(`a server that refuses connections with ${code} is ${reason ? 'busy for the moment' : 'a failure'}`, async (t) => {
    const outages: string[] = []
    const pool = openPool(t, await refusingServer(t, code), (reason) => outages.push(reason))
    const isTold = (error: unknown) => {
      assert.deepEqual(
        [error instanceof StoreOverloaded, (error as { code?: string }).code],
        [reason !== undefined, code],
      )
      return true
    }
    await assert.rejects(pool.query('select 1'), isTold)
    await assert.rejects(pool.connect(), isTold)
    await assert.rejects(
      inUnitOfWork(pool, async () => assert.fail('there is no connection to work with')),
      isTold,
    )
    assert.deepEqual(outages, reason ? [reason, reason, reason] : [])
  })

it('a server that cannot be reached is busy for the moment: nothing was sent', async (t) => {
  const closed = createServer()
  const url = await urlOf(t, closed)
  await new Promise((resolve) => closed.close(resolve))
  const outages: string[] = []
  const pool = openPool(t, url, (reason) => outages.push(reason))
  await assert.rejects(pool.query('update payments set amount = 1'), StoreOverloaded)
  await assert.rejects(pool.connect(), StoreOverloaded)
  assert.deepEqual(outages, ['UNREACHABLE', 'UNREACHABLE'])
})

describe('a connection that breaks during', () => {
  it('a read does no harm: the read is repeated once', async (t) => {
    const { url, statements } = await breakingServer(t, 1)
    const pool = openPool(t, url)
    assert.equal((await pool.query('select 1')).rowCount, 0)
    assert.deepEqual(statements, ['select 1', 'select 1'])
  })

  it('a read and its repetition is busy for the moment: nothing was done', async (t) => {
    const { url, statements } = await breakingServer(t, 2)
    await assert.rejects(openPool(t, url).query('select 1'), StoreOverloaded)
    assert.equal(statements.length, 2)
  })

  it('a write is a failure: whether it was executed is unknown', async (t) => {
    const { url, statements } = await breakingServer(t, 1)
    const failed = await openPool(t, url)
      .query('update payments set amount = 1')
      .catch((error: unknown) => error)
    assert.deepEqual([failed instanceof StoreOverloaded, statements.length], [false, 1])
  })
})

for (const [code, why] of [
  ['57014', 'took too long'],
  ['55P03', 'needs a row that is locked'],
] as const)
  it(`a statement that ${why} is busy for the moment, was not done, and is no outage`, async (t) => {
    const { url } = await answeringServer(t, () => Buffer.concat([errorMessage(code), ready]))
    const outages: string[] = []
    const pool = openPool(t, url, (reason) => outages.push(reason))
    const isTold = (error: unknown) => error instanceof StoreOverloaded && (error as { code?: string }).code === code
    await assert.rejects(pool.query('select 1'), isTold)
    await assert.rejects(pool.query('update payments set amount = 1'), isTold)
    assert.deepEqual(outages, [])
  })

describe('after a statement that the database has refused, the next one uses', () => {
  for (const [code, why] of [
    ['23505', 'a row that exists already'],
    ['22P02', 'a value that cannot be stored'],
    ['40001', 'a conflict with another transaction'],
    ['55P03', 'a locked row'],
    ['57014', 'its time limit'],
  ] as const)
    it(`the same connection when the reason was ${why} (${code})`, async (t) => {
      const { url, connections } = await refusingStatements(t, code)
      await useAfterRefusal(openPool(t, url))
      assert.equal(connections(), 1)
    })

  for (const [code, why] of [
    ['0A000', 'a plan that a migration has made useless'],
    ['26000', 'a prepared statement that is not there'],
    ['25006', 'a server that takes no writes'],
    ['XX000', 'an error of the server itself'],
  ] as const)
    it(`another connection when the reason was ${why} (${code})`, async (t) => {
      const { url, connections } = await refusingStatements(t, code)
      await useAfterRefusal(openPool(t, url))
      assert.equal(connections(), 2)
    })
})

function refusingStatements(t: TestContext, code: string) {
  const done = Buffer.concat([message('C', Buffer.from('UPDATE 1\0')), ready])
  return answeringServer(t, (number) => (number === 1 ? Buffer.concat([errorMessage(code), ready]) : done))
}

async function useAfterRefusal(pool: ReturnType<typeof openPool>): Promise<void> {
  await assert.rejects(pool.query('update payments set amount = 1'))
  assert.equal((await pool.query('update payments set amount = 1')).rowCount, 1)
}
