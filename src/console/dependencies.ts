// What the console's services need from outside: they show most subjects.

import type { ExchangedMessages, LinkResponses } from '../acquirers/index.ts'
import type { AlertDependencies } from '../alerts/index.ts'
import type { ApprovalRequests } from '../approvals/index.ts'
import type { AuditReader } from '../audit/index.ts'
import type { CheckoutDependencies } from '../checkout/index.ts'
import type { EventDependencies } from '../events/index.ts'
import type { CredentialUses } from '../merchants/index.ts'
import type { PaymentLinkDependencies } from '../payment-links/index.ts'
import type { PaymentDependencies } from '../payments/index.ts'
import type { RateLimits } from '../platform/counters/limits.ts'
import type { ReportDependencies, ReportingPasswords } from '../reports/index.ts'
import type { Requests } from '../requests/index.ts'
import type { FiguresReader, Search } from '../search/index.ts'
import type { SettlementDependencies } from '../settlement/index.ts'
import type { TokenDependencies } from '../tokens/index.ts'
import type { UserDependencies } from '../users/index.ts'
import type { WalletAdministrationDependencies, Wallets } from '../wallets/index.ts'

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
