// What all subjects together need from outside, as the faces pass it on.

import type { ExchangedMessages } from '../acquirers/ports/exchanged-messages.ts'
import type { LinkResponses } from '../acquirers/ports/link-responses.ts'
import type { AlertDependencies } from '../alerts/dependencies.ts'
import type { ApprovalRequests } from '../approvals/ports/approval-requests.ts'
import type { AuditChain, AuditReader } from '../audit/ports/audit.ts'
import type { BrowserPaymentDependencies } from '../browser-payments/dependencies.ts'
import type { CheckoutDependencies } from '../checkout/dependencies.ts'
import type { EventDependencies } from '../events/dependencies.ts'
import type { CredentialUses } from '../merchants/ports/credentials.ts'
import type { PayerAuthenticationDependencies } from '../payer-authentication/dependencies.ts'
import type { PaymentLinkDependencies } from '../payment-links/dependencies.ts'
import type { PaymentDependencies } from '../payments/dependencies.ts'
import type { Store } from '../payments/ports/store.ts'
import type { UnresolvedItemsMonitor } from '../payments/ports/unresolved-items.ts'
import type { RateLimits } from '../platform/counters/rate-limits.ts'
import type { ReportDependencies } from '../reports/dependencies.ts'
import type { ReportingPasswords } from '../reports/ports/reports.ts'
import type { RiskDependencies } from '../risk/dependencies.ts'
import type { FiguresReader, Projection, Search } from '../search/ports/search.ts'
import type { SessionDependencies } from '../sessions/dependencies.ts'
import type { SettlementDependencies } from '../settlement/dependencies.ts'
import type { TokenDependencies } from '../tokens/dependencies.ts'
import type { UserDependencies } from '../users/dependencies.ts'
import type { WalletDependencies } from '../wallets/dependencies.ts'
import type { CertificateRequests } from '../wallets/ports/certificate-requests.ts'
import type { MerchantValidation } from '../wallets/ports/merchant-validation.ts'
import type { WalletCertificates } from '../wallets/ports/wallet-certificates.ts'
import type { WalletKeys } from '../wallets/ports/wallet-keys.ts'
import type { WalletSimulator } from '../wallets/ports/wallet-simulator.ts'
import type { Requests } from './create-requests.ts'

export interface Ports
  extends AlertDependencies,
    BrowserPaymentDependencies,
    CheckoutDependencies,
    EventDependencies,
    PayerAuthenticationDependencies,
    PaymentDependencies,
    PaymentLinkDependencies,
    ReportDependencies,
    RiskDependencies,
    SessionDependencies,
    SettlementDependencies,
    TokenDependencies,
    UserDependencies,
    WalletDependencies {
  readonly requests: Requests
  readonly store: Store
  /** Messages exchanged with acquirers, and how often each response was given. */
  readonly exchangedMessages: ExchangedMessages
  readonly linkResponses: LinkResponses
  /** The merchants' keys for what wallets encrypt. */
  readonly walletKeys: WalletKeys
  readonly certificateRequests: CertificateRequests
  readonly walletCertificates: WalletCertificates
  readonly merchantValidation: MerchantValidation
  /** In the sandbox. */
  readonly walletSimulator: WalletSimulator | undefined
  readonly reportingPasswords: ReportingPasswords
  readonly rateLimits: RateLimits
  /** Orders and transactions to search; a moment behind. */
  readonly search: Search
  readonly figures: FiguresReader
  /** Attempts, reversals and notifications that are not finished. */
  readonly unresolvedItemsMonitor: UnresolvedItemsMonitor
  /** What fills search and figures. */
  readonly projection: Projection
  /** What waits for a second user's approval. */
  readonly approvalRequests: ApprovalRequests
  /** When credentials were last used. */
  readonly credentialUses: CredentialUses
  readonly auditReader: AuditReader
  readonly auditChain: AuditChain
}
