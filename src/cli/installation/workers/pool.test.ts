// The workers of a gateway, with processes that are played.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { StartFailure } from '../../start-failure.ts'
import type { MessageToWorker } from './messages.ts'
import { openWorkerPool, type WorkerProcess } from './pool.ts'

const reached = {
  httpsUrl: 'https://localhost:8443',
  mtlsUrl: 'https://localhost:8444',
  httpUrl: undefined,
  metricsUrl: undefined,
  caFile: undefined,
}

type Conduct = 'serves' | 'fails' | 'ends at once' | 'goes on starting'

/** A process that is ready as soon as it is started, and ends when it is asked to stop. */
class PlayedWorker extends EventEmitter implements WorkerProcess {
  readonly id: number
  exitCode: number | null = null
  readonly signalCode = null
  readonly #conduct: Conduct
  readonly #events: string[]

  constructor(id: number, conduct: Conduct, events: string[]) {
    super()
    this.id = id
    this.#conduct = conduct
    this.#events = events
  }

  send({ kind }: MessageToWorker): boolean {
    setImmediate(() => {
      if (kind === 'START') this.#start()
      else if (kind === 'STOP') this.end(0)
    })
    return true
  }

  #start() {
    if (this.#conduct === 'goes on starting') return
    if (this.#conduct === 'ends at once') return this.end(1)
    if (this.#conduct === 'fails') {
      this.emit('message', { kind: 'FAILED', reason: 'Port 8443 is taken.' })
      return this.end(1)
    }
    this.#events.push(`${this.id} ready`)
    this.emit('message', { kind: 'READY', reached })
  }

  end(code: number) {
    if (this.exitCode !== null) return
    this.exitCode = code
    this.#events.push(`${this.id} ended`)
    this.emit('exit', code, null)
  }

  kill() {
    this.end(137)
  }
}

function playedPool({
  count = 2,
  conductOf = () => 'serves' as Conduct,
}: {
  count?: number
  conductOf?: (id: number) => Conduct
} = {}) {
  const events: string[] = []
  const workers: PlayedWorker[] = []
  const pool = openWorkerPool({
    count,
    fork() {
      const id = workers.length + 1
      const worker = new PlayedWorker(id, conductOf(id), events)
      workers.push(worker)
      return worker
    },
    startMessage: ({ id }) => ({ kind: 'START', worker: id, server: undefined, isJson: false, buildsConsole: false }),
    onMessage: () => {},
    log: { info: () => {}, warn: () => {}, error: () => {} } as never,
    drainMs: 1_000,
    graceMs: 1_000,
  })
  return { pool, workers, events, ids: () => pool.list().map(({ id }) => id) }
}

describe('the workers of a gateway', () => {
  it('are all ready when the gateway is, and end with the gateway', async () => {
    const { pool, ids, events } = playedPool({ count: 3 })
    assert.deepEqual(await pool.start(), reached)
    assert.deepEqual(ids(), [1, 2, 3])
    await pool.stop()
    assert.deepEqual(ids(), [])
    assert.equal(events.filter((event) => event.endsWith('ended')).length, 3)
  })

  it('end with the gateway also when they are still starting', async () => {
    const { pool, events } = playedPool({ conductOf: () => 'goes on starting' })
    const started = pool.start()
    await Promise.all([assert.rejects(started), pool.stop()])
    assert.deepEqual(events, ['1 ended'])
  })

  it('report why the first one failed, and no further one is started', async () => {
    const { pool, workers } = playedPool({ conductOf: () => 'fails' })
    await assert.rejects(pool.start(), (error: Error) => {
      assert.ok(error instanceof StartFailure)
      return error.message === 'Port 8443 is taken.'
    })
    assert.equal(workers.length, 1)
  })

  it('are replaced one by one, each after its successor is ready', async () => {
    const { pool, ids, events } = playedPool()
    await pool.start()
    events.length = 0
    assert.equal(await pool.replaceAll(), true)
    assert.deepEqual(events, ['3 ready', '1 ended', '4 ready', '2 ended'])
    assert.deepEqual(ids(), [3, 4])
    await pool.stop()
  })

  it('are kept when a successor fails', async () => {
    const { pool, ids } = playedPool({ conductOf: (id) => (id === 3 ? 'ends at once' : 'serves') })
    await pool.start()
    assert.equal(await pool.replaceAll(), false)
    assert.deepEqual(ids(), [1, 2])
    await pool.stop()
  })

  it('are replaced when one ends by itself, also when the first successor fails', async () => {
    const { pool, workers, ids } = playedPool({ conductOf: (id) => (id === 3 ? 'fails' : 'serves') })
    await pool.start()
    const { promise, resolve } = Promise.withResolvers<void>()
    workers[0]?.end(1)
    const look = () => (ids().includes(4) ? resolve() : setImmediate(look))
    look()
    await promise
    assert.deepEqual(ids(), [2, 4])
    await pool.stop()
  })

  it('are not replaced while the gateway stops', async () => {
    const { pool, workers } = playedPool()
    await pool.start()
    await pool.stop()
    assert.equal(workers.length, 2)
  })
})
