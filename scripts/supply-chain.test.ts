// What is installed and what it may do while it is being installed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { readLockFile, runtimePackages } from './lock-file.ts'
import { readSignatureAudit } from './registry-signatures.ts'

const root = resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly object[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

describe('installing', () => {
  it('runs no package scripts, whichever version of npm is used', () => {
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m)
  })

  it('has no script that npm would run before or after another one, since install scripts are switched off', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
    const names = Object.keys(scripts)
    const hooks = [
      'install',
      'preinstall',
      'postinstall',
      'prepare',
      ...names.flatMap((name) => [`pre${name}`, `post${name}`]),
    ]
    assert.deepEqual(
      names.filter((name) => hooks.includes(name)),
      [],
    )
  })
})

describe('the bill of materials', () => {
  it('lists every package of the lock file with its hash, and says which are for development only', () => {
    const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      shell: process.platform === 'win32',
    })
    const { bomFormat, components } = JSON.parse(text) as {
      readonly bomFormat: string
      readonly components: readonly Component[]
    }
    assert.equal(bomFormat, 'CycloneDX')
    const isDevelopment = ({ properties = [] }: Component) =>
      properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
    const listed = components.map((each) => `${each.name}@${each.version} ${isDevelopment(each)}`)
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>
    }
    const locked = Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, { version, dev = false }]) => `${path.split('node_modules/').at(-1)}@${version} ${dev}`)
    assert.deepEqual([...new Set(listed)].toSorted(), [...new Set(locked)].toSorted())
    for (const { purl, hashes = [] } of components) assert.ok(hashes.length > 0, purl)
  })
})

describe('packages at run time', () => {
  it('are those of the table in the documents, each listed under the one that brings it', () => {
    const page = read('docs/dependencies.md')
    const [, table = ''] = /\n## Packages at run time\n(.*?)\n## /s.exec(page) ?? []
    const listed = [...table.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    const names = runtimePackages(readLockFile('package-lock.json')).map((path) => path.split('node_modules/').at(-1))
    assert.deepEqual([...new Set(listed)].toSorted(), [...new Set(names)].toSorted())
    assert.match(table, new RegExp(`\\b${names.length} packages`))
  })
})

describe('the check of signatures', () => {
  const fastify = { name: 'fastify', version: '5.12.8' }
  const ended = (exitCode: number | null, printed: object | string, complaints = '') =>
    readSignatureAudit({
      exitCode,
      output: typeof printed === 'string' ? printed : JSON.stringify(printed),
      complaints,
    })

  it('is passed when npm has verified every package', () => {
    const result = ended(0, { invalid: [], missing: [], verified: [fastify] })
    assert.deepEqual(result, { kind: 'VERIFIED', attested: 1 })
    assert.deepEqual(ended(0, { invalid: [], missing: [] }), { kind: 'VERIFIED', attested: undefined })
  })

  it('fails with a wrong or missing signature or provenance, and with a failure that is not understood', () => {
    for (const [result, fault] of [
      [ended(1, { invalid: [{ ...fastify, code: 'EATTESTATIONVERIFY' }] }), /^fastify 5\.12\.8: EATTESTATIONVERIFY$/],
      [ended(1, { missing: [fastify] }), /^fastify 5\.12\.8: it is not signed$/],
      [ended(0, { invalid: [fastify] }), /wrong/],
      [ended(1, { invalid: [fastify], error: { code: 'ENOTFOUND' } }), /wrong/],
      [ended(1, '', 'npm error Unknown command: "signatures"'), /Unknown command/],
      [ended(null, ''), /could not be run/],
    ] as const) {
      assert.ok(result.kind === 'REFUSED', JSON.stringify(result))
      assert.match(result.faults.join(), fault)
    }
  })

  it('says that nothing was checked without a network, and with a registry that does not sign', () => {
    for (const result of [
      ended(1, { error: { code: 'ENOTFOUND', summary: 'request failed' } }),
      ended(1, '', 'npm error code EAI_AGAIN'),
      ended(1, { error: { summary: 'found no dependencies to audit that were installed from a supported registry' } }),
    ])
      assert.equal(result.kind, 'NOT_CHECKED')
  })
})
