// A response of the API as name-value pairs.
import { isJsonObject, type JsonObject, parseJson } from '../../contract/json/json.ts'
import { type Charset, encodePairs } from '../../contract/name-value/charset.ts'
import { writeNames } from '../../contract/name-value/write-names.ts'
import { Rejection } from '../../kernel/rejection.ts'

export function nameValueType(charset: Charset): string {
  return `application/x-www-form-urlencoded;charset=${charset}`
}

/** `answer`: an object, or the JSON text of one, in which amounts are exact. */
export function nameValueText(answer: JsonObject | string, charset: Charset): string {
  const object = typeof answer === 'string' ? parseJson(answer) : answer
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
