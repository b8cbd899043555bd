// Says above an order what of it waits for a decision, and lets those decide who may.
import { Alert, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { actorName } from '../../../../../src/kernel/user.ts'
import { ruleText } from '../../format/checks.ts'
import { moneyText } from '../../format/money.ts'
import { english, t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { useCurrentSession, usePermission } from '../../session/session-context.tsx'
import type { OrderDetails, TransactionDetailsView } from '../orders/wire.ts'
import { DecisionButtons, DecisionDialog, type DecisionRequest } from './decision-dialog.tsx'

export function WaitingBanners({ order }: { readonly order: OrderDetails }) {
  const [pending, setPending] = useState<DecisionRequest>()
  const { user } = useCurrentSession()
  const mayApprove = usePermission('APPROVE')
  return (
    <>
      {order.transactions.filter(isWaiting).map((transaction) => {
        const { transactionId, type, amount, currency, entryPoint, userId } = transaction
        const kind = type === 'REFUND_REQUEST' ? 'REFUND_REQUEST' : 'RISK'
        const isOwn = entryPoint === 'MERCHANT_ADMINISTRATION' && userId === actorName(user)
        const waiting = {
          ...{ merchantId: order.merchantId, orderId: order.orderId, transactionId, amount, currency },
          undoing: undoingOf(transaction),
        }
        return (
          <Alert key={transactionId} color="yellow" variant="light" icon={<Icon name="review" />}>
            <Group justify="space-between" gap="sm">
              <div>
                <Text fz="sm">{wordsFor(transaction)}</Text>
                {heldBy(transaction).map((rule) => (
                  <Text fz="sm" key={rule}>
                    {rule}
                  </Text>
                ))}
              </div>
              {mayApprove && !order.isLocked && (
                <DecisionButtons kind={kind} isOwn={isOwn} onAsk={(decision) => setPending({ decision, waiting })} />
              )}
            </Group>
          </Alert>
        )
      })}
      {pending && <DecisionDialog {...pending} onClose={() => setPending(undefined)} />}
    </>
  )
}

/** The rules that hold it, with what they were applied to. */
function heldBy({ response }: TransactionDetailsView): readonly string[] {
  const rules = response?.risk?.response?.rule ?? []
  return rules.filter(({ recommendation }) => recommendation === 'REVIEW').map(ruleText)
}

const reviewed: ReadonlySet<string> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION', 'REFUND_REQUEST'])

function isWaiting({ decision, type, result }: TransactionDetailsView): boolean {
  return decision === 'PENDING' && result === 'SUCCESS' && reviewed.has(type)
}

function undoingOf({ type, isSettlementBatchClosed }: TransactionDetailsView): 'RELEASE' | 'VOID' | 'REFUND' {
  if (type !== 'PAYMENT') return 'RELEASE'
  return isSettlementBatchClosed ? 'REFUND' : 'VOID'
}

const heldTexts = {
  RELEASE: english(
    'A payment of {money} (transaction {transactionId}) is held for review by a risk rule. The acquirer has approved it; nothing more happens until you decide.',
  ),
  VOID: english(
    'A payment of {money} (transaction {transactionId}) is in review. The acquirer has approved it and will settle it with its batch. Rejecting it before the batch is closed voids it; later it is refunded.',
  ),
  REFUND: english(
    'A payment of {money} (transaction {transactionId}) is in review. Its batch is closed: the payer is charged. Rejecting it refunds the payer.',
  ),
} as const

function wordsFor(transaction: TransactionDetailsView): string {
  const { type, amount, currency, userId, transactionId } = transaction
  const money = moneyText(amount, currency)
  if (type !== 'REFUND_REQUEST') return t(heldTexts[undoingOf(transaction)], { money, transactionId })
  return userId === undefined
    ? t('A refund of {money} is waiting for approval.', { money })
    : t('A refund of {money}, requested by {userId}, is waiting for approval.', { money, userId })
}
