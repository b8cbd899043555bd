// The page that lists every table and rule of the specification names tests that exist.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const root = new URL('..', import.meta.url)
const page = readFileSync(new URL('docs/conformance.md', root), 'utf8')

/** Requirement and tests of each row; the headings of the tables are no rows. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Requirement |'))
  .map((line) => line.slice(2, -2).split(' | '))

describe('docs/conformance.md', () => {
  it('has for each requirement tests that exist, by their paths, or says that there are none', () => {
    assert.ok(rows.length > 200, `${rows.length} rows`)
    for (const [requirement = '', tests, ...others] of rows) {
      assert.deepEqual(others, [], requirement)
      if (tests === 'none') continue
      for (const path of tests?.split(', ') ?? []) {
        assert.match(path, /^(src|test)\/.+\.test\.ts$/, requirement)
        assert.ok(existsSync(new URL(path, root)), `${requirement}: ${path}`)
      }
    }
  })

  it('names no test twice for one requirement, and no requirement twice in one section', () => {
    for (const section of page.split('\n### ').slice(1)) {
      const names = section.split('\n').flatMap((line) => /^\| (?!Requirement )(.+?) \| /.exec(line)?.[1] ?? [])
      assert.deepEqual(names, [...new Set(names)])
    }
    for (const [requirement = '', tests = ''] of rows) {
      const paths = tests.split(', ')
      assert.deepEqual(paths, [...new Set(paths)], requirement)
    }
  })
})
