// The list of background jobs.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { jobs } from './index.ts'

describe('the list of jobs', () => {
  it('has every job that a file beside it declares', async () => {
    const listed = new Set<unknown>(jobs)
    const files = (await readdir(import.meta.dirname)).filter((name) => !/^index|\.test\.ts$/.test(name))
    const declared = await Promise.all(files.map(async (name) => Object.entries(await import(`./${name}`))))
    const rows = declared.flat().filter(([, value]) => typeof value === 'object')
    assert.deepEqual(
      rows.filter(([, row]) => !listed.has(row)).map(([name]) => name),
      [],
    )
    assert.equal(rows.length, jobs.length)
  })

  it('names each job once', () => {
    const names = jobs.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
  })
})
