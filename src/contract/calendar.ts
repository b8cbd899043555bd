// Dates and times as the contract writes them. A date must exist: 2026-02-30 does not.

export type DateText = string

export function isDate(text: DateText): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** YYYY-MM-DDThh:mm:ss.SSSZ, in exactly this form. */
export function isDateTime(text: DateText): boolean {
  return /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text) && isDate(text.slice(0, 10))
}

/** hh:mm[:ss]Z or hh:mm[:ss](+/-)hh[:mm]. */
export function isTime(text: DateText): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-](0\d|1[0-4])(:[0-5]\d)?)$/.test(text)
}
