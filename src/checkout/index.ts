// What the other folders may use of checkout.
export { createCheckoutSession } from './contract/create-checkout-session.ts'
export { createPaymentPageSession } from './contract/create-payment-page-session.ts'
export { initiateCheckout } from './contract/initiate-checkout.ts'
export { type CheckoutJobDependencies, createCheckout } from './create-checkout.ts'
export type { CheckoutDependencies } from './dependencies.ts'
export { openLinkedLogos } from './linked-logos/index.ts'
export { completePageSession, firstVersionWithoutValues } from './operations/complete-page-session.ts'
export {
  apiOperations,
  type EndedCheckout,
  findReturningPayer,
  openCheckout,
  withAttemptState,
} from './operations/open-checkout.ts'
export type { OpenedCheckout, PageContent, PageOperation, PendingStep } from './operations/page-state.ts'
export { offeredWallets } from './operations/page-wallets.ts'
export { payAnotherWay } from './operations/pay-at-provider.ts'
export { authenticateExamined, payAfterAuthentication } from './operations/pay-authenticated.ts'
export { awaitAttempt, mayAuthenticate, payCheckout } from './operations/pay-checkout.ts'
export { queueReceipt, type ReceiptRenderer } from './operations/queue-receipt.ts'
export { orderKeyOf } from './operations/resolve-page-attempt.ts'
export type { OperationCaller, PageAttemptResult, PayerDetails, PaymentChoice } from './operations/run-page-attempt.ts'
export { findSessionLogo, sessionLogoUrl } from './operations/session-logo.ts'
export { storeCardInSession } from './operations/store-card-in-session.ts'
export type { LinkedLogos, PageInteraction, QueuedReceipt } from './ports/checkout-store.ts'
export { type DeclineReason, declineReasonOf, isUnderWay } from './rules/checkout.ts'
