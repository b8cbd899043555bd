// The jobs of all subjects, as the gateway starts them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SubjectDependencies } from './dependencies.ts'
import { createSubjects } from './subjects.ts'

describe('the jobs of all subjects', () => {
  const { jobs } = createSubjects({ config: {} } as unknown as SubjectDependencies)

  it('have different names', () => {
    const names = jobs.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
  })

  it('look for different kinds of due work', () => {
    const kinds = jobs.flatMap(({ due }) => due?.kind ?? [])
    assert.equal(new Set(kinds).size, kinds.length)
    assert.ok(kinds.length > 10)
  })
})
