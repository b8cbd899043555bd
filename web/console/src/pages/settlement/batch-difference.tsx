// Why a batch is out of balance: what the gateway and the acquirer count.
import { Alert, Text } from '@mantine/core'
import { t, tn, tx } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Money } from '../../parts/values.tsx'
import type { Batch } from './batches.ts'

/** Both sides of a batch that is not closed, since the acquirer counts something else. */
export function Difference({
  acquirerId,
  difference: { why, ours, theirs },
}: {
  readonly acquirerId: string
  readonly difference: NonNullable<NonNullable<Batch['closing']>['difference']>
}) {
  const sides = [
    [t('Gateway'), ours],
    [acquirerId, theirs],
  ] as const
  return (
    <Alert color="red" variant="light" title={t('Out of balance')} icon={<Icon name="alert" />}>
      <Text fz="sm">
        {t(
          'This batch is not closed: the totals of the gateway and of the acquirer differ ({why}). The operator compares both sides; closing it again compares them again.',
          { why },
        )}
      </Text>
      <ul>
        {sides.flatMap(([side, totals]) =>
          totals.map(({ currency, captured, refunded }) => (
            <li key={`${side} ${currency}`}>
              {tx('{side}: {captured} captured ({capturedCount}), {refunded} refunded ({refundedCount})', {
                side,
                captured: <Money key="captured" amount={captured.amount} currency={currency} />,
                capturedCount: transactionsText(captured.count),
                refunded: <Money key="refunded" amount={refunded.amount} currency={currency} />,
                refundedCount: transactionsText(refunded.count),
              })}
            </li>
          )),
        )}
      </ul>
    </Alert>
  )
}

function transactionsText(count: number): string {
  return tn(count, '{count} transaction', '{count} transactions')
}
