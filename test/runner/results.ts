// The results of a run: counts, failures, and the duration of each file.
import type { Failure, FileResult } from './messages.ts'

export interface Results {
  passed: number
  readonly failures: Failure[]
  /** How many tests were skipped for which reason. */
  readonly skipped: Map<string, number>
  /** Those of them whose own statements a cluster refused. */
  readonly refused: Failure[]
  readonly secondsByFile: Map<string, number>
}

export function noResults(): Results {
  return { passed: 0, failures: [], skipped: new Map(), refused: [], secondsByFile: new Map() }
}

export function addFile(results: Results, { file, seconds, passed, skipped }: FileResult): void {
  results.secondsByFile.set(file, seconds)
  results.passed += passed
  for (const [reason, tests] of skipped) results.skipped.set(reason, (results.skipped.get(reason) ?? 0) + tests)
}
