// The console's services, theme by theme: the one table that routing, access, the guide and the tests are made from.
import type { ConsoleContext } from './context.ts'
import type { ConsoleRoute } from './route.ts'
import { actionServices } from './services/actions.ts'
import { attemptServices } from './services/attempts.ts'
import { auditServices } from './services/audit.ts'
import { credentialServices } from './services/credentials.ts'
import { figureServices } from './services/figures.ts'
import { linkServices } from './services/links.ts'
import { merchantServices } from './services/merchants.ts'
import { messageServices } from './services/messages.ts'
import { orderServices } from './services/orders.ts'
import { paymentServices } from './services/payments.ts'
import { reviewServices } from './services/reviews.ts'
import { riskServices } from './services/risk.ts'
import { sessionServices } from './services/session.ts'
import { settlementServices } from './services/settlement.ts'
import { tokenRepositoryServices } from './services/token-repositories.ts'
import { tokenServices } from './services/tokens.ts'
import { userServices } from './services/users.ts'
import { webhookServices } from './services/webhooks.ts'

const serviceGroups: readonly ((context: ConsoleContext) => readonly ConsoleRoute[])[] = [
  sessionServices,
  orderServices,
  messageServices,
  actionServices,
  paymentServices,
  reviewServices,
  attemptServices,
  tokenServices,
  webhookServices,
  credentialServices,
  riskServices,
  settlementServices,
  figureServices,
  auditServices,
  userServices,
  merchantServices,
  linkServices,
  tokenRepositoryServices,
]

export function consoleRouteTable(context: ConsoleContext): readonly ConsoleRoute[] {
  return serviceGroups.flatMap((services) => services(context))
}
