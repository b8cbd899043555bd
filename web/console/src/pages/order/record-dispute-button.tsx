// For the operator's users: records a dispute that a bank has opened.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { isZero } from '../../format/money.ts'
import { t } from '../../language/text.ts'
import { useCurrentSession, usePermission } from '../../session/session-context.tsx'
import { RecordDisputeDialog } from '../disputes/record-dialog.tsx'
import type { OrderDetails } from '../orders/wire.ts'

export function RecordDisputeButton({ order }: { readonly order: OrderDetails }) {
  const { isOperator } = useCurrentSession()
  const mayRecord = usePermission('APPROVE') && isOperator
  const [isOpen, setOpen] = useState(false)
  if (!mayRecord || order.isLocked || isZero(order.captured)) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('Record dispute')}
      </Button>
      {isOpen && <RecordDisputeDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}
