// The buttons of an order: what its state, the merchant's profile and the person's rights allow now.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OrderDetails } from '../orders/wire.ts'
import { ActionDialog } from './action-dialog.tsx'
import { type ConsoleAction, consoleActionsOf } from './console-actions.ts'

export function OrderActions({ order }: { readonly order: OrderDetails }) {
  const [deed, setDeed] = useState<ConsoleAction>()
  return (
    <>
      {consoleActionsOf(order).map((each, place) => (
        <Button key={each.kind} variant={place === 0 ? 'filled' : 'default'} onClick={() => setDeed(each)}>
          {each.button}
        </Button>
      ))}
      {deed && <ActionDialog deed={deed} order={order} onClose={() => setDeed(undefined)} />}
    </>
  )
}
