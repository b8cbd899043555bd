// Says above an order what of it may have been executed although it failed, and what to do about it: its status alone would
// let a clerk say that the payer was not charged.
import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { isPaidInPart, isRefundedInPart } from '../../../../../src/search/rules/partial-approval.ts'
import { moneyText } from '../../format/money.ts'
import { t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { useCurrentSession } from '../../session/session-context.tsx'
import type { OrderDetails } from '../orders/wire.ts'
import { doubtOf, possibleEffect, remedyFor } from './doubts.ts'

type ShownTransaction = OrderDetails['transactions'][number]

/** Less was approved than was asked for. */
export function PartialBanners({ order: { transactions } }: { readonly order: OrderDetails }) {
  return transactions
    .filter((each) => isPaidInPart(each) || isRefundedInPart(each))
    .map((transaction) => (
      <Alert key={transaction.transactionId} color="yellow" variant="light" icon={<Icon name="alert" />}>
        <Text fz="sm">{partialText(transaction)}</Text>
      </Alert>
    ))
}

function partialText(transaction: ShownTransaction): string {
  const { transactionId, amount, currency, response, request } = transaction
  const requested = response?.transaction?.requestedAmount ?? request.order?.amount ?? amount
  const values = { approved: moneyText(amount, currency), requested: moneyText(requested, currency), transactionId }
  return isRefundedInPart(transaction)
    ? t(
        '{approved} of {requested} was refunded (transaction {transactionId}). The rest was not: refund it again.',
        values,
      )
    : t('{approved} of {requested} was approved (transaction {transactionId}). The rest was not paid.', values)
}

export function ReversalBanners({ order: { transactions } }: { readonly order: OrderDetails }) {
  const { isOperator } = useCurrentSession()
  return transactions.map((transaction) => {
    const doubt = doubtOf(transaction)
    if (!doubt) return null
    const isManual = doubt === 'REVERSAL_REFUSED' || doubt === 'MANUAL_RESOLUTION'
    return (
      <Alert
        key={transaction.transactionId}
        color={isManual ? 'red' : 'yellow'}
        variant="light"
        role="region"
        aria-label={t('Uncertain: transaction {transactionId}', { transactionId: transaction.transactionId })}
        icon={<Icon name="alert" />}
      >
        <Text fz="sm" fw={600}>
          {possibleEffect(transaction)}
        </Text>
        <Text fz="sm">
          {remedyFor(transaction, doubt, isOperator)}{' '}
          {isManual && isOperator && transaction.result !== 'SUCCESS' && (
            <Anchor component={Link} href="/attempts" inherit underline="always">
              {t('Open manual resolution')}
            </Anchor>
          )}
        </Text>
      </Alert>
    )
  })
}
