import assert from 'node:assert/strict'
import { it } from 'node:test'
import { recentNames } from './recent-names.ts'

it('the bounded set keeps the latest names, and drops the oldest before it exceeds its bound', () => {
  const names = recentNames(10)
  for (let i = 1; i <= 100; i += 1) names.add(String(i))
  const remembered = Array.from({ length: 100 }, (_, i) => String(i + 1)).filter((name) => names.has(name))
  assert.ok(remembered.length >= 10 && remembered.length <= 20, String(remembered.length))
  assert.deepEqual(
    remembered,
    remembered.toSorted((a, b) => Number(a) - Number(b)),
  )
  assert.equal(remembered.at(-1), '100')
  assert.equal(names.has('never'), false)
})
