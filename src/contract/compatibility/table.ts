// Accepted for compatibility: what public clients of the API send beyond the specification, one row for each thing. The
// reference shows the rows as "also accepted", and a test holds each row in every version that it names.
import { alsoListing, enumeration, orWholeNumber } from '../field-types.ts'
import { date, orShorterFraction } from '../format-types.ts'
import { agreementResponse } from '../groups/agreement.ts'
import { initiator, partnerSolutionId } from '../groups/call.ts'
import { deviceOfAuthentication50, javaScriptEnabled } from '../groups/device.ts'
import { displayControlRows } from '../groups/interaction.ts'
import { item30, itemRows } from '../groups/item.ts'
import { transactionRows } from '../groups/transaction.ts'
import { orDigits } from '../number-types.ts'
import { transient, withoutEffect } from '../row.ts'
import type { CompatibilityRow } from './accepting.ts'

const payments = ['AUTHORIZE', 'PAY']
const firstTransactions = [...payments, 'VERIFY']
const laterTransactions = ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID']
const authentications = ['AUTHENTICATE_PAYER', 'INITIATE_AUTHENTICATION']
const browserPayments = ['CONFIRM_BROWSER_PAYMENT', 'INITIATE_BROWSER_PAYMENT']
const checkoutSessions = ['CREATE_CHECKOUT_SESSION', 'INITIATE_CHECKOUT']
const pageSession = ['CREATE_PAYMENT_PAGE_SESSION']
const openedPages = [...checkoutSessions, ...pageSession]
const sessions = ['UPDATE_SESSION']
const shownSession = ['RETRIEVE_SESSION', 'UPDATE_SESSION']
const retrievedTransaction = ['RETRIEVE_TRANSACTION']
const retrievedOrder = ['RETRIEVE_ORDER']

const withOrder = [
  ...firstTransactions,
  ...laterTransactions,
  ...authentications,
  ...browserPayments,
  ...checkoutSessions,
  ...pageSession,
  ...sessions,
]
const withTransactionResponse = [
  ...firstTransactions,
  ...laterTransactions,
  ...authentications,
  ...browserPayments,
  'UPDATE_BROWSER_PAYMENT',
  ...retrievedTransaction,
]

/** Of a payer's device: those of browser payments have none. */
const responsesWithDevice = [
  ...firstTransactions,
  ...laterTransactions,
  ...retrievedTransaction,
  ...retrievedOrder,
  ...shownSession,
]

const everyVersion = [15, 100] as const
const from50 = [50, 100] as const
const browserRunsScripts = 'device.browserDetails.javaScriptEnabled'
const customerOrderDate = date()

/** What requests may contain in addition. */
const accepted: readonly CompatibilityRow[] = [
  ...[
    { path: 'interaction.timeout', operations: [...checkoutSessions], versions: everyVersion },
    { path: 'interaction.retryAttemptCount', operations: [...checkoutSessions], versions: everyVersion },
    { path: 'paymentLink.numberOfAllowedAttempts', operations: ['INITIATE_CHECKOUT'], versions: everyVersion },
    { path: 'paymentPage.timeout', operations: pageSession, versions: everyVersion },
    { path: 'paymentPage.retryAttemptCount', operations: pageSession, versions: everyVersion },
  ].map(
    (each): CompatibilityRow => ({
      kind: 'FORM',
      side: 'request',
      ...each,
      form: orDigits,
      purpose: 'Programs that build every value as text send the digits of an integer; it counts as the number.',
    }),
  ),
  ...[
    { path: 'order.id', operations: openedPages, versions: everyVersion },
    { path: 'order.reference', operations: openedPages, versions: everyVersion },
    { path: 'transaction.reference', operations: openedPages, versions: everyVersion },
    { path: 'userId', operations: ['CREATE_CHECKOUT_SESSION'], versions: everyVersion },
    { path: 'customer.phone', operations: ['INITIATE_BROWSER_PAYMENT'], versions: from50 },
  ].map(
    (each): CompatibilityRow => ({
      kind: 'FORM',
      side: 'request',
      ...each,
      form: orWholeNumber,
      purpose:
        'Clients whose ids, references and telephone numbers are numbers send them as JSON numbers; they count as their digits.',
    }),
  ),
  {
    kind: 'FORM',
    side: 'request',
    operations: firstTransactions,
    versions: [50, 99],
    path: 'transaction.source',
    form: alsoListing(['MERCHANT']),
    purpose:
      'Clients name the merchant as the source of the later payments of a series before version 100, too. Responses of these versions do not list the value, and leave it out.',
  },
  {
    kind: 'FORM',
    side: 'request',
    operations: ['INITIATE_CHECKOUT'],
    versions: everyVersion,
    path: 'paymentLink.expiryDateTime',
    form: orShorterFraction,
    purpose: 'Clients send the time until which a link can be paid with fewer digits of a second, or none.',
  },
  ...['line1', 'line2', 'line3', 'line4'].map(
    (name): CompatibilityRow => ({
      kind: 'EMPTY',
      side: 'request',
      operations: checkoutSessions,
      versions: everyVersion,
      path: `interaction.merchant.address.${name}`,
      purpose:
        'Shop modules send a line of the address that the shop has not entered as an empty text, which is no line.',
    }),
  ),
  ...['billing', 'shipping']
    .flatMap((group) => ['stateProvince', 'street2'].map((name) => `${group}.address.${name}`))
    .map(
      (path): CompatibilityRow => ({
        kind: 'EMPTY',
        side: 'request',
        operations: [...firstTransactions, 'CAPTURE', 'REFUND', ...checkoutSessions],
        versions: everyVersion,
        path,
        purpose: 'Clients send what an address of the payer does not have as an empty text, which is no value.',
      }),
    ),
  {
    kind: 'ROW',
    side: 'request',
    operations: ['CHECK_3DS_ENROLLMENT', 'CREATE_SESSION', 'CREATE_TOKEN', 'PROCESS_ACS_RESULT'],
    versions: everyVersion,
    path: 'partnerSolutionId',
    row: partnerSolutionId,
    purpose: 'Shop modules name their solution in every request. It is kept with transactions only.',
  },
  {
    kind: 'ROW',
    side: 'request',
    operations: ['CREATE_CHECKOUT_SESSION'],
    versions: [50, 62],
    path: 'initiator',
    row: initiator,
    purpose: 'Clients name the user of newer versions in older ones, too.',
  },
  {
    kind: 'ROW',
    side: 'request',
    operations: ['CREATE_CHECKOUT_SESSION'],
    versions: [15, 49],
    path: 'interaction.displayControl.paymentTerms',
    row: displayControlRows.paymentTerms,
    purpose: 'Shop modules hide what the page of older versions does not have.',
  },
  ...[
    {
      path: 'interaction.displayControl.cardSecurityCode',
      row: withoutEffect(enumeration(['MANDATORY'])),
      purpose: 'Shop modules say that the payer has to enter the security code, which the page asks for in any case.',
    },
    {
      path: 'interaction.displayControl.confirmAchAccountNumber',
      row: withoutEffect(enumeration(['HIDE', 'SHOW'])),
      purpose:
        'Shop modules say whether payers enter the number of a bank account twice. The page asks for it once in any case.',
    },
  ].map(
    (each): CompatibilityRow => ({
      kind: 'ROW',
      side: 'request',
      operations: ['INITIATE_CHECKOUT'],
      versions: everyVersion,
      ...each,
    }),
  ),
  {
    kind: 'PLACE',
    side: 'request',
    operations: ['INITIATE_CHECKOUT'],
    versions: everyVersion,
    path: 'interaction.style.theme',
    movesTo: 'interaction.theme',
    purpose: 'Shop modules name the theme of the page in a group of its own.',
  },
  {
    kind: 'ROW',
    side: 'request',
    operations: ['CAPTURE'],
    versions: [100, 100],
    path: 'transaction.authorizationAdjustmentActions',
    row: transient(enumeration(['NO_ACTION'])),
    purpose: 'Shop modules say that a capture does not adjust the authorization, which is so.',
  },
  {
    kind: 'ROW',
    side: 'request',
    operations: ['INITIATE_AUTHENTICATION'],
    versions: everyVersion,
    path: 'device',
    row: deviceOfAuthentication50,
    purpose:
      'The library for payer authentication passes on what the page gives it, the device included. It is used where AUTHENTICATE_PAYER names no device.',
  },
  {
    kind: 'ROW',
    side: 'request',
    operations: withOrder,
    versions: everyVersion,
    path: 'order.customerOrderDate',
    row: customerOrderDate,
    purpose:
      'Shop modules send the date on which the payer placed the order. It belongs to the order and is returned with it.',
  },
  {
    kind: 'ROW',
    side: 'request',
    operations: [
      ...firstTransactions,
      'CAPTURE',
      'REFUND',
      'UPDATE_AUTHORIZATION',
      ...browserPayments,
      'CREATE_CHECKOUT_SESSION',
      ...sessions,
    ],
    versions: [15, 49],
    path: 'order.item',
    row: item30,
    purpose:
      'Clients send the line items of newer versions in older ones, too. They are the items of the order, before any at an older place.',
  },
  {
    kind: 'ROW',
    side: 'request',
    operations: pageSession,
    versions: everyVersion,
    path: 'order.item',
    row: item30,
    purpose:
      'Clients send the line items of newer versions for the payment page, too. They are the items of the order.',
  },
  {
    kind: 'PLACE',
    side: 'request',
    operations: firstTransactions,
    versions: [15, 17],
    path: 'transaction.amount',
    movesTo: 'order.amount',
    purpose: "Clients of the first versions send the transaction's amount, which is that of the order.",
  },
  {
    kind: 'PLACE',
    side: 'request',
    operations: firstTransactions,
    versions: [15, 17],
    path: 'transaction.currency',
    movesTo: 'order.currency',
    purpose: "Clients of the first versions send the transaction's currency, which is that of the order.",
  },
  {
    kind: 'PLACE',
    side: 'request',
    operations: firstTransactions,
    versions: [15, 17],
    path: 'sourceOfFunds.session',
    movesTo: 'session.id',
    purpose: 'Clients of the first versions name the session that has the payment details there.',
  },
  {
    kind: 'PLACE',
    side: 'request',
    operations: firstTransactions,
    versions: [15, 17],
    path: 'shipping.phone',
    movesTo: 'shipping.contact.phone',
    purpose: 'Clients of the first versions send the recipient without a group of its own.',
  },
  ...[
    { path: 'shipping.firstName', movesTo: 'shipping.contact.firstName' },
    { path: 'shipping.lastName', movesTo: 'shipping.contact.lastName' },
    { path: 'shipping.address.shipcountry', movesTo: 'shipping.address.country' },
  ].map(
    (each): CompatibilityRow => ({
      kind: 'PLACE',
      side: 'request',
      operations: [...firstTransactions, 'CAPTURE', 'REFUND'],
      versions: [15, 52],
      ...each,
      purpose: 'Clients that began with the first versions go on sending the recipient as these had it.',
    }),
  ),
  ...[
    { path: 'agreement.recurring.amountVariability', movesTo: 'agreement.amountVariability' },
    {
      path: 'agreement.recurring.daysBetweenPayments',
      movesTo: 'agreement.minimumDaysBetweenPayments',
      takesDigits: true as const,
    },
    {
      path: 'agreement.recurring.numberOfPayments',
      movesTo: 'agreement.numberOfPayments',
      takesDigits: true as const,
    },
  ].map(
    (each): CompatibilityRow => ({
      kind: 'PLACE',
      side: 'request',
      operations: [...firstTransactions, 'CREATE_CHECKOUT_SESSION'],
      versions: [50, 62],
      ...each,
      purpose:
        'Clients from the first versions with agreements send the terms of a recurring one in a group of their own.',
    }),
  ),
  {
    kind: 'ROW',
    side: 'request',
    operations: payments,
    versions: [15, 17],
    path: 'item[n].unitTaxAmount',
    row: itemRows.unitTaxAmount,
    purpose: 'Clients of the first versions send the tax of each line item.',
  },
  {
    kind: 'ROW',
    side: 'request',
    operations: [...firstTransactions, 'CAPTURE', 'REFUND', ...browserPayments, 'INITIATE_CHECKOUT', ...sessions],
    versions: [100, 100],
    path: 'transaction.frequency',
    row: transactionRows.frequency,
    purpose: 'Clients that have grown with the API go on sending the frequency, which agreements have replaced.',
  },
  ...[
    { operations: authentications, versions: everyVersion },
    { operations: sessions, versions: from50 },
  ].map(
    (each): CompatibilityRow => ({
      kind: 'ROW',
      side: 'request',
      ...each,
      path: browserRunsScripts,
      row: javaScriptEnabled,
      purpose: 'Libraries for payer authentication report that the browser runs scripts.',
    }),
  ),
]

/** What responses return of it. */
const returned: readonly CompatibilityRow[] = [
  ...[
    { path: 'order.customerOrderDate', operations: [...withTransactionResponse, ...shownSession] },
    { path: 'customerOrderDate', operations: retrievedOrder },
    { path: 'transaction[n].order.customerOrderDate', operations: retrievedOrder },
  ].map(
    (each): CompatibilityRow => ({
      kind: 'ROW',
      side: 'response',
      ...each,
      versions: everyVersion,
      row: customerOrderDate,
      purpose: 'As it was sent.',
    }),
  ),
  ...[
    { path: browserRunsScripts, operations: authentications, versions: everyVersion },
    { path: browserRunsScripts, operations: responsesWithDevice, versions: from50 },
    { path: `transaction[n].${browserRunsScripts}`, operations: retrievedOrder, versions: from50 },
  ].map(
    (each): CompatibilityRow => ({
      kind: 'ROW',
      side: 'response',
      ...each,
      row: javaScriptEnabled,
      purpose: 'As it was sent.',
    }),
  ),
  {
    kind: 'ROW',
    side: 'response',
    operations: shownSession,
    versions: [100, 100],
    path: 'transaction.frequency',
    row: transactionRows.frequency,
    purpose: 'As it was sent.',
  },
  {
    kind: 'ROW',
    side: 'response',
    operations: retrievedOrder,
    versions: [50, 100],
    path: 'agreement',
    row: agreementResponse,
    purpose: 'Clients that continue a series read its agreement from the order.',
  },
]

export const compatibilityTable: readonly CompatibilityRow[] = [...accepted, ...returned]
