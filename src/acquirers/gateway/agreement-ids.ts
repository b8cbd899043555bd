// The id of an agreement at the upstream. Merchants that share one merchant there choose their ids apart from each other, and the
// same id would be one series of payments at the upstream.
import { createHash } from 'node:crypto'

/** As the contract bounds it. */
const lengthMax = 100

/** The merchant's id has no full stop, therefore no two merchants have the same; a long one is replaced by its digest. */
export function agreementIdAtUpstream(merchantId: string, agreementId: string): string {
  const id = `${merchantId}.${agreementId}`
  if (id.length <= lengthMax) return id
  return `${merchantId}.${createHash('sha256').update(agreementId).digest('base64url')}`
}
