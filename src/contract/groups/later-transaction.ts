// The transaction in requests about an existing order: capture, refund, void and update of an authorization. It
// contains how much is captured or refunded; the order contains what was bought.
import { group, inOrder, only, required, without } from '../row.ts'
import { transactionItem30, transactionItem50 } from './item.ts'
import { transactionRequest30, transactionRequest50, transactionRequest100, transactionRows } from './transaction.ts'

const { amount, authorizationCode, currency, frequency, priorApproval, serviceLocation } = transactionRows
const { merchantNote, reference, targetTransactionId, taxAmount } = transactionRows

const words = { merchantNote, reference }

const rows30 = { ...words, acquirer: transactionRequest30.rows.acquirer, item: transactionItem30, taxAmount }

/** With the parts that the amount consists of. */
const rows50 = {
  ...words,
  acquirer: transactionRequest50.rows.acquirer,
  item: transactionItem50,
  ...only(
    transactionRows,
    'discountAmount',
    'dutyAmount',
    'itemAmount',
    'shippingAndHandlingAmount',
    'shippingAndHandlingTaxAmount',
    'tax',
    'taxAmount',
    'taxStatus',
  ),
}
const rows100 = { ...rows50, acquirer: transactionRequest100.rows.acquirer }

const money = { amount: required(amount), currency: required(currency) }

// Standalone captures and refunds are the first transaction of their order, and contain what a first one contains.
const first30 = { frequency, source: transactionRequest30.rows.source }
const first50 = { frequency, serviceLocation, source: transactionRequest50.rows.source }
const first100 = { serviceLocation, source: transactionRequest100.rows.source }

/** A capture. The authorization code comes with a capture of what was authorized elsewhere. */
export const transactionOfCapture30 = group(inOrder({ ...rows30, ...money, ...first30, authorizationCode }))
export const transactionOfCapture50 = group(inOrder({ ...rows50, ...money, ...first50, authorizationCode }))
export const transactionOfCapture100 = group(inOrder({ ...rows100, ...money, ...first100, authorizationCode }))

/** A refund. */
export const transactionOfRefund30 = group(inOrder({ ...rows30, ...money, ...first30 }))

/** A refund, which may be requested rather than made. */
export const transactionOfRefund50 = group(inOrder({ ...rows50, ...money, ...first50, priorApproval }))

/** A refund, which may also name what it refunds. */
export const transactionOfRefund100 = group(
  inOrder({ ...rows100, ...money, ...first100, priorApproval, targetTransactionId }),
)

const target = { targetTransactionId: required(targetTransactionId) }

/** A void. It names what it undoes and has no amount: all of that is undone. */
export const transactionOfVoid30 = group(inOrder({ ...only(rows30, 'acquirer'), ...words, ...target }))
export const transactionOfVoid50 = group(inOrder({ ...only(rows50, 'acquirer'), ...words, ...target }))
export const transactionOfVoid100 = group(inOrder({ ...only(rows100, 'acquirer'), ...words, ...target }))

/**
 * An update of an authorization: an amount becomes the authorized one; without one the authorization is only extended.
 */
export const transactionOfUpdate30 = group(inOrder({ ...rows30, amount, currency }))
export const transactionOfUpdate50 = group(inOrder({ ...rows50, amount, currency }))
export const transactionOfUpdate100 = group(inOrder({ ...rows100, amount, currency }))

const canonicalRows = without(rows50, 'item')
const canonicalFirst = { ...first50, ...first100 }

/** Every version's rows at their canonical places, one group an operation; a void's are those of version 50. */
export const transactionOfCapture = group({ ...canonicalRows, ...money, ...canonicalFirst, authorizationCode })
export const transactionOfRefund = group({
  ...canonicalRows,
  ...money,
  ...canonicalFirst,
  priorApproval,
  targetTransactionId,
})
export const transactionOfUpdate = group({ ...canonicalRows, amount, currency })
