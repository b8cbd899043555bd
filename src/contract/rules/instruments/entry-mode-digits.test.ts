import assert from 'node:assert/strict'
import { it } from 'node:test'
import { entryModeDigits } from './entry-mode-digits.ts'

const check = (entryMode: string) => entryModeDigits.check({ posTerminal: { entryMode } })

it('an entry mode is a known way of entering the number and a known way of entering the PIN', () => {
  for (const number of ['01', '02', '04', '05', '07', '79', '80', '90', '91'])
    for (const pin of ['0', '1', '2', '8']) assert.equal(check(number + pin), undefined)
  for (const wrong of ['031', '053', '999', '100']) assert.equal(check(wrong)?.field, 'posTerminal.entryMode')
  assert.equal(entryModeDigits.check({}), undefined)
})
