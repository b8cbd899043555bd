// The body of an answer as the rest of an adapter sees it: JSON of bounded size and work, without the secrets of its request.
import { isJsonObject, type JsonObject, parseJson } from '../../contract/json/json.ts'
import type { Redactor } from './redactor.ts'

export type ReceivedBody =
  | { readonly kind: 'JSON'; readonly value: JsonObject }
  /** Anything else may hold anything: only its length is known. */
  | { readonly kind: 'OTHER'; readonly length: number }

/** How large a response may be, and how many values it may have. */
export interface BodyLimits {
  readonly bytesMax: number
  readonly valuesMax: number
}

/** Of one transaction: a few kilobytes and a hundred values, and eight for each line item. */
export const responseLimits: BodyLimits = { bytesMax: 262_144, valuesMax: 4_000 }
/** Of an order with all its transactions: about eighty. */
export const orderLimits: BodyLimits = { bytesMax: 262_144, valuesMax: 12_000 }

export function readReceivedBody(
  bytes: Buffer,
  redactor: Pick<Redactor, 'all'>,
  { valuesMax }: Pick<BodyLimits, 'valuesMax'> = responseLimits,
): ReceivedBody {
  const text = bytes.toString('utf8')
  const other: ReceivedBody = { kind: 'OTHER', length: text.length }
  // A shorter text cannot have more.
  if (text.length > valuesMax && countValues(text) > valuesMax) return other
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? { kind: 'JSON', value: redactor.all(value) } : other
  } catch {
    return other
  }
}

/** By what stands before them; what is in a string counts, too, which only makes it more. */
function countValues(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Comma, opening bracket and brace.
    if (code === 0x2c || code === 0x5b || code === 0x7b) count += 1
  }
  return count
}
