// The buttons of an order: what its state, the merchant's profile and the person's rights allow now.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ShownOrder } from '../orders/wire.ts'
import { DeedDialog } from './deed-dialog.tsx'
import { type Deed, deedsOf } from './deeds.ts'

export function OrderActions({ order }: { readonly order: ShownOrder }) {
  const [deed, setDeed] = useState<Deed>()
  return (
    <>
      {deedsOf(order).map((each, place) => (
        <Button key={each.kind} variant={place === 0 ? 'filled' : 'default'} onClick={() => setDeed(each)}>
          {each.button}
        </Button>
      ))}
      {deed && <DeedDialog deed={deed} order={order} onClose={() => setDeed(undefined)} />}
    </>
  )
}
