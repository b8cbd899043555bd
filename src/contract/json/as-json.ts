// Canonical values in the form of a request body, for the contract to read again.

import { Secret } from '../../kernel/secret.ts'
import { isGroup } from '../../kernel/values.ts'
import type { JsonObject } from './json.ts'

export function asJson(values: object): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined) return []
      if (value instanceof Secret) return [[name, value.open()]]
      return [[name, isGroup(value) ? asJson(value) : value]]
    }),
  ) as JsonObject
}
