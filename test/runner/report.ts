// Prints a test run: each file when it is done, each failure at once and again at the end, times, and the closing line.
import { isAbsolute, relative } from 'node:path'
import type { Failure, FileResult } from './messages.ts'
import type { Results } from './results.ts'
import { suiteOf, suites } from './suites.ts'

const slowestShown = 10

export function printFile({ file, seconds }: FileResult): void {
  printSeconds(seconds, file)
}

export function printFailure(failure: Failure, root: string): void {
  console.log(`\nFAILED ${title(failure, root)}\n${failure.text}\n`)
}

export function printResults({ passed, failures, skipped, refused, secondsByFile }: Results, root: string): void {
  printTimes(secondsByFile)
  if (failures.length > 0) console.log('\nFailed:')
  for (const failure of failures) console.log(`  ${title(failure, root)}`)
  if (refused.length > 0) console.log('\nSkipped, since a cluster refuses a statement of the test:')
  for (const failure of refused) console.log(`  ${title(failure, root)}: ${failure.text}`)
  for (const [reason, tests] of skipped) console.log(`${tests} skipped: ${reason}`)
  const skippedTests = skipped.values().reduce((sum, tests) => sum + tests, 0)
  console.log(`${passed} passed, ${failures.length} failed, ${skippedTests} skipped`)
}

function title({ name, place }: Failure, root: string): string {
  return `${isAbsolute(place) ? relative(root, place) : place}: ${name}`
}

function printTimes(secondsByFile: ReadonlyMap<string, number>): void {
  console.log('\nBy suite:')
  const bySuite = Map.groupBy(secondsByFile, ([file]) => suiteOf(file))
  for (const suite of suites) {
    const files = bySuite.get(suite)
    if (!files) continue
    const seconds = files.reduce((sum, [, each]) => sum + each, 0)
    printSeconds(seconds, `${suite.name} (${files.length} files, ${suite.usualSeconds} s when last measured)`)
  }
  console.log('Slowest files:')
  for (const [file, seconds] of [...secondsByFile].toSorted(([, a], [, b]) => b - a).slice(0, slowestShown))
    printSeconds(seconds, file)
}

function printSeconds(seconds: number, name: string): void {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
}
