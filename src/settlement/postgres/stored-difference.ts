// The totals of both sides where they differ, as JSON: amounts are text, since JSON has no integers of any length.
import type { BatchTotal } from '../../payments/index.ts'
import type { BatchDifference } from '../ports/batch-closings.ts'

interface StoredTotal extends Omit<BatchTotal, 'capturedMinor' | 'refundedMinor'> {
  readonly capturedMinor: string
  readonly refundedMinor: string
}

export interface StoredDifference {
  readonly why: string
  readonly ours: readonly StoredTotal[]
  readonly theirs: readonly StoredTotal[]
}

export function differenceJson({ why, ours, theirs }: BatchDifference): string {
  const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify({ why, ours, theirs }, asText)
}

export function readDifference({ why, ours, theirs }: StoredDifference): BatchDifference {
  return { why, ours: ours.map(totalOf), theirs: theirs.map(totalOf) }
}

function totalOf({ capturedMinor, refundedMinor, ...total }: StoredTotal): BatchTotal {
  return { ...total, capturedMinor: BigInt(capturedMinor), refundedMinor: BigInt(refundedMinor) }
}
