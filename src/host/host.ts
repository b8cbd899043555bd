// A card host that speaks ISO 8583, for testing: it simulates the acquirer of the test cards over TCP or TLS, with its
// own books, which survive a crash. It shares the message library with the gateway, and nothing else.
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { compileCodec, type Framing, framing, type MessageSpecification } from '../iso8583/index.ts'
import { adminServer } from './admin.ts'
import { HostBooks, type JournalRecord } from './books.ts'
import { AcceptedConnection } from './connection.ts'
import { findHost, type HostContext, HostInUseError, placeFile } from './context.ts'
import type { FollowedMessage } from './describe.ts'
import { digestsWith, hashKeyIn } from './digest.ts'
import { isFaultDue, type SeededFaults } from './faults.ts'
import { openJournal, type RewritePolicy } from './journal.ts'
import { HostKeys, type MacSettings } from './keys.ts'

export interface HostOptions {
  /** Where the books are. */
  readonly folder: string
  readonly address?: string | undefined
  /** 0 takes any free port, for both. */
  readonly port: number
  readonly adminPort: number
  readonly specification: MessageSpecification
  readonly framing: Framing
  readonly mac?: MacSettings | undefined
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer; readonly ca?: Buffer | undefined } | undefined
  readonly faults?: SeededFaults | undefined
  readonly slowMs?: number | undefined
  readonly lateMs?: number | undefined
  /** After this time without a message the host sends an echo. */
  readonly echoMs?: number | undefined
  readonly answerMs?: number | undefined
  /** How many sign-ons are refused before one is accepted. */
  readonly refusedSignOns?: number | undefined
  readonly needsSignOn?: boolean | undefined
  readonly holdsEarlyReversals?: boolean | undefined
  readonly rewriteWhen?: RewritePolicy | undefined
  readonly now?: (() => Date) | undefined
  /** The books cannot be written: nothing more is answered. */
  readonly onFailure: (error: Error) => void
}

export interface RunningHost {
  readonly port: number
  readonly adminUrl: string
  /** False when the host has no key to change, or none to send it under. */
  changeKey(): boolean
  /** May be called again. */
  close(): Promise<void>
}

const defaults = { slowMs: 500, lateMs: 3_000, echoMs: 60_000, answerMs: 10_000 } as const

export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { folder, address = '127.0.0.1', specification, faults, onFailure, now = () => new Date() } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await findHost(folder)) !== undefined) throw new HostInUseError(folder)
  const books = new HostBooks()
  const { rewriteWhen } = options
  const apply = (record: JournalRecord) => books.apply(record)
  const journal = await openJournal(folder, apply, onFailure, rewriteWhen ? { rewriteWhen } : {})
  const keys = new HostKeys(options.mac, books.keys, () => performance.now())
  const connections = new Set<AcceptedConnection>()
  const followers = new Set<(message: FollowedMessage) => void>()
  const counts = { received: 0, answered: 0, unreadable: 0, unauthenticated: 0 }
  let refusedSignOns = options.refusedSignOns ?? 0
  let signOns = 0

  const state: HostContext['state'] = {
    books,
    digests: digestsWith(await hashKeyIn(folder), specification),
    holdsEarlyReversals: options.holdsEarlyReversals ?? true,
    now,
    record(record) {
      books.apply(record)
      void journal.append(record).catch(() => undefined)
    },
  }
  const changeKey = () => {
    const offered = keys.offer()
    const adopted = offered && keys.adopt(offered)
    if (!offered || !adopted) return false
    state.record(adopted)
    void journal.flushed().then(
      () => {
        for (const connection of connections) if (connection.isSignedOn) connection.sendKey(offered)
      },
      () => undefined,
    )
    return true
  }
  const context: HostContext = {
    ...defaults,
    ...chosenTimes(options),
    codec: compileCodec(specification),
    framer: framing(options.framing),
    keys,
    state,
    journal,
    faults,
    needsSignOn: options.needsSignOn ?? true,
    counts,
    arrivals: new Map(),
    isFollowed: () => followers.size > 0,
    follow(message) {
      for (const follower of followers) follower(message)
    },
    refusesSignOn() {
      signOns += 1
      refusedSignOns -= 1
      return refusedSignOns >= 0 || (faults !== undefined && isFaultDue(faults, `sign-on ${signOns}`))
    },
    changeKey,
  }

  let accepted = 0
  const accept = (socket: Socket) => {
    accepted += 1
    const connection = new AcceptedConnection(socket, accepted, context)
    connections.add(connection)
    socket.on('close', () => connections.delete(connection))
  }
  const { tls } = options
  const server: Server = tls
    ? createTlsServer({ ...tls, requestCert: tls.ca !== undefined, rejectUnauthorized: tls.ca !== undefined }, accept)
    : createTcpServer(accept)
  const admin = adminServer({
    books,
    followers,
    status: () => ({ folder, port: portOf(server), connections: connections.size, cpuMs: cpuMs(), ...counts }),
    changeKey,
    flushed: () => journal.flushed(),
  })
  try {
    await listen(server, options.port, address)
    await listen(admin, options.adminPort, '127.0.0.1')
  } catch (error) {
    server.close()
    await journal.close()
    throw error
  }
  const adminUrl = `http://127.0.0.1:${portOf(admin)}`
  const place = join(folder, placeFile)
  await writeFile(place, `${JSON.stringify({ pid: process.pid, port: portOf(server), adminUrl })}\n`)

  return {
    port: portOf(server),
    adminUrl,
    changeKey,
    async close() {
      if (!server.listening) return
      const closed = Promise.all([once(server, 'close'), once(admin, 'close')])
      server.close()
      admin.close()
      await journal.flushed().catch(() => undefined)
      for (const connection of connections) connection.close()
      const impatience = setTimeout(() => {
        for (const connection of connections) connection.destroy()
      }, 1_000)
      admin.closeAllConnections()
      await closed
      clearTimeout(impatience)
      await journal.close()
      await rm(place, { force: true })
    },
  }
}

/** Of the whole process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return Math.round((user + system) / 1_000)
}

function chosenTimes({ slowMs, lateMs, echoMs, answerMs }: HostOptions): Partial<typeof defaults> {
  const chosen = Object.entries({ slowMs, lateMs, echoMs, answerMs }).filter(([, ms]) => ms !== undefined)
  return Object.fromEntries(chosen) as Partial<typeof defaults>
}

async function listen(server: Server, port: number, address: string): Promise<void> {
  server.listen(port, address)
  await once(server, 'listening')
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0
}
