import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { repeatableValues } from './entered-values.ts'
import { parseForm } from './read-form.ts'

const shown = {
  source: 'ACH',
  nameOnCard: 'Ada Payer',
  achAccountHolder: 'Ada Payer',
  achAccountType: 'SAVINGS',
  bankIdentifier: 'BANK_A',
  email: 'ada@payer.example',
  billingStreet: '2 Typed Road',
  billingStreet2: 'Room 5',
  billingCity: 'Newtown',
  billingStateProvince: 'NT',
  billingPostcodeZip: '12345',
  billingCountry: 'DEU',
}

const secret = {
  cardNumber: '2223000000000023',
  securityCode: '731',
  expiryMonth: '1',
  expiryYear: '39',
  giftCardNumber: '6280000000000003',
  giftCardPin: '1234',
  achAccountNumber: '10000001',
  achAccountNumberAgain: '10000001',
  achRoutingNumber: '021000021',
}

const repeated = (fields: Readonly<Record<string, string>>) =>
  repeatableValues(parseForm(Buffer.from(new URLSearchParams(fields).toString())))

describe('a form that is shown again', () => {
  it('has what the payer typed, but for the card and the account', () => {
    assert.deepEqual(repeated({ ...shown, ...secret, unknown: 'x' }), shown)
  })

  for (const name of Object.keys(shown) as (keyof typeof shown)[])
    it(`has no ${name} that contains an account number`, () => {
      const { [name]: _, ...others } = shown
      for (const typed of [
        '2223000000000023',
        'Ada 2223 0000 0000 0023',
        '2223-0000-0000-0023 Ada',
        '22230000000000237',
      ])
        assert.deepEqual(repeated({ ...shown, [name]: typed }), others, typed)
    })

  it('has no more of a long text than fits a field', () => {
    assert.equal(repeated({ nameOnCard: 'x'.repeat(400) }).nameOnCard?.length, 320)
  })
})
