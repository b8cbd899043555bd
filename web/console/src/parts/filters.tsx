// The bar of filters above a list, bound to the address.
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { codeText } from '../format/text.ts'
import { addDays, dayAt, instantAt } from '../format/zone.ts'
import { t } from '../language/text.ts'
import { Icon } from './icon.tsx'
import type { UrlFilters } from './url-filters.ts'

interface BarProps {
  readonly filters: Pick<UrlFilters<string>, 'isFiltered' | 'clear' | 'values'>
  /** On a phone they are behind a button. */
  readonly children?: ReactNode
  /** Seen on a phone, too: what the page is mainly operated by. */
  readonly always?: ReactNode
}

export function FilterBar({ filters, children, always }: BarProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [isOpen, { toggle }] = useDisclosure(false)
  const isFolded = isNarrow && children !== undefined
  const clear = filters.isFiltered && (
    <Button variant="subtle" color="gray" onClick={filters.clear} leftSection={<Icon name="x" size={14} />}>
      {t('Clear')}
    </Button>
  )
  if (!isFolded)
    return (
      <search>
        <Group gap="sm" align="end">
          {always}
          {children}
          {clear}
        </Group>
      </search>
    )
  return (
    <search className="filter-fold">
      {always}
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          onClick={toggle}
          aria-expanded={isOpen}
          leftSection={<Icon name="filter" size={14} />}
        >
          {filterButtonText(filters.values)}
        </Button>
        {clear}
      </Group>
      {isOpen && (
        <Group gap="sm" align="end">
          {children}
        </Group>
      )}
    </search>
  )
}

/** "Filters", "Filters (2)": how many are set. */
function filterButtonText(values: Readonly<Record<string, string>>): string {
  const count = Object.entries(values).filter(([name, value]) => name !== 'sort' && value !== '').length
  return count === 0 ? t('Filters') : t('Filters ({count})', { count })
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
  const { filters, name, label, placeholder, width = 180, whole } = props
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
  props: FilterProps<Name> & {
    readonly choices: readonly string[]
    readonly wordsFor?: (choice: string) => string
    readonly width?: number
  },
) {
  const { filters, name, label, choices, wordsFor = codeText, width = 180 } = props
  return (
    <Select
      label={label}
      w={widthOf(width)}
      placeholder={t('Any')}
      clearable
      searchable={choices.length > 8}
      data={choices.map((value) => ({ value, label: wordsFor(value) }))}
      value={filters.values[name] || null}
      onChange={(chosen) => filters.set({ [name]: chosen ?? '' } as Partial<Record<Name, string>>)}
    />
  )
}

/** A day in the user's zone; in the address and for the service it is an instant. */
export function DayFilter<Name extends string>(props: FilterProps<Name> & { readonly isEnd?: boolean }) {
  const { filters, name, label, isEnd = false } = props
  return (
    <TextInput
      type="date"
      label={label}
      w={widthOf(150)}
      value={dayOf(filters.values[name], isEnd)}
      onChange={({ currentTarget }) =>
        filters.set({ [name]: instantOf(currentTarget.value, isEnd) } as Partial<Record<Name, string>>)
      }
    />
  )
}

/** The first moment of the day; of an end, which lists do not include, that of the day after. */
export function instantOf(day: string, isEnd: boolean): string {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) return ''
  return instantAt(isEnd ? addDays(day, 1) : day)?.toISOString() ?? ''
}

export function dayOf(instant: string, isEnd: boolean): string {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? '' : dayAt(new Date(isEnd ? at - 1 : at))
}
