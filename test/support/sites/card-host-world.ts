// Test hosts in this process, and clients of them; all end together.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListedEntry } from '../../../src/host/books.ts'
import { type HostOptions, type RunningHost, startHost } from '../../../src/host/host.ts'
import {
  binarySpecification,
  type CardHostClient,
  type ClientOptions,
  connectToHost,
  type MessageFields,
} from '../clients/card-host-client.ts'

export interface CardHostWorld {
  readonly folder: string
  start(options?: Partial<HostOptions>): Promise<RunningHost>
  connect(options: ClientOptions): Promise<CardHostClient>
  signedOn(options: ClientOptions): Promise<CardHostClient>
  close(): Promise<void>
}

export async function makeCardHostWorld(): Promise<CardHostWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-host-'))
  const hosts: RunningHost[] = []
  const clients: CardHostClient[] = []
  const world: CardHostWorld = {
    folder,
    async start(options = {}) {
      const host = await startHost({
        folder,
        port: 0,
        adminPort: 0,
        specification: binarySpecification,
        framing: { length: 'binary-2' },
        slowMs: 20,
        lateMs: 40,
        onFailure: (error) => assert.fail(error),
        ...options,
      })
      hosts.push(host)
      return host
    },
    async connect(options) {
      const client = await connectToHost(options)
      clients.push(client)
      return client
    },
    async signedOn(options) {
      const client = await world.connect(options)
      assert.equal(await client.signOn(), '00')
      return client
    },
    async close() {
      for (const client of clients) client.close()
      for (const host of hosts) await host.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return world
}

/** What the host shows of a merchant's books. */
export async function entriesOf({ adminUrl }: RunningHost, merchant = 'SHOP'): Promise<readonly ListedEntry[]> {
  const response = await fetch(`${adminUrl}/books?merchant=${merchant}`)
  return ((await response.json()) as { entries: readonly ListedEntry[] }).entries
}

/** The reference in DE 48 of a payment of the client's. */
export function referenceIn(fields: MessageFields): string {
  return fields[48]?.slice(fields[48].indexOf('20') + 4) ?? ''
}

export async function entryOf(host: RunningHost, fields: MessageFields): Promise<ListedEntry | undefined> {
  return (await entriesOf(host, fields[42])).find(({ reference }) => reference === referenceIn(fields))
}

let merchants = 0

export function newMerchant(): string {
  merchants += 1
  return `SHOP${merchants}`
}
