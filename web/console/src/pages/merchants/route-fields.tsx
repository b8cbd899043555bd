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
import type { AcquirerRoute, AmountRange, RouteConditions } from '../../../../../src/domain/links/routes.ts'
import { cardSchemes, instrumentKinds } from '../../../../../src/domain/payments/instrument.ts'
import { codeText } from '../../format/text.ts'
import { Section } from '../../parts/page.tsx'
import { type FieldsProps, problemAt } from './merchant.ts'
import { useProfileChoices } from './profile-choices.ts'
import { sourceLabels } from './profile-labels.ts'

export function RouteFields({ profile: { routes = [] }, onChange, error }: FieldsProps) {
  const change = (next: readonly AcquirerRoute[]) => onChange({ routes: next })
  const swap = (index: number, other: number) => {
    const [one, two] = [routes[index], routes[other]]
    if (one && two) change(routes.with(index, two).with(other, one))
  }
  return (
    <Section
      title="Routes"
      description="The first route whose conditions all fit takes a payment. The next one takes it only if that link certainly did not receive the request."
    >
      <Stack>
        {routes.map((route, index) => (
          <RouteFieldset
            // Routes have no identity but their position.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            name={`Route ${index + 1}`}
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
            Add route
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

interface RouteFieldsetProps {
  readonly name: string
  readonly path: string
  readonly route: AcquirerRoute
  readonly error: unknown
  readonly onChange: (route: AcquirerRoute) => void
  readonly onMoveUp?: () => void
  readonly onRemove?: () => void
}

function RouteFieldset({ name, path, route, error, onChange, onMoveUp, onRemove }: RouteFieldsetProps) {
  const choices = useProfileChoices()
  const set = (changes: Partial<AcquirerRoute>) => onChange(withoutEmpty({ ...route, ...changes }))
  const setConditions = (changes: RouteConditions) =>
    set({ conditions: withoutEmpty({ ...route.conditions, ...changes }) })
  const { conditions = {} } = route
  return (
    <Fieldset legend={name}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Autocomplete
          label={`${name}: acquirer link`}
          required
          data={[...(choices?.acquirerAdapters ?? [])]}
          value={route.linkId}
          error={problemAt(error, `${path}.linkId`)}
          onChange={(linkId) => set({ linkId })}
        />
        <TextInput
          label={`${name}: acquirer’s ID for the merchant`}
          required
          value={route.acquirerMerchantId}
          error={problemAt(error, `${path}.acquirerMerchantId`)}
          onChange={({ currentTarget }) => set({ acquirerMerchantId: currentTarget.value })}
        />
        <TagsInput
          label={`${name}: terminals`}
          value={[...(route.terminals ?? [])]}
          error={problemAt(error, `${path}.terminals`)}
          onChange={(terminals) => set({ terminals })}
        />
        <Switch
          className="beside"
          label={`${name}: payments must state whether partial approvals are accepted`}
          checked={route.needsPartialAmountFlag ?? false}
          onChange={({ currentTarget }) => set({ needsPartialAmountFlag: currentTarget.checked })}
        />
        <ConditionFields
          name={name}
          path={`${path}.conditions`}
          conditions={conditions}
          error={error}
          onChange={setConditions}
        />
      </SimpleGrid>
      <Group mt="sm">
        {onMoveUp && (
          <Button variant="default" size="xs" onClick={onMoveUp}>
            Move {name.toLowerCase()} up
          </Button>
        )}
        {onRemove && (
          <Button variant="default" size="xs" onClick={onRemove}>
            Remove {name.toLowerCase()}
          </Button>
        )}
      </Group>
    </Fieldset>
  )
}

interface ConditionFieldsProps {
  readonly name: string
  readonly path: string
  readonly conditions: RouteConditions
  readonly error: unknown
  readonly onChange: (changes: RouteConditions) => void
}

function ConditionFields({ name, path, conditions, error, onChange }: ConditionFieldsProps) {
  const at = (member: string) => problemAt(error, `${path}.${member}`)
  return (
    <>
      <TagsInput
        label={`${name}: only currencies`}
        placeholder="Any"
        value={[...(conditions.currencies ?? [])]}
        error={at('currencies')}
        onChange={(currencies) => onChange({ currencies })}
      />
      <MultiSelect
        label={`${name}: only card schemes`}
        data={cardSchemes.map((scheme) => ({ value: scheme, label: codeText(scheme) }))}
        value={[...(conditions.schemes ?? [])]}
        error={at('schemes')}
        onChange={(schemes) => onChange({ schemes: cardSchemes.filter((each) => schemes.includes(each)) })}
      />
      <MultiSelect
        label={`${name}: only payment methods`}
        data={instrumentKinds.map((kind) => ({ value: kind, label: sourceLabels[kind] }))}
        value={[...(conditions.sources ?? [])]}
        error={at('sources')}
        onChange={(sources) => onChange({ sources: instrumentKinds.filter((each) => sources.includes(each)) })}
      />
      <TagsInput
        label={`${name}: only cards issued in`}
        description="Three letters, such as DEU. Needs an imported table of card ranges."
        value={[...(conditions.cardCountries ?? [])]}
        error={at('cardCountries')}
        onChange={(cardCountries) => onChange({ cardCountries })}
      />
      <TagsInput
        label={`${name}: only card numbers that begin with`}
        description="One to eight digits each."
        value={[...(conditions.bins ?? [])]}
        error={at('bins')}
        onChange={(bins) => onChange({ bins })}
      />
      <NumberInput
        label={`${name}: only a share of orders, in percent`}
        description="Always the same orders."
        min={1}
        max={100}
        allowDecimal={false}
        value={conditions.percent ?? ''}
        error={at('percent')}
        onChange={(percent) => onChange({ percent: percent === '' ? undefined : Number(percent) } as RouteConditions)}
      />
      <AmountFields name={name} range={conditions.amount} error={at('amount')} onChange={onChange} />
    </>
  )
}

interface AmountFieldsProps {
  readonly name: string
  readonly range: AmountRange | undefined
  readonly error: string | undefined
  readonly onChange: (changes: RouteConditions) => void
}

function AmountFields({ name, range, error, onChange }: AmountFieldsProps) {
  const set = (changes: Partial<AmountRange>) => {
    const next = withoutEmpty({ currency: '', ...range, ...changes })
    onChange({ amount: next.currency || next.from || next.to ? next : undefined } as RouteConditions)
  }
  return (
    <>
      <TextInput
        label={`${name}: currency of the amount range`}
        placeholder="No range"
        value={range?.currency ?? ''}
        error={error}
        onChange={({ currentTarget }) => set({ currency: currentTarget.value.toUpperCase() })}
      />
      <Group grow align="flex-start">
        <TextInput
          label={`${name}: amount from`}
          value={range?.from ?? ''}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
        <TextInput
          label={`${name}: amount to`}
          value={range?.to ?? ''}
          onChange={({ currentTarget }) => set({ to: currentTarget.value })}
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
