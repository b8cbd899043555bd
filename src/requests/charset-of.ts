// The character set that a name-value request names: in its content type, or else in its query as older clients do.
import { type Charset, charsetNamed } from '../contract/name-value/charset.ts'

const inContentType = /;\s*charset\s*=\s*"?([^\s";]*)/i
const inQuery = /[?&]charset=([^&]*)/

/** UTF-8 when it names none; undefined when it names one that is not supported. */
export function charsetOf(contentType: string | undefined, url: string): Charset | undefined {
  const [, label = 'UTF-8'] = inContentType.exec(contentType ?? '') ?? inQuery.exec(url) ?? []
  return charsetNamed(label)
}
