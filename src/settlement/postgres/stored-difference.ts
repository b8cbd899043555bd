// The totals of both sides where they differ, as JSON: amounts are text, since JSON has no integers of any length.
import type { SettlementBatchTotal } from '../../payments/index.ts'
import type { SettlementBatchDifference } from '../ports/batch-closings.ts'

interface StoredTotal extends Omit<SettlementBatchTotal, 'capturedMinor' | 'refundedMinor'> {
  readonly capturedMinor: string
  readonly refundedMinor: string
}

export interface StoredDifference {
  readonly why: string
  readonly ours: readonly StoredTotal[]
  readonly theirs: readonly StoredTotal[]
}

export function differenceJson({ why, ours, theirs }: SettlementBatchDifference): string {
  const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify({ why, ours, theirs }, asText)
}

export function readDifference({ why, ours, theirs }: StoredDifference): SettlementBatchDifference {
  return { why, ours: ours.map(totalOf), theirs: theirs.map(totalOf) }
}

function totalOf({ capturedMinor, refundedMinor, ...total }: StoredTotal): SettlementBatchTotal {
  return { ...total, capturedMinor: BigInt(capturedMinor), refundedMinor: BigInt(refundedMinor) }
}
