// Times in the viewer's zone.
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const toTheSecond = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const dayShort = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

export const timeText = (at: string) => dateTime.format(new Date(at))
export const secondText = (at: string) => toTheSecond.format(new Date(at))
export const exactTimeText = (at: string) => exact.format(new Date(at))
export const dayShortText = (at: string) => dayShort.format(new Date(at))
export const hourText = (at: string) => hour.format(new Date(at))
const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "3 hours ago", "in 5 minutes". */
export function agoText(at: string, now = Date.now()): string {
  const ms = Date.parse(at) - now
  const step = steps.find(([, length]) => Math.abs(ms) >= length)
  return step ? relative.format(Math.trunc(ms / step[1]), step[0]) : relative.format(0, 'minute')
}
