// What the console's services need from outside: they show most subjects.

import type { ExchangedMessages } from '../acquirers/ports/exchanged-messages.ts'
import type { LinkResponses } from '../acquirers/ports/link-responses.ts'
import type { AlertDependencies } from '../alerts/dependencies.ts'
import type { ApprovalRequests } from '../approvals/ports/approval-requests.ts'
import type { AuditReader } from '../audit/ports/audit.ts'
import type { CheckoutDependencies } from '../checkout/dependencies.ts'
import type { EventDependencies } from '../events/dependencies.ts'
import type { CredentialUses } from '../merchants/ports/credentials.ts'
import type { PaymentLinkDependencies } from '../payment-links/dependencies.ts'
import type { PaymentDependencies } from '../payments/dependencies.ts'
import type { RateLimits } from '../platform/counters/limits.ts'
import type { ReportDependencies } from '../reports/operations/create-report.ts'
import type { ReportingPasswords } from '../reports/ports/reports.ts'
import type { Requests } from '../requests/create-requests.ts'
import type { FiguresReader, Search } from '../search/ports/search.ts'
import type { SettlementDependencies } from '../settlement/dependencies.ts'
import type { TokenDependencies } from '../tokens/dependencies.ts'
import type { UserDependencies } from '../users/dependencies.ts'
import type { WalletAdministrationDependencies } from '../wallets/operations/manage-wallets.ts'
import type { Wallets } from '../wallets/ports/wallets.ts'

export type ConsoleDependencies = PaymentDependencies &
  SettlementDependencies &
  EventDependencies &
  PaymentLinkDependencies &
  ReportDependencies &
  UserDependencies &
  WalletAdministrationDependencies &
  Pick<AlertDependencies, 'alerts'> &
  Pick<CheckoutDependencies, 'receiptQueue'> &
  Pick<TokenDependencies, 'tokens' | 'tokenClaims'> & {
    readonly requests: Requests
    readonly wallets: Wallets
    readonly rateLimits: RateLimits
    /** Orders and transactions to search; a moment behind. */
    readonly search: Search
    readonly figures: FiguresReader
    /** What waits for a second user's approval. */
    readonly approvalRequests: ApprovalRequests
    readonly reportingPasswords: ReportingPasswords
    readonly credentialUses: CredentialUses
    readonly auditReader: AuditReader
    readonly exchangedMessages: ExchangedMessages
    readonly linkResponses: LinkResponses
  }
