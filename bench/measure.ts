// Measuring and printing: what is compared is measured in turns, in one run, and printed with its ratio.

export type Row = Readonly<Record<string, string | number>>

/** Calls a second: the best of several short rounds, after warming up. */
export function rate(work: () => unknown, { rounds = 5, roundMs = 300 } = {}): number {
  const round = (ms: number) => {
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
  round(roundMs)
  return Math.max(...Array.from({ length: rounds }, () => round(roundMs)))
}

export function table(title: string, rows: readonly Row[]): void {
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
