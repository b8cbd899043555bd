// What the other folders may use of settlement.
export { type CloseBatchResponse, closeBatch } from './contract/close-batch.ts'
export { createSettlement } from './create-settlement.ts'
export type { SettlementDependencies } from './dependencies.ts'
export {
  type AcquirerSettlementBatch,
  type CloseSettlementBatchResult,
  closeSettlementBatch,
} from './operations/close-batch.ts'
export { findHeldPayments, type HeldPayment } from './operations/held-payments.ts'
export { mergeBooks } from './operations/merge-books.ts'
export { type BooksReport, verifyBooks } from './operations/verify-books.ts'
export { approvedCodes, listed } from './postgres/approved-codes.ts'
export { readDifference, type StoredDifference } from './postgres/stored-difference.ts'
export { settlementBatchStatusOf } from './rules/batch-status.ts'
