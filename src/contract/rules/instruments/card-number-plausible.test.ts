import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Secret } from '../../../domain/secret.ts'
import { cardNumberPlausible } from './card-number-plausible.ts'

const check = (number: string) =>
  cardNumberPlausible.check({ sourceOfFunds: { provided: { card: { number: new Secret('ACCOUNT', number) } } } })

it('a card number of a known scheme needs its length and check digit', () => {
  assert.equal(check('5123450000000008'), undefined)
  assert.equal(check('5123450000000009')?.field, 'sourceOfFunds.provided.card.number')
  assert.equal(check('512345000000008')?.validationType, 'INVALID')
})

it('a number of no known scheme passes, and so does a request without a card', () => {
  assert.equal(check('900000001'), undefined)
  assert.equal(cardNumberPlausible.check({}), undefined)
})

it('the explanation does not show the number', () => {
  assert.doesNotMatch(check('5123450000000009')?.explanation ?? '', /\d/)
})
