// The list of statements on a distributed database, as far as it can be checked without one.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { formOf, planClassOf, statementListFile } from './statements/replay.ts'

describe('the list of statements on a distributed database', () => {
  const lines = readFileSync(statementListFile, 'utf8').split('\n')

  it('has no statement that is refused', () =>
    assert.deepEqual(
      lines.filter((line) => line.includes('REFUSED')),
      [],
    ))
})

describe('the form of a statement', () => {
  const examples: readonly (readonly [string, string])[] = [
    [
      'select *\n  from orders\n  where merchant_id = $1 limit 26',
      'select * from orders where merchant_id = $ limit n',
    ],
    ['insert into t (a, b) values ($1, $2), ($3, $4), ($5, $6)', 'insert into t (a, b) values ($, $), ...'],
    ['insert into t (a) values (f($1)), (f($2))', 'insert into t (a) values (f($)), ...'],
  ]
  for (const [text, form] of examples) it(`of "${form}"`, () => assert.equal(formOf(text), form))
})

describe('how a statement is run', () => {
  const task = (count: number) => `Custom Scan (Citus Adaptive)\n  Task Count: ${count}`
  const examples: readonly (readonly [string, string, string])[] = [
    ['select from orders where merchant_id = $1', task(1), 'one shard'],
    ['select from orders', task(32), 'all shards'],
    ['select from links', task(1), 'reference'],
    ['select now()', 'Result', 'local'],
    [
      'with a as (select from orders) select from a',
      `${task(32)}\n  ->  Distributed Subplan 1_1`,
      'all shards, 2 steps',
    ],
  ]
  for (const [text, plan, name] of examples)
    it(`is ${name} for "${text}"`, () => assert.equal(planClassOf(text, plan).name, name))
})
