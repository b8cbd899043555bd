// One query of each kind of search, with the index that serves it.
import type { SearchFilter } from '../../../src/search/ports/search.ts'

export type Question = Omit<SearchFilter, 'merchantId'>

/** Values that are in the tables: those of one order, drawn from them. */
export interface Sample {
  readonly order_id: string
  readonly reference: string
  readonly first_six: string
  readonly last_four: string
  readonly token: string
  readonly amount_minor: string
  readonly created_at: Date
}

export interface Kind {
  readonly name: string
  readonly of: 'orders' | 'transactions'
  /** What it is served by; either where what is asked for may be rare or common. */
  readonly index: RegExp
  readonly ask: (sample: Sample) => Question
}

const dayMs = 86_400_000
const aDay = ({ created_at }: Sample) => ({ from: created_at, to: new Date(created_at.getTime() + dayMs) })
const anAmount = ({ amount_minor }: Sample) => ({
  currency: 'USD',
  amountMinorFrom: BigInt(amount_minor),
  amountMinorTo: BigInt(amount_minor) + 5n,
})

export const kinds: readonly Kind[] = [
  { name: 'everything, newest first', of: 'orders', index: /_by_time/, ask: () => ({}) },
  { name: 'an order id', of: 'orders', index: /_pkey/, ask: ({ order_id }) => ({ orderId: order_id }) },
  {
    name: 'how an order id begins',
    of: 'orders',
    index: /_pkey/,
    ask: ({ order_id }) => ({ orderId: `${order_id.slice(0, 8)}*` }),
  },
  { name: 'a reference', of: 'orders', index: /_by_reference/, ask: ({ reference }) => ({ reference }) },
  {
    name: 'first six and last four digits',
    of: 'orders',
    index: /_by_last_four/,
    ask: ({ first_six, last_four }) => ({ cardFirstSix: first_six, cardLastFour: last_four }),
  },
  {
    name: 'the last four digits',
    of: 'orders',
    index: /_by_last_four/,
    ask: ({ last_four }) => ({ cardLastFour: last_four }),
  },
  {
    name: 'the first six digits',
    of: 'orders',
    index: /_by_first_six|_by_time/,
    ask: ({ first_six }) => ({ cardFirstSix: first_six }),
  },
  { name: 'a token', of: 'orders', index: /_by_token/, ask: ({ token }) => ({ token }) },
  { name: 'an amount', of: 'orders', index: /_by_amount/, ask: anAmount },
  { name: 'a day', of: 'orders', index: /_by_time/, ask: aDay },
  { name: 'a status that is rare', of: 'orders', index: /_by_status/, ask: () => ({ status: 'PARTIALLY_REFUNDED' }) },
  { name: 'a status that is common', of: 'orders', index: /_by_status|_by_time/, ask: () => ({ status: 'CAPTURED' }) },
  {
    name: 'a status of a day',
    of: 'orders',
    index: /_by_status|_by_time/,
    ask: (sample) => ({ status: 'FAILED', ...aDay(sample) }),
  },
  {
    name: 'a gateway code of its transactions',
    of: 'orders',
    index: /_orders_by_gateway_code/,
    ask: () => ({ gatewayCode: 'EXPIRED_CARD' }),
  },
  {
    name: 'a result of its transactions',
    of: 'orders',
    index: /_orders_by_result/,
    ask: () => ({ result: 'FAILURE' }),
  },
  {
    name: 'a kind of transaction that it has',
    of: 'orders',
    index: /_orders_by_type/,
    ask: () => ({ type: 'REFUND' }),
  },
  {
    name: 'a result that most of its transactions have',
    of: 'orders',
    index: /_by_time/,
    ask: () => ({ result: 'SUCCESS' }),
  },
  { name: 'everything, newest first', of: 'transactions', index: /_by_time/, ask: () => ({}) },
  { name: 'an order id', of: 'transactions', index: /_pkey/, ask: ({ order_id }) => ({ orderId: order_id }) },
  {
    name: 'a transaction id that every order has',
    of: 'transactions',
    index: /_by_id|_by_time/,
    ask: () => ({ transactionId: '1' }),
  },
  {
    name: 'an unknown transaction id',
    of: 'transactions',
    index: /_by_id/,
    ask: ({ order_id }) => ({ transactionId: order_id }),
  },
  { name: 'a reference', of: 'transactions', index: /_by_(order_)?reference/, ask: ({ reference }) => ({ reference }) },
  {
    name: 'first six and last four digits',
    of: 'transactions',
    index: /_by_last_four/,
    ask: ({ first_six, last_four }) => ({ cardFirstSix: first_six, cardLastFour: last_four }),
  },
  { name: 'a token', of: 'transactions', index: /_by_token/, ask: ({ token }) => ({ token }) },
  { name: 'an amount', of: 'transactions', index: /_by_amount/, ask: anAmount },
  { name: 'a day', of: 'transactions', index: /_by_time/, ask: aDay },
  { name: 'a result that is common', of: 'transactions', index: /_by_time/, ask: () => ({ result: 'SUCCESS' }) },
  { name: 'a result that is rare', of: 'transactions', index: /_by_result/, ask: () => ({ result: 'UNKNOWN' }) },
  {
    name: 'a gateway code',
    of: 'transactions',
    index: /_by_gateway_code/,
    ask: () => ({ gatewayCode: 'INSUFFICIENT_FUNDS' }),
  },
  { name: 'refunds', of: 'transactions', index: /_by_type|_by_time/, ask: () => ({ type: 'REFUND' }) },
  { name: 'the status of their order', of: 'transactions', index: /./, ask: () => ({ status: 'CANCELLED' }) },
]
