// The values that each version lists for the enumerations of the domain. Every list is complete here and none is
// derived from the domain's, so a value added there cannot widen an old version. The number in a name is the first
// version it applies to.

import type { EntryPoint } from '../../kernel/entry-point.ts'
import type { GatewayCode, TransactionResult } from '../../kernel/gateway-code.ts'
import type { CardBrand, CardScheme, FundingMethod } from '../../kernel/instrument.ts'
import type { OrderStatus } from '../../kernel/order-status.ts'
import type { OlderTransactionType, TransactionType } from '../../kernel/transaction-type.ts'

export const results = ['FAILURE', 'PENDING', 'SUCCESS', 'UNKNOWN'] as const satisfies readonly TransactionResult[]

/** The specification's table. */
export const gatewayCodes15 = [
  'ABORTED',
  'ACQUIRER_SYSTEM_ERROR',
  'APPROVED',
  'APPROVED_PENDING_SETTLEMENT',
  'AUTHENTICATION_FAILED',
  'BLOCKED',
  'CANCELLED',
  'DECLINED',
  'DECLINED_AVS',
  'DECLINED_AVS_CSC',
  'DECLINED_CSC',
  'DECLINED_DO_NOT_CONTACT',
  'DECLINED_PAYMENT_PLAN',
  'DEFERRED_TRANSACTION_RECEIVED',
  'DUPLICATE_BATCH',
  'EXCEEDED_RETRY_LIMIT',
  'EXPIRED_CARD',
  'INSUFFICIENT_FUNDS',
  'INVALID_CSC',
  'LOCK_FAILURE',
  'NOT_ENROLLED_3D_SECURE',
  'NOT_SUPPORTED',
  'PARTIALLY_APPROVED',
  'PENDING',
  'REFERRED',
  'SYSTEM_ERROR',
  'TIMED_OUT',
  'UNKNOWN',
  'UNSPECIFIED_FAILURE',
] as const satisfies readonly GatewayCode[]

/** Where a browser payment can be met: by its own operations, and by anything that retrieves a transaction. */
export const gatewayCodesWithBrowserPayments15 = [
  ...gatewayCodes15,
  'SUBMITTED',
] as const satisfies readonly GatewayCode[]

/** Where payer authentication, which came about version 50, can be met as well. */
export const gatewayCodesWithAuthentication50 = [
  ...gatewayCodesWithBrowserPayments15,
  'AUTHENTICATION_IN_PROGRESS',
] as const satisfies readonly GatewayCode[]

export const gatewayCodes100 = [
  'ABORTED',
  'ACQUIRER_SYSTEM_ERROR',
  'APPROVED',
  'APPROVED_AUTO',
  'APPROVED_PENDING_SETTLEMENT',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_IN_PROGRESS',
  'BALANCE_AVAILABLE',
  'BALANCE_UNKNOWN',
  'BLOCKED',
  'CANCELLED',
  'DECLINED',
  'DECLINED_AVS',
  'DECLINED_AVS_CSC',
  'DECLINED_CSC',
  'DECLINED_DO_NOT_CONTACT',
  'DECLINED_INVALID_PIN',
  'DECLINED_PAYMENT_PLAN',
  'DECLINED_PIN_REQUIRED',
  'DEFERRED_TRANSACTION_RECEIVED',
  'DUPLICATE_BATCH',
  'EXCEEDED_RETRY_LIMIT',
  'EXPIRED_CARD',
  'INSUFFICIENT_FUNDS',
  'INVALID_CSC',
  'LOCK_FAILURE',
  'NOT_ENROLLED_3D_SECURE',
  'NOT_SUPPORTED',
  'NO_BALANCE',
  'PARTIALLY_APPROVED',
  'PENDING',
  'REFERRED',
  'SUBMITTED',
  'SYSTEM_ERROR',
  'TIMED_OUT',
  'UNKNOWN',
  'UNSPECIFIED_FAILURE',
] as const satisfies readonly GatewayCode[]

type GatewayCode15 = (typeof gatewayCodes15)[number]

/** What versions below 100 read instead. The code is always provided, so every unlisted one has an entry, and `result`
 * stays what it was: a success never reads as a failure, nor the other way round. */
export const nearestGatewayCode15 = {
  APPROVED_AUTO: 'APPROVED',
  AUTHENTICATION_IN_PROGRESS: 'PENDING',
  BALANCE_AVAILABLE: 'APPROVED',
  BALANCE_UNKNOWN: 'UNSPECIFIED_FAILURE',
  DECLINED_INVALID_PIN: 'DECLINED',
  DECLINED_PIN_REQUIRED: 'DECLINED',
  NO_BALANCE: 'INSUFFICIENT_FUNDS',
  SUBMITTED: 'PENDING',
} as const satisfies Readonly<Record<Exclude<GatewayCode, GatewayCode15>, GatewayCode15>>

/** Versions up to 29 still know the hosted form and the hosted page. */
export const entryPoints15 = [
  'AUTO',
  'BATCH',
  'CHECKOUT',
  'HOSTED_FORM',
  'HOSTED_PAGE',
  'MERCHANT_ADMINISTRATION',
  'THREE_PARTY',
  'TWO_PARTY',
  'WEB_SERVICES_API',
] as const satisfies readonly EntryPoint[]

/** The list the specification shows for Verify 33. */
export const entryPoints30 = [
  'AUTO',
  'BATCH',
  'CHECKOUT',
  'MERCHANT_ADMINISTRATION',
  'THREE_PARTY',
  'TWO_PARTY',
  'WEB_SERVICES_API',
] as const satisfies readonly EntryPoint[]

export const entryPoints63 = [...entryPoints30, 'CHECKOUT_VIA_WEBSITE'] as const satisfies readonly EntryPoint[]

export const nearestEntryPoint15 = { CHECKOUT_VIA_WEBSITE: 'CHECKOUT' } as const satisfies Readonly<
  Record<Exclude<EntryPoint, (typeof entryPoints15)[number]>, (typeof entryPoints15)[number]>
>

/** A hosted form leaves the payment itself to an API call; a hosted page is what checkout grew from. */
export const nearestEntryPoint30 = {
  CHECKOUT_VIA_WEBSITE: 'CHECKOUT',
  HOSTED_FORM: 'WEB_SERVICES_API',
  HOSTED_PAGE: 'CHECKOUT',
} as const satisfies Readonly<
  Record<Exclude<EntryPoint, (typeof entryPoints30)[number]>, (typeof entryPoints30)[number]>
>

export const nearestEntryPoint63 = {
  HOSTED_FORM: 'WEB_SERVICES_API',
  HOSTED_PAGE: 'CHECKOUT',
} as const satisfies Readonly<
  Record<Exclude<EntryPoint, (typeof entryPoints63)[number]>, (typeof entryPoints63)[number]>
>

export const transactionTypes15 = [
  'AUTHORIZATION',
  'AUTHORIZATION_UPDATE',
  'CAPTURE',
  'PAYMENT',
  'REFUND',
  'VERIFICATION',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
] as const satisfies readonly OlderTransactionType[]

/** With payer authentication, which came about version 50. */
export const transactionTypes50 = [
  'AUTHENTICATION',
  ...transactionTypes15,
] as const satisfies readonly TransactionType[]

export const transactionTypes100 = [
  'AUTHENTICATION',
  'AUTHORIZATION',
  'AUTHORIZATION_UPDATE',
  'CAPTURE',
  'CHARGEBACK',
  'DISBURSEMENT',
  'FUNDING',
  'PAYMENT',
  'REFUND',
  'REFUND_REQUEST',
  'VERIFICATION',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
] as const satisfies readonly TransactionType[]

/** Only a refund request has a neighbour; other kinds an old version does not know are not shown to it at all. */
export const nearestTransactionType15 = { REFUND_REQUEST: 'REFUND' } as const satisfies Readonly<
  Partial<Record<TransactionType, OlderTransactionType>>
>

export const orderStatuses15 = [
  'AUTHORIZED',
  'CANCELLED',
  'CAPTURED',
  'EXCESSIVELY_REFUNDED',
  'FAILED',
  'INITIATED',
  'PARTIALLY_CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'REFUND_REQUESTED',
  'VERIFIED',
] as const satisfies readonly OrderStatus[]

export const orderStatuses50 = [
  'AUTHENTICATED',
  'AUTHENTICATION_INITIATED',
  'AUTHENTICATION_NOT_NEEDED',
  'AUTHENTICATION_UNSUCCESSFUL',
  'AUTHORIZED',
  'CANCELLED',
  'CAPTURED',
  'CHARGEBACK_PROCESSED',
  'DISPUTED',
  'EXCESSIVELY_REFUNDED',
  'FAILED',
  'FUNDING',
  'INITIATED',
  'PARTIALLY_CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'REFUND_REQUESTED',
  'VERIFIED',
] as const satisfies readonly OrderStatus[]

export const cardBrands15 = [
  'AMEX',
  'CHINA_UNIONPAY',
  'DINERS_CLUB',
  'DISCOVER',
  'JCB',
  'LOCAL_BRAND_ONLY',
  'MAESTRO',
  'MASTERCARD',
  'RUPAY',
  'UATP',
  'UNKNOWN',
  'VISA',
] as const satisfies readonly CardBrand[]

export const cardSchemes15 = [
  'AMEX',
  'CHINA_UNIONPAY',
  'DINERS_CLUB',
  'DISCOVER',
  'JCB',
  'MASTERCARD',
  'OTHER',
  'RUPAY',
  'UATP',
  'VISA',
] as const satisfies readonly CardScheme[]

export const fundingMethods15 = ['CHARGE', 'CREDIT', 'DEBIT', 'UNKNOWN'] as const satisfies readonly FundingMethod[]

/** The kinds of document that may identify a person or a company. */
export const identificationTypes = [
  'ALIEN_REGISTRATION_NUMBER',
  'BUSINESS_TAX_ID',
  'COMPANY_REGISTRATION_NUMBER',
  'CUSTOMER_IDENTIFICATION',
  'DATE_OF_BIRTH',
  'DRIVERS_LICENSE',
  'EMAIL',
  'GOVERNMENT_ISSUED',
  'INDIVIDUAL_TAX_ID',
  'LAW_ENFORCEMENT_IDENTIFICATION',
  'MILITARY_IDENTIFICATION',
  'NATIONAL_IDENTIFICATION_CARD',
  'OTHER',
  'PASSPORT',
  'PHONE_NUMBER',
  'PROXY_IDENTIFICATION',
  'SOCIAL_SECURITY_NUMBER',
  'TRAVEL_IDENTIFICATION',
] as const

const nearlyListed15 = Object.keys(nearestTransactionType15) as readonly TransactionType[]

/**
 * The kinds that a version can return: those it lists, and those that map to one it lists. Others are never returned in
 * it.
 */
export const visibleTransactionTypes15 = [...transactionTypes15, ...nearlyListed15]
export const visibleTransactionTypes50 = [...transactionTypes50, ...nearlyListed15]
