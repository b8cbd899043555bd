// Why a batch is out of balance: what the gateway and the acquirer count.
import { Alert, Text } from '@mantine/core'
import { countText } from '../../format/text.ts'
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
    ['Gateway', ours],
    [acquirerId, theirs],
  ] as const
  return (
    <Alert color="red" variant="light" title="Out of balance" icon={<Icon name="alert" />}>
      <Text fz="sm">
        This batch is not closed: the totals of the gateway and of the acquirer differ ({why}). The operator compares
        both sides; closing it again compares them again.
      </Text>
      <ul>
        {sides.flatMap(([side, totals]) =>
          totals.map(({ currency, captured, refunded }) => (
            <li key={`${side} ${currency}`}>
              {side}: <Money amount={captured.amount} currency={currency} /> captured (
              {countText(captured.count, 'transaction')}), <Money amount={refunded.amount} currency={currency} />{' '}
              refunded ({countText(refunded.count, 'transaction')})
            </li>
          )),
        )}
      </ul>
    </Alert>
  )
}
