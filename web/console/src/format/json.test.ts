// JSON is shown with an indent and otherwise as it came.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { indentedJson } from './json.ts'

it('JSON is indented by two spaces', () => {
  const value = { a: 1, b: [true, null, 'x, {y}: "z"'], c: { d: {}, e: [] }, f: '\\' }
  assert.equal(indentedJson(JSON.stringify(value)), JSON.stringify(value, undefined, 2))
})

it('JSON keeps an amount as it was sent', () => {
  assert.equal(indentedJson('{"amount":90071992547409931.10}'), '{\n  "amount": 90071992547409931.10\n}')
})
