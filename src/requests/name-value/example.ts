// The example of an operation as name-value pairs, without credentials: the same request as in JSON.
import { isJsonObject, parseJson } from '../../contract/json/json.ts'
import { type NameValue, writeNames } from '../../contract/name-value/name-values.ts'
import type { Operation } from '../../contract/operation.ts'
import { exampleFor } from '../../contract/reference/examples.ts'
import { nameValueOperation } from './operation-names.ts'

export function nameValueExample(operation: Operation, version: number): readonly NameValue[] {
  const { merchantId, ids, body = {} } = exampleFor(operation.name, version)
  const json = parseJson(JSON.stringify(body))
  const names = new Map<string, string>([
    ['apiOperation', nameValueOperation(operation)],
    ['merchant', merchantId],
    ...Object.entries(operation.route.ids).map(([id, { field }]) => [field, ids[id] ?? ''] as const),
    ...(isJsonObject(json) ? writeNames(json) : []),
  ])
  return [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
