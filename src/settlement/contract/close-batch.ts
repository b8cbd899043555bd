// CLOSE_BATCH: closes the open settlement batch at the acquirer, instead of waiting for its schedule.
import { currency, enumeration, string } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { cardTypes15 } from '../../contract/groups/payment-options.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { batchRoute, merchantIdRow } from '../../contract/routes.ts'
import { always, conditional, decided, group, type Infer, type InferResponse, transient } from '../../contract/row.ts'

// Which acquirer link is meant: by its id, or by a card type and currency that it takes.
const acquirer = group({
  cardType: cardTypes15,
  currency: currency(),
  id: decided('choices', string(1, 40)),
})

const request15 = {
  // Required, whichever of its members it has: the operation looks after it.
  acquirer: conditional(acquirer),
  // The path determines the operation, but clients may name it regardless.
  apiOperation: transient(decided('choices', enumeration(['CLOSE_BATCH']))),
  correlationId,
}

const response15 = {
  acquirer: always(
    group({ batch: decided('choices', transactionRows.acquirer.rows.batch), id: always(string(1, 40)) }),
  ),
  correlationId,
  merchant: always(merchantIdRow),
  result: always(enumeration(['SUCCESS'])),
}

/** CLOSE_BATCH, the same in every version. */
export const closeBatch = operation({
  name: 'CLOSE_BATCH',
  route: batchRoute,
  versions: { 15: { request: request15, response: response15 } },
})

export type CloseBatchRequest = Infer<typeof request15>
export type CloseBatchResponse = InferResponse<typeof response15>
