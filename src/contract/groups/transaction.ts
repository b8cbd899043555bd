// The transaction: one step of an order. One table of all its rows; each version and operation lists the ones it has.
import { asciiText, boolean, country, currency, digits, enumeration, string } from '../field-types.ts'
import { date } from '../format-types.ts'
import { amount, decimal, integer } from '../number-types.ts'
import { always, answeringDefault, decided, group, inOrder, nearest, only, sometimes, without } from '../row.ts'
import { tax30, taxStatus, transactionItem30 } from './item.ts'
import { authenticationStatus50 } from './three-d-secure.ts'
import { nearestTransactionType15, transactionTypes15, transactionTypes50, transactionTypes100 } from './values.ts'

/** How far the money of an order or a transaction has come on its way to the merchant. */
export const fundingStatus50 = decided('choices', enumeration(['FUNDED', 'IN_PROGRESS', 'NOT_FUNDED', 'NOT_SUPPORTED']))

export const sources30 = [
  'CALL_CENTRE',
  'CARD_PRESENT',
  'INTERNET',
  'MAIL_ORDER',
  'MOTO',
  'TELEPHONE_ORDER',
  'VOICE_RESPONSE',
] as const
export const sources100 = [
  'CALL_CENTRE',
  'CARD_PRESENT',
  'INTERNET',
  'MAIL_ORDER',
  'MERCHANT',
  'MOTO',
  'PAYER_PRESENT',
  'TELEPHONE_ORDER',
  'VOICE_RESPONSE',
] as const

const boundedAmount = decimal({ min: '0', max: '1000000000000', decimalsMax: 3 })

const acquirerRows = {
  batch: integer(1, 2_147_483_647),
  // Checked for account numbers by a rule.
  customData: string(1, 4000),
  date: string(1, 4000),
  id: always(string(1, 40)),
  merchantId: string(1, 127),
  settlementDate: date(),
  time: string(1, 4000),
  timeZone: decided('choices', string(1, 10)),
  traceId: string(1, 15),
  transactionId: string(1, 100),
}

/** Every row a transaction can have, at its canonical place; line items belong to the order. */
export const transactionRows = {
  acquirer: always(group(acquirerRows)),
  amount: always(amount()),
  authenticationStatus: authenticationStatus50,
  authorizationCode: asciiText(1, 100),
  batchName: string(1, 512),
  cashAdvance: boolean(),
  currency: always(currency()),
  discountAmount: amount(),
  dutyAmount: boundedAmount,
  frequency: enumeration(['INSTALLMENT', 'RECURRING', 'SINGLE']),
  funding: group({ status: fundingStatus50 }),
  id: always(string(1, 40)),
  itemAmount: amount(),
  merchantNote: string(1, 250),
  priorApproval: enumeration(['REQUESTED']),
  receipt: asciiText(1, 100),
  reference: string(1, 40),
  requestedAmount: amount(),
  resubmission: boolean(),
  serviceLocation: group({
    city: string(1, 100),
    country: country(),
    postCodeZip: string(1, 10),
    stateProvinceCode: string(1, 3),
  }),
  shippingAndHandlingAmount: amount(),
  shippingAndHandlingTaxAmount: boundedAmount,
  source: enumeration(sources100),
  stan: digits(1, 6),
  targetTransactionId: string(1, 40),
  tax: tax30,
  taxAmount: amount(),
  taxStatus,
  terminal: decided('choices', string(1, 16)),
  type: always(enumeration(transactionTypes100)),
}

const { merchantNote, reference } = transactionRows

// The specification shows it in answers only; a merchant that hands out cash must be able to send it.
const cashAdvance = decided('choices', transactionRows.cashAdvance)

/** What Verify 33 and the first newer versions may contain of the transaction. */
export const transactionRequest30 = group({
  acquirer: group(only(acquirerRows, 'customData')),
  frequency: transactionRows.frequency,
  item: transactionItem30,
  merchantNote,
  reference,
  source: enumeration(sources30),
})

/** What Pay 15 and 29 may contain of the transaction. Their line items are at the top level. */
export const transactionRequestOfPay15 = group({
  ...inOrder({ ...without(transactionRequest30.rows, 'item'), cashAdvance }),
  taxAmount: transactionRows.taxAmount,
})

/** What Pay and Authorize may contain of the transaction up to version 49. */
export const transactionRequestOfPay30 = group({
  ...inOrder({ ...transactionRequest30.rows, cashAdvance }),
  taxAmount: transactionRows.taxAmount,
})

/** What a request that starts a payment may contain of the transaction. */
export const transactionRequest50 = group({
  acquirer: group(only(acquirerRows, 'customData', 'traceId', 'transactionId')),
  frequency: transactionRows.frequency,
  item: transactionItem30,
  merchantNote,
  reference,
  resubmission: transactionRows.resubmission,
  serviceLocation: transactionRows.serviceLocation,
  source: enumeration(sources30),
  taxAmount: transactionRows.taxAmount,
})

/** What Pay and Authorize may contain of the transaction from version 50 on. */
export const transactionRequestOfPay50 = group(inOrder({ ...transactionRequest50.rows, cashAdvance }))

/** The same from version 100 on: agreements replace the frequency, and line items belong to the order. */
export const transactionRequest100 = group({
  acquirer: group({ ...only(acquirerRows, 'customData', 'traceId', 'transactionId'), customData: string(1, 2048) }),
  merchantNote,
  reference,
  resubmission: transactionRows.resubmission,
  serviceLocation: transactionRows.serviceLocation,
  source: transactionRows.source,
  taxAmount: transactionRows.taxAmount,
})

/** Every row a request that starts a payment can have, at its canonical place. */
export const transactionRequest = group({
  acquirer: group(only(acquirerRows, 'customData', 'traceId', 'transactionId')),
  ...only(
    transactionRows,
    'cashAdvance',
    'frequency',
    'merchantNote',
    'reference',
    'resubmission',
    'serviceLocation',
    'source',
    'taxAmount',
  ),
})

/** Below version 100 a payment that says nothing of it stands alone. */
const frequencyResponse = answeringDefault('SINGLE', transactionRows.frequency)

const responseRows15 = {
  acquirer: always(
    group(only(acquirerRows, 'batch', 'customData', 'date', 'id', 'merchantId', 'time', 'transactionId')),
  ),
  ...only(transactionRows, 'amount', 'authorizationCode', 'batchName', 'cashAdvance', 'currency'),
  frequency: frequencyResponse,
  id: transactionRows.id,
  item: transactionItem30,
  ...only(transactionRows, 'merchantNote', 'receipt', 'reference', 'requestedAmount'),
  source: enumeration(sources30),
  ...only(transactionRows, 'targetTransactionId', 'taxAmount', 'terminal'),
  type: always(nearest(nearestTransactionType15, enumeration(transactionTypes15))),
}

/** The transaction as answers describe it. */
export const transactionResponse15 = group(responseRows15)

/** The transaction as answers describe it, with trace number, settlement and the newer sub-totals. */
export const transactionResponse50 = group({
  ...only(
    transactionRows,
    'acquirer',
    'amount',
    'authenticationStatus',
    'authorizationCode',
    'batchName',
    'cashAdvance',
    'currency',
    'discountAmount',
    'dutyAmount',
  ),
  frequency: frequencyResponse,
  ...only(transactionRows, 'funding', 'id'),
  item: transactionItem30,
  ...only(
    transactionRows,
    'itemAmount',
    'merchantNote',
    'priorApproval',
    'receipt',
    'reference',
    'requestedAmount',
    'resubmission',
    'serviceLocation',
    'shippingAndHandlingAmount',
    'shippingAndHandlingTaxAmount',
    'source',
    'stan',
    'targetTransactionId',
    'tax',
    'taxAmount',
    'taxStatus',
    'terminal',
  ),
  source: enumeration(sources30),
  type: decided('choices', always(nearest(nearestTransactionType15, enumeration(transactionTypes50)))),
})

/** The transaction as answers describe it from version 100 on. */
export const transactionResponse100 = group(transactionRows)

/**
 * What browser payments may contain of the transaction from version 100 on; before, they contain what Pay and Authorize
 * 30 do.
 */
export const transactionRequestOfBrowserPayment100 = group({
  acquirer: group(only(transactionRequest100.rows.acquirer.rows, 'customData')),
  ...only(transactionRequest100.rows, 'merchantNote', 'reference', 'source', 'taxAmount'),
})

/** Every row a browser payment can have, at its canonical place. */
export const transactionRequestOfBrowserPayment = group({
  acquirer: group(only(acquirerRows, 'customData')),
  ...only(transactionRows, 'frequency', 'merchantNote', 'reference', 'source', 'taxAmount'),
})

/** What payer authentication may contain of the transaction. */
export const transactionRequestOfAuthentication50 = group(
  only(transactionRequest50.rows, 'merchantNote', 'reference', 'source'),
)
export const transactionRequestOfAuthentication100 = group(
  only(transactionRequest100.rows, 'merchantNote', 'reference', 'source'),
)

/** The transaction of whatever kind: payer authentication asks no acquirer. */
export const transactionOfAnyKind50 = group({
  ...transactionResponse50.rows,
  acquirer: sometimes(transactionRows.acquirer),
})
export const transactionOfAnyKind100 = group({ ...transactionRows, acquirer: sometimes(transactionRows.acquirer) })
