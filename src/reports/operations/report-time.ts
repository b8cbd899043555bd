// Times as a report shows them: in a time zone that its reader has chosen, with a T or a space before the time of day.

/** With a space, spreadsheets recognize it as a time; with a T, programs do. */
export const timeFormats = ['iso8601', 'iso8601-T'] as const
type TimeFormat = (typeof timeFormats)[number]

export interface ReportTimeFormat {
  readonly format: TimeFormat
  readonly offsetMinutes: number
}

export const timeZoneForm = '+hh:mm or -hh:mm, at most 14:00, or Z'

/** Minutes ahead of UTC; in a URL a plus that is not escaped reads as a space. */
export function readTimeZone(text: string): number | undefined {
  if (text === 'Z') return 0
  const [, sign, hours, minutes] = /^([+ -])(0\d|1[0-4]):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined) return undefined
  const size = Number(hours) * 60 + Number(minutes)
  if (size > 14 * 60) return undefined
  return sign === '-' ? -size : size
}

/** From the API's own form, in UTC, which has milliseconds. */
export function formatReportTime(text: string, { format, offsetMinutes }: ReportTimeFormat): string {
  const local = new Date(Date.parse(text) + offsetMinutes * 60_000).toISOString().slice(0, -1)
  return (format === 'iso8601' ? local.replace('T', ' ') : local) + offsetText(offsetMinutes)
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}
