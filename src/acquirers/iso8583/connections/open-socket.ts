// Opens a socket to an address of a host, with TLS where the settings say so.
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isPrivateAddress } from '../../../kernel/address-reach.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { permittedLookup, type RefuseAddress } from '../../permitted-address.ts'
import type { HostAddress, Iso8583Settings } from '../settings/settings.ts'

/** Not to an address that is refused, whatever a name leads to by then. */
export async function openSocket(
  { host, port }: HostAddress,
  settings: Iso8583Settings,
  { refuseAddress }: { readonly refuseAddress: RefuseAddress },
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const { ca, certificate: cert, key, serverName, connectTimeoutMs } = settings
  const secured = { minVersion: 'TLSv1.2' as const, ...omitUndefined({ ca, cert, key, servername: serverName }) }
  const where = { host, port, ...permittedLookup(host, refuseAddress) }
  const socket: Socket = settings.tls ? connectTls({ ...where, ...secured }) : connectTcp(where)
  const late = () => socket.destroy(new Error(`no connection within ${connectTimeoutMs} ms`))
  const timer = setTimeout(late, connectTimeoutMs)
  // Emitted with TLS only when the host's certificate was verified.
  socket.once(settings.tls ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer)
    resolve(socket)
  })
  socket.once('error', (error) => {
    clearTimeout(timer)
    reject(error)
  })
  socket.once('close', () => reject(new Error('the connection was closed')))
  return promise
}

/** Without TLS only private addresses are used. */
export const refusePublic: RefuseAddress = (host, address) =>
  isPrivateAddress(address)
    ? undefined
    : `${host === address ? host : `${host} (${address})`} is not a private address; a connection to it needs TLS`

interface SocketHandlers {
  readonly onBytes: (bytes: Buffer) => unknown
  readonly onClose: (problem: string) => unknown
}

export function watchSocket(socket: Socket, { onBytes, onClose }: SocketHandlers): void {
  let problem = 'the host closed the connection'
  socket.setNoDelay(true).setKeepAlive(true, 10_000)
  socket.on('data', onBytes)
  socket.on('error', (error) => {
    problem = error.message
  })
  socket.on('close', () => onClose(problem))
}
