// One PostgreSQL for all tests with a template database to clone, and a few processes for the suites.

import { globSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { buildConsole } from '../../src/console/build/build.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/index.ts'
import { browserSource } from '../support/browser/find-browser.ts'
import { citusConnection } from '../support/gateway/citus.ts'
import { makeCertificates, makeTemplate, testDatabaseVariable } from '../support/gateway/database.ts'
import { interruptSignal } from '../support/gateway/interruption.ts'
import { endProcessesIn } from '../support/gateway/processes.ts'
import { bundleGateway } from './bundle-gateway.ts'
import type { Failure } from './messages.ts'
import { runInProcesses } from './processes.ts'
import { printFailure, printFile, printResults } from './report.ts'
import { addFile, noResults } from './results.ts'
import { scheduleAsBatch } from './schedule-as-batch.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { suiteOf } from './suites.ts'

scheduleAsBatch()

const root = resolve(import.meta.dirname, '..', '..')
const wanted = process.argv.slice(2)
const files = globSync(['{src,test,scripts}/**/*.test.ts', 'web/console/src/**/*.test.ts'], { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .toSorted()

const source = browserSource()
if (source.kind === 'MISSING' && process.env['TEST_BROWSER_REQUIRED']) throw new Error(source.reason)

// Once for all: test files and the gateways that they start would otherwise each build it. Where it cannot be built, the
// console's own tests say why, and all others run.
const isGatewayNeeded = files.some((file) => file.includes('end-to-end'))
const consoleBuilt = isGatewayNeeded ? buildConsole().catch(() => {}) : undefined
const interrupted = interruptSignal()
const scratch = await makeScratchFolder()
let postgres: { stop(): Promise<void> } | undefined
let failed = 1
try {
  const cluster = citusConnection()
  const server = cluster ? undefined : await startServer()
  postgres = server
  process.env[testDatabaseVariable] = JSON.stringify(cluster ?? server?.connection)
  await makeTemplate()
  await makeCertificates(join(scratch, 'certificates'))
  // By now most of the gateway is compiled. Otherwise it is written when a process ends, too late for the first suites.
  flushCompileCache()
  await consoleBuilt
  if (isGatewayNeeded) await bundleGateway(root)
  interrupted.throwIfAborted()
  failed = await runSuites()
} catch (error) {
  if (!interrupted.aborted) throw error
  console.error('the run was interrupted')
} finally {
  await postgres?.stop()
  // What tests had started in groups of their own, and would have ended themselves.
  if (interrupted.aborted) await endProcessesIn(scratch)
  // Hundreds of databases: one call for each of their files would take ten seconds.
  rmSync(scratch, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1

function startServer() {
  return startEmbeddedPostgres({
    dataDir: join(scratch, 'postgres'),
    signal: interrupted,
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
}

async function runSuites(): Promise<number> {
  const bySuite = [...Map.groupBy(files, suiteOf)].toSorted(([a], [b]) => b.usualSeconds - a.usualSeconds)
  const results = noResults()
  const fail = (failure: Failure) => {
    results.failures.push(failure)
    printFailure(failure, root)
  }
  await runInProcesses(
    bySuite.map(([{ name }, members]) => ({ name, files: members.map((file) => resolve(root, file)) })),
    {
      // Most tests wait for processes and sockets more than they compute: with only one process more than there are cores, a
      // quarter of two cores was idle.
      count: availableParallelism() + 2,
      signal: interrupted,
      onBroken: (place, text) => fail({ name: 'the process of a suite ended badly', place, text }),
      onMessage(message) {
        if (message.kind === 'FAILURE') fail(message.failure)
        else if (message.kind === 'REFUSED') results.refused.push(message.failure)
        else if (message.kind === 'FILE') {
          addFile(results, message.result)
          printFile(message.result)
        }
      },
    },
  )
  for (const file of files.filter((each) => !results.secondsByFile.has(each)))
    results.failures.push({ name: 'did not run to its end', place: file, text: '' })
  printResults(results, root)
  return results.failures.length
}
