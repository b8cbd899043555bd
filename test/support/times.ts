// Where the time of a test run went.

/** The parts of CONTRIBUTING's time budget; a file belongs to the first that fits. */
const parts: readonly (readonly [name: string, files: RegExp])[] = [
  ['the embedded PostgreSQL', /^src.adapters.postgres.embedded/],
  ['beside the code', /^src/],
  ['the contract', /^test.contract/],
  ['processes: start, kill, stop, production', /end-to-end.(start|killed|two-processes|production)/],
  ["the operator's command", /end-to-end.cli/],
  ['the reference in Chromium', /end-to-end.docs/],
  ['the console in Chromium', /end-to-end.console-page/],
  ["the payers' pages in Chromium", /end-to-end.(checkout|hosted-fields|example-shop|.*-browser)/],
  ['through the whole gateway', /end-to-end/],
  ['the code itself', /./],
]

export interface Timed {
  readonly file: string
  readonly ms: number
}

export function printTimes(times: readonly Timed[]): void {
  const print = (ms: number, name: string) => console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  const byPart = Map.groupBy(times, ({ file }) => parts.find(([, files]) => files.test(file))?.[0] ?? '')
  for (const [name] of parts) {
    const ms = (byPart.get(name) ?? []).reduce((sum, timed) => sum + timed.ms, 0)
    if (ms > 0) print(ms, name)
  }
  console.log('the slowest files:')
  for (const { file, ms } of times.toSorted((a, b) => b.ms - a.ms).slice(0, 5)) print(ms, file)
}
