// The bar of filters above a list, bound to the address.
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { codeText } from '../format/text.ts'
import { Icon } from './icon.tsx'
import type { UrlFilters } from './url-filters.ts'

interface BarProps {
  readonly filters: Pick<UrlFilters<string>, 'isFiltered' | 'clear'>
  readonly children: ReactNode
  /** At the end of the bar: a file of what is listed. */
  readonly aside?: ReactNode
}

export function FilterBar({ filters, children, aside }: BarProps) {
  return (
    <search>
      <Group gap="sm" align="end">
        {children}
        {filters.isFiltered && (
          <Button variant="subtle" color="gray" onClick={filters.clear} leftSection={<Icon name="x" size={14} />}>
            Clear
          </Button>
        )}
        {aside && <Group ml="auto">{aside}</Group>}
      </Group>
    </search>
  )
}

interface FilterProps<Name extends string> {
  readonly filters: UrlFilters<Name>
  readonly name: NoInfer<Name>
  readonly label: string
}

interface TextProps<Name extends string> extends FilterProps<Name> {
  readonly placeholder?: string
  readonly width?: number
  /** What is whole; anything else is taken for half typed, and the list stays as it is. */
  readonly whole?: RegExp
}

/** The short ones stand in pairs on a phone. */
const widthOf = (width: number) => ({ base: width < 200 ? 'calc(50% - 0.375rem)' : '100%', xs: width })

/** Takes effect a moment after the last letter. */
export function TextFilter<Name extends string>(props: TextProps<Name>) {
  const { filters, name, label, placeholder, width = 200, whole } = props
  const value = filters.values[name]
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const applyFilter = useDebouncedCallback((next: string) => {
    if (next.trim() === '' || !whole || whole.test(next.trim()))
      filters.set({ [name]: next.trim() } as Partial<Record<Name, string>>)
  }, 150)
  return (
    <TextInput
      label={label}
      w={widthOf(width)}
      value={text}
      {...(placeholder !== undefined && { placeholder })}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        applyFilter(currentTarget.value)
      }}
    />
  )
}

export function ChoiceFilter<Name extends string>(
  props: FilterProps<Name> & { readonly choices: readonly string[]; readonly wordsFor?: (choice: string) => string },
) {
  const { filters, name, label, choices, wordsFor = codeText } = props
  return (
    <Select
      label={label}
      w={widthOf(200)}
      placeholder="Any"
      clearable
      searchable={choices.length > 8}
      data={choices.map((value) => ({ value, label: wordsFor(value) }))}
      value={filters.values[name] || null}
      onChange={(chosen) => filters.set({ [name]: chosen ?? '' } as Partial<Record<Name, string>>)}
    />
  )
}

/** A day in the viewer's zone; in the address and for the service it is an instant. */
export function DayFilter<Name extends string>(props: FilterProps<Name> & { readonly isEnd?: boolean }) {
  const { filters, name, label, isEnd = false } = props
  return (
    <TextInput
      type="date"
      label={label}
      w={widthOf(160)}
      value={dayOf(filters.values[name], isEnd)}
      onChange={({ currentTarget }) =>
        filters.set({ [name]: instantOf(currentTarget.value, isEnd) } as Partial<Record<Name, string>>)
      }
    />
  )
}

/** The first moment of the day; of an end, which lists do not include, that of the day after. */
export function instantOf(day: string, isEnd: boolean): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (!year || year < 1000) return ''
  return new Date(year, month - 1, date + (isEnd ? 1 : 0)).toISOString()
}

export function dayOf(instant: string, isEnd: boolean): string {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return ''
  const date = new Date(isEnd ? at - 1 : at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
