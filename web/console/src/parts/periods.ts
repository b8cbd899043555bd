// Usual periods, as days of the user's zone; both ends are part of them.
import { addDays } from '../format/zone.ts'
import { t } from '../language/text.ts'

export const periodNames = {
  TODAY: t('Today'),
  YESTERDAY: t('Yesterday'),
  LAST_7_DAYS: t('Last 7 days'),
  LAST_30_DAYS: t('Last 30 days'),
  THIS_MONTH: t('This month'),
  LAST_MONTH: t('Last month'),
} as const

interface Days {
  readonly from: string
  readonly to: string
}

const firstOf = (day: string) => `${day.slice(0, 8)}01`

const periods: Readonly<Record<keyof typeof periodNames, (today: string) => Days>> = {
  TODAY: (today) => ({ from: today, to: today }),
  YESTERDAY: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  LAST_7_DAYS: (today) => ({ from: addDays(today, -6), to: today }),
  LAST_30_DAYS: (today) => ({ from: addDays(today, -29), to: today }),
  THIS_MONTH: (today) => ({ from: firstOf(today), to: today }),
  LAST_MONTH: (today) => {
    const to = addDays(firstOf(today), -1)
    return { from: firstOf(to), to }
  },
}

export function periodDays(name: string, today: string): Days | undefined {
  return periods[name as keyof typeof periodNames]?.(today)
}

/** The usual period that these days are. */
export function periodOf(days: Days, today: string): string | undefined {
  return Object.keys(periods).find((name) => {
    const period = periodDays(name, today)
    return period?.from === days.from && period.to === days.to
  })
}
