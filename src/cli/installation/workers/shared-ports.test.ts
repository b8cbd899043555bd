// Connections that the primary process accepts, handed to workers that are played.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { until } from '../../../../test/support/checks/poll.ts'
import type { MessageToWorker } from './messages.ts'
import type { WorkerProcess } from './pool.ts'
import { openSharedPorts } from './shared-ports.ts'

interface Handed {
  readonly connection: number
  readonly socket: Socket
}

/** Keeps what is sent to it. */
class PlayedWorker extends EventEmitter implements WorkerProcess {
  readonly id = 1
  readonly exitCode = null
  readonly signalCode = null
  readonly handed: Handed[] = []
  isBroken = false

  send(message: MessageToWorker, socket?: Socket, _options?: object, callback?: (error: Error | null) => void) {
    if (this.isBroken) callback?.(new Error('the channel is closed'))
    else if (message.kind === 'CONNECTION' && socket) this.handed.push({ connection: message.connection, socket })
    return true
  }

  kill() {}
}

const address = { name: 'https', host: '127.0.0.1', port: 0, backlog: undefined }

describe('a port that several processes share', () => {
  const ports = openSharedPorts((error) => assert.fail(error))
  const clients: Socket[] = []
  after(() => {
    for (const client of clients) client.destroy()
    ports.close()
  })

  async function join(worker: PlayedWorker, name: string) {
    const joined = await ports.join(worker, { ...address, name })
    return typeof joined === 'string' ? assert.fail(joined) : joined
  }
  async function connectTo(port: number): Promise<Socket> {
    const client = connect(port, '127.0.0.1')
    clients.push(client)
    await once(client, 'connect')
    return client
  }

  it('gives connections to the processes in turn', async () => {
    const [one, two] = [new PlayedWorker(), new PlayedWorker()]
    const { port } = await join(one, 'turn')
    assert.equal((await join(two, 'turn')).port, port)
    for (let each = 0; each < 6; each += 1) await connectTo(port)
    await until(() => one.handed.length + two.handed.length === 6, 'all are handed over')
    assert.deepEqual([one.handed.length, two.handed.length], [3, 3])
  })

  it('keeps the ports of two listeners apart that both take any free one', async () => {
    const worker = new PlayedWorker()
    const [first, second] = [await join(worker, 'first'), await join(worker, 'second')]
    assert.notEqual(first.port, second.port)
  })

  it('gives a connection to another process when the first sends it back, ends, or cannot be reached', async () => {
    const [one, two] = [new PlayedWorker(), new PlayedWorker()]
    const losses: readonly ((handed: Handed) => void)[] = [
      ({ connection }) => ports.confirm(connection, false),
      () => ports.drop(one),
    ]
    for (const [index, lose] of losses.entries()) {
      const { port } = await join(one, `loss ${index}`)
      await connectTo(port)
      await until(() => one.handed.length === index + 1, 'the first has it')
      await join(two, `loss ${index}`)
      lose(one.handed[index] ?? assert.fail())
      await until(() => two.handed.length === index + 1, 'the other has it')
      assert.equal(two.handed[index]?.socket, one.handed[index]?.socket)
    }
    const broken = new PlayedWorker()
    broken.isBroken = true
    const { port } = await join(broken, 'broken')
    await join(two, 'broken')
    await connectTo(port)
    await until(() => two.handed.length === 3, 'the one that can be reached has it')
  })

  it('keeps connections waiting while there is no process, and releases those that are taken', async () => {
    const gone = new PlayedWorker()
    const { port, key } = await join(gone, 'empty')
    ports.leave(gone, key)
    await connectTo(port)
    const next = new PlayedWorker()
    await join(next, 'empty')
    await until(() => next.handed.length === 1, 'the next process has it')
    const { connection, socket } = next.handed[0] ?? assert.fail()
    ports.confirm(connection, true)
    assert.equal(socket.destroyed, true)
  })

  it('reports why a port cannot be opened, and can be requested again', async () => {
    const worker = new PlayedWorker()
    const { port } = await join(worker, 'taken')
    assert.equal(await ports.join(worker, { ...address, name: 'again', port }), 'EADDRINUSE')
  })
})
