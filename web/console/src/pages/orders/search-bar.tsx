// The filters that orders and transactions have in common, the rarer ones folded away.
import { Button, Collapse, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { DayFilter, FilterBar, TextFilter } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icon.tsx'
import { isOfOwnDays, PeriodFilter } from '../../parts/period-filter.tsx'
import type { UrlFilters } from '../../parts/url-filters.ts'

const rare = ['reference', 'cardFirstSix', 'cardLastFour', 'token', 'currency', 'amountFrom', 'amountTo'] as const

export const commonFilters = ['orderId', 'from', 'to', ...rare] as const

interface Props<Name extends string> {
  readonly filters: UrlFilters<Name | (typeof commonFilters)[number]>
  /** Filters of this list alone, beside those that are always seen. */
  readonly children: ReactNode
  readonly rareOnes?: ReactNode
}

export function SearchBar<Name extends string>({ filters, children, rareOnes }: Props<Name>) {
  const common: UrlFilters<(typeof commonFilters)[number]> = filters as never
  const isRareSet = rare.some((name) => filters.values[name] !== '') || isOfOwnDays(common.values)
  const [isOpen, { toggle }] = useDisclosure(isRareSet)
  return (
    <FilterBar filters={common}>
      <TextFilter filters={common} name="orderId" label="Order" placeholder="Order ID or prefix*" />
      {children}
      <PeriodFilter filters={common} from="from" to="to" />
      <Button variant="subtle" onClick={toggle} aria-expanded={isOpen} leftSection={<Icon name="filter" size={16} />}>
        {isOpen ? 'Fewer filters' : 'More filters'}
      </Button>
      <Collapse expanded={isOpen} w="100%">
        <Group gap="sm" align="end">
          <DayFilter filters={common} name="from" label="From" />
          <DayFilter filters={common} name="to" label="To" isEnd />
          <TextFilter filters={common} name="reference" label="Reference" />
          <TextFilter
            filters={common}
            name="cardFirstSix"
            label="Card begins with"
            placeholder="6 digits"
            whole={/^\d{6}$/}
            width={150}
          />
          <TextFilter
            filters={common}
            name="cardLastFour"
            label="Card ends with"
            placeholder="4 digits"
            whole={/^\d{4}$/}
            width={150}
          />
          <TextFilter filters={common} name="token" label="Token" />
          <TextFilter
            filters={common}
            name="currency"
            label="Currency"
            placeholder="EUR"
            whole={/^[A-Za-z]{3}$/}
            width={110}
          />
          <TextFilter
            filters={common}
            name="amountFrom"
            label="Amount from"
            placeholder="Requires a currency"
            width={150}
          />
          <TextFilter
            filters={common}
            name="amountTo"
            label="Amount to"
            placeholder="Requires a currency"
            width={150}
          />
          {rareOnes}
        </Group>
      </Collapse>
    </FilterBar>
  )
}
