import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { choicesFor } from './dispute-choices.ts'

const open = { isContested: false, isEvidenceSent: false } as const

describe('the first choice of an open dispute', () => {
  it('is to contest a claim, then to record that the evidence was sent', () => {
    assert.equal(choicesFor({ state: 'PENDING', ...open })[0], 'CONTEST')
    assert.equal(choicesFor({ state: 'PENDING', ...open, isContested: true })[0], 'SENT')
  })

  it('is to record the answer where the bank has asked and claimed nothing, which cannot be contested', () => {
    assert.deepEqual(choicesFor({ state: 'INFORMATION_REQUESTED', ...open }), ['SENT', 'ACCEPT', 'NOTE'])
  })

  it('leaves a note and the loss once the evidence was sent', () => {
    assert.deepEqual(choicesFor({ state: 'PENDING', isContested: true, isEvidenceSent: true }), ['NOTE', 'ACCEPT'])
  })
})
