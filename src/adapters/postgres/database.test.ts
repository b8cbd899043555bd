// How a pool handles a server that takes no connections, without a database: the server is a socket that refuses them.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { it, type TestContext } from 'node:test'
import { StoreOverloaded } from '../../ports/payments/store.ts'
import { openDatabase } from './database.ts'
import { inUnitOfWork } from './unit-of-work.ts'

/** A server that refuses every connection with this SQLSTATE. */
async function refusingServer(t: TestContext, code: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(errorMessage(code)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  return `postgresql://nobody@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`
}

/** ErrorResponse, as the protocol has it. */
function errorMessage(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

for (const [code, isBusy] of [
  ['53300', true],
  ['57P03', true],
  ['28P01', false],
] as const)
  it(`a server that refuses connections with ${code} is ${isBusy ? 'busy for the moment' : 'a failure'}`, async (t) => {
    const pool = openDatabase({ connectionString: await refusingServer(t, code) }, { poolSize: 1, onError: () => {} })
    t.after(() => pool.end())
    const isTold = (error: unknown) => {
      assert.deepEqual([error instanceof StoreOverloaded, (error as { code?: string }).code], [isBusy, code])
      return true
    }
    await assert.rejects(pool.query('select 1'), isTold)
    await assert.rejects(pool.connect(), isTold)
    await assert.rejects(
      inUnitOfWork(pool, async () => assert.fail('there is no connection to work with')),
      isTold,
    )
  })
