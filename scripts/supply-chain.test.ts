// What is installed and what it may do while it is being installed.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'

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
