// Counts what became of each test, and how long each file took.
import type { TestsStream } from 'node:test'

export interface Results {
  readonly passed: number
  readonly failed: number
  /** How many tests were skipped for which reason. */
  readonly skipped: ReadonlyMap<string, number>
  readonly secondsByFile: ReadonlyMap<string, number>
}

export function collectResults(stream: TestsStream): Results {
  const skipped = new Map<string, number>()
  const secondsByFile = new Map<string, number>()
  const counts = { passed: 0, failed: 0 }
  stream.on('test:pass', ({ name, nesting, skip, details }) => {
    const isSuite = details.type === 'suite'
    if (isSuite && nesting === 0) secondsByFile.set(name, details.duration_ms / 1000)
    if (skip !== undefined) {
      const reason = String(skip)
      skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    } else if (!isSuite) counts.passed += 1
  })
  stream.on('test:fail', ({ name, nesting, details }) => {
    const isSuite = details.type === 'suite'
    if (isSuite && nesting === 0) secondsByFile.set(name, details.duration_ms / 1000)
    // A suite that failed because of its tests is counted by them; a hook or a file that broke counts itself.
    const { failureType } = details.error as Error & { failureType?: string }
    if (failureType !== 'subtestsFailed') counts.failed += 1
  })
  return {
    get passed() {
      return counts.passed
    },
    get failed() {
      return counts.failed
    },
    skipped,
    secondsByFile,
  }
}
