// From rows to code: for each group a function that knows its rows, so that a request without faults is read in one pass
// over its members. The pass changes nothing: it collects what has to be changed, which is done once everything is right. Of
// anything else (a fault, an unknown member) it says only that it is not certain, and the reader that follows the table
// (table-reader.ts) reads the untouched request, and has all the explanations.
//
// The code is made of nothing but rows: their names as JSON text, their lengths as numbers; everything else is bound as a
// value. Nothing of a request gets into it (ADR 0048).
import { Secret } from '../../kernel/secret.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import { hasMoves, type Move, makeMoves, moveOf } from '../move.ts'
import { type CanonicalObject, FieldError, type FieldRow, type MapRow, type Row, type Rows } from '../row.ts'
import { isMapRight, type RequestReader, tableReader } from './table-reader.ts'
import { unchangedTestOf } from './unchanged-values.ts'

/** What reading a request changes in it. */
class Changes {
  /** Holder, name and new value, one after the other: an object for each costs more than the check that led to it. */
  readonly values: unknown[] = []
  /** In the request, or in the item of a list that is being read. */
  moves: Move[] = []
  readonly itemMoves: { readonly item: CanonicalObject; readonly moves: readonly Move[] }[] = []

  make(root: CanonicalObject): void {
    const { values } = this
    for (let i = 0; i < values.length; i += 3) (values[i] as CanonicalObject)[values[i + 1] as string] = values[i + 2]
    for (const { item, moves } of this.itemMoves) makeMoves(moves, item)
    if (this.moves.length > 0) makeMoves(this.moves, root)
  }
}

/** True when the group is surely right. */
type GroupCheck = (group: CanonicalObject, changes: Changes) => boolean

/** How a map is checked is the same for both readers. */
type MapCheck = (row: MapRow, map: JsonObject) => boolean

/** The canonical shape, made in place; or undefined, and the request as it was. */
type CertainReader = (request: JsonObject) => CanonicalObject | undefined

/** Reads by generated code what is certainly right, and by the table everything else. */
export function compileReader(rows: Rows): RequestReader {
  const readCertain = generateReader(rows, isMapRight)
  const readByTable = tableReader(rows)
  return (request) => readCertain(request) ?? readByTable(request)
}

export function generateReader(rows: Rows, checkMap: MapCheck): CertainReader {
  const isRight = groupCheck(rows, checkMap)
  return (request) => {
    const root = request as CanonicalObject
    const changes = new Changes()
    if (!isRight(root, changes)) return undefined
    changes.make(root)
    return root
  }
}

/** Many groups occur at several places, and in several versions. */
const groupChecks = new WeakMap<Rows, GroupCheck>()

function groupCheck(rows: Rows, checkMap: MapCheck): GroupCheck {
  const known = groupChecks.get(rows)
  if (known) return known
  const made = new GroupCode(checkMap).compile(rows)
  groupChecks.set(rows, made)
  return made
}

/** NUL, and surrogates whether paired or not. */
const unusual = /[\0\ud800-\udfff]/

class GroupCode {
  readonly #isMapRight: MapCheck
  readonly #bound = new Map<unknown, string>()

  constructor(checkMap: MapCheck) {
    this.#isMapRight = checkMap
  }

  compile(rows: Rows): GroupCheck {
    const entries = Object.entries(rows)
    const isRequired = (row: Row) => row.request === 'REQUIRED' || row.request === 'FIXED'
    const hasDefault = (row: Row): row is FieldRow => row.kind === 'FIELD' && row.default !== undefined
    const cases = entries.map(([name, row], index) => {
      const seen = [isRequired(row) && 'required += 1', hasDefault(row) && `lacks${index} = false`]
      return `case ${JSON.stringify(name)}: {${lines(...seen, ...this.#memberLines(name, row), 'break')}}`
    })
    const defaulted = entries.flatMap(([name, row], index) => (hasDefault(row) ? [{ name, row, index }] : []))
    const body = lines(
      '"use strict"',
      'return function isRight(group, changes) {',
      'let required = 0',
      ...defaulted.map(({ index }) => `let lacks${index} = true`),
      `for (const name in group) { const value = group[name]; switch (name) {${lines(...cases, 'default: return false')}} }`,
      `if (required !== ${entries.filter(([, row]) => isRequired(row)).length}) return false`,
      ...defaulted.map(
        ({ name, row, index }) =>
          `if (lacks${index}) changes.values.push(group, ${JSON.stringify(name)}, ${this.#bind(row.default)})`,
      ),
      'return true }',
    )
    return new Function(...this.#bound.values(), body)(...this.#bound.keys()) as GroupCheck
  }

  /** What is done with `value`, the member of this name. */
  #memberLines(name: string, row: Row): readonly string[] {
    const place = { holder: 'group', name: JSON.stringify(name) }
    const to = moveOf(row)
    const move = to && `{ from: group, name: ${place.name}, to: ${this.#bind(to)} }`
    // Before what moves out of it; most groups keep everything, and none of them was empty.
    if (to === 'STAYS')
      return [
        'const movesBefore = changes.moves.length',
        ...this.#valueLines(row, place),
        `if (changes.moves.length > movesBefore) changes.moves.splice(movesBefore, 0, ${move})`,
      ]
    // Nothing moves within what is dropped.
    const isApart = to === 'DROPPED' && row.kind === 'GROUP'
    return [
      move !== undefined && `changes.moves.push(${move})`,
      isApart && 'const movesBefore = changes.moves.length',
      ...this.#valueLines(row, place),
      isApart && 'changes.moves.length = movesBefore',
    ].filter((line) => line !== false)
  }

  #valueLines(row: Row, place: Place): readonly string[] {
    switch (row.kind) {
      case 'FIELD':
        return this.#fieldLines(row, place)
      case 'GROUP': {
        const check = this.#bind(groupCheck(row.rows, this.#isMapRight))
        return [`if (!${this.#bind(isJsonObject)}(value) || !${check}(value, changes)) return false`]
      }
      case 'LIST':
        return [
          'if (!Array.isArray(value)) return false',
          `const items = value; for (let index = 0; index < items.length; index += 1) { const value = items[index]`,
          ...this.#itemLines(row.item),
          '}',
        ]
      case 'MAP':
        return [
          `if (!${this.#bind(isJsonObject)}(value) || !${this.#bind(this.#isMapRight)}(${this.#bind(row)}, value)) return false`,
        ]
    }
  }

  /** Places that differ inside a list are counted from the item. */
  #itemLines(item: Row): readonly string[] {
    const read = this.#valueLines(item, { holder: 'items', name: 'index' })
    if (item.kind !== 'GROUP' || !hasMoves(item.rows)) return read
    return [
      'const movesAround = changes.moves; changes.moves = []',
      ...read,
      'changes.itemMoves.push({ item: value, moves: changes.moves }); changes.moves = movesAround',
    ]
  }

  #fieldLines({ type, secret }: FieldRow, { holder, name }: Place): readonly string[] {
    const unchanged = this.#unchangedCondition(type)
    const typeName = this.#bind(type)
    const error = this.#bind(FieldError)
    if (secret !== undefined) {
      const made = `new ${this.#bind(Secret)}(${this.#bind(secret)}, read)`
      return [
        `let read = value; if (!(${unchanged})) { read = ${typeName}.read(value); if (read instanceof ${error}) return false }`,
        `changes.values.push(${holder}, ${name}, ${made})`,
      ]
    }
    return [
      `if (!(${unchanged})) { const read = ${typeName}.read(value); if (read instanceof ${error}) return false`,
      `if (read !== value) changes.values.push(${holder}, ${name}, read) }`,
    ]
  }

  /** True of values that the type certainly takes as they are. */
  #unchangedCondition(type: FieldRow['type']): string {
    const test = unchangedTestOf(type)
    if (test === undefined) return 'false'
    switch (test.kind) {
      case 'BOOLEAN':
        return 'typeof value === "boolean"'
      case 'LISTED':
        return `${this.#bind(test.values)}.has(value)`
      case 'TEXT': {
        const [min, max] = test.lengths
        const { pattern, isValid, isPlain } = test
        return [
          'typeof value === "string"',
          min > 0 && `value.length >= ${Number(min)}`,
          Number.isFinite(max) && `value.length <= ${Number(max)}`,
          !isPlain && `!${this.#bind(unusual)}.test(value)`,
          pattern && `${this.#bind(pattern)}.test(value)`,
          isValid && `${this.#bind(isValid)}(value)`,
        ]
          .filter((condition) => condition)
          .join(' && ')
      }
    }
  }

  /** The name under which the code knows a value. */
  #bind(value: unknown): string {
    const known = this.#bound.get(value)
    if (known) return known
    const name = `bound${this.#bound.size}`
    this.#bound.set(value, name)
    return name
  }
}

/** Code: where a value is stored. */
interface Place {
  readonly holder: string
  readonly name: string
}

function lines(...parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join('\n')
}
