// The responses of an acquirer as a table: a row for each hour, a column for each response code.
import { codeText } from '../../format/text.ts'
import { english } from '../../language/text.ts'
import type { ResponseCountView } from './wire.ts'

export interface ResponseHour {
  readonly hour: string
  readonly total: number
  /** By the titles of the columns. */
  readonly counts: Readonly<Record<string, number>>
}

export interface ResponseTable {
  /** The most frequent first. */
  readonly titles: readonly string[]
  /** The latest first. */
  readonly hours: readonly ResponseHour[]
}

/** What is beyond is counted together. */
const titlesMax = 7
const otherTitle = english('Other')

/** "05 Declined", or "No answer" where there is no code. */
function titleOf({ code, outcome }: ResponseCountView): string {
  return code === '' ? codeText(outcome) : `${code} ${codeText(outcome)}`
}

export function responseTable(responses: readonly ResponseCountView[]): ResponseTable {
  const all = Object.entries(sums(responses, titleOf)).toSorted(([, one], [, other]) => other - one)
  const own = all.slice(0, all.length > titlesMax + 1 ? titlesMax : all.length).map(([title]) => title)
  const shownTitle = (response: ResponseCountView) => {
    const title = titleOf(response)
    return own.includes(title) ? title : otherTitle
  }
  const byHour = Map.groupBy(responses, ({ hour }) => hour)
  return {
    titles: own.length < all.length ? [...own, otherTitle] : own,
    hours: [...byHour]
      .toSorted(([one], [other]) => other.localeCompare(one))
      .map(([hour, ofHour]) => ({
        hour,
        total: ofHour.reduce((sum, { count }) => sum + count, 0),
        counts: sums(ofHour, shownTitle),
      })),
  }
}

function sums(
  responses: readonly ResponseCountView[],
  nameOf: (response: ResponseCountView) => string,
): Record<string, number> {
  const found: Record<string, number> = {}
  for (const response of responses) {
    const name = nameOf(response)
    found[name] = (found[name] ?? 0) + response.count
  }
  return found
}
