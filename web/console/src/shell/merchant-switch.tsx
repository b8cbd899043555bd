// The merchant that a user of the operator views.
import { type ComboboxParsedItem, Select, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import type { MerchantListBody } from '../../../../src/console/response-bodies/merchants.ts'
import { useRead } from '../api/queries.ts'
import { t } from '../language/text.ts'
import { Icon } from '../parts/icon.tsx'
import { useCurrentSession, usePermission } from '../session/session-context.tsx'
import { useShownMerchant } from './merchant-id.ts'

export function MerchantSwitch({ onGo }: { readonly onGo: () => void }) {
  const { isOperator, merchant } = useCurrentSession()
  if (isOperator) return <Switcher onGo={onGo} />
  return (
    <div className="whose">
      <Text fw={600} fz="sm" truncate>
        {merchant?.name}
      </Text>
      <Text c="dimmed" fz="xs" truncate>
        {merchant?.merchantId}
      </Text>
    </div>
  )
}

const everybody = ''

function Switcher({ onGo }: { readonly onGo: () => void }) {
  const merchantId = useShownMerchant()
  const [location, navigate] = useLocation()
  const mayView = usePermission('VIEW')
  const { data } = useRead<MerchantListBody>('/merchants', {}, { isWanted: mayView })
  const go = (chosen: string) => {
    onGo()
    if (chosen === everybody) return navigate('/')
    // The same list of another merchant; what is named further down belongs to this one.
    const page = /^\/merchants\/[^/]+(\/[^/]+)?/.exec(location)?.[1] ?? ''
    navigate(`/merchants/${encodeURIComponent(chosen)}${page}`)
  }
  const merchants = data?.merchants ?? []
  const idOf = (name: string, id: string) => (name === id ? undefined : id)
  const shown = merchants.find((each) => each.merchantId === merchantId)
  return (
    <Select
      aria-label={t('Merchant')}
      data={[
        { value: everybody, label: t('All merchants') },
        ...merchants.map(({ merchantId: value, name }) => ({ value, label: name })),
      ]}
      value={merchantId ?? everybody}
      onChange={(chosen) => go(chosen ?? everybody)}
      // A name may be longer than there is room for; the id below it never is.
      description={shown && idOf(shown.name, shown.merchantId)}
      inputWrapperOrder={['input', 'description']}
      title={shown?.name ?? ''}
      filter={({ options, search, limit }) => options.filter((option) => isFound(option, search)).slice(0, limit)}
      renderOption={({ option: { value, label } }) => (
        <div className="option">
          {label}
          <Text c="dimmed" fz="xs">
            {idOf(label, value)}
          </Text>
        </div>
      )}
      classNames={{ input: 'switch-input' }}
      allowDeselect={false}
      searchable
      limit={50}
      nothingFoundMessage={t('No matching merchants')}
      leftSection={<Icon name="shop" size={16} />}
    />
  )
}

/** By name or by id. */
function isFound(option: ComboboxParsedItem, search: string): boolean {
  if (!('value' in option)) return false
  const wanted = search.trim().toLowerCase()
  return `${option.label} ${option.value}`.toLowerCase().includes(wanted)
}
