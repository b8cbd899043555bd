// Cells that lists of orders and of transactions share.
import { Text } from '@mantine/core'
import type { OrderStatus } from '../../../../../src/kernel/order-status.ts'
import { type OpenReversal, shownStatusOf } from '../../../../../src/payments/rules/shown-status.ts'
import { looksComplete } from '../../../../../src/search/rules/partial-approval.ts'
import { disputedText } from '../../format/disputed.ts'
import { isZero, moneyText } from '../../format/money.ts'
import { codeText, noOutcomeText } from '../../format/text.ts'
import { transactionState } from '../../format/transaction.ts'
import { NoValue, StatusBadge } from '../../parts/values.tsx'

interface Source {
  readonly source?: string
  readonly scheme?: string
  readonly account?: string
}

interface RowNameProps {
  readonly children: string
  /** The merchant's own name for it. */
  readonly reference?: string | undefined
}

/** An id that breaks only when it is long. */
export function RowName({ children, reference }: RowNameProps) {
  return (
    <Text span inherit display="block" className={children.length > 16 ? 'row-name is-long' : 'row-name'}>
      {children}
      {reference !== undefined && (
        <Text span display="block" c="dimmed" fz="xs">
          {reference}
        </Text>
      )}
    </Text>
  )
}

interface ListedOrder {
  readonly status: OrderStatus | null
  readonly isInReview: boolean
  readonly isPaidInPart: boolean
  readonly openReversal?: OpenReversal
  readonly disputed: string
  readonly currency: string
}

/** The status, and below it that part of the amount is missing, and what is disputed. */
export function OrderStatusBadge({ order }: { readonly order: ListedOrder }) {
  const status = shownStatusOf(order)
  if (status === undefined) return <StatusBadge status="PENDING">{noOutcomeText()}</StatusBadge>
  const isLess = order.isPaidInPart && looksComplete(status)
  return (
    <>
      {isLess ? <StatusBadge status={status} tone="waiting" /> : <StatusBadge status={status} subject="ORDER" />}
      {isLess && (
        <Text span display="block" c="dimmed" fz="xs">
          {codeText('PARTIALLY_APPROVED')}
        </Text>
      )}
      {!isZero(order.disputed) && (
        <Text span display="block" c="dimmed" fz="xs" className="numbers">
          {disputedText(moneyText(order.disputed, order.currency))}
        </Text>
      )}
    </>
  )
}

export function TransactionBadge({ transaction }: { readonly transaction: Parameters<typeof transactionState>[0] }) {
  const { tone, text } = transactionState(transaction)
  return (
    <StatusBadge status={transaction.result} tone={tone}>
      {text}
    </StatusBadge>
  )
}

/** What was paid with: scheme and masked account, or the provider. */
export function SourceText({ source, scheme, account }: Source) {
  const name = scheme ?? source
  if (name === undefined) return <NoValue />
  return (
    <span className="source-text">
      {codeText(name)} {account !== undefined && <span className="numbers">···· {account.slice(-4)}</span>}
    </span>
  )
}
