// What happens to ALL when single values are chosen.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { allOrSome } from './all-or-some.ts'

const choices: readonly (readonly [says: string, before: string[], chosen: string[], after: string[]])[] = [
  ['ALL goes when one is chosen beside it', ['ALL'], ['ALL', 'VISA'], ['VISA']],
  ['ALL takes the place of what was chosen', ['VISA', 'AMEX'], ['VISA', 'AMEX', 'ALL'], ['ALL']],
  ['ALL stays by itself', [], ['ALL'], ['ALL']],
  ['some are some', ['VISA'], ['VISA', 'AMEX'], ['VISA', 'AMEX']],
  ['none are none', ['ALL'], [], []],
]

for (const [says, before, chosen, after] of choices) it(says, () => assert.deepEqual(allOrSome(before, chosen), after))
