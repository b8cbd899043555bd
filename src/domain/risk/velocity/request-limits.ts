// How many requests a merchant may send, as text in its profile: 20:SECOND, 600:MINUTE.
import type { CountBook, CountSubject } from './count-book.ts'
import { partAt, type Window } from './window.ts'

export const requestWindows = ['SECOND', 'MINUTE'] as const satisfies readonly Window[]

export interface RequestLimit {
  readonly max: number
  readonly window: (typeof requestWindows)[number]
}

export function readRequestLimit(text: string): RequestLimit | undefined {
  const [, digits, windowText] = /^([1-9]\d{0,5}):([A-Z]+)$/.exec(text) ?? []
  const window = requestWindows.find((each) => each === windowText)
  return window && { max: Number(digits), window }
}

export function requestLimitsOf(texts: readonly string[]): readonly RequestLimit[] {
  return texts.map((text) => {
    const limit = readRequestLimit(text)
    if (!limit) throw new Error(`a profile holds ${text}, which is no request limit`)
    return limit
  })
}

const counter = 'REQUESTS'

/** Counts a request that is within all limits. Refused requests are not counted: the limit recovers by itself. */
export function countRequest(
  book: CountBook,
  subject: CountSubject,
  { limits, nowMs }: { readonly limits: readonly RequestLimit[]; readonly nowMs: number },
): boolean {
  if (limits.some(({ max, window }) => book.total(subject, { counter, window }, nowMs) >= BigInt(max))) return false
  for (const { window } of limits) book.add(subject, { counter, window }, { number: partAt(window, nowMs), amount: 1n })
  return true
}
