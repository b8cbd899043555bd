import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { writeFileAtomically } from './write-file-atomically.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-place-'))
after(() => rmSync(folder, { recursive: true }))

it('a new file has the content and the mode asked for, and nothing else is left', async () => {
  const path = join(folder, 'new')
  await writeFileAtomically(path, 'mine', { mode: 0o600, keep: true })
  assert.equal(readFileSync(path, 'utf8'), 'mine')
  if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['new'])
})

it('an existing file is left alone when it must not be replaced, and is replaced otherwise', async () => {
  const path = join(folder, 'there')
  writeFileSync(path, 'theirs')
  await writeFileAtomically(path, 'mine', { mode: 0o600, keep: true })
  assert.equal(readFileSync(path, 'utf8'), 'theirs')
  await writeFileAtomically(path, 'mine', { mode: 0o600, keep: false })
  assert.equal(readFileSync(path, 'utf8'), 'mine')
})

it('a failed write leaves no file behind', async () => {
  await assert.rejects(writeFileAtomically(join(folder, 'no-such-folder', 'x'), 'mine', { mode: 0o600, keep: false }))
  await assert.rejects(writeFileAtomically(folder, 'mine', { mode: 0o600, keep: false }))
  assert.deepEqual(readdirSync(folder).toSorted(), ['new', 'there'])
})
