// Measuring and printing: what is compared is measured in turns, in one run, and printed with its ratio.

export type MeasurementRow = Readonly<Record<string, string | number>>

/** Calls a second of each: the best of many short rounds, taken in turns, so that a busy moment of the machine hits all. */
export function rates(works: readonly (() => unknown)[], { rounds = 15, roundMs = 120 } = {}): readonly number[] {
  for (const work of works) callsASecond(work, roundMs * 3)
  const best = works.map(() => 0)
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, work] of works.entries()) best[i] = Math.max(best[i] ?? 0, callsASecond(work, roundMs))
  }
  return best
}

function callsASecond(work: () => unknown, ms: number): number {
  const start = performance.now()
  let calls = 0
  let elapsed = 0
  do {
    for (let i = 0; i < 100; i += 1) work()
    calls += 100
    elapsed = performance.now() - start
  } while (elapsed < ms)
  return (calls / elapsed) * 1000
}

export function table(title: string, rows: readonly MeasurementRow[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))]
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)))
  const print = (line: readonly string[]) =>
    console.log(
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
  console.log(`\n${title}\n`)
  for (const line of cells) print(line)
}

function shown(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? ''
  return Math.abs(value) < 100 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US')
}
