// RETRIEVE_AGREEMENT: the terms of an agreement to a series of payments, and whether it still holds.
import { enumeration } from '../../contract/field-types.ts'
import { agreementResponse } from '../../contract/groups/agreement.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { operation } from '../../contract/operation.ts'
import { merchantIdRow, retrieveAgreementRoute } from '../../contract/routes.ts'
import { always, group, type InferResponse, inOrder } from '../../contract/row.ts'

const request = { correlationId }

const response = {
  agreement: always(
    group(
      inOrder({
        ...agreementResponse.rows,
        status: always(enumeration(['ACTIVE', 'CANCELLED', 'UNKNOWN_IN_VERSION'])),
      }),
    ),
  ),
  correlationId,
  merchant: always(merchantIdRow),
  result: always(enumeration(['SUCCESS'])),
}

/** RETRIEVE_AGREEMENT, by the first version each contract holds for. */
export const retrieveAgreement = operation({
  name: 'RETRIEVE_AGREEMENT',
  route: retrieveAgreementRoute,
  versions: { 50: { request, response } },
})

export type RetrievedAgreementResponse = InferResponse<typeof response>
