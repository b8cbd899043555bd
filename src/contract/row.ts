// The vocabulary of the contract: a row defines what one field may contain, where it is and how it may be shown.
//
// Rows are plain data. Everything else is derived from them: reading requests, writing answers, checking answers,
// masking, redaction, static types, the reference.

import { type Explanation, explanationText } from '../kernel/explanation.ts'
import type { Secret, SecretKind } from '../kernel/secret.ts'
import type { JsonValue } from './json/json.ts'

export type Lengths = readonly [min: number, max: number]

/** A JSON Schema, as the plain object that it is. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export interface DecimalBounds {
  readonly min: string
  readonly max: string
  readonly decimalsMax: number
}

export interface FieldType<T = unknown> {
  readonly name: string
  /** The limits in words, as the reference shows them. */
  readonly bounds: string
  /** The canonical value, or a Refused when the value does not follow the rule. */
  readonly read: (value: JsonValue) => T | FieldError
  /** The JSON Schema of the value in a request and in a response. */
  readonly requestSchema: JsonSchema
  readonly responseSchema: JsonSchema
  /** True when a response writes the canonical text as a JSON number. */
  readonly writtenAsNumber?: true
  /** Shortest and longest text, in code points. */
  readonly lengths?: Lengths
  /** Smallest and largest number, as decimal text. */
  readonly range?: DecimalBounds
  /** The listed values of an enumeration. */
  readonly values?: readonly string[]
  /** How a response writes a canonical value that has another form on the wire. */
  write?(value: T): string
}

/** Why a value was not accepted; a part of a sentence that follows "It". */
export class FieldError {
  readonly explained: Explanation

  constructor(reason: string | Explanation) {
    this.explained = typeof reason === 'string' ? { sentence: reason, values: {} } : reason
  }

  get reason(): string {
    return explanationText(this.explained)
  }
}

export type CanonicalObject = { [name: string]: unknown }

/** What applies to rows of every kind. */
export interface RowAttributes {
  /** REQUIRED: a request without it is refused. FIXED: required, and one value only. */
  readonly request: 'OPTIONAL' | 'REQUIRED' | 'FIXED' | 'CONDITIONAL'
  /** ALWAYS PROVIDED: every response has it whenever the group around it is there. */
  readonly response: 'CONDITIONAL' | 'ALWAYS PROVIDED'
  /** Where the value lives in the canonical shape when its name or place differs in this version: a dotted path from
   * the root, or from the item when the row stands inside a list. */
  readonly canonical?: string
  /** A value that responses contain and that some versions also accept: checked in a request, then dropped. */
  readonly withoutEffect?: true
  /** A response has the group only if something is recorded at its own place, not for values that stand elsewhere. */
  readonly whenRecorded?: true
  /** Part of the call, not of the payment: echoed, but neither stored nor compared when a request is repeated. */
  readonly transient?: true
  /** Accepted for compatibility: a row of the table in contract/compatibility, which no contract has of its own. */
  readonly isCompatibility?: true
  /**
   * The page in docs that gives the reason where the specification leaves a choice: `choices`, or a record such as
   * `adr/0021`.
   */
  readonly decided?: string
}

export interface FieldRow<T = unknown> extends RowAttributes {
  readonly kind: 'FIELD'
  readonly type: FieldType<T>
  readonly secret?: SecretKind
  readonly default?: T
  /** Answers show the default also where the specification does not promise the field. */
  readonly answersDefault?: true
  /** For values a version does not list: the nearest one it does. Without an entry the field is left out. */
  readonly nearest?: Readonly<Record<string, string>>
  /** In a response, another field of the same group is appended to this one, after a comma, as far as it fits. */
  readonly joinedWith?: string
}

export interface GroupRow<R extends Rows = Rows> extends RowAttributes {
  readonly kind: 'GROUP'
  readonly rows: R
}

export interface ListRow<I extends FieldRow | GroupRow = FieldRow | GroupRow> extends RowAttributes {
  readonly kind: 'LIST'
  readonly item: I
}

/** Members whose names the merchant chooses, such as order.custom.X. */
export interface MapRow extends RowAttributes {
  readonly kind: 'MAP'
  readonly nameLengthMax: number
  readonly entriesMax?: number
  /** Bound on all values together, in UTF-8 bytes. */
  readonly bytesMax?: number
  readonly value: FieldRow<string>
}

export type Row = FieldRow | GroupRow | ListRow | MapRow
export type Rows = { readonly [name: string]: Row }

type Required_ = { readonly request: 'REQUIRED' }
type Always = { readonly response: 'ALWAYS PROVIDED' }

const unmarked = { request: 'OPTIONAL', response: 'CONDITIONAL' } as const

export function field<T>(type: FieldType<T>): FieldRow<T> & typeof unmarked {
  return { kind: 'FIELD', type, ...unmarked }
}

export function group<const R extends Rows>(rows: R): GroupRow<R> & typeof unmarked {
  return { kind: 'GROUP', rows, ...unmarked }
}

export function list<I extends FieldRow | GroupRow>(item: I): ListRow<I> & typeof unmarked {
  return { kind: 'LIST', item, ...unmarked }
}

export function map(
  row: Pick<MapRow, 'nameLengthMax' | 'entriesMax' | 'bytesMax' | 'value'>,
): MapRow & typeof unmarked {
  return { kind: 'MAP', ...row, ...unmarked }
}

/** The request must have it (inside a group that may be absent: when the group is there). */
export function required<R extends Row>(row: R): Omit<R, 'request'> & Required_ {
  return { ...row, request: 'REQUIRED' }
}

/** Required, with one allowed value. */
export function fixed<R extends Row>(row: R): Omit<R, 'request'> & { readonly request: 'FIXED' } {
  return { ...row, request: 'FIXED' }
}

/** Required or not by a rule across fields; see contract/rules. */
export function conditional<R extends Row>(row: R): Omit<R, 'request'> & { readonly request: 'CONDITIONAL' } {
  return { ...row, request: 'CONDITIONAL' }
}

/** A request may leave it out, although others that share the row may not. */
export function optional<R extends Row>(row: R): Omit<R, 'request'> & { readonly request: 'OPTIONAL' } {
  return { ...row, request: 'OPTIONAL' }
}

/** Every response has it. */
export function always<R extends Row>(row: R): Omit<R, 'response'> & Always {
  return { ...row, response: 'ALWAYS PROVIDED' }
}

/** A response may lack it, although others that share the row always have it. */
export function sometimes<R extends Row>(row: R): Omit<R, 'response'> & { readonly response: 'CONDITIONAL' } {
  return { ...row, response: 'CONDITIONAL' }
}

/** The same value under another name or at another place than the canonical one. */
export function canonically<R extends Row>(path: string, row: R): R {
  return { ...row, canonical: path }
}

/** Read as a Secret: never logged, never shown in an explanation. */
export function secret<R extends FieldRow<string>>(kind: SecretKind, row: R): Omit<R, 'type'> & FieldRow<Secret> {
  return { ...row, secret: kind } as unknown as Omit<R, 'type'> & FieldRow<Secret>
}

/** The value an absent field has. */
export function withDefault<T, R extends FieldRow<T>>(value: T, row: R): R {
  return { ...row, default: value }
}

/** The default of answers alone: requests stay as they were sent. */
export function answeringDefault<T, R extends FieldRow<T>>(value: T, row: R): R {
  return { ...row, default: value, answersDefault: true }
}

export function transient<R extends Row>(row: R): R {
  return { ...row, transient: true }
}

/** A group that a response must not have for the sake of members whose values stand elsewhere. */
export function whenRecorded<R extends GroupRow>(row: R): R {
  return { ...row, whenRecorded: true }
}

export function withoutEffect<R extends Row>(row: R): R {
  return { ...row, withoutEffect: true }
}

export function nearest<R extends FieldRow>(values: Readonly<Record<string, string>>, row: R): R {
  return { ...row, nearest: values }
}

export function joinedWith<R extends FieldRow>(name: string, row: R): R {
  return { ...row, joinedWith: name }
}

export function decided<R extends Row>(page: string, row: R): R {
  return { ...row, decided: page }
}

/** The rows of a group without some of them: for a version that lacks a field. */
export function without<R extends Rows, K extends keyof R>(rows: R, ...names: readonly K[]): Omit<R, K> {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !names.includes(name as K))) as Omit<R, K>
}

/**
 * Some rows of a table, in the table's order: how a version lists its fields. A row added for a newer version does not
 * widen it.
 */
export function only<R extends Rows, K extends keyof R>(rows: R, ...names: readonly K[]): Pick<R, K> {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => names.includes(name as K))) as Pick<R, K>
}

/** Rows of several tables in the one order that the documents have: alphabetical. */
export function inOrder<R extends Rows>(rows: R): R {
  return Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1))) as R
}

/** The same rows holding only what is sent: no defaults, and nothing that answers always have for a default's sake. */
export function withoutDefaults<R extends Rows>(rows: R): R {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, withoutDefault(row)])) as R
}

function withoutDefault(row: Row): Row {
  switch (row.kind) {
    case 'FIELD': {
      const { default: value, ...plain } = row
      return value === undefined ? row : sometimes(plain)
    }
    case 'GROUP':
      return { ...row, rows: withoutDefaults(row.rows) }
    case 'LIST':
      return row.item.kind === 'GROUP' ? { ...row, item: { ...row.item, rows: withoutDefaults(row.item.rows) } } : row
    case 'MAP':
      return row
  }
}

/** The canonical TypeScript type of what a set of rows reads. */
export type Infer<R extends Rows> = Simplify<
  { readonly [K in keyof R as R[K] extends Required_ ? K : never]: InferRow<R[K]> } & {
    readonly [K in keyof R as R[K] extends Required_ ? never : K]?: InferRow<R[K]>
  }
>

/** The same rows seen as a response: only what is always provided is certain. */
export type InferResponse<R extends Rows> = Simplify<
  { readonly [K in keyof R as R[K] extends Always ? K : never]: InferResponseRow<R[K]> } & {
    readonly [K in keyof R as R[K] extends Always ? never : K]?: InferResponseRow<R[K]>
  }
>

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type InferRow<R extends Row> =
  R extends FieldRow<infer T>
    ? T
    : R extends GroupRow<infer G>
      ? Infer<G>
      : R extends ListRow<infer I>
        ? readonly InferRow<I>[]
        : Readonly<Record<string, string>>

type InferResponseRow<R extends Row> =
  R extends FieldRow<infer T>
    ? MaskedValue<T>
    : R extends GroupRow<infer G>
      ? InferResponse<G>
      : R extends ListRow<infer I>
        ? readonly InferResponseRow<I>[]
        : Readonly<Record<string, string>>

/** A response contains a secret only in its masked form. */
type MaskedValue<T> = T extends Secret ? string : T
