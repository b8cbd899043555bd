// Which currency has the most money, and how a figure compares with the period before.
import { heightOf } from '../../format/money.ts'
import { formatLocale } from '../../language/text.ts'
import type { DashboardFigures, DashboardVolume } from './figures.ts'

/**
 * About how many units are worth a US dollar, to a power of ten, for currencies whose unit is worth little. Only for choosing
 * which amount stands first: nothing is converted.
 */
const smallUnits = [
  [100, 'BDT,DZD,INR,ISK,JPY,KES,LKR,NPR,PHP,PKR,RSD,RUB'],
  [1_000, 'AMD,ARS,CLP,CRC,HUF,IQD,KRW,KZT,NGN,XAF,XOF'],
  [10_000, 'COP,IDR,IRR,KHR,LAK,LBP,MMK,MNT,PYG,TZS,UGX,UZS,VND'],
] as const

function unitsPerDollar(currency: string): number {
  return smallUnits.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 1
}

/** For sorting amounts of different currencies, and for nothing else. */
export function roughWorth(amount: string, currency: string): number {
  return heightOf(amount) / unitsPerDollar(currency)
}

/** The currency that most money was captured in comes first. */
export function byMoney(volumes: readonly DashboardVolume[]): readonly DashboardVolume[] {
  return volumes.toSorted((one, other) => {
    const captured = roughWorth(other.captured, other.currency) - roughWorth(one.captured, one.currency)
    const authorized = roughWorth(other.authorized, other.currency) - roughWorth(one.authorized, one.currency)
    return captured || authorized || (one.currency < other.currency ? -1 : 1)
  })
}

export function capturedBefore({ before }: DashboardFigures, currency: string): string {
  return before.volumes.find((volume) => volume.currency === currency)?.captured ?? '0'
}

/** "+12.5%"; undefined where there was nothing to compare with. */
export function changeText(now: string, before: string): string | undefined {
  const earlier = heightOf(before)
  if (earlier === 0) return undefined
  return ((heightOf(now) - earlier) / earlier).toLocaleString(formatLocale(), {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
}
