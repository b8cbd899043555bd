// The console's services, theme by theme: the one table that routing, access, the guide and the tests are made from.
import type { ConsoleContext } from './context.ts'
import type { ConsoleRoute } from './route.ts'
import { ownEmailServices } from './services/account/own-email.ts'
import { actionServices } from './services/actions.ts'
import { approvalServices } from './services/administration/approvals.ts'
import { credentialServices } from './services/administration/credentials.ts'
import { merchantServices } from './services/administration/merchants.ts'
import { walletServices } from './services/administration/wallets.ts'
import { alertServices } from './services/alerts/alerts.ts'
import { attemptServices } from './services/attempts.ts'
import { auditServices } from './services/audit.ts'
import { pageLogoServices } from './services/branding/page-logo.ts'
import { disputeServices } from './services/disputes.ts'
import { figureServices } from './services/figures.ts'
import { linkServices } from './services/links.ts'
import { messageServices } from './services/messages.ts'
import { orderNoteServices } from './services/order/order-notes.ts'
import { payerOrderServices } from './services/order/payer-orders.ts'
import { orderServices } from './services/orders.ts'
import { paymentLinkEmailServices } from './services/payment-links/payment-link-emails.ts'
import { paymentLinkServices } from './services/payment-links/payment-links.ts'
import { paymentServices } from './services/payments.ts'
import { preferenceServices } from './services/preferences.ts'
import { reviewServices } from './services/reviews.ts'
import { riskServices } from './services/risk.ts'
import { listExportServices } from './services/search/list-exports.ts'
import { searchServices } from './services/search/text-search.ts'
import { sessionServices } from './services/session.ts'
import { settlementServices } from './services/settlement.ts'
import { tokenRepositoryServices } from './services/token-repositories.ts'
import { tokenServices } from './services/tokens.ts'
import { userServices } from './services/users.ts'
import { webhookServices } from './services/webhooks.ts'

const serviceGroups: readonly ((context: ConsoleContext) => readonly ConsoleRoute[])[] = [
  sessionServices,
  preferenceServices,
  ownEmailServices,
  alertServices,
  orderServices,
  searchServices,
  payerOrderServices,
  orderNoteServices,
  messageServices,
  actionServices,
  paymentServices,
  paymentLinkServices,
  paymentLinkEmailServices,
  reviewServices,
  disputeServices,
  attemptServices,
  tokenServices,
  webhookServices,
  credentialServices,
  approvalServices,
  walletServices,
  riskServices,
  settlementServices,
  figureServices,
  auditServices,
  userServices,
  merchantServices,
  pageLogoServices,
  linkServices,
  tokenRepositoryServices,
]

export function consoleRouteTable(context: ConsoleContext): readonly ConsoleRoute[] {
  const services = serviceGroups.flatMap((group) => group(context))
  return [...services, ...listExportServices(services, context)]
}
