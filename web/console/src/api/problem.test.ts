// Refusals of the gateway in the user's language.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { ConsoleProblem } from '../../../../src/console/route.ts'
import { explain, followedBy } from '../../../../src/kernel/explanation.ts'
import { refusedAdapter, refusedPaymentLink } from '../../../../test/support/fixtures/refused-forms.ts'
import { addTexts, setLanguage } from '../language/text.ts'
import { texts } from '../language/texts/de/shared.ts'
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

  it('is translated sentence by sentence, with the values of each', () => {
    addTexts({ 'No {name}.': 'Kein {name}.', 'At most {number} notes.': 'Höchstens {number} Notizen.' })
    const explained = followedBy(
      explain('No {name}.', { name: 'X' }),
      explain('At most {number} notes.', { number: 5_000 }),
    )
    const problem = { code: 'FIELD_INVALID', explanation: 'No X. At most 5000 notes.', explained }
    assert.equal(problemText(new ApiProblem(422, problem)), 'Kein X. Höchstens 5.000 Notizen.')
  })

  it('of whatever fails without a connection is that the gateway cannot be reached', () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    try {
      assert.match(problemText(new TypeError('a part of the page is missing')), /cannot be reached/)
    } finally {
      Reflect.deleteProperty(navigator, 'onLine')
    }
  })

  it('stays as it is without a translation', () => {
    for (const text of ['Support code: 0042-7.', 'EUR has fewer decimals.'])
      assert.equal(problemText(refusal(text)), text)
  })
})

const link = { operation: 'PAY', currency: 'EUR', amount: '12.50' }
const long = `${'x'.repeat(100)}...`

const forms: readonly (readonly [refused: () => Promise<ConsoleProblem>, english: string, german: string])[] = [
  [
    () => refusedPaymentLink({ ...link, amount: 'twelve' }),
    "Value 'twelve' is invalid. It must be a decimal number of the digits 0-9 and '.'.",
    'Der Wert „twelve“ ist ungültig. Er muss eine Dezimalzahl aus den Ziffern 0-9 und „.“ sein.',
  ],
  [
    () => refusedPaymentLink({ ...link, description: 'x'.repeat(1_200) }),
    `Value '${long}' is invalid. It has 1200 characters; the length must be less than 128.`,
    `Der Wert „${long}“ ist ungültig. Er hat 1.200 Zeichen; die Länge muss kleiner als 128 sein.`,
  ],
  [
    () => refusedPaymentLink({ ...link, description: '' }),
    'Value is invalid. It must not be empty.',
    'Der Wert ist ungültig. Er darf nicht leer sein.',
  ],
  [() => refusedPaymentLink({ operation: 'PAY' }), 'Mandatory parameter is missing.', 'Ein Pflichtfeld fehlt.'],
  [
    () => refusedPaymentLink({ ...link, curency: 'EUR' }),
    'Unexpected parameter. Did you mean currency?',
    'Dieses Feld ist hier nicht vorgesehen. Meinten Sie currency?',
  ],
  [
    () => refusedAdapter('nothing', ['simulator', 'gateway']),
    'There is no adapter nothing; this installation has simulator, gateway.',
    'Es gibt keinen Adapter nothing; diese Installation hat simulator, gateway.',
  ],
]

describe('a refused form', () => {
  afterEach(() => setLanguage('en'))

  for (const [refused, english, german] of forms)
    it(`is explained in the language of the user: ${english.slice(0, 60)}`, async () => {
      const problem = await refused()
      assert.equal(problem.explanation, english)
      setLanguage('de')
      addTexts(texts)
      assert.equal(problemText(new ApiProblem(422, problem)), german)
    })
})
