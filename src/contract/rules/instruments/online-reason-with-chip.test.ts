import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onlineReasonWithChip } from './online-reason-with-chip.ts'

const fieldOf = (posTerminal: object) => onlineReasonWithChip.check({ posTerminal })?.field

it('a chip transaction that went online has a reason', () => {
  for (const panEntryMode of ['CHIP', 'CHIP_FALLBACK']) {
    assert.equal(fieldOf({ panEntryMode }), 'posTerminal.onlineReasonCode')
    assert.equal(fieldOf({ panEntryMode, onlineReasonCode: 'FORCED_BY_CHIP' }), undefined)
  }
  assert.equal(fieldOf({ panEntryMode: 'SWIPE' }), undefined)
  assert.equal(fieldOf({}), undefined)
})
