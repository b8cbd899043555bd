// One PostgreSQL for all tests with a template database to clone, and a process for each suite.

import { globSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { buildConsole } from '../../src/adapters/console-pages/build.ts'
import { startEmbeddedPostgres } from '../../src/adapters/postgres/embedded/index.ts'
import { browserSource } from '../support/browser/find-browser.ts'
import { citusConnection } from '../support/gateway/citus.ts'
import { makeCertificates, makeTemplate, testDatabaseVariable } from '../support/gateway/database.ts'
import { bundleGateway } from './bundle-gateway.ts'
import { internalsFlags } from './promise-hooks.ts'
import { liveReport, printResults } from './report.ts'
import { collectResults } from './results.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { suiteOf } from './suites.ts'

/** Most of what a test makes is garbage before there is time to look through it. */
const roomForGarbage = ['--min-semi-space-size=32', '--max-semi-space-size=64']

const root = resolve(import.meta.dirname, '..', '..')
const wanted = process.argv.slice(2)
const files = globSync(['{src,test,scripts}/**/*.test.ts', 'web/console/src/**/*.test.ts'], { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .toSorted()

const source = browserSource()
if (source.kind === 'missing' && process.env['TEST_BROWSER_REQUIRED']) throw new Error(source.reason)

// Once for all: test files and the gateways that they start would otherwise each build it. Where it cannot be built, the
// console's own tests say why, and all others run.
const isGatewayNeeded = files.some((file) => file.includes('end-to-end'))
const consoleBuilt = isGatewayNeeded ? buildConsole().catch(() => {}) : undefined
const scratch = makeScratchFolder()
const cluster = citusConnection()
const postgres = cluster
  ? { connection: cluster, stop: async () => {} }
  : await startEmbeddedPostgres({
      dataDir: join(scratch, 'postgres'),
      // Tests that kill the database use one of their own; this one only has to be fast. Vacuuming is not needed
      // either, and would process hundreds of databases within a few minutes.
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: '300',
        autovacuum: 'off',
        // Each query would otherwise change the name of its process twice.
        update_process_title: 'off',
        // What the tests read is in memory: another process cannot read it any sooner.
        io_method: 'sync',
        jit: 'off',
      },
    })
// Ended from outside, by a terminal or by CI, the run takes its processes and its database with it.
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
let failed = 1
try {
  process.env[testDatabaseVariable] = JSON.stringify(postgres.connection)
  await makeTemplate()
  await makeCertificates(join(scratch, 'certificates'))
  // By now most of the gateway is compiled. Otherwise it is written when a process ends, too late for the first suites.
  flushCompileCache()
  await consoleBuilt
  if (isGatewayNeeded) await bundleGateway(root)
  failed = await runSuites(await writeEntries(join(scratch, 'suites')))
} finally {
  await postgres.stop()
  await rm(scratch, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1

/** A file for each suite that runs the suite's test files. */
async function writeEntries(folder: string): Promise<readonly string[]> {
  await mkdir(folder)
  const bySuite = [...Map.groupBy(files, suiteOf)].toSorted(([a], [b]) => b.usualSeconds - a.usualSeconds)
  const runner = pathToFileURL(join(import.meta.dirname, 'files.ts')).href
  return Promise.all(
    bySuite.map(async ([suite, members]) => {
      const entry = join(folder, `${suite.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.mjs`)
      const paths = members.map((file) => resolve(root, file))
      const text = `import { runFiles } from '${runner}'\nawait runFiles(${JSON.stringify(paths)})\n`
      await writeFile(entry, text)
      return entry
    }),
  )
}

async function runSuites(entries: readonly string[]): Promise<number> {
  // Most tests wait for processes and sockets more than they compute: with only one suite more than there are cores, a
  // quarter of two cores was idle.
  const stream = run({
    files: [...entries],
    concurrency: availableParallelism() + 2,
    timeout: 900_000,
    execArgv: [...internalsFlags, ...roomForGarbage],
    signal: stopping.signal,
  })
  const results = collectResults(stream, liveReport(root))
  stream.on('test:stdout', ({ message }) => process.stdout.write(message))
  stream.on('test:stderr', ({ message }) => process.stderr.write(message))
  // What went wrong outside of every test.
  stream.on('test:diagnostic', ({ message }) => {
    if (/^(Error|Warning): /.test(message)) console.error(message)
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  stream.once('end', end).resume()
  await ended
  for (const file of files.filter((each) => !results.secondsByFile.has(each)))
    results.failures.push({ name: 'did not run to its end', place: file, error: undefined })
  printResults(results, root)
  return results.failures.length
}
