// What the other folders may use of payers' pages.
export { browserPaymentRoutes } from './browser-payments/routes.ts'
export { readCheckoutFiles } from './checkout/assets.ts'
export {
  type BrowserReport,
  type BrowserReportOptions,
  browserReportRoutes,
  type PageKind,
} from './checkout/browser-reports.ts'
export { fieldRoutes } from './checkout/fields/field-routes.ts'
export { checkoutLibraryRoutes, formerAddressRoutes } from './checkout/library/library-routes.ts'
export { paymentLinkMail, receiptMail } from './checkout/payer-mails.ts'
export { respond } from './checkout/respond.ts'
export { noticeResponse } from './checkout/responses.ts'
export { checkoutRoutes } from './checkout/routes.ts'
export { pageScripts } from './checkout/script-inventory.ts'
export { readCheckoutPageRequest } from './checkout/serve.ts'
export { type DomainAssociationOptions, domainAssociationRoute } from './checkout/wallet-routes.ts'
export type { BrowserPaymentPageDependencies, CheckoutPageDependencies } from './dependencies.ts'
export { payerAuthenticationRoutes } from './payer-authentication/routes.ts'
