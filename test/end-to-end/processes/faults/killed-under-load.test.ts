// Gateways and their database are killed and stopped while merchants pay, capture, refund and void. Nothing acknowledged is
// lost, no payer is charged twice, and every attempt ends in a definite outcome. `npm run faults` does the same at any size.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type AcquirerKind, acquirerKindNames } from '../../../support/faults/fault-kinds.ts'
import { faultNames, runFaults } from '../../../support/faults/fault-run.ts'
import { openSimulatedAcquirer } from '../../../support/faults/simulated-acquirer.ts'
import type { Owner } from '../../../support/gateway/process.ts'

it('an acknowledged payment is not lost, and none is charged twice, whatever is killed under load', async (t) => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
  const acquirer = acquirerKindNames[seed % acquirerKindNames.length] as AcquirerKind
  t.diagnostic(`TEST_SEED=${seed} chose the requests, the moments of the kills, and an acquirer that ${acquirer}`)
  const openAcquirer = (owner: Owner) => openSimulatedAcquirer(owner, acquirer, seed)
  // Enough that something is always under way when a fault comes. More would only take the processor from what restarts.
  const figures = await runFaults({ rounds: faultNames.length, seconds: 0.5, seed, openAcquirer, pauseMs: 400 }, t)
  t.diagnostic(JSON.stringify(figures))
  const { faults, kills, acknowledged, recovered, reversed, leftToOperators, notifications } = figures
  assert.deepEqual(new Set(Object.keys(faults)), new Set(faultNames), 'each fault happened')
  assert.ok(kills >= 11, `there were ${kills} kills`)
  assert.ok(acknowledged > kills && recovered > 0 && reversed + leftToOperators > 0 && notifications > 0)
})
