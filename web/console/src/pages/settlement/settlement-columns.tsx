// The columns of amounts that lists of batches and the totals of one batch share.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '../../format/text.ts'
import type { Column } from '../../parts/data-table.tsx'
import { Money } from '../../parts/values.tsx'
import type { MoneySum } from './batches.ts'

export function moneyColumns<Row>(sumOf: (row: Row) => MoneySum): readonly Column<Row>[] {
  return [
    { title: 'Payments', isNumber: true, cell: (row) => <CountedMoney sum={sumOf(row)} part="captured" /> },
    { title: 'Refunds', isNumber: true, cell: (row) => <CountedMoney sum={sumOf(row)} part="refunded" isOutgoing /> },
    { title: 'Fees', isNumber: true, cell: (row) => <CountedMoney sum={sumOf(row)} part="fees" isOutgoing /> },
    { title: 'Net', isNumber: true, cell: (row) => <Net sum={sumOf(row)} /> },
  ]
}

/** For the last line of a table with these columns. */
export function moneyTotals(first: string, text: string, sum: MoneySum): Readonly<Record<string, ReactNode>> {
  const { currency } = sum
  return {
    [first]: text,
    Payments: <Money amount={sum.captured.amount} currency={currency} />,
    Refunds: <Money amount={sum.refunded.amount} currency={currency} isOutgoing />,
    Fees: <Money amount={sum.fees.amount} currency={currency} isOutgoing />,
    Net: <Net sum={sum} />,
  }
}

interface CountedMoneyProps {
  readonly sum: MoneySum
  readonly part: 'captured' | 'refunded' | 'fees'
  readonly isOutgoing?: boolean
}

const nouns = { captured: 'payment', refunded: 'refund', fees: 'fee' } as const

function CountedMoney({ sum, part, isOutgoing = false }: CountedMoneyProps) {
  const { count, amount } = sum[part]
  return (
    <>
      <Money amount={amount} currency={sum.currency} isOutgoing={isOutgoing} />
      <Text fz="xs" c="dimmed">
        {countText(count, nouns[part])}
      </Text>
    </>
  )
}

function Net({ sum: { net, currency } }: { readonly sum: MoneySum }) {
  const isNegative = net.startsWith('-')
  return <Money amount={isNegative ? net.slice(1) : net} currency={currency} isOutgoing={isNegative} />
}
