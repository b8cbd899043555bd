// The console's services, theme by theme: the one table that routing, access, the guide and the tests are made from.
import type { ConsoleContext } from './context.ts'
import type { ConsoleRoute } from './route.ts'
import { ownEmailServices, preferenceServices } from './services/account.ts'
import { actionServices, orderNoteServices } from './services/actions.ts'
import { approvalServices } from './services/approvals.ts'
import { attemptServices } from './services/attempts.ts'
import { alertServices, auditServices } from './services/audit.ts'
import { credentialServices } from './services/credentials.ts'
import { disputeServices } from './services/disputes.ts'
import { figureServices } from './services/figures.ts'
import { linkServices } from './services/links.ts'
import { listExportServices } from './services/list-exports.ts'
import { merchantServices, pageLogoServices } from './services/merchants.ts'
import { messageServices } from './services/messages.ts'
import { orderServices } from './services/orders.ts'
import { payerOrderServices } from './services/payer-orders.ts'
import { paymentLinkEmailServices, paymentLinkServices } from './services/payment-links.ts'
import { paymentServices } from './services/payments.ts'
import { reviewServices } from './services/reviews.ts'
import { riskServices } from './services/risk.ts'
import { sessionServices } from './services/session.ts'
import { settlementServices } from './services/settlement.ts'
import { searchServices } from './services/text-search.ts'
import { tokenRepositoryServices } from './services/token-repositories.ts'
import { tokenServices } from './services/tokens.ts'
import { userServices } from './services/users.ts'
import { walletServices } from './services/wallets.ts'
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
