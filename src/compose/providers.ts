// Opens the provider adapters of this installation.
import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import type { OpenedProvider, OpenedProviders } from '../browser-payments/providers/adapter.ts'
import type { Config } from '../platform/config/config.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import { type AdapterPools, databaseOf, providerAdaptersOf } from './adapters.ts'
import { tlsFilesOf } from './listeners.ts'

export interface ComposedProviders {
  readonly byName: ReadonlyMap<string, OpenedProvider>
  readonly sites: readonly NonNullable<OpenedProviders['site']>[]
  readonly jobs: readonly NonNullable<OpenedProviders['job']>[]
}

export function openProviders(config: Config, pools: AdapterPools, addresses: Addresses): ComposedProviders {
  const trusted = cacheReading(() => trustedBy(config))
  const opened = providerAdaptersOf(config.mode).map((adapter) =>
    adapter.open({
      database: databaseOf(adapter, pools),
      clock: pools.clock,
      publicUrl: () => addresses.publicUrl(),
      trusted,
    }),
  )
  return {
    byName: new Map(opened.flatMap(({ byName }) => [...byName])),
    sites: opened.flatMap(({ site }) => site ?? []),
    jobs: opened.flatMap(({ job }) => job ?? []),
  }
}

/** The authority of this gateway's own certificate, and the public ones where it has a public address. */
async function trustedBy(config: Config): Promise<readonly string[]> {
  const { caFile, certificateFile } = await tlsFilesOf(config)
  const own = await readFile(caFile ?? certificateFile, 'utf8')
  return config.publicUrl === undefined ? [own] : [...rootCertificates, own]
}

const certificatesKeptMs = 60_000

/** Certificates are replaced while the gateway runs. */
function cacheReading<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: { readonly value: T; readonly atMs: number } | undefined
  return async () => {
    const atMs = performance.now()
    if (!cached || atMs - cached.atMs > certificatesKeptMs) cached = { value: await read(), atMs }
    return cached.value
  }
}
