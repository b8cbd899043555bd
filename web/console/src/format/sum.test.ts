// Amounts are added exactly.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sumOf } from './sum.ts'

it('sums are exact for amounts of any length and any number of decimals', () => {
  for (const [amounts, sum] of [
    [[], '0'],
    [['100', '20'], '120'],
    [['0.1', '0.2'], '0.3'],
    [['12.5', '0.05', '3'], '15.55'],
    [['90071992547409931.01', '0.02'], '90071992547409931.03'],
    [['0.01', '-0.50'], '-0.49'],
  ] as const)
    assert.equal(sumOf(amounts), sum)
})
