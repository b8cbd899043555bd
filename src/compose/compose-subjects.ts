// Connects the subjects with what they work with: tables, the world outside, and what a process has of its own.

import { randomUUID } from 'node:crypto'
import { browserPaymentProgress } from '../browser-payments/index.ts'
import type { ReceiptRenderer } from '../checkout/index.ts'
import { userMail } from '../console/index.ts'
import type { PostgresFeed } from '../events/postgres/feed.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import type { KeyAdministration } from '../keys/index.ts'
import { paymentLinkMail, receiptMail } from '../pages/index.ts'
import { payerProofs } from '../payer-authentication/index.ts'
import { browserForms } from '../payer-authentication/issuers/forms.ts'
import type { Timeouts } from '../payments/index.ts'
import type { Config } from '../platform/config/config.ts'
import { CountBook } from '../platform/counters/count-book.ts'
import { memoryRateLimits } from '../platform/counters/limits.ts'
import { postgresSharedCounts } from '../platform/counters/postgres.ts'
import { openEventSignal } from '../platform/jobs/repeat.ts'
import type { Database } from '../platform/postgres/database.ts'
import { forwardClock } from '../platform/system/clock.ts'
import { randomIdentifiers } from '../platform/system/identifiers.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { memoryVelocity, type RiskStore, type VelocityRefusal } from '../risk/index.ts'
import { storedCards } from '../tokens/index.ts'
import { walletPayloads } from '../wallets/index.ts'
import { adapterNamesOf } from './adapters.ts'
import { openDelayedReads } from './delayed-reads.ts'
import type { Dependencies, SubjectDependencies } from './dependencies.ts'
import { type Outside, type OutsideParts, type OutsidePools, openOutside } from './outside.ts'
import { openStores, type StorePools } from './stores.ts'
import { createSubjects, type Subjects } from './subjects.ts'
import { pickUserDependencies, type UserParts } from './users.ts'

export interface ComposedSubjects extends Omit<Subjects, 'requests'> {
  readonly dependencies: Dependencies
  readonly outside: Outside
  readonly feed: PostgresFeed
}

/** Opens what the subjects work with, creates them in their order, and adds what the faces ask them by. */
export async function composeSubjects(
  config: Config,
  pools: StorePools & OutsidePools & { readonly replicas: readonly Database[] },
  administration: UserParts &
    OutsideParts & {
      readonly vault: KeyAdministration
      readonly risk: RiskStore
      readonly links: { renewSeal(): Promise<unknown> }
      readonly onVelocityRefusal?: (refusal: VelocityRefusal) => void
    },
  metrics?: Metrics,
): Promise<ComposedSubjects> {
  const { clock } = pools
  const { vault, accessRights, risk, onVelocityRefusal: onRefusal, log } = administration
  const signals = { events: openEventSignal(), positions: openEventSignal(), notifications: openEventSignal() }
  const stores = openStores(config, pools, administration, { metrics, notifyEvents: signals.events.notify })
  const outside = await openOutside(config, pools, administration, stores, metrics)
  const { links, providers, wallets } = outside
  const book = new CountBook()
  const limitsClock = forwardClock()
  const dependencies = withCollaborators({
    ...stores,
    ...pickUserDependencies(administration),
    ...wallets,
    vault,
    accessRights,
    keyAdministration: vault,
    risk,
    velocity: memoryVelocity({ book, clock: limitsClock, ...omitUndefined({ onRefusal }) }),
    rateLimits: memoryRateLimits(book, limitsClock),
    counts: { book, shared: postgresSharedCounts(pools.database), processId: randomUUID() },
    acquirers: links,
    links,
    linkSeals: administration.links,
    providers: { of: (link) => providers.byName.get(link.adapter)?.provider ?? links.providerOf(link) },
    providerNames: adapterNamesOf(config.mode).providers,
    providerJobs: providers.jobs,
    payerAuthentication: outside.payerAuthentication,
    browserForms,
    tokenService: outside.tokenService,
    accountUpdater: outside.accountUpdater,
    ipCountries: outside.ipCountries,
    linkedLogos: outside.linkedLogos,
    notifier: outside.notifier,
    addresses: outside.addresses,
    delayedReads: openDelayedReads(config, pools, { metrics, log }),
    userMail,
    paymentLinkMail,
    // A receipt shows the last four digits at most, whatever the merchant sees.
    receiptMail: (...payment: Parameters<ReceiptRenderer>) => receiptMail(...payment, 'LAST_FOUR'),
    config,
    isSandbox: config.mode === 'sandbox',
    hasMailServer: config.smtpUrl !== undefined,
    timeouts: timeoutsOf(config),
    signals,
    clock,
    databaseClock: clock,
    identifiers: randomIdentifiers,
  })
  const { requests, ...subjects } = createSubjects(dependencies)
  return { ...subjects, dependencies: Object.assign(dependencies, { requests }), outside, feed: stores.feed }
}

/** How much longer than the acquirer's time-out an attempt may stay without an outcome before recovery takes it. */
const deadlineMarginMs = 5_000

function timeoutsOf({ acquirerTimeoutMs, requestTimeoutMs, browserPaymentMinutes }: Config): Timeouts {
  return {
    acquirerTimeoutMs,
    attemptDeadlineMs: acquirerTimeoutMs + deadlineMarginMs,
    repeatWaitMs: Math.max(requestTimeoutMs - 1_000, 1),
    askAgainAfterMs: Math.min(acquirerTimeoutMs, 10_000),
    serviceWaitMs: Math.min(acquirerTimeoutMs, 5_000),
    browserPaymentMs: browserPaymentMinutes * 60_000,
  }
}

type Collaborators = Pick<
  SubjectDependencies,
  'storedCards' | 'walletPayloads' | 'payerProofs' | 'browserPaymentProgress'
>

/** What later subjects do for payments: each supplies a port that payments defines, by the same dependencies, which are read at each use. */
function withCollaborators<Others extends Omit<SubjectDependencies, keyof Collaborators>>(
  dependencies: Others,
): Others & Collaborators {
  return Object.assign(dependencies, {
    storedCards: storedCards(dependencies),
    walletPayloads: walletPayloads(dependencies),
    payerProofs: payerProofs(dependencies),
    browserPaymentProgress: browserPaymentProgress(dependencies),
  })
}
