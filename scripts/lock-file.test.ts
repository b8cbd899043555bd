import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { type LockedPackages, lockFileFaults, lockFiles, readLockFile } from './lock-file.ts'

const integrity = 'sha512-AAAA'
const bundler = {
  version: '1.0.0',
  integrity,
  optionalDependencies: { '@bundler/binding-linux-x64-gnu': '1.0.0', '@bundler/binding-linux-arm64-gnu': '1.0.0' },
}
const onX64 = { version: '1.0.0', integrity }
const complete: LockedPackages = {
  '': { optionalDependencies: {} },
  'node_modules/bundler': bundler,
  'node_modules/@bundler/binding-linux-x64-gnu': onX64,
  'node_modules/@bundler/binding-linux-arm64-gnu': onX64,
}

describe('The check of the lock file', () => {
  it('finds nothing wrong in the lock files of this repository', () => {
    const present = globSync('**/package-lock.json', {
      cwd: resolve(import.meta.dirname, '..'),
      exclude: (path) => path.endsWith('node_modules'),
    })
    assert.deepEqual(present.map((path) => path.replaceAll('\\', '/')).toSorted(), lockFiles.toSorted())
    for (const name of lockFiles) assert.deepEqual(lockFileFaults(readLockFile(name)), [], name)
  })

  it('accepts a native package that has both Linux builds', () => {
    assert.deepEqual(lockFileFaults(complete), [])
  })

  it('refuses a native package whose ARM64 build is missing', () => {
    const { 'node_modules/@bundler/binding-linux-arm64-gnu': _missing, ...rest } = complete
    assert.deepEqual(lockFileFaults(rest), [
      '@bundler/binding-linux-x64-gnu 1.0.0 has no build for Linux on ARM64',
      'node_modules/bundler may need @bundler/binding-linux-arm64-gnu, which is not in the lock file',
    ])
  })

  it('refuses builds of two versions', () => {
    const other = { version: '1.0.1', integrity }
    assert.deepEqual(lockFileFaults({ ...complete, 'node_modules/@bundler/binding-linux-arm64-gnu': other }), [
      '@bundler/binding-linux-x64-gnu 1.0.0 has no build for Linux on ARM64',
    ])
  })

  it('refuses an entry without integrity', () => {
    assert.deepEqual(
      lockFileFaults({ ...complete, 'node_modules/@bundler/binding-linux-arm64-gnu': { version: '1.0.0' } }),
      ['node_modules/@bundler/binding-linux-arm64-gnu 1.0.0 has no integrity'],
    )
  })

  it('refuses an entry that names the host it came from', () => {
    const faults = lockFileFaults({ '': {}, 'node_modules/a': { ...onX64, resolved: 'https://example.com/a.tgz' } })
    assert.deepEqual(faults, ['node_modules/a names the host it came from'])
  })

  it('refuses a package for which npm prints a warning on Node 20', () => {
    const warned = (node: string) =>
      lockFileFaults({ '': {}, 'node_modules/a': { ...onX64, engines: { node } } }).length === 1
    const accepted = [
      '*',
      '20',
      '20 || >=22',
      '>= 0.4',
      '>=10',
      '>= 10.x',
      '>=20.11.0',
      '^20.12||^22||>=24',
      '^20.19.0 || >=22.12.0',
    ]
    assert.deepEqual(
      accepted.filter((range) => warned(range)),
      [],
    )
    const refused = ['>=22', '^22.17.0 || >=24.0.0', '^22||^24||>=26', '18', '^18', '>=20.20', '^20.19.1', 'newest']
    assert.deepEqual(
      refused.filter((range) => !warned(range)),
      [],
    )
  })
})
