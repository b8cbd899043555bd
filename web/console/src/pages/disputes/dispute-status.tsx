// How a dispute stands, in a badge, and until when it can be answered.
import { disputeStatusOf } from '../../../../../src/payments/rules/dispute.ts'
import { toneOf } from '../../format/status.ts'
import { disputeText } from '../../format/text.ts'
import { dayText } from '../../format/time.ts'
import { t } from '../../language/text.ts'
import { NoValue, StatusBadge } from '../../parts/values.tsx'
import type { DisputeView } from '../orders/wire.ts'

type ShownDispute = Pick<DisputeView, 'state' | 'isContested' | 'isEvidenceSent' | 'isSentLate' | 'isOverdue'>

export function DisputeBadge({ dispute }: { readonly dispute: ShownDispute }) {
  return (
    <StatusBadge status={disputeStatusOf(dispute)} subject="DISPUTE" tone={toneOf(dispute.state)}>
      {disputeProgressText(dispute)}
    </StatusBadge>
  )
}

/** "Chargeback pending, evidence not sent". */
function disputeProgressText({ state, isContested, isEvidenceSent, isSentLate }: ShownDispute): string {
  const text = disputeText(state)
  if (isSentLate) return t('{state}, evidence sent late', { state: text })
  if (isEvidenceSent) return t('{state}, evidence sent', { state: text })
  return isContested ? t('{state}, evidence not sent', { state: text }) : text
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
