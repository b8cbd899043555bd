// Trusted and suspect cards, masked: a merchant's, or those that the operator suspects for all merchants.
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { RiskCardBody } from '../../../../../src/console/response-bodies/risk.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { path } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import { english, t, tx } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Code, NoValue, StatusBadge, Time } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { CardDialog, type CardListItem } from './card-dialog.tsx'

const columns: readonly [Column<CardListItem>, ...Column<CardListItem>[]] = [
  { title: english('Card'), cell: ({ maskedNumber }) => <Code>{maskedNumber}</Code> },
  { title: english('List'), cell: ({ list }) => <StatusBadge status={list} /> },
  { title: english('Note'), cell: ({ note }) => note ?? <NoValue /> },
  { title: english('Added'), cell: ({ addedAt }) => <Time at={addedAt} /> },
]

export function MerchantCards() {
  const merchantId = useMerchantId()
  return (
    <Cards
      title={t('Card lists')}
      about={t('Trusted cards bypass your risk rules; suspect cards are rejected.')}
      cardsPath={path`/merchants/${merchantId}/risk/cards`}
    />
  )
}

export function OperatorCards() {
  return (
    <Cards
      title={t('Suspect cards')}
      about={t('Rejected for every merchant, regardless of the merchant’s own lists.')}
      cardsPath="/risk/cards"
      isForAll
    />
  )
}

interface CardsProps {
  readonly title: string
  readonly about: string
  readonly cardsPath: string
  readonly isForAll?: boolean
}

function Cards({ title, about, cardsPath, isForAll = false }: CardsProps) {
  const mayChange = usePermission('CONFIGURE')
  const { query, pagePosition } = useUrlFilters([])
  const reading = useRead<ResultPage<RiskCardBody>>(cardsPath, query, {
    keepsPrevious: true,
  })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<CardListItem>()
  return (
    <Page
      title={title}
      description={about}
      actions={
        <>
          <CsvButton path={`${cardsPath}.csv`} />
          {mayChange && (
            <Button onClick={() => setAdding(true)} leftSection={<Icon name="plus" size={16} />}>
              {t('Add card from a payment')}
            </Button>
          )}
        </>
      }
    >
      <DataTable
        caption={t('Listed cards')}
        columns={columns}
        rows={reading.data?.rows}
        keyOf={({ cardId }) => cardId}
        {...(mayChange && {
          actions: (card: CardListItem) => (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t('Remove {card} from its list', { card: card.maskedNumber })}
              onClick={() => setRemoved(card)}
            >
              {t('Remove')}
            </Button>
          ),
        })}
        empty={
          <EmptyState icon="card" title={t('No listed cards')}>
            {t('Add the card from a payment. The list applies to the next payment with that card.')}
          </EmptyState>
        }
        error={reading.error}
        onRetry={() => void reading.refetch()}
        isStale={reading.isPlaceholderData}
      />
      <Paging position={pagePosition} next={reading.data?.next} />
      {isAdding && <CardDialog cardsPath={cardsPath} isForAll={isForAll} onClose={() => setAdding(false)} />}
      {removed && <RemoveCardDialog card={removed} cardsPath={cardsPath} onClose={() => setRemoved(undefined)} />}
    </Page>
  )
}

interface RemoveCardProps {
  readonly card: CardListItem
  readonly cardsPath: string
  readonly onClose: () => void
}

function RemoveCardDialog({ card, cardsPath, onClose }: RemoveCardProps) {
  return (
    <ChangeDialog
      onClose={onClose}
      title={t('Remove this card from its list?')}
      confirm={t('Remove card')}
      call={{ method: 'DELETE', path: `${cardsPath}/${encodeURIComponent(card.cardId)}` }}
      refreshes={[cardsPath]}
      done={t('{card} was removed from the list.', { card: card.maskedNumber })}
    >
      <Text fz="sm">
        {tx('{card} will be treated like any other card.', { card: <Code key="card">{card.maskedNumber}</Code> })}
      </Text>
    </ChangeDialog>
  )
}
