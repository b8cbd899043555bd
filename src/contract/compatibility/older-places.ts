// Values that older clients send at another place than the contract has them: moved before the request is read, so that
// presence and bounds are those of the contract's own row. Empty texts that stand for no value are left out here, too.

import { isDeepStrictEqual } from 'node:util'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../json/json.ts'
import type { ExtensibleContract, OlderPlace } from './compatibility-row.ts'

interface MovedBody {
  readonly body: JsonObject
  /** The name under which a field was sent, for errors. */
  readonly sentName: (field: string) => string
}

/** What a request has at older places, at the contract's own. Where both have a value and they differ, the older one stays,
 * and is refused as unknown: the gateway does not choose between two amounts. */
export function withoutOlderPlaces(
  { olderPlaces = [], emptyTexts = [] }: Pick<ExtensibleContract, 'olderPlaces' | 'emptyTexts'>,
  body: JsonObject,
): MovedBody {
  const moved: OlderPlace[] = []
  let result = body
  for (const { path } of emptyTexts) {
    const names = path.split('.')
    if (valueAt(result, names) === '') result = without(result, names)
  }
  for (const place of olderPlaces) {
    const [from, to] = [place.path.split('.'), place.movesTo.split('.')]
    const value = asNumber(valueAt(result, from), place)
    if (value === undefined || value === null || !mayHold(result, to, value)) continue
    result = withValue(without(result, from), to, value)
    moved.push(place)
  }
  const sentName = (field: string) => moved.find(({ movesTo }) => movesTo === field)?.path ?? field
  return { body: result, sentName }
}

function asNumber(value: JsonValue | undefined, { takesDigits }: OlderPlace): JsonValue | undefined {
  return takesDigits && typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? new JsonNumber(value) : value
}

function valueAt(value: JsonValue | undefined, [name, ...rest]: readonly string[]): JsonValue | undefined {
  if (name === undefined) return value
  return isGroup(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined
}

/** Nothing is there, or the same; and the groups around it are groups. */
function mayHold(body: JsonObject, path: readonly string[], value: JsonValue): boolean {
  const present = valueAt(body, path)
  if (present !== undefined && present !== null) return isDeepStrictEqual(present, value)
  return path.slice(0, -1).every((_, index) => {
    const group = valueAt(body, path.slice(0, index + 1))
    return group === undefined || group === null || isGroup(group)
  })
}

function without(body: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const { [name]: present, ...others } = body
  if (rest.length === 0 || !isGroup(present)) return others
  const remaining = without(present, rest)
  return Object.keys(remaining).length > 0 ? { ...others, [name]: remaining } : others
}

function withValue(body: JsonObject, [name = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (rest.length === 0) return { ...body, [name]: value }
  const present = Object.hasOwn(body, name) ? body[name] : undefined
  return { ...body, [name]: withValue(isGroup(present) ? present : {}, rest, value) }
}

function isGroup(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value)
}
