// What a client's certificates may cost. The platform verifies the signatures of a whole chain before anyone can look at it, on the
// thread that serves requests and without a limit to set: a hundred certificates take a third of a second. A client needs no more
// than a few; a network that goes on sending more, or breaking off after it has sent them, is kept away for a while. Of each network
// a few shake hands at a time: what all others send is not read before the first ones are judged. Silent ones keep nobody out for long.
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { RecentMap } from '../../../kernel/recent-map.ts'

/** The client's own, three authorities between, and the root. */
const certificatesMax = 5
/** A handshake that fails before it has sent so much has sent no chain, or a short one. */
const unfinishedBytesMax = 4_096
const atOnceMax = 4
/** When none of them ends, another begins after this time. */
const patienceMs = 100

/** Of one network, so many in a period: then its connections are closed until the period is over. */
const costlyMax = 3
const periodMs = 60_000
const networksMax = 10_000

interface CostlyHandshakes {
  readonly count: number
  readonly untilMs: number
}

interface Turn {
  readonly begin: () => void
  readonly refuse: () => void
}

interface Handshakes {
  readonly underWay: Set<Socket>
  readonly waiting: Set<Turn>
  patience?: NodeJS.Timeout
}

export interface ClientHandshakes {
  /**
   * Begins the handshake of a connection, at once or when those before it are over; or refuses it. What is returned is to be called
   * when the handshake has succeeded.
   */
  admit(socket: Socket, network: string, steps: { readonly begin: () => void; readonly refuse: () => void }): () => void
  /** False when the client has sent more certificates than it may. */
  isAcceptable(socket: Socket, network: string): boolean
}

export function watchClientHandshakes(): ClientHandshakes {
  const costly = new RecentMap<CostlyHandshakes>(networksMax)
  const present = new Map<string, Handshakes>()

  const known = (network: string): CostlyHandshakes | undefined => {
    const found = costly.get(network)
    return found && performance.now() < found.untilMs ? found : undefined
  }
  const isKeptAway = (network: string) => (known(network)?.count ?? 0) >= costlyMax
  const refuseWaiting = (network: string) => {
    const { waiting = new Set<never>() } = present.get(network) ?? {}
    const refused = [...waiting]
    waiting.clear()
    for (const { refuse } of refused) refuse()
  }
  const count = (network: string) => {
    const { count: before, untilMs } = known(network) ?? { count: 0, untilMs: performance.now() + periodMs }
    costly.set(network, { count: before + 1, untilMs })
    if (isKeptAway(network)) refuseWaiting(network)
  }

  const beginNext = ({ waiting }: Handshakes) => {
    const [next] = waiting
    next?.begin()
  }

  /** Of handshakes that do not end, those that have sent a chain are judged before another may begin. */
  const losePatience = (handshakes: Handshakes, network: string) => {
    for (const socket of handshakes.underWay) if (socket.bytesRead > unfinishedBytesMax) socket.destroy()
    // Their connections are closed, and counted, before this.
    setImmediate(() => {
      if (!isKeptAway(network)) beginNext(handshakes)
      waitForTurn(handshakes, network)
    })
  }
  const waitForTurn = (handshakes: Handshakes, network: string) => {
    clearTimeout(handshakes.patience)
    if (handshakes.waiting.size > 0)
      handshakes.patience = setTimeout(() => losePatience(handshakes, network), patienceMs).unref()
  }

  return {
    admit(socket, network, { begin, refuse }) {
      if (isKeptAway(network)) {
        refuse()
        return () => {}
      }
      const handshakes = present.get(network) ?? { underWay: new Set(), waiting: new Set() }
      present.set(network, handshakes)
      const { underWay, waiting } = handshakes
      const turn = {
        refuse,
        begin: () => {
          waiting.delete(turn)
          underWay.add(socket)
          begin()
        },
      }
      const end = (isFinished: boolean) => {
        waiting.delete(turn)
        const isOver = underWay.delete(socket)
        if (isOver && !isFinished && socket.bytesRead > unfinishedBytesMax) count(network)
        if (isOver && underWay.size < atOnceMax) beginNext(handshakes)
        if (waiting.size === 0) clearTimeout(handshakes.patience)
        if (underWay.size === 0 && waiting.size === 0) present.delete(network)
      }
      socket.once('close', () => end(false))
      if (underWay.size < atOnceMax) turn.begin()
      else waiting.add(turn)
      if (waiting.size === 1) waitForTurn(handshakes, network)
      return () => end(true)
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
