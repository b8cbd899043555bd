// The port of agreements to a series of payments on PostgreSQL. They are written by the outcomes of payments.

import type { MerchantDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { prepared } from '../../platform/postgres/database.ts'
import type { AgreementTerms, PaymentAgreements } from '../ports/payment-agreements.ts'

const find = prepared(
  'find-payment-agreement',
  `select agreement_id, currency, terms, established_at, cancelled_at from payment_agreements
   where merchant_id = $1 and agreement_id = $2`,
)

const cancel = prepared(
  'cancel-payment-agreement',
  `update payment_agreements set cancelled_at = $3
   where merchant_id = $1 and agreement_id = $2 and cancelled_at is null`,
)

interface AgreementRow {
  readonly agreement_id: string
  readonly currency: string
  readonly terms: AgreementTerms
  readonly established_at: Date
  readonly cancelled_at: Date | null
}

export function postgresPaymentAgreements(databases: MerchantDatabases): PaymentAgreements {
  return {
    async find({ merchantId, agreementId }) {
      const { rows } = await databases.of(merchantId).query<AgreementRow>(find([merchantId, agreementId]))
      const [row] = rows
      return (
        row && {
          id: row.agreement_id,
          currency: row.currency,
          terms: row.terms,
          establishedAt: row.established_at,
          cancelledAt: row.cancelled_at ?? undefined,
        }
      )
    },

    async cancel({ merchantId, agreementId }, at) {
      await databases.of(merchantId).query(cancel([merchantId, agreementId, at]))
    },
  }
}
