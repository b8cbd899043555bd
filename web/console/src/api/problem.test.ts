// Refusals of the gateway in the user's language.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { addTexts, setLanguage } from '../language/text.ts'
import { ApiProblem, fieldProblem, problemText } from './problem.ts'

const refusal = (explanation: string) => new ApiProblem(422, { code: 'FIELD_INVALID', explanation, field: 'name' })

describe('an explanation of the gateway', () => {
  beforeEach(() => setLanguage('de'))
  // Other tests in the same process are in English.
  afterEach(() => setLanguage('en'))

  it('is translated', () => {
    addTexts({ 'No such order.': 'Diese Bestellung gibt es nicht.' })
    assert.equal(problemText(refusal('No such order.')), 'Diese Bestellung gibt es nicht.')
    assert.equal(fieldProblem(refusal('No such order.'), 'name'), 'Diese Bestellung gibt es nicht.')
    assert.equal(fieldProblem(refusal('No such order.'), 'amount'), undefined)
  })

  it('is translated with the number in it', () => {
    addTexts({ 'At most {number} notes.': 'Höchstens {number} Notizen.' })
    assert.equal(problemText(refusal('At most 500 notes.')), 'Höchstens 500 Notizen.')
  })

  it('stays as it is without a translation', () => {
    for (const text of ['Support code: 0042-7.', 'EUR has fewer decimals.'])
      assert.equal(problemText(refusal(text)), text)
  })
})
