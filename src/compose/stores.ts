// The tables that a gateway works with, subject by subject.

import { postgresCardCountries } from '../acquirers/postgres/card-ranges.ts'
import { postgresExchangedMessages } from '../acquirers/postgres/exchanged-messages.ts'
import { postgresLinkResponses } from '../acquirers/postgres/link-responses.ts'
import { postgresStartedControls } from '../alerts/postgres/started-controls.ts'
import { postgresApprovalRequests } from '../approvals/postgres/approval-requests.ts'
import { postgresAlerts } from '../audit/postgres/alerts.ts'
import { postgresAudit, postgresAuditReader } from '../audit/postgres/audit.ts'
import { postgresAuditChain } from '../audit/postgres/audit-chain.ts'
import { postgresAgreements } from '../browser-payments/postgres/agreements.ts'
import { postgresCheckouts, postgresReceiptQueue } from '../checkout/postgres/checkouts.ts'
import { postgresDeliveries } from '../events/postgres/deliveries.ts'
import { postgresFeed } from '../events/postgres/feed.ts'
import { postgresWebhookSettings } from '../events/postgres/webhook-settings.ts'
import type { KeyAdministration, Vault } from '../keys/index.ts'
import type { AccessRightsSeals } from '../merchants/postgres/access-rights/access-rights-seals.ts'
import { postgresCredentialUses } from '../merchants/postgres/credentials.ts'
import { postgresPageLogos } from '../merchants/postgres/merchants.ts'
import { postgresDeviceAuthentications } from '../payer-authentication/postgres/device-authentications.ts'
import { postgresEnrollmentChecks } from '../payer-authentication/postgres/enrollment-checks.ts'
import { postgresPaymentLinkEmailQueue } from '../payment-links/postgres/payment-link-email-queue.ts'
import { postgresPaymentLinks } from '../payment-links/postgres/payment-links.ts'
import { accountRetention } from '../payments/postgres/account-retention.ts'
import { postgresJourneys } from '../payments/postgres/journeys.ts'
import { postgresManualResolutions, postgresUnresolvedItems } from '../payments/postgres/manual-resolutions.ts'
import { postgresDisputeAnswers, postgresOrderNotes } from '../payments/postgres/order-notes.ts'
import { postgresPaymentAgreements } from '../payments/postgres/payment-agreements.ts'
import { postgresStore } from '../payments/postgres/store.ts'
import { defaultBatchSharing, openTransactions } from '../payments/postgres/transactions.ts'
import type { Config } from '../platform/config/config.ts'
import { copiesIn } from '../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { DatabaseClock } from '../platform/postgres/database-clock.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { reportingPasswords } from '../reports/postgres/reporting-passwords.ts'
import { postgresReports } from '../reports/postgres/reports.ts'
import { postgresAttention } from '../search/postgres/attention.ts'
import { postgresFigures } from '../search/postgres/figures.ts'
import { postgresProjection } from '../search/postgres/projection.ts'
import { postgresSearch } from '../search/postgres/search.ts'
import { postgresSessions } from '../sessions/postgres/sessions.ts'
import { postgresSettlementBatchClosings } from '../settlement/postgres/batch-closings.ts'
import { tokenClaims } from '../tokens/postgres/token-claims.ts'
import { postgresTokens } from '../tokens/postgres/tokens.ts'
import { postgresUserPreferences } from '../users/postgres/preferences.ts'
import { postgresUserMailQueue } from '../users/postgres/user-mail-queue.ts'
import type { DatabaseForm } from './database-forms.ts'
import { measureBatches } from './telemetry/measure.ts'

export type StorePools = Readonly<Record<'database' | 'money', Database>> &
  Pick<DatabaseForm, 'placement' | 'tokenStatements' | 'paymentsOf' | 'workOf'> & { readonly clock: DatabaseClock }

/** What is decided about merchants and users is stored by what the operator's commands work with, too. */
export type Stores = ReturnType<typeof openStores>

export function openStores(
  config: Pick<Config, 'batchRowsMax' | 'requestTimeoutMs' | 'messageRetentionDays' | 'notificationRetentionDays'>,
  pools: StorePools,
  { vault, accessRights }: { readonly vault: Vault & KeyAdministration; readonly accessRights: AccessRightsSeals },
  { metrics, notifyEvents }: { readonly metrics: Metrics | undefined; readonly notifyEvents: (name: string) => void },
) {
  const { database, paymentsOf, workOf, clock } = pools
  const sharing = { ...defaultBatchSharing, rowsMax: config.batchRowsMax, outcomesMs: config.requestTimeoutMs }
  const transactions = openTransactions(pools.placement, sharing, metrics && measureBatches(metrics))
  return {
    store: postgresStore(
      database,
      { transactions, money: pools.money, accessRights, payments: paymentsOf },
      notifyEvents,
    ),
    journeys: postgresJourneys(paymentsOf, notifyEvents),
    paymentAgreements: postgresPaymentAgreements(paymentsOf),
    accountRetention: accountRetention(database),
    unresolvedItemsMonitor: postgresUnresolvedItems(database),
    manualResolutions: postgresManualResolutions(database),
    disputeAnswers: postgresDisputeAnswers(database),
    orderNotes: postgresOrderNotes(database),
    settlementBatchClosings: postgresSettlementBatchClosings(database),
    sessions: postgresSessions(paymentsOf),
    tokens: postgresTokens({ database, statements: pools.tokenStatements }, sharing),
    tokenClaims: tokenClaims(database),
    feed: postgresFeed(database, workOf),
    webhookSettings: postgresWebhookSettings(database, { vault, clock, accessRights, nodes: workOf }),
    deliveries: postgresDeliveries(database, { clock, days: config.notificationRetentionDays }),
    enrollmentChecks: postgresEnrollmentChecks(paymentsOf),
    deviceAuthentications: postgresDeviceAuthentications(paymentsOf),
    agreements: postgresAgreements(paymentsOf),
    cardCountries: postgresCardCountries(copiesIn(paymentsOf)),
    exchangedMessages: postgresExchangedMessages(
      database,
      { clock, days: config.messageRetentionDays },
      (count) => metrics?.messagesDropped.inc(count),
      workOf,
    ),
    linkResponses: postgresLinkResponses(database, clock),
    paymentLinks: postgresPaymentLinks(paymentsOf),
    paymentLinkEmails: postgresPaymentLinkEmailQueue(paymentsOf),
    checkouts: postgresCheckouts(paymentsOf),
    receiptQueue: postgresReceiptQueue(paymentsOf),
    pageLogos: postgresPageLogos(paymentsOf),
    search: postgresSearch(database),
    figures: postgresFigures(database),
    projection: postgresProjection(database, workOf),
    reports: postgresReports(database),
    reportingPasswords: reportingPasswords(database, accessRights),
    approvalRequests: postgresApprovalRequests(database, { accessRights, vault }),
    credentialUses: postgresCredentialUses(database, clock.now),
    audit: postgresAudit(paymentsOf),
    auditReader: postgresAuditReader(database),
    auditChain: postgresAuditChain(database, workOf),
    alerts: postgresAlerts(paymentsOf),
    attention: postgresAttention(workOf),
    startedControls: postgresStartedControls(paymentsOf),
    userMails: postgresUserMailQueue(paymentsOf),
    preferences: postgresUserPreferences(database),
  }
}
