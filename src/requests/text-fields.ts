// Which fields of requests contain free text, where a card number may appear by mistake. A text field that is in no
// list here is free text, so a new one is covered by default.

import type { FieldRow, Row, Rows } from '../contract/row.ts'
import { catalogue } from './catalogue.ts'

/**
 * - TEXT: read by humans; a masked number in it does no harm.
 * - PHONE: text whose digits are a telephone number, up to 15 of them.
 * - IDENTIFIER: an id that the merchant chose for finding something, or a URL to call: it is accepted unchanged or not
 *   at all.
 */
export type TextKind = 'TEXT' | 'PHONE' | 'IDENTIFIER'

/** Chosen by the merchant, or issued to it and sent on; URLs, which often contain such an identifier, are treated alike. */
export const identifierFields: readonly string[] = [
  'acquirer.id',
  'agreement.id',
  'airline.bookingReference',
  'airline.ticket.customerReference',
  'authorizationResponse.transactionIdentifier',
  'order.discount.code',
  'order.id',
  'order.invoiceNumber',
  'order.item[].sku',
  'order.productSKU',
  'order.reference',
  'order.subMerchant.identifier',
  'posTerminal.store.id',
  'sourceOfFunds.provided.ebt.voucherNumber',
  'subMerchant.identifier',
  'transaction.authorizationCode',
  'transaction.reference',
  'userId',
]

/**
 * Issued by others, written by programs, or the name of something that is stored already: digits there mean something
 * else.
 */
export const nonTextFields: readonly string[] = [
  'after',
  'airline.itinerary.leg[].conjunctionTicketNumber',
  'airline.itinerary.leg[].exchangeTicketNumber',
  'airline.passenger[].frequentFlyerNumber',
  'airline.ticket.exchangedTicketNumber',
  'airline.ticket.ticketNumber',
  'authentication.acceptVersions',
  'authentication.transactionId',
  'constraints.paymentPlans.supported[]',
  'correlationId',
  'currencyConversion.requestId',
  'customer.identification.value',
  'customer.taxRegistrationId',
  'device.browser',
  'device.browserDetails.acceptHeaders',
  'device.fingerprint',
  'device.hostname',
  'device.ipAddress',
  'accountFunding.recipient.identification.value',
  'interaction.savedCard[].token',
  'order.item[].detail.commodityCode',
  'order.item[].detail.upc',
  'order.recurringPaymentAgreement',
  'order.taxRegistrationId',
  'page.after',
  'partnerSolutionId',
  'paymentPlan.planId',
  'posTerminal.serialNumber',
  'query.sourceOfFunds.provided.providerA.billingAgreement.id',
  'query.token',
  'referenceOrderId',
  'responseControls.sensitiveData',
  'sourceOfFunds.provided.providerA.billingAgreement.id',
  'sourceOfFunds.provided.providerA.payerId',
  'sourceOfFunds.schemeTokenProvisioningIdentifier',
  'sourceOfFunds.token',
  'threeDSecureId',
  'token',
  'transaction.acquirer.traceId',
  'transaction.acquirer.transactionId',
  'transaction.targetTransactionId',
  'usage.lastUpdated.merchantId',
]

const textTypes = new Set([
  'String',
  'Email',
  'Url',
  'ASCII Text',
  'Alphanumeric',
  'Alphanumeric + additional characters',
])
/** As short as a card number can be. */
const lengthMin = 12

let cachedPlaces: ReadonlyMap<string, TextKind> | undefined

/** By canonical path; items of a list as [], members that merchants name as *. */
export function textPlaces(): ReadonlyMap<string, TextKind> {
  cachedPlaces ??= new Map(
    textFields().flatMap(([path, row]) => (nonTextFields.includes(path) ? [] : [[path, kindOf(path, row)] as const])),
  )
  return cachedPlaces
}

/** Every text field of the contract that has room for a card number and is no secret. */
export function textFields(): readonly (readonly [path: string, row: FieldRow])[] {
  return catalogue.flatMap(({ versions }) =>
    Object.values(versions).flatMap(({ request }) =>
      [...fieldsOf(request, '', '')].filter(([, { type, secret }]) => {
        const [, lengthMax = Number.POSITIVE_INFINITY] = type.lengths ?? []
        return !secret && textTypes.has(type.name) && lengthMax >= lengthMin
      }),
    ),
  )
}

function kindOf(path: string, { type }: FieldRow): TextKind {
  if (/phone$/i.test(path)) return 'PHONE'
  return type.name === 'Url' || identifierFields.includes(path) ? 'IDENTIFIER' : 'TEXT'
}

/** `root` is where canonical paths begin: the request, or an item of a list. */
function* fieldsOf(rows: Rows, root: string, prefix: string): Iterable<readonly [string, FieldRow]> {
  for (const [name, row] of Object.entries(rows))
    yield* rowFields(row, root, row.canonical === undefined ? prefix + name : root + row.canonical)
}

function* rowFields(row: Row, root: string, path: string): Iterable<readonly [string, FieldRow]> {
  if (row.kind === 'FIELD') yield [path, row]
  else if (row.kind === 'MAP') yield [`${path}.*`, row.value]
  else if (row.kind === 'GROUP') yield* fieldsOf(row.rows, root, `${path}.`)
  else if (row.item.kind === 'FIELD') yield [`${path}[]`, row.item]
  else yield* fieldsOf(row.item.rows, `${path}[].`, `${path}[].`)
}
