// Runs every test: one PostgreSQL for all of them, one template database that each test file clones, files in parallel.
// `npm test -- <part of a path>` runs only the files whose path has it.

import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { buildConsole } from '../src/adapters/console-pages/build.ts'
import { startEmbeddedPostgres } from '../src/adapters/postgres/embedded/index.ts'
import { makeCertificates, makeTemplate, testDatabaseVariable } from './support/database.ts'
import { printTimes, type Timed } from './support/times.ts'

/** What takes longest begins first, so that no long file is left over when all others are done. */
const longest = [
  'killed-under-load',
  'start.test',
  'end-to-end/cli.test',
  'checkout-accessibility',
  'browser-payment-histories',
  'docs',
  'console-page-',
  'checkout-',
  'hosted-fields',
  'cli-',
  'keys-',
]

function turnOf(file: string): number {
  const turn = longest.findIndex((part) => file.includes(part))
  return turn < 0 ? longest.length : turn
}

const root = resolve(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const files = globSync(['{src,test,scripts}/**/*.test.ts', 'web/console/src/**/*.test.ts'], { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .toSorted((a, b) => turnOf(a) - turnOf(b) || (a < b ? -1 : 1))
  .map((file) => resolve(root, file))

// Once for all: test files and the gateways that they start would otherwise each build it.
if (files.some((file) => file.includes('end-to-end'))) await buildConsole()
const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-test-'))
const postgres = await startEmbeddedPostgres({
  dataDir,
  // Tests that kill the database use one of their own; this one only has to be fast. Nobody needs its care for old rows
  // either, which looks at every database in turn: hundreds of them, within a few minutes.
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    autovacuum: 'off',
  },
})
// Every file is a process, and so is every gateway that one starts: they need not compile the same sources again. A new
// folder each time, so that nothing of another release is in it.
process.env['NODE_COMPILE_CACHE'] = join(dataDir, 'compiled')
let failed = 1
try {
  process.env[testDatabaseVariable] = JSON.stringify(postgres.connection)
  await makeTemplate()
  await makeCertificates(join(dataDir, 'certificates'))
  failed = await runFiles()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1

function runFiles(): Promise<number> {
  const { promise, resolve: finish } = Promise.withResolvers<number>()
  const times: Timed[] = []
  // Most tests wait for processes and sockets more than they compute, so a little more than the cores is right.
  const stream = run({ files, concurrency: availableParallelism() + 1, timeout: 900_000 })
  stream.on('test:summary', ({ counts, file, duration_ms }) => {
    if (file) {
      times.push({ file: relative(root, file), ms: duration_ms })
      return
    }
    const { tests, passed, skipped, todo } = counts
    const failures = tests - passed - skipped - todo
    stream.once('end', () => {
      printTimes(times)
      console.log(`${passed} passed, ${failures} failed, ${skipped + todo} skipped`)
      finish(failures)
    })
  })
  stream.compose(new spec()).pipe(process.stdout)
  return promise
}
