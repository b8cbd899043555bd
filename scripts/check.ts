// Everything CI checks without running the tests: format and lint, types, import rules, dead code, dependency count, lock files.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { lockFileFaults, lockFiles, readLockFile, runtimePackages } from './lock-file.ts'

const root = resolve(import.meta.dirname, '..')
const runtimeDependenciesMax = 30
/** With those that they need. A new one is worth a look at what it brings. */
const runtimePackagesMax = 78

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

/** The type checker and the linter use several cores by themselves; the others one each. */
const checksAtOnce = 2

let failures = 0
const waiting = checks.values()
await Promise.all(
  Array.from({ length: checksAtOnce }, async () => {
    for (const [name, command] of waiting) await runCheck(name, command)
  }),
)
report('dependencies', ...checkDependencies())
report('lock files', ...checkLockFile())
process.exitCode = failures === 0 ? 0 : 1

async function runCheck(name: string, [command = '', ...args]: readonly string[]): Promise<void> {
  const start = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
    shell: process.platform === 'win32',
  })
  const [output, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), exitCodeOf(child)])
  report(name, code === 0, start, output + complaints)
}

/** A program that cannot be started has none. */
function exitCodeOf(child: ChildProcess): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('error', () => resolve(null)).once('close', resolve)
  return promise
}

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
  const packages = runtimePackages(readLockFile('package-lock.json'))
  if (packages.length > runtimePackagesMax)
    faults.push(`${packages.length} packages at run time; at most ${runtimePackagesMax} (docs/dependencies.md)`)
  return [faults.length === 0, start, faults.join('\n')]
}

/** Every machine installs the same packages, Linux on x64 and on ARM64 above all. */
function checkLockFile(): [isFine: boolean, start: number, output: string] {
  const start = performance.now()
  const faults = lockFiles.flatMap((name) => lockFileFaults(readLockFile(name)))
  return [faults.length === 0, start, faults.join('\n')]
}
