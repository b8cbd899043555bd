// What the other folders may use of payment links.
export { deletePaymentLink, disablePaymentLink, retrievePaymentLink } from './contract/payment-link.ts'
export { createPaymentLinks, type PaymentLinkJobDependencies } from './create-payment-links.ts'
export type { PaymentLinkDependencies } from './dependencies.ts'
export {
  createPaymentLink,
  type PaymentLinkTerms,
  paymentLinkPath,
  paymentLinkUrl,
  storePaymentLink,
} from './operations/create-payment-link.ts'
export {
  closureOf,
  findPagePaymentLink,
  findPaymentLink,
  type OpenedPaymentLink,
  openPaymentLinkSession,
  type PagePaymentLink,
  type PaymentLinkClosure,
} from './operations/open-payment-link.ts'
export { type SendingRefusal, sendPaymentLink } from './operations/send-payment-link.ts'
export type {
  ListedPaymentLink,
  PaymentLinkEmail,
  PaymentLinkOfOrder,
  PaymentLinkOrder,
  PaymentLinkStore,
  QueuedPaymentLinkEmail,
  StoredPaymentLink,
} from './ports/payment-links.ts'
export {
  type EnteredAmount,
  isPaymentLinkLanguage,
  type PaymentLink,
  type PaymentLinkAmount,
  type PaymentLinkLanguage,
  paymentLinkLanguages,
  paymentLinkMessageLengthMax,
  paymentLinkOperations,
  readEnteredAmount,
} from './rules/payment-link.ts'
export { emailPurpose } from './rules/payment-link-email.ts'
