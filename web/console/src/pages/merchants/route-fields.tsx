// A merchant's routes in its form: which acquirer link takes a payment, in order.
import {
  Autocomplete,
  Button,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { cardSchemes, instrumentKinds } from '../../../../../src/kernel/instrument.ts'
import type { AcquirerRoute, AmountRange, RouteConditions } from '../../../../../src/merchants/rules/routes.ts'
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'
import { AmountInput } from '../../parts/amount-input.tsx'
import { Section } from '../../parts/page.tsx'
import { problemAt } from './merchant.ts'
import { useProfileChoices } from './profile-choices.ts'
import { sourceLabels } from './profile-labels.ts'
import { profileSection } from './profile-section.ts'

export const RouteFields = profileSection(['routes'], ({ profile: { routes = [] }, onChange, error }) => {
  const change = (next: readonly AcquirerRoute[]) => onChange({ routes: next })
  const swap = (index: number, other: number) => {
    const [one, two] = [routes[index], routes[other]]
    if (one && two) change(routes.with(index, two).with(other, one))
  }
  return (
    <Section
      title={t('Routes')}
      description={t(
        'The first route whose conditions all fit takes a payment. The next one takes it only if that link certainly did not receive the request.',
      )}
    >
      <Stack>
        {routes.map((route, index) => (
          <RouteFieldset
            // Routes have no identity but their position.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            number={index + 1}
            path={`routes[${index}]`}
            route={route}
            error={error}
            onChange={(changed) => change(routes.with(index, changed))}
            {...(index > 0 && { onMoveUp: () => swap(index, index - 1) })}
            {...(routes.length > 1 && { onRemove: () => change(routes.toSpliced(index, 1)) })}
          />
        ))}
        <Group>
          <Button variant="default" onClick={() => change([...routes, { linkId: '', acquirerMerchantId: '' }])}>
            {t('Add route')}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
})

interface RouteFieldsetProps {
  readonly number: number
  readonly path: string
  readonly route: AcquirerRoute
  readonly error: unknown
  readonly onChange: (route: AcquirerRoute) => void
  readonly onMoveUp?: () => void
  readonly onRemove?: () => void
}

function RouteFieldset({ number, path, route, error, onChange, onMoveUp, onRemove }: RouteFieldsetProps) {
  const choices = useProfileChoices()
  const set = (changes: Partial<AcquirerRoute>) => onChange(withoutEmpty({ ...route, ...changes }))
  const setConditions = (changes: RouteConditions) =>
    set({ conditions: withoutEmpty({ ...route.conditions, ...changes }) })
  const { conditions = {} } = route
  return (
    <Fieldset legend={t('Route {number}', { number })}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Autocomplete
          label={t('Route {number}: acquirer link', { number })}
          required
          data={[...(choices?.acquirerAdapters ?? [])]}
          value={route.linkId}
          error={problemAt(error, `${path}.linkId`)}
          onChange={(linkId) => set({ linkId })}
        />
        <TextInput
          label={t('Route {number}: acquirer’s ID for the merchant', { number })}
          required
          value={route.acquirerMerchantId}
          error={problemAt(error, `${path}.acquirerMerchantId`)}
          onChange={({ currentTarget }) => set({ acquirerMerchantId: currentTarget.value })}
        />
        <TagsInput
          label={t('Route {number}: terminals', { number })}
          value={[...(route.terminals ?? [])]}
          error={problemAt(error, `${path}.terminals`)}
          onChange={(terminals) => set({ terminals })}
        />
        <Switch
          className="beside"
          label={t('Route {number}: payments must state whether partial approvals are accepted', { number })}
          checked={route.needsPartialAmountFlag ?? false}
          onChange={({ currentTarget }) => set({ needsPartialAmountFlag: currentTarget.checked })}
        />
        <ConditionFields
          number={number}
          path={`${path}.conditions`}
          conditions={conditions}
          error={error}
          onChange={setConditions}
        />
      </SimpleGrid>
      <Group mt="sm">
        {onMoveUp && (
          <Button variant="default" size="xs" onClick={onMoveUp}>
            {t('Move route {number} up', { number })}
          </Button>
        )}
        {onRemove && (
          <Button variant="default" size="xs" onClick={onRemove}>
            {t('Remove route {number}', { number })}
          </Button>
        )}
      </Group>
    </Fieldset>
  )
}

interface ConditionFieldsProps {
  readonly number: number
  readonly path: string
  readonly conditions: RouteConditions
  readonly error: unknown
  readonly onChange: (changes: RouteConditions) => void
}

function ConditionFields({ number, path, conditions, error, onChange }: ConditionFieldsProps) {
  const at = (member: string) => problemAt(error, `${path}.${member}`)
  return (
    <>
      <TagsInput
        label={t('Route {number}: only currencies', { number })}
        placeholder={t('Any')}
        value={[...(conditions.currencies ?? [])]}
        error={at('currencies')}
        onChange={(currencies) => onChange({ currencies })}
      />
      <MultiSelect
        label={t('Route {number}: only card schemes', { number })}
        data={cardSchemes.map((scheme) => ({ value: scheme, label: codeText(scheme) }))}
        value={[...(conditions.schemes ?? [])]}
        error={at('schemes')}
        onChange={(schemes) => onChange({ schemes: cardSchemes.filter((each) => schemes.includes(each)) })}
      />
      <MultiSelect
        label={t('Route {number}: only payment methods', { number })}
        data={instrumentKinds.map((kind) => ({ value: kind, label: sourceLabels[kind] }))}
        value={[...(conditions.sources ?? [])]}
        error={at('sources')}
        onChange={(sources) => onChange({ sources: instrumentKinds.filter((each) => sources.includes(each)) })}
      />
      <TagsInput
        label={t('Route {number}: only cards issued in', { number })}
        description={t('Three letters, such as DEU. Needs an imported table of card ranges.')}
        value={[...(conditions.cardCountries ?? [])]}
        error={at('cardCountries')}
        onChange={(cardCountries) => onChange({ cardCountries })}
      />
      <TagsInput
        label={t('Route {number}: only card numbers that begin with', { number })}
        description={t('One to eight digits each.')}
        value={[...(conditions.bins ?? [])]}
        error={at('bins')}
        onChange={(bins) => onChange({ bins })}
      />
      <NumberInput
        label={t('Route {number}: only a share of orders, in percent', { number })}
        description={t('Always the same orders.')}
        min={1}
        max={100}
        allowDecimal={false}
        value={conditions.percent ?? ''}
        error={at('percent')}
        onChange={(percent) => onChange({ percent: percent === '' ? undefined : Number(percent) } as RouteConditions)}
      />
      <AmountFields number={number} range={conditions.amount} error={at('amount')} onChange={onChange} />
    </>
  )
}

interface AmountFieldsProps {
  readonly number: number
  readonly range: AmountRange | undefined
  readonly error: string | undefined
  readonly onChange: (changes: RouteConditions) => void
}

function AmountFields({ number, range, error, onChange }: AmountFieldsProps) {
  const set = (changes: Partial<AmountRange>) => {
    const next = withoutEmpty({ currency: '', ...range, ...changes })
    onChange({ amount: next.currency || next.from || next.to ? next : undefined } as RouteConditions)
  }
  return (
    <>
      <TextInput
        label={t('Route {number}: currency of the amount range', { number })}
        placeholder={t('No range')}
        value={range?.currency ?? ''}
        error={error}
        onChange={({ currentTarget }) => set({ currency: currentTarget.value.toUpperCase() })}
      />
      <Group grow align="flex-start">
        <AmountInput
          label={t('Route {number}: amount from', { number })}
          value={range?.from ?? ''}
          currency={range?.currency ?? ''}
          onChange={(from) => set({ from })}
        />
        <AmountInput
          label={t('Route {number}: amount to', { number })}
          value={range?.to ?? ''}
          currency={range?.currency ?? ''}
          onChange={(to) => set({ to })}
        />
      </Group>
    </>
  )
}

/** A member without content is left out, as if it had never been typed. Ids and currencies stay, to be refused by name. */
function withoutEmpty<Members extends object>(members: Members): Members {
  const stays = new Set(['linkId', 'acquirerMerchantId', 'currency'])
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0)
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => stays.has(name) || !isEmpty(value)),
  ) as Members
}
