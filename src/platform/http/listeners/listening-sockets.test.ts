import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { after, describe, it } from 'node:test'
import { until } from '../../../../test/support/checks/poll.ts'
import { closeListeners, hello, open } from '../../../../test/support/gateway/listeners.ts'
import { bindSockets, ListenFailure } from './listening-sockets.ts'

after(closeListeners)

const canShare = process.platform === 'linux'

describe('accepting connections', () => {
  it('accepts several in a turn of the event loop, so that new connections do not starve beside busy ones', async (test) => {
    if (!canShare) return test.skip('this system cannot share a port between sockets')
    let turn = 0
    const turns: number[] = []
    const { port } = await open(hello, { host: '127.0.0.1', onConnection: () => turns.push(turn) })
    let isCounting = true
    const count = () => {
      turn += 1
      if (isCounting) setImmediate(count)
    }
    count()
    const clients = Array.from({ length: 64 }, () => connect(port, '127.0.0.1'))
    try {
      await until(() => turns.length >= clients.length, 'all connections are accepted')
    } finally {
      isCounting = false
      for (const client of clients) client.destroy()
    }
    const most = Math.max(
      ...Map.groupBy(turns, (each) => each)
        .values()
        .map(({ length }) => length),
    )
    // All of them are there before the first turn; a single listening socket would accept one in a turn.
    assert.ok(most >= 4, `at most ${most} in a turn`)
  })

  it('has one limit, whichever socket accepts them', async () => {
    let accepted = 0
    const { port } = await open(hello, {
      host: '127.0.0.1',
      limits: { most: 5, idleMs: 60_000 },
      onConnection: () => {
        accepted += 1
      },
    })
    const clients = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'))
    let closed = 0
    for (const client of clients) {
      client.on('error', () => {})
      client.on('close', () => {
        closed += 1
      })
      client.resume()
    }
    await until(() => closed === 35, 'those beyond the limit are closed')
    assert.equal(accepted, 5)
    for (const client of clients) client.destroy()
  })
})

describe('a port', () => {
  it('that another gateway of the same user shares between its sockets is in use', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const { port } = await open(hello, { host })
      await assert.rejects(open(hello, { host, port }), (error) => {
        assert.ok(error instanceof ListenFailure)
        assert.equal(error.code, 'EADDRINUSE')
        return true
      })
    }
  })

  it('that no other socket may share is listened on by one', async () => {
    const { server, asked } = systemWithoutSharing()
    const bound = await bindSockets(server, () => assert.fail('no other socket is needed'), {
      host: '127.0.0.1',
      port: 0,
      portSetting: 'TOLLGATE_HTTP_PORT',
      backlog: 77,
    })
    assert.deepEqual(bound, [server])
    assert.deepEqual(asked, [
      { host: '127.0.0.1', port: 0, backlog: 77, exclusive: true, reusePort: true },
      { host: '127.0.0.1', port: 0, backlog: 77, exclusive: true },
    ])
  })

  it('that cannot be opened leaves no socket behind', async () => {
    const first = createServer()
    let made = 0
    const another = () => {
      made += 1
      return made === 3 ? refusing('EMFILE') : createServer()
    }
    const binding = { host: '127.0.0.1', port: 0, portSetting: 'TOLLGATE_HTTP_PORT' }
    if (canShare) await assert.rejects(bindSockets(first, another, binding), { code: 'EMFILE' })
    assert.equal(first.listening, false)
  })
})

function refusing(code: string): Server {
  const server = new EventEmitter()
  const listen = () => process.nextTick(() => server.emit('error', Object.assign(new Error(code), { code })))
  return Object.assign(server, { listen }) as unknown as Server
}

/** As on macOS and Windows. */
function systemWithoutSharing() {
  const asked: object[] = []
  const server = new EventEmitter()
  const listen = (options: { readonly reusePort?: boolean }, onListening: () => void) => {
    asked.push(options)
    const refusal = Object.assign(new Error('ENOTSUP'), { code: 'ENOTSUP' })
    process.nextTick(() => (options.reusePort ? server.emit('error', refusal) : onListening()))
  }
  return { server: Object.assign(server, { listen }) as unknown as Server, asked }
}
