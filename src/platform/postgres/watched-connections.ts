// Detects connections to the database that fall silent: a fail-over, or a firewall that drops its state, leaves a
// connection that looks intact and never answers again. The statement under way on one fails as lost, and idle
// connections beside it are replaced.
import pg from 'pg'

export interface WatchedConnections {
  /** A client class for a pool; each of its statements has to be answered within the time. */
  clientsWithin(deadlineMs: number): new (config?: pg.ClientConfig) => pg.Client
  /** Closes the connections to every other server: what it accepts from now on would be lost. */
  leaveOthers(serverUrl: string): void
  /** Fails whatever is under way as lost: the server itself is silent. */
  giveUpAll(): void
}

/**
 * One for all pools of a process: a silent connection in one casts doubt on the others to the same server. `onSilence` is called when a
 * statement was not answered in time.
 */
export function watchConnections(onSilence: () => void = () => undefined): WatchedConnections {
  const lines = new Set<WatchedClient>()
  const onSilent = (silent: WatchedClient, sentAtMs: number) => {
    onSilence()
    silent.giveUp()
    // A connection that has received data since is healthy; one in use has its own deadline.
    for (const line of lines) if (!line.isTaken && line.heardAtMs < sentAtMs) line.giveUp()
  }
  return {
    clientsWithin: (deadlineMs) =>
      class extends WatchedClient {
        constructor(config?: pg.ClientConfig) {
          super(config, { deadlineMs, onSilent })
          lines.add(this)
          this.once('end', () => lines.delete(this))
        }
      },
    leaveOthers(serverUrl) {
      for (const line of lines)
        if (line.serverUrl !== serverUrl) line.close('ECONNRESET', 'the database server is no longer the primary')
    },
    giveUpAll() {
      for (const line of lines) line.giveUp()
    },
  }
}

interface ConnectionWatch {
  readonly deadlineMs: number
  readonly onSilent: (silent: WatchedClient, sentAtMs: number) => void
}

const goodbyeMs = 1_000

class WatchedClient extends pg.Client {
  /** A pool has handed it out. */
  isTaken = false
  /** Its statements may take as long as they like. */
  isPatient = false
  heardAtMs = performance.now()
  readonly serverUrl: string | undefined
  readonly #watch: ConnectionWatch

  constructor(config: pg.ClientConfig | undefined, watch: ConnectionWatch) {
    super(config)
    this.serverUrl = config?.connectionString
    this.#watch = watch
  }

  /** With the driver's many signatures: given a callback it calls it, otherwise it returns a promise. */
  override query(...parameters: never[]): never {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown
    if (this.isPatient) return send(...parameters) as never
    const markAnswered = this.#expectAnswer()
    const callback: unknown = parameters.at(-1)
    if (typeof callback === 'function') {
      const onResult = (...args: unknown[]) => {
        markAnswered()
        callback(...args)
      }
      return send(...parameters.slice(0, -1), onResult) as never
    }
    const answer = send(...parameters)
    if (answer instanceof Promise) answer.then(markAnswered, markAnswered)
    else markAnswered()
    return answer as never
  }

  /**
   * A silent server does not close the connection either, and a socket that waits for it would keep the process alive.
   */
  override end(...parameters: never[]): never {
    const timer = setTimeout(() => this.connection.stream.destroy(), goodbyeMs)
    this.once('end', () => clearTimeout(timer))
    return (super.end.bind(this) as (...args: unknown[]) => unknown)(...parameters) as never
  }

  /** Fails the statement under way as a lost connection does. */
  giveUp(): void {
    this.close('ETIMEDOUT', 'the database did not answer in time')
  }

  close(code: string, message: string): void {
    this.connection.stream.destroy(Object.assign(new Error(message), { code }))
  }

  #expectAnswer(): () => void {
    const { deadlineMs, onSilent } = this.#watch
    const sentAtMs = performance.now()
    let isAnswered = false
    // When the process itself was suspended, the answer may be here unread: it is read before the immediate runs.
    const late = () => setImmediate(() => isAnswered || onSilent(this, sentAtMs))
    const timer = setTimeout(late, deadlineMs)
    return () => {
      isAnswered = true
      this.heardAtMs = performance.now()
      clearTimeout(timer)
    }
  }
}

/** Marks connections as taken and free; to be called once for each pool of watched clients. */
export function followPool(pool: pg.Pool): void {
  const setTaken = (client: pg.PoolClient, isTaken: boolean) => {
    if (!(client instanceof WatchedClient)) return
    client.isTaken = isTaken
    client.isPatient = false
  }
  pool.on('acquire', (client) => setTaken(client, true))
  pool.on('release', (_error, client) => setTaken(client, false))
}

/** For statements that may take minutes: this connection is not checked until it returns to its pool. */
export function liftDeadline(client: pg.ClientBase): void {
  if (client instanceof WatchedClient) client.isPatient = true
}
