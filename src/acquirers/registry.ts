// The acquirer links of this process. Definitions are read at the start and again and again; a revision is opened when it is
// first used, reopened in place when its tuning changes, and closed when a newer one is current and nothing is open on it.

import { providers } from '../kernel/provider.ts'
import { AccessRightsRefusedError } from '../merchants/index.ts'
import type { EmvAuthentication } from '../payer-authentication/index.ts'
import type {
  Acquirer,
  AcquirerBooks,
  AcquirerRequestKind,
  Acquirers,
  BrowserPaymentProvider,
  ProviderAddress,
} from '../payments/index.ts'
import { elapsedMs } from '../platform/concurrency/elapsed-time.ts'
import { noAnswer, withTimeout } from '../platform/concurrency/with-timeout.ts'
import type { OpenedLink } from './adapter.ts'
import type { Guard } from './guard.ts'
import { guardedAuthentication, guardedProvider, type PassRequest } from './guarded-services.ts'
import type { LinkState, LinkStates } from './ports/link-states.ts'
import type { Link } from './ports/link-store.ts'
import { type RegistryParts, revisionOpener } from './revision-opener.ts'

type LinkAddress = Parameters<Acquirers['of']>[0]

export interface LinkRegistry extends Acquirers, LinkStates {
  /** Reads the definitions and acts on what has changed. Fails when they cannot be read. */
  refresh(): Promise<void>
  /** Connects links that have long-lived connections, from now on as soon as they are opened. */
  connect(): void
  links(): readonly Link[]
  /** Why a link could not be opened. */
  problemOf(linkId: string): string | undefined
  booksOf(link: LinkAddress): AcquirerBooks | undefined
  /** What the fields of a link's messages are called, as far as this process has opened it. */
  fieldNamesOf(linkId: string, revision: number): Readonly<Record<string, string>>
  payerAuthenticationOf(link: LinkAddress): EmvAuthentication | undefined
  /** Of the acquirer's own, by the link that the address names in place of an adapter. */
  providerOf(address: ProviderAddress): BrowserPaymentProvider | undefined
  close(): Promise<void>
}

/** An opened revision; the facade stays the same while what is behind it is replaced. */
interface OpenedRevision {
  readonly linkId: string
  readonly revision: number
  readonly facade: Acquirer
  opened: OpenedLink
  guard: Guard
  guarded: Acquirer
  change: number
  checkedMs: number
}

/** Nothing is sent on older definitions while the database answers. */
const freshMs = 5_000
/**
 * Nor on definitions older than this while it does not. Longer than for merchants: a change of links is committed on every node, and
 * payments of the nodes that response need no more from the one that does not.
 */
const staleMs = 60_000
const readWaitMs = 1_000
/** A revision that is no longer current is closed after this time without use. */
const idleMs = 60_000
const closeMs = 2_000

const paymentKinds: readonly AcquirerRequestKind[] = ['VERIFY', 'AUTHORIZE', 'PAY']
const initialKinds = new Set([...paymentKinds, 'STANDALONE_CAPTURE', 'STANDALONE_REFUND'])

export function openLinkRegistry(parts: RegistryParts): LinkRegistry {
  const { store, nowMs = elapsedMs, wrap = (acquirer) => acquirer } = parts
  const adapters = new Map(parts.adapters.map((adapter) => [adapter.name, adapter]))
  let definitions: ReadonlyMap<string, Link> = new Map()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let isClosingUnused = false
  /** Why there are none: they have not been read since the start, or are not as they were sealed. */
  let withheld: { readonly error: unknown } | undefined
  const opened = new Map<string, OpenedRevision>()
  const problems = new Map<string, string>()
  let isConnecting = false
  const { openRevision, guardOf } = revisionOpener(parts, adapters, report)

  function report(linkId: string, problem: string): void {
    if (problems.get(linkId) === problem) return
    problems.set(linkId, problem)
    parts.onProblem?.(linkId, problem)
  }

  function entryOf(link: Link, number: number): OpenedRevision | undefined {
    const known = opened.get(keyOf(link.linkId, number))
    if (known) return known
    const revision = link.revisions.find((each) => each.revision === number)
    const fresh = revision && openRevision(link, revision)
    if (!fresh) return undefined
    const guard = guardOf(link, revision, fresh)
    const entry: OpenedRevision = {
      linkId: link.linkId,
      revision: number,
      opened: fresh,
      guard,
      guarded: wrap(guard.acquirer, link.linkId),
      change: revision.change,
      checkedMs: nowMs(),
      facade: facadeOf(guard.acquirer, () => entry),
    }
    opened.set(keyOf(link.linkId, number), entry)
    if (isConnecting) fresh.connect?.()
    problems.delete(link.linkId)
    return entry
  }

  function facadeOf(first: Acquirer, entry: () => OpenedRevision): Acquirer {
    const { prepare } = first
    return {
      ...first,
      get capabilities() {
        return entry().guarded.capabilities
      },
      isReachable: () => entry().guarded.isReachable(),
      ...(prepare && { prepare: (question) => (entry().guarded.prepare ?? prepare)(question) }),
      async ask(question, terms) {
        const why = await reasonNotToSend(entry(), initialKinds.has(question.kind))
        return why === undefined ? entry().guarded.ask(question, terms) : { kind: 'NOT_SENT', why }
      },
      inquire: async (about) => ((await reasonNotToSend(entry())) ? noAnswer : entry().guarded.inquire(about)),
      reverse: async (about, terms) =>
        (await reasonNotToSend(entry())) ? noAnswer : entry().guarded.reverse(about, terms),
      closeBatch: async (about) => ((await reasonNotToSend(entry())) ? noAnswer : entry().guarded.closeBatch(about)),
    }
  }

  /** What is no payment goes the same way. */
  function passOf(entry: OpenedRevision): PassRequest {
    return async (asked, { isInitial = false, ...terms }) => {
      const why = await reasonNotToSend(entry, isInitial)
      return why === undefined ? entry.guard.pass(() => asked(entry.opened), terms) : { kind: 'NOT_SENT', why }
    }
  }

  async function reasonNotToSend({ linkId, revision }: OpenedRevision, isInitial = false) {
    if (nowMs() - readAtMs >= freshMs)
      await withTimeout(refresh(), { timeoutMs: readWaitMs, onTimeout: () => undefined }).catch(() => undefined)
    if (nowMs() - readAtMs >= staleMs) return 'the acquirer links could not be read from the database'
    const link = definitions.get(linkId)
    if (!link?.revisions.some((each) => each.revision === revision)) return 'the acquirer link is not connected'
    return isInitial && !link.isEnabled ? 'the acquirer link is disabled' : undefined
  }

  /** One read at a time; concurrent callers wait for it. */
  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function read(): Promise<void> {
    const beganMs = nowMs()
    try {
      const links = await store.list()
      definitions = new Map(links.map((link) => [link.linkId, link]))
      withheld = undefined
    } catch (error) {
      const isAltered = error instanceof AccessRightsRefusedError
      if (isAltered || readAtMs === Number.NEGATIVE_INFINITY) withheld = { error }
      // An unanswered read says nothing; links that are not as they were sealed are not connected.
      if (!isAltered) throw error
      definitions = new Map()
    }
    readAtMs = beganMs
    for (const entry of opened.values()) follow(entry)
    if (parts.isEager) for (const link of definitions.values()) if (link.isEnabled) entryOf(link, link.revision)
    // Whether a revision is still in use is asked of every node: the definitions do not wait for one that is silent, and what could not
    // be asked is asked again.
    if (isClosingUnused) return
    isClosingUnused = true
    void closeUnused()
      .catch(() => undefined)
      .finally(() => {
        isClosingUnused = false
      })
  }

  /** Replaces what is behind an entry when its tuning has changed; what is in flight ends where it began. */
  function follow(entry: OpenedRevision): void {
    const link = definitions.get(entry.linkId)
    const revision = link?.revisions.find((each) => each.revision === entry.revision)
    if (!link || !revision) {
      retire(entry)
      return
    }
    if (revision.change === entry.change) return
    const fresh = openRevision(link, revision)
    if (!fresh) return
    const { guard: old } = entry
    entry.opened = fresh
    entry.guard = guardOf(link, revision, fresh)
    entry.guarded = wrap(entry.guard.acquirer, link.linkId)
    entry.change = revision.change
    if (isConnecting) fresh.connect?.()
    close(old, entry.linkId)
  }

  function retire(entry: OpenedRevision): void {
    opened.delete(keyOf(entry.linkId, entry.revision))
    close(entry.guard, entry.linkId)
  }

  function close(guard: Guard, linkId: string): void {
    guard.close().catch((error: unknown) => report(linkId, `could not be closed: ${(error as Error).message}`))
  }

  async function closeUnused(): Promise<void> {
    for (const entry of opened.values()) {
      const { linkId, revision } = entry
      const isCurrent = definitions.get(linkId)?.revision === revision
      const sinceMs = nowMs() - Math.max(entry.checkedMs, entry.guard.lastUsedMs())
      if (isCurrent || sinceMs < idleMs) continue
      entry.checkedMs = nowMs()
      const open = await store.countOpen(linkId)
      if (!open.some((each) => each.revision === revision)) retire(entry)
    }
  }

  function find({ linkId, adapter, revision }: LinkAddress): OpenedRevision | undefined {
    const link = definitions.get(linkId ?? adapter)
    return link && entryOf(link, revision ?? link.revision)
  }

  return {
    refresh,
    connect() {
      isConnecting = true
      for (const entry of opened.values()) entry.opened.connect?.()
    },
    links: () => [...definitions.values()],
    problemOf: (linkId) => problems.get(linkId),
    of: (address) => parts.acquirersWithoutLink?.get(address.adapter) ?? find(address)?.facade,
    booksOf: (address) => find(address)?.opened.books,
    fieldNamesOf: (linkId, revision) =>
      (opened.get(keyOf(linkId, revision)) ?? find({ linkId, adapter: linkId }))?.opened.fieldNames ?? {},
    payerAuthenticationOf(address) {
      const entry = find(address)
      return entry?.opened.payerAuthentication && guardedAuthentication(passOf(entry))
    },

    providerOf({ provider, acquirerId, ...address }) {
      // A merchant's account is for new payments; existing payments continue.
      const isOver = provider !== undefined && !definitions.get(address.linkId ?? address.adapter)?.isEnabled
      const entry = isOver ? undefined : find(address)
      const name = provider ?? providers.find((each) => each === acquirerId)
      const offered = name && entry?.opened.providerOf?.(name)
      return offered && entry && { ...guardedProvider(offered, passOf(entry)), ...entry.facade }
    },

    current(linkId) {
      if (withheld) throw withheld.error
      const link = definitions.get(linkId)
      if (!link?.isEnabled || !adapters.has(link.adapter)) return undefined
      const { adapter, acquirerId, revision } = link
      return { linkId, adapter, acquirerId, revision }
    },

    list: () =>
      [...opened.values()].map(({ linkId, revision, guard, opened: { connections } }): LinkState => {
        const isCurrent = definitions.get(linkId)?.revision === revision
        return { linkId, revision, isCurrent, ...guard.state(), connections: connections() }
      }),

    async close() {
      const all = [...opened.values()]
      opened.clear()
      // Adapters that wait for an acquirer end with the process.
      await withTimeout(Promise.all(all.map(({ guard }) => guard.close())), {
        timeoutMs: closeMs,
        onTimeout: () => undefined,
      })
    },
  }
}

function keyOf(linkId: string, revision: number): string {
  return `${linkId}/${revision}`
}
