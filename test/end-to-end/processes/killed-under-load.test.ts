// Gateways and their database are killed and stopped again and again while merchants pay, capture, refund and void.
// Nothing acknowledged is lost, nobody is charged twice, and every attempt ends in a definite outcome.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runFaults } from '../../support/faults/fault-run.ts'

it('loses nothing that was acknowledged, and charges nobody twice, in 50 kills under load', async (t) => {
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 2 ** 31)
  t.diagnostic(`TEST_SEED=${seed} chose the requests and the moments of the kills`)
  const figures = await runFaults({ rounds: 40, seconds: 0.5, seed }, t)
  t.diagnostic(JSON.stringify(figures))
  const { kills, pauses, acknowledged, recovered, reversed } = figures
  assert.ok(kills >= 50, `there were ${kills} kills`)
  assert.ok(pauses > 0 && acknowledged > kills && recovered > 0 && reversed > 0)
})
