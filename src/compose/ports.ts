import { postgresLinkEmailQueue } from '../adapters/postgres/mail/link-email-queue.ts'
import { postgresReceiptQueue } from '../adapters/postgres/mail/receipt-queue.ts'
// Connects the ports of the operations with their adapters: database, vault and external services.

import { randomUUID } from 'node:crypto'
import { simulatedAccountUpdater } from '../adapters/account-updater/simulator/index.ts'
import type { AcquirerAdapter, OpenedLink } from '../adapters/acquirers/adapter.ts'
import type { LinkRegistry } from '../adapters/acquirers/registry.ts'
import { authenticationByLink } from '../adapters/payer-authentication/by-link.ts'
import { browserForms } from '../adapters/payer-authentication/forms.ts'
import {
  type SimulatedAccessControl,
  simulatedAccessControl,
} from '../adapters/payer-authentication/simulator/index.ts'
import { postgresAudit } from '../adapters/postgres/audit/audit.ts'
import { postgresAuditChain } from '../adapters/postgres/audit/audit-chain.ts'
import { postgresAuditReader } from '../adapters/postgres/audit/audit-reader.ts'
import { postgresAgreements } from '../adapters/postgres/browser-payments/agreements.ts'
import { copiesIn, type MerchantDatabases } from '../adapters/postgres/cluster/merchant-databases.ts'
import type { OwningNodes } from '../adapters/postgres/cluster/owning-nodes.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { postgresDeliveries } from '../adapters/postgres/events/deliveries.ts'
import { type PostgresFeed, postgresFeed } from '../adapters/postgres/events/feed.ts'
import { postgresNotificationSettings } from '../adapters/postgres/events/notification-settings.ts'
import { postgresCardCountries } from '../adapters/postgres/links/card-ranges.ts'
import { postgresExchangedMessages } from '../adapters/postgres/links/exchanged-messages.ts'
import { postgresLinkResponses } from '../adapters/postgres/links/link-responses.ts'
import { postgresApprovalRequests } from '../adapters/postgres/merchants/approval-requests.ts'
import { postgresCredentialUses } from '../adapters/postgres/merchants/credentials.ts'
import { postgresPageLogos } from '../adapters/postgres/merchants/page-logos.ts'
import type { RightsSeals } from '../adapters/postgres/merchants/rights/rights-seals.ts'
import { postgresDeviceAuthentications } from '../adapters/postgres/payer-authentication/device-authentications.ts'
import { postgresEnrollmentChecks } from '../adapters/postgres/payer-authentication/enrollment-checks.ts'
import { postgresPaymentLinks } from '../adapters/postgres/payment-links/payment-links.ts'
import { statementsByNode } from '../adapters/postgres/payments/by-node/statements-by-node.ts'
import { postgresCheckouts } from '../adapters/postgres/payments/checkouts.ts'
import { postgresDisputeAnswers } from '../adapters/postgres/payments/dispute-answers.ts'
import { postgresJourneys } from '../adapters/postgres/payments/journeys.ts'
import { postgresManualResolutions } from '../adapters/postgres/payments/manual-resolutions.ts'
import { sharedStatements } from '../adapters/postgres/payments/money-path.ts'
import { postgresMoneyWatch } from '../adapters/postgres/payments/open-ends.ts'
import { postgresOrderNotes } from '../adapters/postgres/payments/order-notes.ts'
import { postgresPaymentAgreements } from '../adapters/postgres/payments/payment-agreements.ts'
import { postgresStore } from '../adapters/postgres/payments/store.ts'
import {
  defaultBatchSharing,
  type MoneyNode,
  type MoneyPlacement,
  onOneServer,
  openTransactions,
} from '../adapters/postgres/payments/transactions.ts'
import { reportingPasswords } from '../adapters/postgres/reports/reporting-passwords.ts'
import { postgresReports } from '../adapters/postgres/reports/reports.ts'
import { postgresFigures } from '../adapters/postgres/search/figures.ts'
import { postgresProjection } from '../adapters/postgres/search/projection.ts'
import { postgresSearch } from '../adapters/postgres/search/search.ts'
import { postgresSessions } from '../adapters/postgres/sessions/sessions.ts'
import { postgresBatchClosings } from '../adapters/postgres/settlement/batch-closings.ts'
import { postgresSharedCounts } from '../adapters/postgres/shared-counts.ts'
import { tokenClaims } from '../adapters/postgres/tokens/token-claims.ts'
import { postgresTokens } from '../adapters/postgres/tokens/tokens.ts'
import { postgresUserPreferences } from '../adapters/postgres/users/preferences.ts'
import { type OwnAddresses, ownAddresses } from '../adapters/system/addresses.ts'
import { forwardClock } from '../adapters/system/clock.ts'
import { randomIdentifiers } from '../adapters/system/identifiers.ts'
import { openIpCountries } from '../adapters/system/ip-countries.ts'
import { memoryRateLimits } from '../adapters/system/rate-limits.ts'
import { memoryVelocity, type VelocityRefusal } from '../adapters/system/velocity.ts'
import type { Log } from '../adapters/telemetry/log.ts'
import { measureBatches, timedAcquirer } from '../adapters/telemetry/measure.ts'
import type { Metrics } from '../adapters/telemetry/metrics.ts'
import { type SimulatedTokenService, simulatedTokenService } from '../adapters/token-service/simulator/index.ts'
import type { OpenNotifier } from '../adapters/webhooks/notifier.ts'
import type { Config } from '../config/config.ts'
import { omitUndefined } from '../domain/omit-undefined.ts'
import { CountBook } from '../domain/risk/velocity/count-book.ts'
import { type EventSignal, openEventSignal } from '../jobs/repeat-woken.ts'
import type { CountExchange } from '../jobs/risk/exchange-counts.ts'
import type { Ports, Timeouts } from '../operations/call.ts'
import type { Acquirer } from '../ports/acquirers/acquirer.ts'
import type { AcquirerBooks } from '../ports/acquirers/acquirer-books.ts'
import type { Clock } from '../ports/clock.ts'
import type { Vault } from '../ports/keys/vault.ts'
import type { LinkStore } from '../ports/links/link-store.ts'
import type { RiskStore } from '../ports/risk/risk-store.ts'
import { sandboxLink } from './adapters.ts'
import { composeAlerts } from './alerts.ts'
import { openDelayedReads } from './delayed-reads.ts'
import { openLinks } from './links.ts'
import { openLinkedLogosOf, openNotifierOf } from './notifier.ts'
import { type ComposedProviders, openProviders } from './providers.ts'
import { pickUserPorts, type UserPorts } from './users.ts'
import { openWalletPorts } from './wallets.ts'

export interface ComposedPorts {
  readonly ports: Ports
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
  /** What velocity and rate limits count, for the job that exchanges it with other processes. */
  readonly counts: CountExchange
  /** Rung with the name of a merchant that has new events, new positions for them, or new notifications to be delivered. */
  readonly signals: {
    readonly events: EventSignal
    readonly positions: EventSignal
    readonly notifications: EventSignal
  }
}

export async function composePorts(
  config: Config,
  pools: Readonly<Record<'database' | 'money' | 'payments' | 'simulator', Database>> & {
    readonly nodes?: OwningNodes
    readonly paymentsOf: MerchantDatabases
    readonly workOf: MerchantDatabases
    readonly replicas: readonly Database[]
    readonly clock: Clock
  },
  userPorts: UserPorts & {
    readonly vault: Vault
    readonly rights: RightsSeals
    readonly risk: RiskStore
    /** In place of those that the adapters of these names open. */
    readonly acquirers?: Readonly<Record<string, Pick<OpenedLink, 'acquirer' | 'books'>>>
    readonly links: LinkStore
    readonly acquirerAdapters: readonly AcquirerAdapter[]
    readonly log?: Log
    readonly onVelocityRefusal?: (refusal: VelocityRefusal) => void
  },
  metrics?: Metrics,
): Promise<ComposedPorts> {
  const { paymentsOf, clock } = pools
  const { vault, rights, risk } = userPorts
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
  const transactions = openTransactions(placementOf(pools), sharing, metrics && measureBatches(metrics))
  const accessControl = isSandbox ? openAccessControl(pools.simulator, addresses, clock) : undefined
  const signals = { events: openEventSignal(), positions: openEventSignal(), notifications: openEventSignal() }
  const feed = postgresFeed(pools.database, pools.workOf)
  const notifier = openNotifierOf(config)
  const book = new CountBook()
  const limitsClock = forwardClock()
  const { onVelocityRefusal: onRefusal } = userPorts
  return {
    addresses,
    feed,
    notifier,
    signals,
    counts: { book, shared: postgresSharedCounts(pools.database), processId: randomUUID() },
    links,
    simulator: isSandbox ? () => links.of(sandboxLink) : undefined,
    booksOf: (name, revision) =>
      providers.byName.get(name)?.books ?? links.booksOf({ adapter: name, ...omitUndefined({ revision }) }),
    tokenService,
    providers,
    accessControl,
    ports: {
      store: postgresStore(
        pools.database,
        { transactions, money: pools.money, rights, payments: paymentsOf, isDistributed: pools.nodes !== undefined },
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
      linkEmails: postgresLinkEmailQueue(paymentsOf),
      deviceAuthentications: postgresDeviceAuthentications(paymentsOf),
      isSandbox,
      vault,
      tokens: postgresTokens(pools, sharing),
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
      ...(await openWalletPorts(config, pools, { vault, rights })),
      cardCountries: postgresCardCountries(copiesIn(paymentsOf)),
      exchangedMessages,
      linkResponses,
      reports: postgresReports(pools.database),
      reportingPasswords: reportingPasswords(pools.database, rights),
      risk,
      velocity: memoryVelocity({ book, clock: limitsClock, ...omitUndefined({ onRefusal }) }),
      rateLimits: memoryRateLimits(book, limitsClock),
      search: postgresSearch(pools.database),
      figures: postgresFigures(pools.database),
      delayedReads: openDelayedReads(config, pools, { metrics, log: userPorts.log }),
      openItemsMonitor: postgresMoneyWatch(pools.database),
      paymentLinks: postgresPaymentLinks(paymentsOf),
      disputeAnswers: postgresDisputeAnswers(pools.database),
      orderNotes: postgresOrderNotes(pools.database),
      manualResolutions: postgresManualResolutions(pools.database),
      batchClosings: postgresBatchClosings(pools.database),
      projection: postgresProjection(pools.database, pools.workOf),
      ipCountries: await openIpCountries(config.ipCountriesFile),
      approvalRequests: postgresApprovalRequests(pools.database, { rights, vault }),
      credentialUses: postgresCredentialUses(pools.database, clock.now),
      audit: postgresAudit(paymentsOf),
      auditReader: postgresAuditReader(pools.database),
      auditChain: postgresAuditChain(pools.database, pools.workOf),
      ...composeAlerts(paymentsOf, pools),
      notificationSettings: postgresNotificationSettings(pools.database, { vault, clock, rights, nodes: pools.workOf }),
      deliveries: postgresDeliveries(pools.database, { clock, days: config.notificationRetentionDays }),
      notifier,
      addresses,
      ...pickUserPorts(userPorts),
      preferences: postgresUserPreferences(pools.database),
      clock,
      identifiers: randomIdentifiers,
      timeouts: timeoutsOf(config),
    },
  }
}

/** On a distributed database each merchant's rows are written at the node that has them. */
function placementOf({ money, nodes }: { readonly money: Database; readonly nodes?: OwningNodes }): MoneyPlacement {
  if (!nodes) return onOneServer(sharedStatements(money))
  const opened = new Map<string, MoneyNode>()
  return {
    nodeOf(merchantId) {
      const { name, database } = nodes.nodeOf(merchantId)
      const existing = opened.get(name)
      if (existing) return existing
      const node = { name, path: statementsByNode(database) }
      opened.set(name, node)
      return node
    },
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
