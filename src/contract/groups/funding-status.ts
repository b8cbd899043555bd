// How far the money of an order or a transaction has come on its way to the merchant.
import { enumeration } from '../field-types.ts'
import { decided } from '../row.ts'

export const fundingStatus50 = decided('choices', enumeration(['FUNDED', 'IN_PROGRESS', 'NOT_FUNDED', 'NOT_SUPPORTED']))
