// The buttons of an order: what its state, the merchant's profile and the person's rights allow now.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OrderDetails } from '../orders/wire.ts'
import { ActionDialog } from './action-dialog.tsx'
import { type ConsoleAction, consoleActionsOf } from './console-actions.ts'

export function OrderActions({ order }: { readonly order: OrderDetails }) {
  const [action, setAction] = useState<ConsoleAction>()
  return (
    <>
      {consoleActionsOf(order).map((each, place) => (
        <Button key={each.kind} variant={place === 0 ? 'filled' : 'default'} onClick={() => setAction(each)}>
          {each.button}
        </Button>
      ))}
      {action && <ActionDialog action={action} order={order} onClose={() => setAction(undefined)} />}
    </>
  )
}
