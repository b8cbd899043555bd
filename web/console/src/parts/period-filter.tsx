// Usual periods in place of two days.
import { Select } from '@mantine/core'
import { dayAt } from '../format/zone.ts'
import { t } from '../language/text.ts'
import { dayOf, instantOf } from './filters.tsx'
import { periodDays, periodNames, periodOf } from './periods.ts'
import type { UrlFilters } from './url-filters.ts'

interface PeriodFilterProps<Name extends string> {
  readonly filters: UrlFilters<Name>
  /** The filters of its first and its last day. */
  readonly from: NoInfer<Name>
  readonly to: NoInfer<Name>
}

const ownDays = 'OWN'

/** Days that are no usual period. */
export function isOfOwnDays({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const days = { from: dayOf(from, false), to: dayOf(to, true) }
  return (days.from !== '' || days.to !== '') && periodOf(days, dayAt(new Date())) === undefined
}

export function PeriodFilter<Name extends string>({ filters, from, to }: PeriodFilterProps<Name>) {
  const today = dayAt(new Date())
  const days = { from: dayOf(filters.values[from], false), to: dayOf(filters.values[to], true) }
  const isOwn = days.from !== '' || days.to !== ''
  const value = periodOf(days, today) ?? (isOwn ? ownDays : null)
  return (
    <Select
      label={t('Period')}
      w={{ base: 'calc(50% - 0.375rem)', xs: 150 }}
      placeholder={t('Any')}
      clearable
      data={[
        ...Object.entries(periodNames).map(([name, label]) => ({ value: name, label })),
        ...(value === ownDays ? [{ value: ownDays, label: t('Chosen days') }] : []),
      ]}
      value={value}
      onChange={(name) => {
        const wanted = name === null || name === ownDays ? undefined : periodDays(name, today)
        if (name === ownDays) return
        filters.set({
          [from]: wanted ? instantOf(wanted.from, false) : '',
          [to]: wanted ? instantOf(wanted.to, true) : '',
        } as Partial<Record<Name, string>>)
      }}
    />
  )
}
