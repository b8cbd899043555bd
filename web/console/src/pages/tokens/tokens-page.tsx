// Stored payment details: found by name, state, kind, scheme or expiry.
import type { TokenListItemBody } from '../../../../../src/console/response-bodies/tokens.ts'
import { cardSchemes } from '../../../../../src/kernel/instrument.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, FilterBar, TextFilter } from '../../parts/filters.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Code, NoValue, StatusBadge, Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { accountOf, expiryText, kindText, type TokenListItem, tokensPath } from './token.ts'

const kinds = ['CARD', 'ACH', 'DIRECT_DEBIT_CANADA', 'GIFT_CARD', 'PROVIDER_A']

const columns: readonly [Column<TokenListItem>, ...Column<TokenListItem>[]] = [
  { title: english('Token'), cell: ({ token }) => <Code>{token}</Code> },
  { title: english('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { title: english('Kind'), cell: (token) => kindText(token) ?? <NoValue /> },
  { title: english('Account'), cell: (token) => <Account token={token} /> },
  {
    title: english('Expiry'),
    cell: ({ sourceOfFunds }) => expiryText(sourceOfFunds?.provided?.card?.expiry) ?? <NoValue />,
  },
  { title: english('Last used'), cell: ({ usage }) => <Time at={usage?.lastUsedTime} />, isMinor: true },
]

function Account({ token }: { readonly token: TokenListItem }) {
  const account = accountOf(token)
  return account === undefined ? <NoValue /> : <Code>{account}</Code>
}

export function TokensPage() {
  const merchantId = useMerchantId()
  const filters = useUrlFilters(['token', 'status', 'type', 'scheme', 'expiryMonth', 'expiryYear'])
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<TokenListItemBody>>(
    tokensPath(merchantId),
    filters.query,
    {
      keepsPrevious: true,
    },
  )
  return (
    <Page
      title={t('Tokens')}
      description={t('Payment details stored for future payments. Account numbers are masked.')}
      actions={<CsvButton path={`${tokensPath(merchantId)}.csv`} query={filters.query} />}
    >
      <FilterBar filters={filters}>
        <TextFilter filters={filters} name="token" label={t('Token')} placeholder={t('Full token')} width={200} />
        <ChoiceFilter filters={filters} name="status" label={t('Status')} choices={['VALID', 'INVALID']} width={120} />
        <ChoiceFilter filters={filters} name="type" label={t('Kind')} choices={kinds} width={160} />
        <ChoiceFilter filters={filters} name="scheme" label={t('Scheme')} choices={cardSchemes} width={160} />
        <TextFilter
          filters={filters}
          name="expiryMonth"
          label={t('Expiry month')}
          placeholder={t('1 to 12')}
          width={110}
        />
        <TextFilter filters={filters} name="expiryYear" label={t('Expiry year')} placeholder="39" width={110} />
      </FilterBar>
      <DataTable
        caption={t('Tokens')}
        columns={columns}
        rows={error ? undefined : data?.rows}
        keyOf={({ token }) => token}
        linkOf={({ token }) => `${tokensPath(merchantId)}/${encodeURIComponent(token)}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon="search" title={t('No matching tokens')}>
              {t('Enter the full token, or try removing some filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon="token" title={t('No tokens yet')}>
              {t('Tokens appear here when your integration stores a payer’s card or account.')}
            </EmptyState>
          )
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
    </Page>
  )
}
