// Binds a port with several listening sockets. Node accepts one connection from each in a turn of its event loop: with
// a single one, new connections would wait behind all traffic of the open ones.
import { createServer, type Server as NetServer, type Server } from 'node:net'
import { OperatorFailure } from '../../../kernel/failures.ts'

/** As many as the connections to accept in one turn of the loop. */
const socketsPerPort = 16
const usualBacklog = 4_096

type Binding = ListenAddress & { readonly backlog?: number }

/** The first is passed in, the others are created; all of them share the port. */
export async function bindSockets(
  first: NetServer,
  another: () => NetServer,
  binding: Binding,
): Promise<readonly NetServer[]> {
  // A shared port can be opened by a second gateway of the same user, and each would get a part of the connections.
  if (binding.port !== 0) await bindAlone(binding)
  const bound = [first]
  if (!(await bindShared(first, binding))) {
    await bind(first, binding)
    return bound
  }
  const port = (first.address() as { readonly port: number }).port
  try {
    for (let made = 1; made < socketsPerPort; made += 1) {
      const next = another()
      await bind(next, { ...binding, port }, { reusePort: true })
      bound.push(next)
    }
  } catch (error) {
    for (const each of bound) each.close()
    throw error
  }
  return bound
}

async function bindAlone(binding: Binding): Promise<void> {
  const trial = createServer()
  await bind(trial, binding)
  await new Promise((closed) => trial.close(closed))
}

/** False where the system cannot share a port: on macOS and Windows. */
async function bindShared(server: NetServer, binding: Binding): Promise<boolean> {
  try {
    await bind(server, binding, { reusePort: true })
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOTSUP') return false
    throw error
  }
}

function bind(server: NetServer, binding: Binding, options: { readonly reusePort?: boolean } = {}): Promise<void> {
  const { host, port, backlog = usualBacklog } = binding
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onError = (error: NodeJS.ErrnoException) => reject(listenFailure(error.code ?? error.message, binding))
  server.once('error', onError)
  server.listen({ host, port, backlog, exclusive: true, ...options }, () => {
    server.off('error', onError)
    resolve()
  })
  return promise
}

export function shareConnectionLimit(server: Server, listening: readonly Server[], most: number): void {
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
  for (const each of listening) {
    Object.defineProperty(each, 'maxConnections', { get: () => (open < most ? Number.MAX_SAFE_INTEGER : 0) })
  }
}

/** A listener could not be opened; the message is one line for the operator. */
export class ListenFailure extends OperatorFailure {
  override readonly name = 'ListenFailure'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly portSetting: string
  readonly hostSetting?: string
}

export function listenFailure(code: string, { host, port, portSetting, hostSetting }: ListenAddress): ListenFailure {
  const elsewhere = hostSetting === undefined ? '' : `; set ${hostSetting} to one of its addresses`
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken by another program; set ${portSetting} to another port.`,
    EACCES: `This user may not open port ${port}; grant CAP_NET_BIND_SERVICE, or set ${portSetting} to a port above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}${elsewhere}.`,
    EAFNOSUPPORT: `This machine has no address ${host}${elsewhere}.`,
    ENOTFOUND: `The name ${host} is not known on this machine${elsewhere}.`,
    EAI_AGAIN: `The name ${host} is not known on this machine${elsewhere}.`,
  }
  const other = `Port ${port} on ${host} cannot be opened (${code}); ${portSetting} sets the port.`
  return new ListenFailure(code, messages[code] ?? other)
}
