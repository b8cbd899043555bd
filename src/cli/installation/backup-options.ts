// What export and import share: how the file is named, and the progress display.
import { statSync } from 'node:fs'
import { FieldError } from '../../contract/row.ts'
import type { CommandContext } from '../command.ts'
import { openProgressReporter } from '../progress.ts'
import type { ValueRow } from '../rows.ts'

export function fileArgument(description: string): ValueRow<string> {
  return {
    kind: 'VALUE',
    placeholder: '<file>',
    description,
    parse: (text) => (text === '' ? new FieldError('must not be empty') : text),
  }
}

/** A bar over all rows; while the total is unknown, a sign of activity. */
export function reportTableProgress(what: string, { isJson, terminal }: CommandContext) {
  const reporter = openProgressReporter(isJson, terminal.stderr)
  return {
    onProgress: ({ rows, rowsExpected }: { readonly rows: number; readonly rowsExpected: number }) =>
      reporter.report({ what, done: rows, total: rowsExpected }),
    end: () => reporter.end(),
  }
}

export function sizeOf(path: string): number {
  return statSync(path).size
}
