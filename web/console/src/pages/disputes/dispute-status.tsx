// How a dispute stands, in a badge, and until when it can be answered.
import { disputeText } from '../../format/text.ts'
import { dayText } from '../../format/time.ts'
import { t } from '../../language/text.ts'
import { NoValue, StatusBadge } from '../../parts/values.tsx'
import type { DisputeView } from '../orders/wire.ts'

export function DisputeBadge({ dispute }: { readonly dispute: Pick<DisputeView, 'state' | 'isContested'> }) {
  const state = disputeText(dispute.state)
  return (
    <StatusBadge status={dispute.state}>{dispute.isContested ? t('{state}, contested', { state }) : state}</StatusBadge>
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
          <StatusBadge status="EXPIRED">{t('Overdue')}</StatusBadge>
        </>
      )}
    </span>
  )
}
