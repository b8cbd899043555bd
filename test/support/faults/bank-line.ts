// The line from a gateway to its bank: answers are lost on it, and requests arrive late, also when who sent them has gone away.
import { connect, createServer, type Socket } from 'node:net'
import type { Owner } from '../gateway/process.ts'

export interface BankLine {
  readonly port: number
  /** How often a response was lost, and a request late. */
  readonly lost: number
  readonly late: number
  /** From now on nothing is lost or late any more. */
  heal(): void
}

export interface LineTroubles {
  /** The share of answers after which the connection carries no further one. */
  readonly lost: number
  /** The share of requests that arrive after `lateMs`. */
  readonly late: number
  readonly lateMs: number
}

export async function openBankLine(
  owner: Owner,
  { port, random, troubles }: { readonly port: number; readonly random: () => number; readonly troubles: LineTroubles },
): Promise<BankLine> {
  const sockets = new Set<Socket>()
  const figures = { lost: 0, late: 0 }
  let isHealed = false
  const meets = (share: number) => !isHealed && random() < share
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const bank = connect({ port, host: 'localhost', allowHalfOpen: true })
    let isDeaf = false
    let isSetUp = false
    // In their order: what follows a late request on its connection is late, too.
    let sending = Promise.resolve()
    const afterwards = (work: () => void) => {
      sending = sending.then(work)
    }
    client.on('data', (bytes: Buffer) => {
      if (isSetUp && meets(troubles.late)) {
        figures.late += 1
        afterwards(() => new Promise<void>((resolve) => setTimeout(resolve, troubles.lateMs).unref()))
      }
      afterwards(() => void bank.write(bytes))
    })
    client.on('end', () => afterwards(() => void bank.end()))
    client.on('close', () => afterwards(() => void bank.end()))
    bank.on('data', (bytes: Buffer) => {
      if (isSetUp && !isDeaf && meets(troubles.lost)) {
        isDeaf = true
        figures.lost += 1
      }
      // The first response is the handshake's.
      isSetUp = true
      if (!isDeaf && !client.destroyed) client.write(bytes)
    })
    bank.on('end', () => client.end())
    bank.on('close', () => client.destroy())
    for (const socket of [client, bank]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, 'localhost', resolve))
  owner.after(async () => {
    const closed = new Promise((resolve) => listener.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  })
  const address = listener.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    get lost() {
      return figures.lost
    },
    get late() {
      return figures.late
    },
    heal() {
      isHealed = true
    },
  }
}
