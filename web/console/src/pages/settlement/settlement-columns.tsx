// The columns of amounts that lists of batches and the totals of one batch share.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { english, tn } from '../../language/text.ts'
import type { Column } from '../../parts/data-table.tsx'
import { Money } from '../../parts/values.tsx'
import type { MoneySum } from './batches.ts'

export function moneyColumns<Row>(sumOf: (row: Row) => MoneySum): readonly Column<Row>[] {
  return [
    { title: english('Payments'), isNumber: true, cell: (row) => <CountedMoney sum={sumOf(row)} part="captured" /> },
    {
      title: english('Refunds'),
      isNumber: true,
      cell: (row) => <CountedMoney sum={sumOf(row)} part="refunded" isOutgoing />,
    },
    { title: english('Fees'), isNumber: true, cell: (row) => <CountedMoney sum={sumOf(row)} part="fees" isOutgoing /> },
    { title: english('Net'), isNumber: true, cell: (row) => <Net sum={sumOf(row)} /> },
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

const countTexts: Readonly<Record<CountedMoneyProps['part'], (count: number) => string>> = {
  captured: (count) => tn(count, '{count} payment', '{count} payments'),
  refunded: (count) => tn(count, '{count} refund', '{count} refunds'),
  fees: (count) => tn(count, '{count} fee', '{count} fees'),
}

function CountedMoney({ sum, part, isOutgoing = false }: CountedMoneyProps) {
  const { count, amount } = sum[part]
  return (
    <>
      <Money amount={amount} currency={sum.currency} isOutgoing={isOutgoing} />
      <Text fz="xs" c="dimmed">
        {countTexts[part](count)}
      </Text>
    </>
  )
}

function Net({ sum: { net, currency } }: { readonly sum: MoneySum }) {
  const isNegative = net.startsWith('-')
  return <Money amount={isNegative ? net.slice(1) : net} currency={currency} isOutgoing={isNegative} />
}
