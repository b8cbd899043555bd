// The buttons of an order: what its state, the merchant's profile and the user's permissions allow now.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OrderDetails } from '../orders/wire.ts'
import { ActionDialog } from './action-dialog.tsx'
import { type ConsoleAction, consoleActionsOf, isDisputed } from './console-actions.ts'
import { RecordDisputeButton } from './record-dispute-button.tsx'

export function OrderActions({ order }: { readonly order: OrderDetails }) {
  const [action, setAction] = useState<ConsoleAction>()
  // None is the obvious next step while a bank claims the money, or while the payment waits for a decision.
  const hasPrimary = !isDisputed(order) && !order.isInReview
  return (
    <>
      {consoleActionsOf(order).map((each, place) => (
        <Button
          key={each.kind}
          variant={place === 0 && hasPrimary ? 'filled' : 'default'}
          onClick={() => setAction(each)}
        >
          {each.button}
        </Button>
      ))}
      <RecordDisputeButton order={order} />
      {action && <ActionDialog action={action} order={order} onClose={() => setAction(undefined)} />}
    </>
  )
}
