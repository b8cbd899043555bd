// Everything that the subjects and the faces take, by the types that each of them declares.

import type { LinkDependencies } from '../acquirers/index.ts'
import type { AlertJobDependencies } from '../alerts/index.ts'
import type { ApiDependencies, ReportApiDependencies } from '../api/index.ts'
import type { AuditDependencies } from '../audit/index.ts'
import type { BrowserPaymentJobDependencies } from '../browser-payments/index.ts'
import type { CheckoutJobDependencies } from '../checkout/index.ts'
import type { ConsoleDependencies } from '../console/index.ts'
import type { EventJobDependencies } from '../events/index.ts'
import type { KeyJobDependencies } from '../keys/index.ts'
import type { MerchantJobDependencies } from '../merchants/index.ts'
import type { BrowserPaymentPageDependencies, CheckoutPageDependencies } from '../pages/index.ts'
import type { PayerAuthenticationDependencies } from '../payer-authentication/index.ts'
import type { PaymentLinkJobDependencies } from '../payment-links/index.ts'
import type { PaymentJobDependencies } from '../payments/index.ts'
import type { DatabaseClock } from '../platform/postgres/database-clock.ts'
import type { CountDependencies } from '../risk/index.ts'
import type { SearchDependencies } from '../search/index.ts'
import type { SessionDependencies } from '../sessions/index.ts'
import type { SettlementDependencies } from '../settlement/index.ts'
import type { TokenDependencies } from '../tokens/index.ts'
import type { UserJobDependencies } from '../users/index.ts'

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
