// Returns an agreement to a series of payments with the terms of its first payment.

import { reject } from '../../kernel/rejection.ts'
import type { Call, OperationResult } from '../call.ts'
import type { RetrievedAgreementResponse } from '../contract/retrieve-agreement.ts'
import type { PaymentDependencies } from '../dependencies.ts'

export async function retrieveAgreement(
  _request: object,
  { merchant, agreementId = '' }: Call,
  { paymentAgreements }: Pick<PaymentDependencies, 'paymentAgreements'>,
): Promise<OperationResult> {
  const storedAgreement = await paymentAgreements.find({ merchantId: merchant.id, agreementId })
  if (!storedAgreement) return reject('UNKNOWN_AGREEMENT', 'No successful payment has named an agreement with this id.')
  const { id, terms, cancelledAt } = storedAgreement
  // The terms were read by the rows that now write them.
  const agreement = {
    ...terms,
    id,
    status: cancelledAt ? 'CANCELLED' : 'ACTIVE',
  } as RetrievedAgreementResponse['agreement']
  return { kind: 'ANSWERED', isFirst: false, response: { agreement, merchant: merchant.id, result: 'SUCCESS' } }
}
