import assert from 'node:assert/strict'
import { it } from 'node:test'
import { terminalLane } from './terminal-lane.ts'

const { derive } = terminalLane

it('a terminal without a lane gets an unknown one; without a terminal there is no lane', () => {
  assert.deepEqual(derive({ posTerminal: { attended: 'ATTENDED' } }), {
    posTerminal: { attended: 'ATTENDED', lane: 'UNKNOWN' },
  })
  assert.deepEqual(derive({ posTerminal: { lane: '7' } }), { posTerminal: { lane: '7' } })
  assert.deepEqual(derive({}), {})
})
