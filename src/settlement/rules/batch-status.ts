// How a settlement batch stands, on its page, in lists and in files.
export type SettlementBatchStatus = 'OPEN' | 'CLOSING' | 'OUT_OF_BALANCE' | 'CLOSED'

interface BatchState {
  readonly closedAt?: unknown
  readonly closing?: { readonly state: 'CLOSING' | 'DIFFERS' } | undefined
}

export function settlementBatchStatusOf({ closedAt, closing }: BatchState): SettlementBatchStatus {
  if (closedAt !== undefined) return 'CLOSED'
  if (!closing) return 'OPEN'
  return closing.state === 'DIFFERS' ? 'OUT_OF_BALANCE' : 'CLOSING'
}
