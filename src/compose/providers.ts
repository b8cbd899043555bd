// The providers of the sandbox, by the names that merchants' profiles know them by, and the job that lets them speak.
import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../adapters/postgres/database.ts'
import { callbackSecret } from '../adapters/providers/simulator/callback-secret.ts'
import { type Callbacks, openCallbacks } from '../adapters/providers/simulator/callbacks.ts'
import { type SimulatedProvider, simulatedProvider } from '../adapters/providers/simulator/index.ts'
import { providerSites } from '../adapters/providers/simulator/site/routes.ts'
import { systemClock } from '../adapters/system/clock.ts'
import type { Log } from '../adapters/telemetry/log.ts'
import type { Config } from '../config/config.ts'
import { providers } from '../domain/browser-payments/provider.ts'
import { type RepeatedJob, repeatJob } from '../jobs/repeat.ts'
import type { Addresses } from '../ports/addresses.ts'
import { tlsFilesOf } from './listeners.ts'

export interface SandboxProviders {
  readonly byAdapter: ReadonlyMap<string, SimulatedProvider>
  readonly callbacks: Callbacks
  /** Their pages. */
  readonly sites: (app: FastifyInstance) => void
}

const everyMs = 1_000

export function openProviders(config: Config, database: Database, addresses: Addresses): SandboxProviders {
  const clock = systemClock
  const secret = callbackSecret(database)
  const siteUrl = () => addresses.publicUrl()
  const all = providers.map((provider) => simulatedProvider({ provider, database, clock, siteUrl, secret }))
  const callbacks = openCallbacks({ database, clock, secret, trusted: cacheReading(() => trustedBy(config)) })
  return {
    byAdapter: new Map(all.map((each) => [adapterOf(each), each])),
    callbacks,
    sites: providerSites({ database, clock, callbacks }),
  }
}

function adapterOf({ provider }: SimulatedProvider): string {
  return `simulated-${provider.toLowerCase().replace('_', '-')}`
}

export function providerJobs({ callbacks }: SandboxProviders, log: Log): readonly RepeatedJob[] {
  const onError = (err: unknown) => log.error({ err }, 'callbacks of the simulated providers failed; will retry')
  return [repeatJob(() => callbacks.sendDue(), { everyMs, onError })]
}

/** The authority of this gateway's own certificate; everybody's, too, where it is found at a public address. */
async function trustedBy(config: Config): Promise<readonly string[]> {
  const { caFile, certificateFile } = await tlsFilesOf(config)
  const own = await readFile(caFile ?? certificateFile, 'utf8')
  return config.publicUrl === undefined ? [own] : [...rootCertificates, own]
}

const certificatesKeptMs = 60_000

/** Certificates are replaced while the gateway runs. */
function cacheReading<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: T; readonly atMs: number } | undefined
  return async () => {
    const atMs = systemClock.now().getTime()
    if (!kept || atMs - kept.atMs > certificatesKeptMs) kept = { value: await read(), atMs }
    return kept.value
  }
}
