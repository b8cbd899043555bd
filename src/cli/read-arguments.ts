// Parses the words after a command's name by the command's table, and reports errors in one line.
import { parseArgs } from 'node:util'
import { FieldError } from '../contract/row.ts'
import { scrubAccountNumbers } from '../kernel/account-numbers-in-text.ts'
import { nearestWord } from '../kernel/nearest-word.ts'
import { type UsageError, usageError } from './result.ts'
import { type Arguments, type CommandInput, flag, type Options, type ValueRow } from './rows.ts'

/** Options that every command has. */
const commonOptions = {
  json: flag('Prints a single JSON document, including for errors.'),
  help: flag('Prints this help.'),
} as const satisfies Options

interface Table<A extends Arguments = Arguments, O extends Options = Options> {
  readonly arguments: A
  readonly options: O
}

interface OptionWord {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly isInline: boolean
}

export function readArguments<A extends Arguments, O extends Options>(
  table: Table<A, O>,
  words: readonly string[],
): UsageError | { readonly kind: 'READ'; readonly input: CommandInput<A, O> } {
  const { optionWords, argumentWords } = sortWords(table.options, words)
  // A wrong option may have swallowed an argument, therefore options are checked first.
  const options = readOptions(table.options, optionWords)
  if (options.kind === 'MISUSED') return options
  const args = readValues(table.arguments, argumentWords)
  if (args.kind === 'MISUSED') return args
  // Both were checked by the table that the type is derived from.
  return { kind: 'READ', input: { ...args.values, ...options.values } as CommandInput<A, O> }
}

/** tokenGeneration is --token-generation on the command line. */
export function optionName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export function allOptions(options: Options): readonly (readonly [key: string, row: Options[string]])[] {
  return Object.entries<Options[string]>({ ...options, ...commonOptions })
}

/** Not strict: its own messages are long, and cannot suggest what was meant. */
function sortWords(options: Options, words: readonly string[]) {
  const known = allOptions(options).map(
    ([key, { kind }]) => [optionName(key).slice(2), { type: kind === 'FLAG' ? 'boolean' : 'string' }] as const,
  )
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(known),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  return {
    optionWords: tokens.flatMap((token): OptionWord[] =>
      token.kind === 'option' ? [{ ...token, isInline: token.inlineValue ?? false }] : [],
    ),
    argumentWords: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
  }
}

type Values = { readonly kind: 'VALUES'; readonly values: Readonly<Record<string, unknown>> }

function readOptions(options: Options, words: readonly OptionWord[]): UsageError | Values {
  const rows = allOptions(options)
  const values = new Map<string, unknown>()
  for (const word of words) {
    const [key, row] = rows.find(([name]) => optionName(name) === word.rawName) ?? []
    if (key === undefined || row === undefined) return unknownOption(word.rawName, rows)
    if (values.has(key)) return usageError(`${word.rawName} is given twice.`)
    const value = row.kind === 'FLAG' ? readFlag(word) : readOptionValue(word, row)
    if (isMisuse(value)) return value
    values.set(key, value)
  }
  const missing = Object.entries(options).find(([key, row]) => 'isRequired' in row && !values.has(key))
  if (missing) return usageError(`${optionName(missing[0])} is missing.`)
  // The common ones are handled before any command runs.
  return { kind: 'VALUES', values: Object.fromEntries([...values].filter(([key]) => key in options)) }
}

function readFlag({ rawName, isInline }: OptionWord): true | UsageError {
  return isInline ? usageError(`${rawName} takes no value.`) : true
}

function readOptionValue({ rawName, value, isInline }: OptionWord, row: ValueRow): unknown {
  if (value === undefined) return usageError(`${rawName} requires a value: ${row.placeholder}.`)
  // Not repeated: the terminal keeps what is printed.
  if (value.includes('PRIVATE KEY')) return usageError(`${rawName} must not be a private key.`)
  // Most likely the next option, and the value was forgotten.
  if (!isInline && value.startsWith('-')) {
    // A value of many lines, such as a certificate, is not repeated in full.
    const inline = value.length > 60 || /\s/.test(value) ? '"..."' : value
    return usageError(`${rawName} requires a value; if the value is ${shown(value)}, write ${rawName}=${inline}.`)
  }
  return readValue(row, { label: rawName, value })
}

function readValues(rows: Arguments, words: readonly string[]): UsageError | Values {
  const values: Record<string, unknown> = {}
  for (const [index, [key, row]] of Object.entries(rows).entries()) {
    const word = words[index]
    if (word === undefined && row.isOptional) continue
    if (word === undefined) return usageError(`${row.placeholder} is missing.`)
    const value = readValue(row, { label: row.placeholder, value: word })
    if (isMisuse(value)) return value
    values[key] = value
  }
  const left = words[Object.keys(rows).length]
  return left === undefined ? { kind: 'VALUES', values } : usageError(`Unexpected argument ${shown(left)}.`)
}

function readValue(row: ValueRow, { label, value }: { label: string; value: string }): unknown {
  const read = row.parse(value)
  return read instanceof FieldError ? usageError(`${label} cannot be ${shown(value)}: it ${read.reason}.`) : read
}

function unknownOption(text: string, known: ReturnType<typeof allOptions>): UsageError {
  const names = known.map(([key]) => optionName(key))
  const near = nearestWord(text, names)
  return usageError(`${shown(text)} is not an option here${near === undefined ? '' : `; did you mean ${near}?`}`)
}

function isMisuse(value: unknown): value is UsageError {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'MISUSED'
}

/**
 * Quotes user input on one line and at a limited length. An account number that was typed by mistake is not repeated:
 * output often ends in a file.
 */
function shown(text: string): string {
  const line = JSON.stringify(scrubAccountNumbers(text)).replaceAll(/[\p{Cc}\u2028\u2029]/gu, '?')
  return line.length > 100 ? `${line.slice(0, 100)}..."` : line
}
