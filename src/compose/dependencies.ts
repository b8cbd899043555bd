// Everything that the subjects and the faces take, by the types that each of them declares.

import type { LinkDependencies } from '../acquirers/create-acquirers.ts'
import type { AlertJobDependencies } from '../alerts/create-alerts.ts'
import type { ApiDependencies, ReportApiDependencies } from '../api/dependencies.ts'
import type { AuditDependencies } from '../audit/create-audit.ts'
import type { BrowserPaymentJobDependencies } from '../browser-payments/create-browser-payments.ts'
import type { CheckoutJobDependencies } from '../checkout/create-checkout.ts'
import type { ConsoleDependencies } from '../console/dependencies.ts'
import type { EventJobDependencies } from '../events/create-events.ts'
import type { KeyJobDependencies } from '../keys/create-keys.ts'
import type { MerchantJobDependencies } from '../merchants/create-merchants.ts'
import type { BrowserPaymentPageDependencies, CheckoutPageDependencies } from '../pages/dependencies.ts'
import type { PayerAuthenticationDependencies } from '../payer-authentication/dependencies.ts'
import type { PaymentLinkJobDependencies } from '../payment-links/create-payment-links.ts'
import type { PaymentJobDependencies } from '../payments/create-payments.ts'
import type { DatabaseClock } from '../platform/postgres/database-clock.ts'
import type { CountDependencies } from '../risk/create-risk.ts'
import type { SearchDependencies } from '../search/create-search.ts'
import type { SessionDependencies } from '../sessions/dependencies.ts'
import type { SettlementDependencies } from '../settlement/dependencies.ts'
import type { TokenDependencies } from '../tokens/dependencies.ts'
import type { UserJobDependencies } from '../users/create-users.ts'

/** What subjects are created with. */
export type SubjectDependencies = AlertJobDependencies &
  AuditDependencies &
  BrowserPaymentJobDependencies &
  CheckoutJobDependencies &
  CountDependencies &
  EventJobDependencies &
  KeyJobDependencies &
  LinkDependencies &
  MerchantJobDependencies &
  PayerAuthenticationDependencies &
  PaymentJobDependencies &
  PaymentLinkJobDependencies &
  SearchDependencies &
  SessionDependencies &
  SettlementDependencies &
  TokenDependencies &
  UserJobDependencies & { readonly databaseClock: Pick<DatabaseClock, 'read'> }

/** What the faces take, the operations of all subjects among it. */
export type FaceDependencies = ApiDependencies &
  BrowserPaymentPageDependencies &
  CheckoutPageDependencies &
  ConsoleDependencies &
  PayerAuthenticationDependencies &
  ReportApiDependencies

export type Dependencies = SubjectDependencies & FaceDependencies
