import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { settlementBatchStatusOf } from '../../../../../src/settlement/rules/batch-status.ts'
import { type Batch, groupByCurrency, sumOfTotals } from './batches.ts'

const counted = (count: number, amount: string) => ({ count, amount })
const total = (currency: string, scheme: string, captured: string, refunded: string, fees: string, net: string) => ({
  ...{ currency, scheme, net },
  captured: counted(1, captured),
  refunded: counted(2, refunded),
  fees: counted(3, fees),
})
const first: Batch = {
  acquirerId: 'BANK',
  batch: 7,
  totals: [total('USD', 'VISA', '10.5', '3', '0.25', '7.25'), total('EUR', 'VISA', '1', '0', '0', '1')],
}
const second: Batch = { acquirerId: 'BANK', batch: 6, totals: [total('USD', 'AMEX', '1', '9', '0', '-8')] }
const empty: Batch = { acquirerId: 'BANK', batch: 5, closedAt: '2026-11-16T00:00:00Z', totals: [] }

describe('settlement batches by currency', () => {
  it('have each batch under each currency that it has money of, and never a sum over currencies', () => {
    const groups = groupByCurrency([first, second, empty])
    assert.deepEqual(
      groups.map(({ currency, rows }) => [currency, rows.map(({ batch, sum }) => [batch.batch, sum.net])]),
      [
        ['EUR', [[7, '1']]],
        [
          'USD',
          [
            [7, '7.25'],
            [6, '-8'],
          ],
        ],
      ],
    )
  })

  it('add payments, refunds, fees and net amounts of that currency alone', () => {
    const sum = sumOfTotals('USD', [...first.totals, ...second.totals])
    assert.deepEqual(sum, {
      currency: 'USD',
      captured: counted(2, '11.5'),
      refunded: counted(4, '12'),
      fees: counted(6, '0.25'),
      net: '-0.75',
    })
  })
})

describe('the status of a batch', () => {
  it('is closed, being closed, out of balance or open', () => {
    const since = '2026-11-16T00:00:00Z'
    const statuses = [
      empty,
      first,
      { ...first, closing: { state: 'CLOSING' as const, since } },
      { ...first, closing: { state: 'DIFFERS' as const, since } },
    ].map(settlementBatchStatusOf)
    assert.deepEqual(statuses, ['CLOSED', 'OPEN', 'CLOSING', 'OUT_OF_BALANCE'])
  })
})
