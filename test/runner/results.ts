// The results of the tests: counts, failures with their full names, and the duration of each file.
import type { EventData, TestsStream } from 'node:test'
import { isSentByTest } from './statement-senders.ts'

export interface Failure {
  /** The texts of all suites around the test and its own: one sentence. */
  readonly name: string
  /** File and line. */
  readonly place: string
  readonly error: unknown
}

export interface Results {
  passed: number
  readonly failures: Failure[]
  /** How many tests were skipped for which reason. */
  readonly skipped: Map<string, number>
  /** Those of them whose own statements a cluster refused. */
  readonly refused: Failure[]
  readonly secondsByFile: Map<string, number>
}

export interface ResultsListener {
  onFile(file: string, seconds: number): void
  onFailure(failure: Failure): void
}

interface Named {
  readonly name: string
  readonly parent: string
}

// Node's types are behind: events carry ids, and the file that the process was started with.
type Identified = { readonly testId: number; readonly parentId: number; readonly entryFile?: string }
type Completed = EventData.TestComplete & Identified

export function collectResults(stream: TestsStream, { onFile, onFailure }: ResultsListener): Results {
  const results: Results = { passed: 0, failures: [], skipped: new Map(), refused: [], secondsByFile: new Map() }
  const named = new Map<string, Named>()
  const brokenEntries = new Set<string>()

  const fail = (failure: Failure) => {
    results.failures.push(failure)
    onFailure(failure)
  }

  const skipped = (reason: string) => void results.skipped.set(reason, (results.skipped.get(reason) ?? 0) + 1)

  stream.on('test:enqueue', (event) => {
    const { testId, parentId, entryFile, name } = event as EventData.TestEnqueue & Identified
    if (entryFile) named.set(keyOf(entryFile, testId), { name, parent: keyOf(entryFile, parentId) })
  })

  // Unlike test:pass and test:fail these come at once, and not when all files before have ended.
  stream.on('test:complete', (event) => {
    const { name, nesting, parentId, entryFile, details, skip, file, line } = event as Completed
    const error = details.error as (Error & { readonly failureType?: string }) | undefined
    if (!entryFile) {
      // The process of a suite. A hook of the process may have failed though no test has.
      if (error && !brokenEntries.has(name)) fail({ name: 'the process of a suite ended badly', place: name, error })
      return
    }
    const isSuite = details.type === 'suite'
    if (isSuite && nesting === 0) {
      results.secondsByFile.set(name, details.duration_ms / 1000)
      onFile(name, details.duration_ms / 1000)
    }
    if (error) {
      brokenEntries.add(entryFile)
      // A suite that failed because of its tests is counted by them; a hook or a file that broke counts itself.
      if (error.failureType === 'subtestsFailed') return
      const around = namesAround(named, keyOf(entryFile, parentId))
      const failure = { name: [...around, name].join(' '), place: `${file}:${line}`, error: error.cause ?? error }
      if (!isOwnStatementRefused(error.cause)) return fail(failure)
      results.refused.push(failure)
      skipped(refusedReason)
    } else if (skip !== undefined) {
      skipped(String(skip))
    } else if (!isSuite) results.passed += 1
  })
  return results
}

const refusedReason = 'on a cluster: prepares its case with statements that a distributed database refuses'

/** On a cluster: a test changes rows behind the gateway's back in ways that only one server takes. A statement of the gateway is a failure. */
function isOwnStatementRefused(error: unknown): boolean {
  if (!process.env['TEST_CITUS'] || !(error instanceof Error)) return false
  const { code, message } = error as Error & { readonly code?: string }
  return (code === '0A000' || /not supported on distributed tables/.test(message)) && isSentByTest(error)
}

function keyOf(entryFile: string, testId: number): string {
  return `${testId} ${entryFile}`
}

/** The suites around a test, without the outermost, which is the file. */
function namesAround(named: ReadonlyMap<string, Named>, key: string): readonly string[] {
  const names: string[] = []
  for (let each = named.get(key); each; each = named.get(each.parent)) names.unshift(each.name)
  return names.slice(1)
}
