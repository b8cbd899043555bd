// How a dispute stands, in a badge, and until when it can be answered.
import { disputeText } from '../../../../../src/domain/labels.ts'
import { dayText } from '../../format/time.ts'
import { NoValue, StatusBadge } from '../../parts/values.tsx'
import type { DisputeView } from '../orders/wire.ts'

export function DisputeBadge({ dispute }: { readonly dispute: Pick<DisputeView, 'state' | 'isContested'> }) {
  return (
    <StatusBadge status={dispute.state}>
      {disputeText(dispute.state)}
      {dispute.isContested && ', contested'}
    </StatusBadge>
  )
}

export function Deadline({ dispute: { respondBy, isOverdue } }: { readonly dispute: DisputeView }) {
  if (respondBy === undefined) return <NoValue />
  return (
    <span className="numbers">
      <time dateTime={respondBy}>{dayText(respondBy)}</time>
      {isOverdue && (
        <>
          {' '}
          <StatusBadge status="EXPIRED">Overdue</StatusBadge>
        </>
      )}
    </span>
  )
}
