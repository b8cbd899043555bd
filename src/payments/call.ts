// Who calls, about what, and what an operation may answer.

import type { CardCountries } from '../acquirers/ports/card-countries.ts'
import type { ExchangedMessages } from '../acquirers/ports/exchanged-messages.ts'
import type { LinkResponses } from '../acquirers/ports/link-responses.ts'
import type { AlertPorts } from '../alerts/ports/alert-ports.ts'
import type { Audit, AuditChain, AuditReader } from '../audit/ports/audit.ts'
import type { PaymentOptionsResponse } from '../browser-payments/contract/payment-options-inquiry.ts'
import type { TokenizeBrowserPaymentResponse } from '../browser-payments/contract/tokenize-browser-payment.ts'
import type { Agreements } from '../browser-payments/ports/agreements.ts'
import type { Providers } from '../browser-payments/ports/provider.ts'
import type { CheckoutStore } from '../checkout/ports/checkout-store.ts'
import type { LinkedLogos } from '../checkout/ports/linked-logos.ts'
import type { ReceiptQueue } from '../checkout/ports/receipts.ts'
import type { OperationTraits } from '../contract/operation.ts'
import type { EventsResponse } from '../events/contract/retrieve-events.ts'
import type { EventFeed } from '../events/ports/events.ts'
import type { Deliveries, NotificationSettings, Notifier } from '../events/ports/notifications.ts'
import type { Clock } from '../kernel/clock.ts'
import type { EntryPoint } from '../kernel/entry-point.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import type { Rejection } from '../kernel/rejection.ts'
import type { Vault } from '../keys/ports/vault.ts'
import type { ApprovalRequests } from '../merchants/ports/approval-requests.ts'
import type { CredentialUses } from '../merchants/ports/credentials.ts'
import type { PageLogos } from '../merchants/ports/page-logos.ts'
import type { Merchant } from '../merchants/rules/merchant.ts'
import type { ThreeDSecureResponse } from '../payer-authentication/contract/three-d-secure-response.ts'
import type { BrowserForms } from '../payer-authentication/ports/browser-forms.ts'
import type { DeviceAuthentications } from '../payer-authentication/ports/device-authentications.ts'
import type { EnrollmentChecks } from '../payer-authentication/ports/enrollment-checks.ts'
import type { PayerAuthentication } from '../payer-authentication/ports/payer-authentication.ts'
import type { PaymentLinkResponse } from '../payment-links/contract/payment-link-response.ts'
import type { LinkEmailQueue } from '../payment-links/ports/link-emails.ts'
import type { PaymentLinkStore } from '../payment-links/ports/payment-link-store.ts'
import type { RateLimits } from '../platform/counters/rate-limits.ts'
import type { Addresses } from '../platform/net/addresses.ts'
import type { DelayedReads } from '../reports/ports/delayed-reads.ts'
import type { ReportingPasswords, Reports } from '../reports/ports/reports.ts'
import type { IpCountries } from '../risk/ports/ip-countries.ts'
import type { RiskStore } from '../risk/ports/risk-store.ts'
import type { Velocity } from '../risk/ports/velocity.ts'
import type { FiguresReader, Projection, Search } from '../search/ports/search.ts'
import type {
  CreatedSessionResponse,
  PageSessionResponse,
  SessionResponse,
} from '../sessions/contract/session-response.ts'
import type { OrderNaming, SessionStore } from '../sessions/ports/session-store.ts'
import type { CloseBatchResponse } from '../settlement/contract/close-batch.ts'
import type { BatchClosings } from '../settlement/ports/batch-closings.ts'
import type { DeleteTokenResponse } from '../tokens/contract/delete-token.ts'
import type { SearchTokensResponse } from '../tokens/contract/search-tokens.ts'
import type { RetrievedTokenResponse, TokenResponse } from '../tokens/contract/token-response.ts'
import type { AccountUpdater } from '../tokens/ports/account-updater.ts'
import type { TokenClaims } from '../tokens/ports/token-claims.ts'
import type { TokenService } from '../tokens/ports/token-service.ts'
import type { TokenStore } from '../tokens/ports/token-store.ts'
import type { KnownBrowsers } from '../users/ports/known-browsers.ts'
import type { OneTimeCodes } from '../users/ports/one-time-codes.ts'
import type { Passwords } from '../users/ports/passwords.ts'
import type { UserPreferencesStore } from '../users/ports/preferences.ts'
import type { SignInCounters } from '../users/ports/sign-in-counters.ts'
import type { ConsoleSessions, UserStore } from '../users/ports/users.ts'
import type { CertificateRequests } from '../wallets/ports/certificate-requests.ts'
import type { MerchantValidation } from '../wallets/ports/merchant-validation.ts'
import type { UsedPayloads } from '../wallets/ports/used-payloads.ts'
import type { WalletCertificates } from '../wallets/ports/wallet-certificates.ts'
import type { WalletKeys } from '../wallets/ports/wallet-keys.ts'
import type { WalletPages } from '../wallets/ports/wallet-pages.ts'
import type { WalletSimulator } from '../wallets/ports/wallet-simulator.ts'
import type { Wallets } from '../wallets/ports/wallets.ts'
import type { RetrievedAgreementResponse } from './contract/retrieve-agreement.ts'
import type { OrderResponse } from './contract/retrieve-order.ts'
import type { TransactionResponse } from './contract/transaction-response.ts'
import type { UnsealAuditLog } from './masking/storable-request.ts'
import type { Acquirers } from './ports/acquirer.ts'
import type { DisputeAnswers } from './ports/dispute-answers.ts'
import type { JourneyStore } from './ports/journeys.ts'
import type { ManualResolutions } from './ports/manual-resolutions.ts'
import type { OpenItemsMonitor } from './ports/open-items.ts'
import type { OrderNotes } from './ports/order-notes.ts'
import type { PaymentAgreements } from './ports/payment-agreements.ts'
import type { Store } from './ports/store.ts'
import type { TransactionKey } from './ports/transactions.ts'

export interface Call {
  readonly merchant: Merchant
  /** The transaction id is empty for operations on the order as a whole. */
  readonly key: TransactionKey
  /** The token that the path names. */
  readonly tokenId?: string
  /** The authentication by 3-D Secure 1 that the path names. */
  readonly threeDSecureId?: string
  /** The agreement that the path names. */
  readonly agreementId?: string
  /** The payment link that the path names. */
  readonly paymentLinkId?: string
  /** The session that the path names. */
  readonly sessionId?: string
  readonly traits: OperationTraits
  /** The version of the API that it came in; none when the gateway acts by itself. */
  readonly version?: number
  /** The X-Request-Id of the response; none when the gateway acts by itself. */
  readonly requestId?: string
  /** A payer's device that proved itself by the id of a session, rather than the merchant's own program. */
  readonly isDevice?: boolean
  /** The entry point, if not the API. */
  readonly entryPoint?: EntryPoint
  /** The merchant's name on the payer's page, if it is not that of the profile: the payer's bank shows the same. */
  readonly shownMerchantName?: string
  /** How the ids of this payer's transactions end, where other payers may use the same order. */
  readonly payerSuffix?: string
  /** The IP address of the payer's browser, when the request came from it: from a page of the gateway, or as a device. */
  readonly payerAddress?: string
  /** The session that completed the request, when one did: its codes go with the first payment. */
  readonly usedSession?: {
    readonly hash: Buffer
    readonly expiresAt: Date
    /** The IP address of the payer's browser that put values into it, if one did. */
    readonly payerAddress?: string
    readonly orderNamedBy: OrderNaming
    /** PAGE: the amount was named by the post that opened a hosted page, which the payer's browser sends. */
    readonly amountSource?: 'PAGE'
    /** Whether the payer has put the account in, and may see it masked. */
    readonly isAccountOfPayer: boolean
  }
  /** The URL for notifications that the merchant has put into that session with its own credentials. */
  readonly sealedNotificationUrl?: string
  /** The request as it was sent, when a session completed it or texts in it were masked: what repeats are compared by. */
  readonly asSent?: object
  /** What was decrypted for this request and still needs its audit log entry. */
  readonly unsealAudit: UnsealAuditLog
  /** Decides, together with the merchant's privileges, on unmasking. */
  readonly reader: { readonly hasCertificate: boolean; readonly asksUnmasked: boolean }
}

/** One of the runs of an operation, which starts again when the order has changed between reading and recording. */
export interface OperationRun {
  /** Most orders are new: an operation that opens one may assume so without reading. If the order exists, recording fails, and
   * the operation runs again with the order read. */
  readonly presumesNewOrder: boolean
}

/** How long the gateway waits for others; settings of the operator. */
export interface Timeouts {
  readonly acquirerTimeoutMs: number
  /** After this long without an outcome an attempt counts as abandoned. Longer than the acquirer's time-out. */
  readonly attemptDeadlineMs: number
  /** How long a repeated request waits for the first one's outcome. */
  readonly repeatWaitMs: number
  /** An open outcome is inquired again after this long. */
  readonly askAgainAfterMs: number
  /** How long a request may wait for the token service or the account updater, or a poll for a provider. */
  readonly serviceWaitMs: number
  /** A browser payment that is not decided after this long is given up. */
  readonly browserPaymentMs: number
}

export interface Ports extends AlertPorts {
  readonly store: Store
  readonly journeys: JourneyStore
  readonly feed: EventFeed
  readonly sessions: SessionStore
  /** Agreements to later payments that payers are asked for. */
  readonly agreements: Agreements
  /** Agreements to a series of payments. */
  readonly paymentAgreements: PaymentAgreements
  readonly checkouts: CheckoutStore
  readonly pageLogos: PageLogos
  /** Logos that sessions name by their URLs. */
  readonly linkedLogos: LinkedLogos
  /** Without one nothing is queued, and what was queued before is given up after a day. */
  readonly hasMailServer: boolean
  readonly receiptQueue: ReceiptQueue
  readonly linkEmails: LinkEmailQueue
  /** What payers' devices have begun by the id of a session. */
  readonly deviceAuthentications: DeviceAuthentications
  readonly tokens: TokenStore
  readonly tokenClaims: TokenClaims
  readonly vault: Vault
  readonly acquirers: Acquirers
  readonly cardCountries: CardCountries
  /** Messages exchanged with acquirers, and how often each response was given. */
  readonly exchangedMessages: ExchangedMessages
  readonly linkResponses: LinkResponses
  /** The sites where payers pay. */
  readonly providers: Providers
  /** Where the operator has it. */
  readonly payerAuthentication: PayerAuthentication | undefined
  readonly enrollmentChecks: EnrollmentChecks
  readonly browserForms: BrowserForms
  /** Where the operator has one. */
  readonly tokenService: TokenService | undefined
  readonly accountUpdater: AccountUpdater | undefined
  /** Decrypts what payers' wallets have encrypted. */
  readonly wallets: Wallets
  readonly usedPayloads: UsedPayloads
  /** The merchants' keys for what wallets encrypt. */
  readonly walletKeys: WalletKeys
  /** The wallets that merchants offer on hosted pages. */
  readonly walletPages: WalletPages
  readonly certificateRequests: CertificateRequests
  readonly walletCertificates: WalletCertificates
  readonly merchantValidation: MerchantValidation
  /** In the sandbox. */
  readonly walletSimulator: WalletSimulator | undefined
  readonly reports: Reports
  readonly reportingPasswords: ReportingPasswords
  readonly risk: RiskStore
  /** Counts payments, and refuses what looks like card testing. */
  readonly velocity: Velocity
  readonly rateLimits: RateLimits
  /** Orders and transactions to search; a moment behind. */
  readonly search: Search
  readonly figures: FiguresReader
  /** The same and reports, where they may be seconds old. */
  readonly delayedReads: DelayedReads
  /** Attempts, reversals and notifications that are not finished. */
  readonly openItemsMonitor: OpenItemsMonitor
  readonly paymentLinks: PaymentLinkStore
  /** How merchants answered disputes. */
  readonly disputeAnswers: DisputeAnswers
  /** What users write about orders. */
  readonly orderNotes: OrderNotes
  /** Attempts that only operators can resolve. */
  readonly manualResolutions: ManualResolutions
  /** Settlement batches that are being closed. */
  readonly batchClosings: BatchClosings
  /** What fills search and figures. */
  readonly projection: Projection
  readonly ipCountries: IpCountries
  /** What waits for a second user's approval. */
  readonly approvalRequests: ApprovalRequests
  /** When credentials were last used. */
  readonly credentialUses: CredentialUses
  readonly audit: Audit
  readonly auditReader: AuditReader
  readonly auditChain: AuditChain
  /** Each merchant's settings for notifications. */
  readonly notificationSettings: NotificationSettings
  /** Notifications and their delivery. */
  readonly deliveries: Deliveries
  /** The only part that calls addresses which merchants name. */
  readonly notifier: Notifier
  readonly addresses: Addresses
  /** Console users and their sessions. */
  readonly users: UserStore
  readonly consoleSessions: ConsoleSessions
  readonly passwords: Passwords
  readonly preferences: UserPreferencesStore
  readonly signInCounters: SignInCounters
  readonly knownBrowsers: KnownBrowsers
  readonly oneTimeCodes: OneTimeCodes
  readonly clock: Clock
  readonly identifiers: Identifiers
  /** Nothing here moves money. */
  readonly isSandbox: boolean
  readonly timeouts: Timeouts
}

export interface OperationResponse {
  readonly kind: 'answered'
  /** False when this call executed nothing: a repeat, a retrieval, an order that was busy. */
  readonly isFirst: boolean
  /** In canonical shape, masked. */
  readonly answer: AnyResponse
  /** The same answer with account numbers in clear, for operations that are not about an order. Called only when the
   * caller may have them. */
  readonly reveal?: () => Promise<AnyResponse>
}

type AnyResponse =
  | TransactionResponse
  | ThreeDSecureResponse
  | OrderResponse
  | RetrievedAgreementResponse
  | PaymentLinkResponse
  | EventsResponse
  | TokenResponse
  | RetrievedTokenResponse
  | SearchTokensResponse
  | DeleteTokenResponse
  | CloseBatchResponse
  | SessionResponse
  | CreatedSessionResponse
  | PageSessionResponse
  | PaymentOptionsResponse
  | TokenizeBrowserPaymentResponse

/** The order changed between reading and recording; nothing was executed, and the operation starts again. */
export interface OrderChanged {
  readonly kind: 'moved'
  /** The response when no further run is made: an order that changes so often counts as busy. */
  readonly respondBusy?: () => Promise<OperationResult>
}

export type OperationResult = OperationResponse | Rejection | OrderChanged
