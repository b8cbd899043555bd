import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreOverloaded } from '../kernel/failures.ts'
import { explainFailure } from './start-failure.ts'

const databaseError = (code: string, message: string) => Object.assign(new Error(message), { code })

describe('a failure that the operator can act upon', () => {
  const failures: readonly (readonly [name: string, error: Error, says: RegExp])[] = [
    [
      'a role without a privilege',
      databaseError('42501', 'permission denied for table orders'),
      /^The database role of DATABASE_URL lacks a privilege \(permission denied for table orders\); .*database-roles\.sql.*"tollgate migrate"/,
    ],
    [
      'a read-only database',
      Object.assign(new StoreOverloaded('cannot execute UPDATE in a read-only transaction'), { code: '25006' }),
      /^The database does not accept this now: READ_ONLY \(cannot execute UPDATE.*docs\/operating\/monitoring\.md/,
    ],
    ['a full disk', databaseError('53100', 'could not extend file'), /^The database .*DISK_FULL/],
    ['too many connections', databaseError('53300', 'sorry, too many clients'), /^The database .*TOO_MANY_CONNECTIONS/],
    ['a schema of another kind', databaseError('42P01', 'relation "x" does not exist'), /npx tollgate doctor/],
    ['a column that is missing', databaseError('42703', 'column "y" does not exist'), /npx tollgate doctor/],
  ]
  for (const [name, error, says] of failures)
    it(`is one line: ${name}`, () => {
      const text = explainFailure(error)
      assert.match(text, says)
      assert.doesNotMatch(text, /\n/)
    })

  it('is one line even where the database reports more', () => {
    assert.doesNotMatch(explainFailure(databaseError('42501', 'permission denied\nfor one')), /\n/)
  })
})

describe('an unexpected error', () => {
  it('shows its stack', () => {
    assert.match(explainFailure(new TypeError('x is not a function')), /^TypeError: x is not a function\n\s+at /)
    assert.match(explainFailure(databaseError('42601', 'syntax error at or near "x"')), /\n\s+at /)
  })
})
