// JSON in requests: numbers keep their source text, and empty members count as absent.

export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type JsonValue = string | boolean | null | JsonNumber | JsonObject | readonly JsonValue[]
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Null and an empty object. An object of such members has already become an empty one. */
export function isAbsent(value: JsonValue): boolean {
  if (typeof value !== 'object') return false
  if (value === null) return true
  if (!isJsonObject(value)) return false
  for (const _ in value) return false
  return true
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}
