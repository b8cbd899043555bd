// Canonical values in the form of a request body, for the contract to read again.
import type { JsonObject } from '../contract/json/json.ts'
import { Secret } from '../domain/secret.ts'
import { isGroup } from '../domain/values.ts'

export function asJson(values: object): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined) return []
      if (value instanceof Secret) return [[name, value.open()]]
      return [[name, isGroup(value) ? asJson(value) : value]]
    }),
  ) as JsonObject
}
