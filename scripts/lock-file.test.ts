import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LockedPackages, lockFileFaults, readLockFile } from './lock-file.ts'

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
  it('finds nothing wrong in the lock file of this repository', () => {
    assert.deepEqual(lockFileFaults(readLockFile()), [])
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
})
