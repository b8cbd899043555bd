// Requests and answers of one operation against its contract, as the edge reads and writes them: listed fields, unknown
// fields, rules, derivations.
import assert from 'node:assert/strict'
import { compile } from '../../src/contract/compile.ts'
import { type Field, fieldsOf } from '../../src/contract/fields.ts'
import { isJsonObject, parseJson } from '../../src/contract/json.ts'
import { contractFor, type Operation } from '../../src/contract/operation.ts'
import type { Rows } from '../../src/contract/row.ts'
import { isRejection } from '../../src/domain/rejection.ts'
import { readRequest } from '../../src/http/api/read-request.ts'

type Members = { readonly [name: string]: unknown }

/** Results are looked into by name; assert compares what is found. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads at any depth, and a wrong name shows as undefined there
type Loose = any

/** How a contract takes requests that differ from the least one it accepts. */
export function contractTrial(operation: Operation, least: Members) {
  function read(version: number, members: Members) {
    const body = parseJson(JSON.stringify({ apiOperation: operation.name, ...completed(least, members) }))
    assert.ok(isJsonObject(body))
    return readRequest(operation, version, body)
  }

  /** The canonical request. */
  function accepts(version: number, members: Members = {}): Loose {
    const result = read(version, members)
    const problem = isRejection(result) ? `${result.field}: ${result.explanation}` : ''
    assert.ok(!isRejection(result), `version ${version} refuses ${JSON.stringify(members)}: ${problem}`)
    return result.request
  }

  function refuses(version: number, members: Members, field: string, validationType = 'INVALID'): void {
    const result = read(version, members)
    assert.ok(isRejection(result), `version ${version} accepts ${JSON.stringify(members)}`)
    assert.deepEqual([result.field, result.validationType], [field, validationType], `version ${version}`)
  }

  /** The answer of a version, from the canonical one. */
  function shows(version: number, answer: Members): Loose {
    return JSON.parse(JSON.stringify(compile(contractFor(operation, version)).write(answer)))
  }

  /** A field of the version's request or answer. */
  function fieldIn(version: number, side: 'request' | 'answer', name: string): Field | undefined {
    return findField(contractFor(operation, version)[side], name)
  }

  /** The fields every answer of the version has, at least when the group around them is there. */
  function alwaysIn(version: number): readonly string[] {
    return [...fieldsOf(contractFor(operation, version).answer)]
      .filter(({ row }) => row.answer === 'ALWAYS PROVIDED')
      .map(({ name }) => name)
  }

  return { accepts, refuses, shows, fieldIn, alwaysIn }
}

function findField(rows: Rows, name: string): Field | undefined {
  return [...fieldsOf(rows)].find((field) => field.name === name)
}

/** The members in place of the least ones; groups are completed. */
function completed(least: Members, members: Members): Members {
  const result: Record<string, unknown> = { ...least }
  for (const [name, value] of Object.entries(members)) {
    const present = result[name]
    result[name] = isMembers(present) && isMembers(value) ? { ...present, ...value } : value
  }
  return result
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
