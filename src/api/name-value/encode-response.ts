// The one path of the name-value protocol, and a response of the API as name-value pairs.
import { isJsonObject, type JsonObject, parseJson } from '../../contract/json/json.ts'
import { type Charset, encodePairs } from '../../contract/name-value/charset.ts'
import { writeNames } from '../../contract/name-value/name-values.ts'
import { Rejection } from '../../kernel/rejection.ts'

/** For logs and metrics. */
export const nameValueTemplate = '/api/nvp/version/:version'

/** Scheme and host may be in the request line, as in requests to a proxy. */
const pathPattern = /^(?:https?:\/\/[^/?]*)?\/api\/nvp\/version\/([^/?]*)\/?(?:\?|$)/i

/** The version that a path names, which need not exist; undefined when nothing is at the path. */
export function nameValueVersion(url: string): string | undefined {
  return pathPattern.exec(url)?.[1]
}

const beginning = '/api/nvp/'

/** Whatever is wrong with such a path, its client reads name-value pairs. */
export function isNameValuePath(url: string): boolean {
  return url.startsWith(beginning)
}

export function nameValueType(charset: Charset): string {
  return `application/x-www-form-urlencoded;charset=${charset}`
}

/** `answer`: an object, or the JSON text of one, in which amounts are exact. */
export function nameValueText(response: JsonObject | string, charset: Charset): string {
  const object = typeof response === 'string' ? parseJson(response) : response
  if (!isJsonObject(object)) throw new Error('an answer is not an object')
  return encodePairs(writeNames(object), charset)
}

const jsonWords = /\ba JSON (string|number|object|array)\b/
const ownWords: Readonly<Record<string, string>> = {
  string: 'a value',
  number: 'a number',
  object: 'a group of names',
  array: 'a list with indexes',
}

/** The same rejection for a client that has sent no JSON. */
export function withoutJsonWords(rejection: Rejection): Rejection {
  const { reason, explanation, field } = rejection
  if (explanation === undefined || !jsonWords.test(explanation)) return rejection
  return new Rejection(
    reason,
    explanation.replace(jsonWords, (_, kind: string) => ownWords[kind] ?? kind),
    field,
  )
}
