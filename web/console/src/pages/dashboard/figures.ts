// Figures of a period, as the gateway returns them, and the periods to choose from.
import { useEffect, useState } from 'react'
import type {
  FiguresBody,
  PaymentVolumeBody,
  SeriesPointBody,
} from '../../../../../src/console/response-bodies/reports.ts'
import type { Jsonified } from '../../api/json.ts'
import { formatLocale, t } from '../../language/text.ts'

export type DashboardVolume = Jsonified<PaymentVolumeBody>
export type DashboardPoint = Jsonified<SeriesPointBody>
export type DashboardFigures = Jsonified<FiguresBody>

const hourMs = 3_600_000

export const periods = {
  '24h': { label: t('24 hours'), ms: 24 * hourMs },
  '7d': { label: t('7 days'), ms: 7 * 24 * hourMs },
  '30d': { label: t('30 days'), ms: 30 * 24 * hourMs },
  '90d': { label: t('90 days'), ms: 90 * 24 * hourMs },
} as const

export type PeriodName = keyof typeof periods

export function isPeriod(text: string): text is PeriodName {
  return text in periods
}

export type Period = Readonly<Record<'from' | 'to', string>>

/** What the address of a dashboard may say. */
export const dashboardFilters = ['period', 'from', 'to', 'currency'] as const

/** Of chosen days, or up to the current minute. */
export function usePeriod(name: PeriodName, { from, to: chosenTo }: Period): Period {
  const [minute, setMinute] = useState(thisMinute)
  useEffect(() => {
    const beat = setInterval(() => setMinute(thisMinute()), 60_000)
    return () => clearInterval(beat)
  }, [])
  if (from !== '' && chosenTo !== '') return { from, to: chosenTo }
  const to = (minute + 1) * 60_000
  return { from: new Date(to - periods[name].ms).toISOString(), to: new Date(to).toISOString() }
}

function thisMinute(): number {
  return Math.floor(Date.now() / 60_000)
}

/** Up to three days the gateway counts by hour. */
export function isByHour({ from, to }: Period): boolean {
  return Date.parse(to) - Date.parse(from) <= 72 * hourMs
}

export function shareText(part: number, whole: number): string {
  return whole === 0
    ? '–'
    : (part / whole).toLocaleString(formatLocale(), { style: 'percent', maximumFractionDigits: 1 })
}
