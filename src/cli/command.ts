// The definition of a command: one table, from which its parsing, its help and the messages about wrong usage are
// built.
import { readArguments } from './read-arguments.ts'
import type { CommandResult, UsageError } from './result.ts'
import type { Arguments, CommandInput, Options } from './rows.ts'
import type { Terminal } from './terminal.ts'

export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** With --json the output is one JSON document, and nothing else is on the standard output. */
  readonly isJson: boolean
  readonly terminal: Terminal
}

export interface CommandTable<A extends Arguments = Arguments, O extends Options = Options> {
  /** The words that call it, such as "merchant create". */
  readonly name: string
  /** A sentence without its subject, for the list of commands. */
  readonly purpose: string
  readonly arguments: A
  readonly options: O
  /** What follows the name in an example that works. */
  readonly example: string
  /** More for the end of the help text. */
  readonly notes?: () => string
}

export interface Command extends CommandTable {
  /** Parses the words after the name; the result runs the command with them. */
  readonly read: (words: readonly string[]) => UsageError | ((context: CommandContext) => Promise<CommandResult>)
}

export function command<const A extends Arguments, const O extends Options>({
  run,
  ...table
}: CommandTable<A, O> & {
  readonly run: (input: CommandInput<A, O>, context: CommandContext) => Promise<CommandResult>
}): Command {
  return {
    ...table,
    read(words) {
      const read = readArguments<A, O>(table, words)
      return read.kind === 'MISUSED' ? read : (context) => run(read.input, context)
    },
  }
}
