// What all kinds of risk add up to, by currency.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { moneyAtRisk } from './money-at-risk.ts'

it('money at risk is added up over all kinds for each currency, the currency with the most money first', () => {
  const risks = [
    { kind: 'REVERSAL_OWED', currency: 'EUR', count: 1, amount: '900' },
    { kind: 'MANUAL_RESOLUTION', currency: 'USD', count: 1, amount: '23.5' },
    { kind: 'REVERSAL_REFUSED', currency: 'USD', count: 2, amount: '80' },
    { kind: 'UNKNOWN', currency: 'JPY', count: 3, amount: '0' },
  ] as const
  assert.deepEqual(moneyAtRisk(risks), [
    { currency: 'EUR', amount: '900', count: 1 },
    { currency: 'USD', amount: '103.5', count: 3 },
  ])
  assert.deepEqual(moneyAtRisk([]), [])
})
