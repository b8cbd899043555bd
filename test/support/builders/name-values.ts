// Requests as name-value pairs, made from the JSON text of the same request.
import { JsonNumber, type JsonValue, parseJson } from '../../../src/contract/json/json.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { nameValueOperation } from '../../../src/requests/name-value.ts'

export type Pairs = readonly (readonly [name: string, value: string])[]

/** Every value of the JSON with its full name; numbers as they are written there. */
export function pairsOfJson(text: string): Pairs {
  return [...pairsOf(parseJson(text), '')]
}

function* pairsOf(value: JsonValue, name: string): Iterable<readonly [string, string]> {
  if (value instanceof JsonNumber) yield [name, value.text]
  else if (typeof value !== 'object' || value === null) yield [name, String(value)]
  else if (Array.isArray(value))
    for (const [index, item] of (value as readonly JsonValue[]).entries()) yield* pairsOf(item, `${name}[${index}]`)
  else
    for (const [member, inside] of Object.entries(value))
      yield* pairsOf(inside, name === '' ? member : `${name}.${member}`)
}

/** What JSON has in the path, beside what it has in the body. */
export function callPairs(
  operation: Operation,
  { merchantId, ids }: { readonly merchantId: string; readonly ids: Readonly<Record<string, string>> },
  apiOperation = nameValueOperation(operation),
): Pairs {
  const identifiers = Object.entries(operation.route.ids).map(([id, { field }]) => [field, ids[id] ?? ''] as const)
  return [['apiOperation', apiOperation], ['merchant', merchantId], ...identifiers]
}

/** Of a name that is in several of them the first counts: a body may name the operation, too. */
export function formOf(...pairs: readonly Pairs[]): string {
  const values = new Map<string, string>()
  for (const [name, value] of pairs.flat()) if (!values.has(name)) values.set(name, value)
  return new URLSearchParams([...values]).toString()
}
