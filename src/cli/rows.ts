// The building blocks of a command's table: what an argument or an option may be.
import { FieldError, type FieldRow } from '../contract/row.ts'
import { holdsCardNumber } from '../kernel/account-numbers-in-text.ts'

/** A flag that is present or not, such as --json. */
export interface Flag {
  readonly kind: 'FLAG'
  readonly description: string
}

/** An argument, or the value after an option. */
export interface ValueRow<Value = unknown> {
  readonly kind: 'VALUE'
  /** The placeholder for the value in help. */
  readonly placeholder: string
  readonly description: string
  readonly isRequired?: true
  /** Of an argument: it is optional. Only the last one can be. */
  readonly isOptional?: true
  /** The only possible values, where they are known; for shell completion. */
  readonly words?: readonly string[] | undefined
  /** A Refused completes the sentence "it ...". */
  readonly parse: (text: string) => Value | FieldError
}

export type Arguments = Readonly<Record<string, ValueRow>>

/** By the names the code uses; on the command line tokenGeneration is --token-generation. */
export type Options = Readonly<Record<string, ValueRow | Flag>>

type ValueOf<Row> = Row extends ValueRow<infer Value> ? Value : true
type OptionalNames<A> = { [Name in keyof A]: A[Name] extends { readonly isOptional: true } ? Name : never }[keyof A]
type RequiredNames<O> = { [Name in keyof O]: O[Name] extends { readonly isRequired: true } ? Name : never }[keyof O]

export type OptionValues<O extends Options> = {
  readonly [Name in RequiredNames<O>]: ValueOf<O[Name]>
} & {
  readonly [Name in Exclude<keyof O, RequiredNames<O>>]?: ValueOf<O[Name]>
}

/** What a command is called with, arguments and options side by side. */
export type CommandInput<A extends Arguments, O extends Options> = {
  readonly [Name in Exclude<keyof A, OptionalNames<A>>]: ValueOf<A[Name]>
} & {
  readonly [Name in OptionalNames<A>]?: ValueOf<A[Name]>
} & OptionValues<O>

export function flag(description: string): Flag {
  return { kind: 'FLAG', description }
}

/** A value that follows a row of the contract. */
export function textValue(
  row: Pick<FieldRow<string>, 'type'>,
  placeholder: string,
  description: string,
): ValueRow<string> {
  return { kind: 'VALUE', placeholder, description, parse: (text) => row.type.read(text) }
}

/** A text that people choose, such as a name. It is stored and shown as it is, so one that holds a card number is refused. */
export function freeTextValue(
  row: Pick<FieldRow<string>, 'type'>,
  placeholder: string,
  description: string,
): ValueRow<string> {
  return withoutCardNumbers(textValue(row, placeholder, description))
}

export function withoutCardNumbers(row: ValueRow<string>): ValueRow<string> {
  return { ...row, parse: (text) => (holdsCardNumber(text) ? accountNumberFault : row.parse(text)) }
}

export const accountNumberFault = new FieldError('contains digits that could be an account number')

export function choiceValue<const Word extends string>(
  words: readonly Word[],
  placeholder: string,
  description: string,
): ValueRow<Word> {
  const described = `${description} One of ${words.join(', ')}.`
  return { kind: 'VALUE', placeholder, description: described, words, parse: parseOneOf(words) }
}

/** Several values between commas; each is checked by itself, and duplicates are dropped. */
export function listValue<Value extends string>(
  parseOne: (text: string) => Value | FieldError,
  placeholder: string,
  description: string,
): ValueRow<readonly Value[]> {
  return {
    kind: 'VALUE',
    placeholder,
    description,
    parse(text) {
      const values = new Set<Value>()
      for (const part of text.split(',')) {
        const value = parseOne(part.trim())
        if (value instanceof FieldError) return value
        values.add(value)
      }
      return [...values]
    },
  }
}

export function requiredOption<Row extends ValueRow>(row: Row): Row & { readonly isRequired: true } {
  return { ...row, isRequired: true }
}

export function optionalArgument<Row extends ValueRow>(row: Row): Row & { readonly isOptional: true } {
  return { ...row, isOptional: true }
}

export function parseOneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word | FieldError {
  return (text) => words.find((word) => word === text) ?? new FieldError(`must be one of ${words.join(', ')}`)
}
