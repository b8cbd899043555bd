// Codes in the user's language.
import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { addTexts, setLanguage } from '../language/text.ts'
import { codeText, disputeText, typeText, wordsInSentence } from './text.ts'

// Other tests in the same process are in English.
afterEach(() => setLanguage('en'))

it('a code is shown by the translation of its English text, and in English without one', () => {
  assert.equal(codeText('PARTIALLY_CAPTURED'), 'Partially captured')
  setLanguage('de')
  addTexts({
    'Partially captured': 'Teilweise eingezogen',
    'Dispute won': 'Gewonnen',
    Fee: 'Gebühr',
    accepted: 'angenommen',
  })
  assert.equal(codeText('PARTIALLY_CAPTURED'), 'Teilweise eingezogen')
  assert.equal(disputeText('WON'), 'Gewonnen')
  assert.equal(typeText('FUNDING'), 'Gebühr')
  assert.equal(wordsInSentence('ACCEPTED'), 'angenommen')
  assert.equal(codeText('SOMETHING_NEW'), 'Something new')
  assert.equal(codeText('AMEX'), 'American Express')
})
