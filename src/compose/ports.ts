// Connects what the subjects and faces need with adapters: database, vault and external services.

import { randomUUID } from 'node:crypto'
import type { AcquirerAdapter, OpenedLink } from '../acquirers/adapter.ts'
import type { LinkStore } from '../acquirers/ports/link-store.ts'
import { postgresCardCountries } from '../acquirers/postgres/card-ranges.ts'
import { postgresExchangedMessages } from '../acquirers/postgres/exchanged-messages.ts'
import { postgresLinkResponses } from '../acquirers/postgres/link-responses.ts'
import type { LinkRegistry } from '../acquirers/registry.ts'
import { postgresApprovalRequests } from '../approvals/postgres/approval-requests.ts'
import { postgresAudit } from '../audit/postgres/audit.ts'
import { postgresAuditChain } from '../audit/postgres/audit-chain.ts'
import { postgresAuditReader } from '../audit/postgres/audit-reader.ts'
import { postgresAgreements } from '../browser-payments/postgres/agreements.ts'
import type { ReceiptRenderer } from '../checkout/operations/queue-receipt.ts'
import { postgresCheckouts, postgresReceiptQueue } from '../checkout/postgres/checkouts.ts'
import { userMail } from '../console/mails/user-mail.ts'
import { postgresDeliveries } from '../events/postgres/deliveries.ts'
import { type PostgresFeed, postgresFeed } from '../events/postgres/feed.ts'
import { postgresWebhookSettings } from '../events/postgres/webhook-settings.ts'
import type { OpenNotifier } from '../events/webhooks/notifier.ts'
import type { Clock } from '../kernel/clock.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import type { KeyAdministration, Vault } from '../keys/ports/vault.ts'
import type { AccessRightsSeals } from '../merchants/postgres/access-rights/access-rights-seals.ts'
import { postgresCredentialUses } from '../merchants/postgres/credentials.ts'
import { postgresPageLogos } from '../merchants/postgres/page-logos.ts'
import { paymentLinkMail, receiptMail } from '../pages/checkout/payer-mails.ts'
import { authenticationByLink } from '../payer-authentication/issuers/by-link.ts'
import { browserForms } from '../payer-authentication/issuers/forms.ts'
import { postgresDeviceAuthentications } from '../payer-authentication/postgres/device-authentications.ts'
import { postgresEnrollmentChecks } from '../payer-authentication/postgres/enrollment-checks.ts'
import { type SimulatedAccessControl, simulatedAccessControl } from '../payer-authentication/simulator/index.ts'
import { postgresPaymentLinkEmailQueue } from '../payment-links/postgres/payment-link-email-queue.ts'
import { postgresPaymentLinks } from '../payment-links/postgres/payment-links.ts'
import type { Timeouts } from '../payments/call.ts'
import type { Acquirer } from '../payments/ports/acquirer.ts'
import type { AcquirerBooks } from '../payments/ports/acquirer-books.ts'
import { accountRetention } from '../payments/postgres/account-retention.ts'
import { postgresJourneys } from '../payments/postgres/journeys.ts'
import { postgresManualResolutions, postgresUnresolvedItems } from '../payments/postgres/manual-resolutions.ts'
import { postgresDisputeAnswers, postgresOrderNotes } from '../payments/postgres/order-notes.ts'
import { postgresPaymentAgreements } from '../payments/postgres/payment-agreements.ts'
import { postgresStore } from '../payments/postgres/store.ts'
import { defaultBatchSharing, openTransactions } from '../payments/postgres/transactions.ts'
import type { Config } from '../platform/config/config.ts'
import { CountBook } from '../platform/counters/count-book.ts'
import { memoryRateLimits } from '../platform/counters/counted-rate-limits.ts'
import { postgresSharedCounts } from '../platform/counters/postgres.ts'
import { openEventSignal } from '../platform/jobs/repeat.ts'
import { type OwnAddresses, ownAddresses } from '../platform/net/system-addresses.ts'
import { copiesIn } from '../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { DatabaseClock } from '../platform/postgres/database-clock.ts'
import { forwardClock } from '../platform/system/clock.ts'
import { randomIdentifiers } from '../platform/system/identifiers.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { reportingPasswords } from '../reports/postgres/reporting-passwords.ts'
import { postgresReports } from '../reports/postgres/reports.ts'
import { openIpCountries } from '../risk/ip-countries.ts'
import type { RiskStore } from '../risk/ports/risk.ts'
import { memoryVelocity, type VelocityRefusal } from '../risk/velocity/velocity.ts'
import { postgresFigures } from '../search/postgres/figures.ts'
import { postgresProjection } from '../search/postgres/projection.ts'
import { postgresSearch } from '../search/postgres/search.ts'
import { postgresSessions } from '../sessions/postgres/sessions.ts'
import { postgresBatchClosings } from '../settlement/postgres/batch-closings.ts'
import { simulatedAccountUpdater } from '../tokens/account-updater/simulator/index.ts'
import { tokenClaims } from '../tokens/postgres/token-claims.ts'
import { postgresTokens } from '../tokens/postgres/tokens.ts'
import { type SimulatedTokenService, simulatedTokenService } from '../tokens/token-service/simulator/index.ts'
import { postgresUserPreferences } from '../users/postgres/preferences.ts'
import { adapterNamesOf, sandboxLink } from './adapters.ts'
import { composeAlerts } from './alerts.ts'
import { withCollaborators } from './collaborators.ts'
import type { DatabaseForm } from './database-forms.ts'
import { openDelayedReads } from './delayed-reads.ts'
import type { Dependencies } from './dependencies.ts'
import { openLinks } from './links.ts'
import { openLinkedLogosOf, openNotifierOf } from './notifier.ts'
import { type ComposedProviders, openProviders } from './providers.ts'
import { createSubjects, type Subjects } from './subjects.ts'
import { measureBatches, timedAcquirer } from './telemetry/measure.ts'
import { pickUserPorts, type UserPorts } from './users.ts'
import { openWalletPorts } from './wallets.ts'

export interface ComposedPorts extends Omit<Subjects, 'requests'> {
  readonly ports: Dependencies
  readonly links: LinkRegistry
  /** In the sandbox: the simulated acquirer, without which it takes no payments. */
  readonly simulator: (() => Acquirer | undefined) | undefined
  /** The books of a link or provider, by its link id or the name of its adapter, where they can be read. */
  readonly booksOf: (name: string, revision?: number) => AcquirerBooks | undefined
  readonly tokenService: SimulatedTokenService | undefined
  readonly providers: ComposedProviders
  /** In the sandbox: the simulated payer authentication, with its pages. */
  readonly accessControl: SimulatedAccessControl | undefined
  readonly addresses: OwnAddresses
  readonly feed: PostgresFeed
  readonly notifier: OpenNotifier
}

export async function composePorts(
  config: Config,
  pools: Readonly<Record<'database' | 'money' | 'payments' | 'simulator', Database>> &
    Pick<DatabaseForm, 'placement' | 'tokenStatements' | 'paymentsOf' | 'workOf'> & {
      readonly replicas: readonly Database[]
      readonly clock: DatabaseClock
    },
  userPorts: UserPorts & {
    readonly vault: Vault & KeyAdministration
    readonly accessRights: AccessRightsSeals
    readonly risk: RiskStore
    /** In place of those that the adapters of these names open. */
    readonly acquirers?: Readonly<Record<string, Pick<OpenedLink, 'acquirer' | 'books'>>>
    readonly links: LinkStore & { renewSeal(): Promise<unknown> }
    readonly acquirerAdapters: readonly AcquirerAdapter[]
    readonly log?: Log
    readonly onVelocityRefusal?: (refusal: VelocityRefusal) => void
  },
  metrics?: Metrics,
): Promise<ComposedPorts> {
  const { paymentsOf, clock } = pools
  const { vault, accessRights, risk } = userPorts
  const isSandbox = config.mode === 'sandbox'
  const exchangedMessages = postgresExchangedMessages(
    pools.database,
    { clock, days: config.messageRetentionDays },
    (count) => metrics?.messagesDropped.inc(count),
    pools.workOf,
  )
  const linkResponses = postgresLinkResponses(pools.database, clock)
  const addresses = ownAddresses(config.publicUrl)
  const providers = openProviders(config, pools, addresses)
  const acquirersWithoutLink = new Map<string, Acquirer>(
    [...providers.byName].map(([name, { provider }]) => [
      name,
      metrics ? timedAcquirer(provider, metrics, name) : provider,
    ]),
  )
  const links = await openLinks(
    config,
    pools,
    {
      ...userPorts,
      acquirersWithoutLink,
      // Written by jobs, which commands do not have.
      ...(metrics && {
        responses: linkResponses,
        ...(config.messageRetentionDays > 0 && { messages: exchangedMessages }),
      }),
    },
    metrics,
  )
  const tokenService = isSandbox ? simulatedTokenService(pools.simulator) : undefined
  const sharing = { ...defaultBatchSharing, rowsMax: config.batchRowsMax, outcomesMs: config.requestTimeoutMs }
  const transactions = openTransactions(pools.placement, sharing, metrics && measureBatches(metrics))
  const accessControl = isSandbox ? openAccessControl(pools.simulator, addresses, clock) : undefined
  const signals = { events: openEventSignal(), positions: openEventSignal(), notifications: openEventSignal() }
  const feed = postgresFeed(pools.database, pools.workOf)
  const notifier = openNotifierOf(config)
  const book = new CountBook()
  const limitsClock = forwardClock()
  const { onVelocityRefusal: onRefusal } = userPorts
  const dependencies = withCollaborators({
    store: postgresStore(
      pools.database,
      { transactions, money: pools.money, accessRights, payments: paymentsOf },
      signals.events.notify,
    ),
    journeys: postgresJourneys(paymentsOf, signals.events.notify),
    feed,
    sessions: postgresSessions(paymentsOf),
    agreements: postgresAgreements(paymentsOf),
    paymentAgreements: postgresPaymentAgreements(paymentsOf),
    checkouts: postgresCheckouts(paymentsOf),
    pageLogos: postgresPageLogos(paymentsOf),
    linkedLogos: openLinkedLogosOf(config),
    hasMailServer: config.smtpUrl !== undefined,
    receiptQueue: postgresReceiptQueue(paymentsOf),
    paymentLinkEmails: postgresPaymentLinkEmailQueue(paymentsOf),
    deviceAuthentications: postgresDeviceAuthentications(paymentsOf),
    isSandbox,
    vault,
    tokens: postgresTokens({ database: pools.database, statements: pools.tokenStatements }, sharing),
    tokenClaims: tokenClaims(pools.database),
    tokenService,
    accountUpdater: isSandbox ? simulatedAccountUpdater(pools.simulator) : undefined,
    providers: { of: (link) => providers.byName.get(link.adapter)?.provider ?? links.providerOf(link) },
    payerAuthentication: authenticationByLink({
      atAcquirer: links.payerAuthenticationOf,
      own: accessControl?.payerAuthentication,
    }),
    enrollmentChecks: postgresEnrollmentChecks(paymentsOf),
    browserForms,
    acquirers: links,
    ...(await openWalletPorts(config, pools, { vault, accessRights })),
    cardCountries: postgresCardCountries(copiesIn(paymentsOf)),
    exchangedMessages,
    linkResponses,
    reports: postgresReports(pools.database),
    reportingPasswords: reportingPasswords(pools.database, accessRights),
    risk,
    velocity: memoryVelocity({ book, clock: limitsClock, ...omitUndefined({ onRefusal }) }),
    rateLimits: memoryRateLimits(book, limitsClock),
    search: postgresSearch(pools.database),
    figures: postgresFigures(pools.database),
    delayedReads: openDelayedReads(config, pools, { metrics, log: userPorts.log }),
    unresolvedItemsMonitor: postgresUnresolvedItems(pools.database),
    paymentLinks: postgresPaymentLinks(paymentsOf),
    disputeAnswers: postgresDisputeAnswers(pools.database),
    orderNotes: postgresOrderNotes(pools.database),
    manualResolutions: postgresManualResolutions(pools.database),
    batchClosings: postgresBatchClosings(pools.database),
    projection: postgresProjection(pools.database, pools.workOf),
    ipCountries: await openIpCountries(config.ipCountriesFile),
    approvalRequests: postgresApprovalRequests(pools.database, { accessRights, vault }),
    credentialUses: postgresCredentialUses(pools.database, clock.now),
    audit: postgresAudit(paymentsOf),
    auditReader: postgresAuditReader(pools.database),
    auditChain: postgresAuditChain(pools.database, pools.workOf),
    ...composeAlerts(paymentsOf, pools),
    webhookSettings: postgresWebhookSettings(pools.database, { vault, clock, accessRights, nodes: pools.workOf }),
    deliveries: postgresDeliveries(pools.database, { clock, days: config.notificationRetentionDays }),
    notifier,
    addresses,
    ...pickUserPorts(userPorts),
    preferences: postgresUserPreferences(pools.database),
    clock,
    identifiers: randomIdentifiers,
    timeouts: timeoutsOf(config),
    // What jobs need beside the subjects' operations.
    config,
    signals,
    counts: { book, shared: postgresSharedCounts(pools.database), processId: randomUUID() },
    keyAdministration: vault,
    accessRights,
    links,
    linkSeals: userPorts.links,
    databaseClock: clock,
    accountRetention: accountRetention(pools.database),
    providerNames: adapterNamesOf(config.mode).providers,
    providerJobs: providers.jobs,
    userMail,
    paymentLinkMail,
    // A receipt shows the last four digits at most, whatever the merchant sees.
    receiptMail: (...payment: Parameters<ReceiptRenderer>) => receiptMail(...payment, 'LAST_FOUR'),
  })
  const { requests, ...subjects } = createSubjects(dependencies)
  return {
    ...subjects,
    ports: Object.assign(dependencies, { requests }),
    addresses,
    feed,
    notifier,
    links,
    simulator: isSandbox ? () => links.of(sandboxLink) : undefined,
    booksOf: (name, revision) =>
      providers.byName.get(name)?.books ?? links.booksOf({ adapter: name, ...omitUndefined({ revision }) }),
    tokenService,
    providers,
    accessControl,
  }
}

function openAccessControl(database: Database, addresses: OwnAddresses, clock: Clock): SimulatedAccessControl {
  return simulatedAccessControl({ database, clock, publicUrl: addresses.publicUrl })
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
