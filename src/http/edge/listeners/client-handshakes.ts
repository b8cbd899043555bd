// What a client's certificates may cost. The platform verifies the signatures of a whole chain before anyone can look at it, on the
// thread that serves requests and without a limit to set: a hundred certificates take a third of a second. A client needs no more
// than a few; a network that goes on sending more, or breaking off after it has sent them, is kept away for a while.
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { RecentMap } from '../../../domain/recent-map.ts'

/** The client's own, three authorities between, and the root. */
const certificatesMax = 5
/** A handshake that fails before it has sent so much has sent no chain, or a short one. */
const unfinishedBytesMax = 4_096

/** Of one network, so many in a period: then its connections are closed until the period is over. */
const costlyMax = 3
const periodMs = 60_000
const networksMax = 10_000

interface CostlyHandshakes {
  readonly count: number
  readonly untilMs: number
}

export interface ClientHandshakes {
  /** Whether connections of the network are closed before their handshake. */
  isKeptAway(network: string): boolean
  /** Of a connection that begins its handshake. */
  watch(socket: Socket, network: string): { readonly finished: () => void }
  /** False when the client has sent more certificates than it may. */
  isAcceptable(socket: Socket, network: string): boolean
}

export function watchClientHandshakes(): ClientHandshakes {
  const costly = new RecentMap<CostlyHandshakes>(networksMax)

  const present = (network: string): CostlyHandshakes | undefined => {
    const known = costly.get(network)
    return known && performance.now() < known.untilMs ? known : undefined
  }
  const count = (network: string) => {
    const { count: before, untilMs } = present(network) ?? { count: 0, untilMs: performance.now() + periodMs }
    costly.set(network, { count: before + 1, untilMs })
  }

  return {
    isKeptAway: (network) => (present(network)?.count ?? 0) >= costlyMax,

    watch(socket, network) {
      let isFinished = false
      socket.once('close', () => {
        if (!isFinished && socket.bytesRead > unfinishedBytesMax) count(network)
      })
      return {
        finished: () => {
          isFinished = true
        },
      }
    },

    isAcceptable(socket, network) {
      if (certificatesOf(socket) <= certificatesMax) return true
      count(network)
      return false
    },
  }
}

/** As many as decide; a resumed session has the client's own alone. */
function certificatesOf(socket: Socket): number {
  let certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  let count = 0
  for (; certificate && count <= certificatesMax; count += 1) certificate = certificate.issuerCertificate
  return count
}
