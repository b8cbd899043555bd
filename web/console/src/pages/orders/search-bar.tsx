// The filters that orders and transactions have in common, the rarer ones folded away.
import { Button, Collapse, Group } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { t } from '../../language/text.ts'
import { AmountInput, isReadable } from '../../parts/amount-input.tsx'
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
      <TextFilter filters={common} name="orderId" label={t('Order')} placeholder={t('Order ID or prefix*')} />
      {children}
      <PeriodFilter filters={common} from="from" to="to" />
      <Button variant="subtle" onClick={toggle} aria-expanded={isOpen} leftSection={<Icon name="filter" size={16} />}>
        {isOpen ? t('Fewer filters') : t('More filters')}
      </Button>
      <Collapse expanded={isOpen} w="100%">
        <Group gap="sm" align="end">
          <DayFilter filters={common} name="from" label={t('From')} />
          <DayFilter filters={common} name="to" label={t('To')} isEnd />
          <TextFilter filters={common} name="reference" label={t('Reference')} />
          <TextFilter
            filters={common}
            name="cardFirstSix"
            label={t('Card begins with')}
            placeholder={t('6 digits')}
            whole={/^\d{6}$/}
            width={150}
          />
          <TextFilter
            filters={common}
            name="cardLastFour"
            label={t('Card ends with')}
            placeholder={t('4 digits')}
            whole={/^\d{4}$/}
            width={150}
          />
          <TextFilter filters={common} name="token" label={t('Token')} />
          <TextFilter
            filters={common}
            name="currency"
            label={t('Currency')}
            placeholder="EUR"
            whole={/^[A-Za-z]{3}$/}
            width={110}
          />
          <AmountFilter filters={common} name="amountFrom" label={t('Amount from')} />
          <AmountFilter filters={common} name="amountTo" label={t('Amount to')} />
          {rareOnes}
        </Group>
      </Collapse>
    </FilterBar>
  )
}

interface AmountFilterProps {
  readonly filters: UrlFilters<'currency' | 'amountFrom' | 'amountTo'>
  readonly name: 'amountFrom' | 'amountTo'
  readonly label: string
}

/** Typed as the language writes amounts; in the address and for the service it is plain decimal text. */
function AmountFilter({ filters, name, label }: AmountFilterProps) {
  const applyFilter = useDebouncedCallback((amount: string) => {
    if (isReadable(amount)) filters.set({ [name]: amount })
  }, 150)
  return (
    <AmountInput
      label={label}
      placeholder={t('Requires a currency')}
      w={{ base: 'calc(50% - 0.375rem)', xs: 185 }}
      value={filters.values[name]}
      currency={filters.values.currency.toUpperCase()}
      onChange={applyFilter}
    />
  )
}
