// Everything CI checks without running the tests: format and lint, types, import rules, dead code, dependency count, lock file.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { lockFileFaults, readLockFile } from './lock-file.ts'

const root = resolve(import.meta.dirname, '..')
const runtimeDependenciesMax = 30

const checks: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['format and lint', ['biome', 'ci', '--colors=off', '--error-on-warnings', '.']],
  ['types', ['tsc', '-p', '.']],
  ['types of the pages', ['tsc', '-p', 'web/docs']],
  ["types of the payer's pages", ['tsc', '-p', 'web/checkout']],
  ['types of the console', ['tsc', '-p', 'web/console']],
  [
    'import rules',
    [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      'src',
      'test',
      'scripts',
      'bench',
      'examples',
      'web/console',
    ],
  ],
  ['dead code', ['knip']],
]

let failures = 0
for (const [name, [command = '', ...args]] of checks) {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    shell: process.platform === 'win32',
  })
  report(name, status === 0, start, stdout + stderr)
}
report('dependencies', ...checkDependencies())
report('lock file', ...checkLockFile())
process.exitCode = failures === 0 ? 0 : 1

function report(name: string, isFine: boolean, start: number, output: string): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${isFine ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`)
  if (isFine) return
  failures += 1
  console.log(output)
}

/** Each runtime dependency has a line in docs/dependencies.md, and there are not too many of them. */
function checkDependencies(): [isFine: boolean, start: number, output: string] {
  const start = performance.now()
  const { dependencies } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const names = Object.keys(dependencies)
  const page = readFileSync(resolve(root, 'docs/dependencies.md'), 'utf8')
  const faults = names
    .filter((name) => !page.includes(`| \`${name}\` |`))
    .map((name) => `${name} is not explained in docs/dependencies.md`)
  if (names.length > runtimeDependenciesMax)
    faults.push(`${names.length} runtime dependencies; at most ${runtimeDependenciesMax}`)
  return [faults.length === 0, start, faults.join('\n')]
}

/** Every machine installs the same packages, Linux on x64 and on ARM64 above all. */
function checkLockFile(): [isFine: boolean, start: number, output: string] {
  const start = performance.now()
  const faults = lockFileFaults(readLockFile())
  return [faults.length === 0, start, faults.join('\n')]
}
