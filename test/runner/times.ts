// Prints where the time of a test run went.
import { suiteOf, suites } from './suites.ts'

const slowestShown = 10

export function printTimes(secondsByFile: ReadonlyMap<string, number>): void {
  const print = (seconds: number, name: string) => console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
  const bySuite = Map.groupBy(secondsByFile, ([file]) => suiteOf(file))
  for (const suite of suites) {
    const files = bySuite.get(suite)
    if (!files) continue
    const seconds = files.reduce((sum, [, each]) => sum + each, 0)
    print(seconds, `${suite.name} (${files.length} files, budget ${suite.budgetSeconds} s)`)
  }
  console.log('Slowest files:')
  for (const [file, seconds] of [...secondsByFile].toSorted(([, a], [, b]) => b - a).slice(0, slowestShown))
    print(seconds, file)
}
