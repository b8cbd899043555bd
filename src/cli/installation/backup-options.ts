// What export and import share: how the file is named, and what is told while they work.
import { statSync } from 'node:fs'
import { Refused } from '../../contract/row.ts'
import type { Surroundings } from '../command.ts'
import { progressTeller } from '../progress.ts'
import type { ValueRow } from '../rows.ts'

export function fileArgument(description: string): ValueRow<string> {
  return {
    kind: 'value',
    placeholder: '<file>',
    description,
    parse: (given) => (given === '' ? new Refused('must not be empty') : given),
  }
}

/** A bar over all rows; where nobody knows how many there are, that something goes on. */
export function followTables(what: string, { isJson, terminal }: Surroundings) {
  const teller = progressTeller(isJson, terminal.stderr)
  return {
    onProgress: ({ rows, rowsExpected }: { readonly rows: number; readonly rowsExpected: number }) =>
      teller.tell({ what, done: rows, total: rowsExpected }),
    end: () => teller.end(),
  }
}

export function sizeOf(path: string): number {
  return statSync(path).size
}
