// Puts acquirer links together: the adapters there are, the operator's links, and those that this process has opened.
import {
  type AcquirerAdapter,
  type AdapterCatalogue,
  AdapterFailure,
  acquirerAdapters,
  checkAdapterSettings,
  completeSchema,
  type ExchangedMessages,
  type Link,
  type LinkEnvironment,
  type LinkRegistry,
  type LinkResponses,
  type LinkState,
  type LinkStore,
  loadAdapters,
  type OpenedLink,
  openLinkRegistry,
  withDefaults,
} from '../acquirers/index.ts'
import { readAcquirerHosts } from '../kernel/acquirer-hosts.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import type { AccessRightsSeals } from '../merchants/postgres/access-rights/access-rights-seals.ts'
import type { Acquirer } from '../payments/index.ts'
import { responseWithin } from '../platform/concurrency/with-timeout.ts'
import type { Config } from '../platform/config/config.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { type AdapterPools, databaseOf, sandboxLink } from './adapters.ts'
import { timedAcquirer } from './telemetry/measure.ts'

/** The adapters of this installation: built-in ones and those of TOLLGATE_ADAPTERS, simulators in the sandbox only. */
export async function loadAcquirerAdapters({
  mode,
  adapterModules = [],
}: Pick<Config, 'mode' | 'adapterModules'>): Promise<readonly AcquirerAdapter[]> {
  const all = await loadAdapters(adapterModules, acquirerAdapters)
  return all.filter(({ isSimulator = false }) => mode === 'sandbox' || !isSimulator)
}

type EnvironmentSettings = Pick<Config, 'mode'> & Partial<Pick<Config, 'acquirerHosts'>>

const environmentOf = ({ mode, acquirerHosts }: EnvironmentSettings): LinkEnvironment => ({
  isProduction: mode === 'production',
  ...omitUndefined({ acquirerHosts: acquirerHosts && readAcquirerHosts(acquirerHosts) }),
})

export function catalogueOf(adapters: readonly AcquirerAdapter[], config: EnvironmentSettings): AdapterCatalogue {
  const environment = environmentOf(config)
  const described = adapters.map(({ name, title, isSimulator = false, hasProviders = false, settings }) => ({
    name,
    title,
    isSimulator,
    hasProviders,
    settings: completeSchema(settings),
  }))
  const find = (name: string) => described.find((each) => each.name === name)
  return {
    list: () => described,
    find,
    check(name, values) {
      const adapter = adapters.find((each) => each.name === name)
      try {
        return adapter && checkAdapterSettings(adapter, values, environment)
      } catch (error) {
        throw new AdapterFailure(`The adapter ${name} could not check its settings: ${(error as Error).message}`)
      }
    },
    warningsOf(name, values) {
      const adapter = adapters.find((each) => each.name === name)
      const complete = adapter && withDefaults(completeSchema(adapter.settings), values)
      return (complete && adapter.warningsOf?.(complete, environment)) ?? []
    },
  }
}

/** For help, which is printed without reading any setting. */
export const builtInCatalogue: AdapterCatalogue = catalogueOf(acquirerAdapters, {
  mode: 'sandbox',
  acquirerHosts: undefined,
})

/**
 * Creates the links that an installation must have: that of the sandbox's merchants, and one for each adapter that a
 * profile of a release before links names. A link that needs settings is left to the operator.
 */
export async function ensureLinks(
  { mode }: Pick<Config, 'mode'>,
  { links, adapterCatalogue }: { readonly links: LinkStore; readonly adapterCatalogue: AdapterCatalogue },
): Promise<void> {
  const isMissing = mode === 'sandbox' && !(await links.find(sandboxLink.linkId))
  const wanted = [
    ...(isMissing ? [sandboxLink] : []),
    ...(await links.listUnlinkedAdapters())
      .filter(({ adapter }) => adapter !== sandboxLink.linkId)
      .map((link) => ({ linkId: link.adapter, ...link })),
  ]
  const by = { actor: mode === 'sandbox' ? 'sandbox' : 'gateway', at: new Date() }
  for (const link of wanted) {
    const isPossible = adapterCatalogue.find(link.adapter) && !adapterCatalogue.check(link.adapter, {})
    if (isPossible) await links.create({ ...link, settings: {}, secrets: {} }, by)
  }
}

interface LinkParts {
  readonly links: LinkStore
  readonly accessRights: Pick<AccessRightsSeals, 'rows'>
  readonly acquirerAdapters: readonly AcquirerAdapter[]
  /** In place of what the adapters of these names open. */
  readonly acquirers?: Readonly<Record<string, Pick<OpenedLink, 'acquirer' | 'books'>>>
  readonly acquirersWithoutLink?: ReadonlyMap<string, Acquirer>
  readonly log?: Log
  /** What is exchanged, and how often each response is given, in a gateway that keeps it. */
  readonly messages?: Pick<ExchangedMessages, 'keep'>
  readonly responses?: Pick<LinkResponses, 'note'>
}

export async function openLinks(
  config: Config,
  pools: AdapterPools,
  {
    links,
    accessRights,
    acquirerAdapters: adapters,
    acquirers = {},
    acquirersWithoutLink,
    log,
    messages,
    responses,
  }: LinkParts,
  metrics?: Metrics,
): Promise<LinkRegistry> {
  const { acquirerTimeoutMs, simulatorFaults } = config
  const registry = openLinkRegistry({
    store: links,
    adapters: adapters.map((adapter) => replaced(adapter, acquirers[adapter.name])),
    clock: pools.clock,
    answerMs: acquirerTimeoutMs,
    // A command uses one link at most.
    isEager: metrics !== undefined,
    contextOf: (adapter, { linkId }) => ({
      ...environmentOf(config),
      seals: accessRights.rows,
      database: databaseOf(adapter, pools),
      ...(pools.paymentsOf && !adapter.isSimulator && { databases: pools.paymentsOf }),
      log: (message, details) => log?.info({ link: linkId, ...details }, message),
    }),
    settingsOf: (linkId) =>
      linkId === sandboxLink.linkId && simulatorFaults !== undefined ? { faults: simulatorFaults } : {},
    ...omitUndefined({ acquirersWithoutLink, messages }),
    wrap: (acquirer, linkId) => (metrics ? timedAcquirer(acquirer, metrics, linkId, responses) : acquirer),
    onStateChange: (link, { state, reason }) =>
      state === 'UP'
        ? log?.info({ link }, 'an acquirer link is up again')
        : log?.error({ link, reason }, 'an acquirer link is down; its payments are refused until it responds'),
    onProblem: (link, problem) => log?.error({ link, problem }, 'an acquirer link cannot be used'),
  })
  // Without the database there is nothing to pay with, and the links are read again with it.
  await registry.refresh().catch((err) => log?.warn({ err }, 'the acquirer links could not be read; will retry'))
  return registry
}

function replaced(adapter: AcquirerAdapter, by: Pick<OpenedLink, 'acquirer' | 'books'> | undefined): AcquirerAdapter {
  if (!by) return adapter
  return { ...adapter, open: () => ({ connections: () => [], close: async () => undefined, ...by }) }
}

export interface LinkCheck {
  readonly isReachable: boolean
  readonly state: LinkState | undefined
}

const checkMs = 10_000

/** The adapter's own check, never a payment. A text says why the link cannot even be opened. */
export async function checkLink(
  registry: LinkRegistry,
  link: Pick<Link, 'linkId' | 'adapter' | 'revision'>,
  revision = link.revision,
): Promise<LinkCheck | string> {
  const acquirer = registry.of({ ...link, revision })
  if (!acquirer) return registry.problemOf(link.linkId) ?? `it has no revision ${revision}`
  const isReachable = await responseWithin(acquirer.isReachable(), { timeoutMs: checkMs, silence: false })
  const state = registry.list().find((each) => each.linkId === link.linkId && each.revision === revision)
  return { isReachable, state }
}

/** The figures that are what they are at the moment they are asked for. */
export function reportLinks(registry: Pick<LinkRegistry, 'list' | 'links'>, metrics: Metrics): void {
  metrics.linkUp.reset()
  metrics.linkInFlight.reset()
  metrics.linkQueued.reset()
  metrics.linkUnusualMessages.reset()
  for (const { linkId, isEnabled } of registry.links()) if (isEnabled) metrics.linkUp.set({ link: linkId }, 0)
  for (const { linkId: link, isCurrent, state, inFlight, queued, connections } of registry.list()) {
    if (isCurrent) metrics.linkUp.set({ link }, state === 'UP' ? 1 : 0)
    metrics.linkInFlight.inc({ link }, inFlight)
    metrics.linkQueued.inc({ link }, queued)
    for (const { counts = {} } of connections)
      for (const [kind, count] of Object.entries(counts)) metrics.linkUnusualMessages.inc({ link, kind }, count)
  }
}
