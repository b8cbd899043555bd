import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browserSource, type Machine } from './find-browser.ts'

const bare: Machine = { platform: 'linux', arch: 'arm64', env: { PATH: '/usr/bin:/opt/bin' }, exists: () => false }
const having = (...paths: readonly string[]) => ({ exists: (path: string) => paths.includes(path) })

describe('The browser of the tests', () => {
  it('is the one that CHROMIUM_PATH names, before all others', () => {
    const env = { ...bare.env, CHROMIUM_PATH: '/somewhere/chrome' }
    const machine = { ...bare, arch: 'x64', env, ...having('/usr/bin/chromium') }
    assert.deepEqual(browserSource(machine), { kind: 'NAMED', path: '/somewhere/chrome' })
  })

  it("is the npm package's on Linux with x64, before an installed one", () => {
    assert.deepEqual(browserSource({ ...bare, arch: 'x64', ...having('/usr/bin/chromium') }), { kind: 'PACKAGED' })
  })

  for (const path of [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/opt/bin/google-chrome-stable',
    '/usr/lib64/chromium-browser/chromium-browser',
  ])
    it(`is an installed one on Linux with ARM64: ${path}`, () => {
      assert.deepEqual(browserSource({ ...bare, ...having(path) }), { kind: 'INSTALLED', path })
    })

  it('is an installed one on macOS', () => {
    const path = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    assert.deepEqual(browserSource({ ...bare, platform: 'darwin', ...having(path) }), { kind: 'INSTALLED', path })
  })

  it('is an installed one on Windows', () => {
    const path = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
    const env = { PROGRAMFILES: 'C:\\Program Files' }
    assert.deepEqual(browserSource({ ...bare, platform: 'win32', env, ...having(path) }), { kind: 'INSTALLED', path })
  })

  for (const [platform, program, command] of [
    ['linux', '/usr/bin/apt-get', 'apt-get install chromium'],
    ['linux', '/usr/bin/dnf', 'dnf install chromium'],
    ['darwin', '', 'brew install --cask google-chrome'],
    ['win32', '', 'winget install Google.Chrome'],
  ] as const)
    it(`is missing on ${platform} with the command that installs one: ${command}`, () => {
      assert.deepEqual(browserSource({ ...bare, platform, ...having(program) }), {
        kind: 'MISSING',
        reason: `no Chromium or Chrome found; install one with "${command}"`,
      })
    })
})
