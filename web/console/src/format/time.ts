// Times in the user's zone, as the user's language writes them.
import { formatLocale, t } from '../language/text.ts'
import { timeZone } from './zone.ts'

type Options = Intl.DateTimeFormatOptions

/** Made once for each zone. */
function formatter(options: Options): (at: string) => string {
  let made: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined
  return (at) => {
    const zone = timeZone()
    if (made?.zone !== zone)
      made = { zone, format: new Intl.DateTimeFormat(formatLocale(), { timeZone: zone, ...options }) }
    return made.format.format(new Date(at))
  }
}

export const timeText = formatter({ dateStyle: 'medium', timeStyle: 'short' })
export const secondText = formatter({ dateStyle: 'medium', timeStyle: 'medium' })
export const exactTimeText = formatter({ dateStyle: 'full', timeStyle: 'long' })
export const dayShortText = formatter({ day: 'numeric', month: 'short' })
export const clockText = formatter({ timeStyle: 'medium' })
export const hourText = formatter({ hour: '2-digit', minute: '2-digit' })

const dayLong = new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat(formatLocale(), { numeric: 'auto' })

/** Of a day without a time, as 2026-11-30: the same day in every zone. */
export const dayText = (day: string) => dayLong.format(new Date(`${day}T00:00:00Z`))

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "3 s", "2 min", "1 h": to the last whole one. */
export function durationText(ms: number): string {
  const seconds = Math.max(Math.floor(ms / 1_000), 0)
  if (seconds < 60) return t('{seconds} s', { seconds })
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? t('{minutes} min', { minutes }) : t('{hours} h', { hours: Math.floor(minutes / 60) })
}

/** "3 hours ago", "in 5 minutes". */
export function agoText(at: string, now = Date.now()): string {
  const ms = Date.parse(at) - now
  const step = steps.find(([, length]) => Math.abs(ms) >= length)
  return step ? relative.format(Math.trunc(ms / step[1]), step[0]) : relative.format(0, 'minute')
}
