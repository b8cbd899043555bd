// Transactions that only operators can end, with what has been proposed about them.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { HeldAttemptBody } from '../../../../../src/console/response-bodies/attempts.ts'
import type { ResultPage } from '../../../../../src/kernel/page.ts'
import { actorName } from '../../../../../src/kernel/user.ts'
import { isSameActor } from '../../../../../src/payments/rules/manual-resolution.ts'
import { useRead } from '../../api/queries.ts'
import { codeText, typeText } from '../../format/text.ts'
import { english, t, tx } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { CsvButton, Paging } from '../../parts/paging.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { Code, Money, NoValue, Time } from '../../parts/values.tsx'
import { useCurrentSession, usePermission } from '../../session/session-context.tsx'
import { RowName } from '../orders/cells.tsx'
import { orderPath } from '../orders/wire.ts'
import { ProposalDecisionDialog, ProposeDialog } from './resolution-dialogs.tsx'
import { attemptsPath, type HeldAttemptView } from './wire.ts'

type Asked = 'PROPOSE' | 'APPROVE' | 'DECLINE'

const whyLabels: Readonly<Record<HeldAttemptView['why'], string>> = {
  CANNOT_BE_SETTLED: t('Outcome unknown; the acquirer can neither report nor reverse it. The order is locked.'),
  OUTCOME_REFUSED: t('The outcome could not be recorded. Reported as failed.'),
  REVERSAL_REFUSED: t('Failed, and the acquirer refused the reversal.'),
  REVERSAL_UNSUPPORTED: t('Failed, and the acquirer does not support reversals.'),
}

const everyMs = 30_000

export function AttemptsPage() {
  const mayDecide = usePermission('APPROVE')
  const [pending, setPending] = useState<{ readonly held: HeldAttemptView; readonly what: Asked }>()
  const filters = useUrlFilters([])
  const { data, error, refetch, isPlaceholderData } = useRead<ResultPage<HeldAttemptBody>>(
    attemptsPath,
    filters.query,
    { keepsPrevious: true, everyMs },
  )
  const close = () => setPending(undefined)
  return (
    <Page
      title={t('Manual resolution')}
      description={t(
        'Ask the acquirer about each transaction by its reference, then propose the outcome. Another user must approve it.',
      )}
      actions={<CsvButton path={`${attemptsPath}.csv`} />}
    >
      <DataTable<HeldAttemptView>
        caption={t('Transactions that need manual resolution')}
        rows={data?.rows}
        keyOf={({ merchantId, orderId, transactionId }) => `${merchantId} ${orderId} ${transactionId}`}
        linkOf={({ merchantId, orderId }) => orderPath(merchantId, orderId)}
        columns={columns}
        {...(mayDecide && {
          actions: (held: HeldAttemptView) => <Actions held={held} onAsk={(what) => setPending({ held, what })} />,
        })}
        empty={
          <EmptyState icon="check" title={t('Nothing to resolve')}>
            {t('Transactions appear here when the acquirer can neither report their outcome nor reverse them.')}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
      <Paging position={filters.pagePosition} next={data?.next} />
      {pending?.what === 'PROPOSE' && <ProposeDialog held={pending.held} onClose={close} />}
      {pending && pending.what !== 'PROPOSE' && (
        <ProposalDecisionDialog held={pending.held} isApproval={pending.what === 'APPROVE'} onClose={close} />
      )}
    </Page>
  )
}

const columns: readonly [Column<HeldAttemptView>, ...Column<HeldAttemptView>[]] = [
  {
    title: english('Order'),
    cell: ({ merchantId, orderId, transactionId }) => (
      <RowName reference={t('{merchantId}, transaction {transactionId}', { merchantId, transactionId })}>
        {orderId}
      </RowName>
    ),
  },
  {
    title: english('Amount'),
    isNumber: true,
    cell: ({ amount, currency, type }) => (
      <Stack gap={0} align="end">
        <Money amount={amount} currency={currency} />
        <Text fz="xs" c="dimmed">
          {typeText(type)}
        </Text>
      </Stack>
    ),
  },
  {
    title: english('At the acquirer'),
    cell: ({ acquirerId, acquirerMerchantId, acquirerReference }) => (
      <Stack gap={0}>
        <Text fz="sm">
          {acquirerId} {acquirerMerchantId}
        </Text>
        <Code isCopyable>{acquirerReference}</Code>
      </Stack>
    ),
  },
  {
    title: english('Why'),
    cell: ({ why, since, reversal, isReversalSent }) => (
      <Stack gap={0}>
        <Text fz="sm">{whyLabels[why]}</Text>
        <Text fz="xs" c="dimmed">
          {tx(sinceText(reversal, isReversalSent), { time: <Time key="time" at={since} isRelative /> })}
        </Text>
      </Stack>
    ),
  },
  {
    title: english('Proposed'),
    cell: ({ proposal }) =>
      proposal ? (
        <Stack gap={0}>
          <Text fz="sm" fw={600}>
            {codeText(proposal.outcome)}
          </Text>
          <Text fz="xs" c="dimmed">
            {proposal.proposedBy}: {proposal.reason}
          </Text>
        </Stack>
      ) : (
        <NoValue />
      ),
  },
]

const reversalTexts: Readonly<Record<NonNullable<HeldAttemptView['reversal']>, string>> = {
  DONE: english('{time}, reversal: done'),
  OWED: english('{time}, reversal: owed'),
  REFUSED: english('{time}, reversal: refused'),
  UNSUPPORTED: english('{time}, reversal: unsupported'),
}

function sinceText(reversal: HeldAttemptView['reversal'], isReversalSent: boolean | undefined): string {
  if (reversal !== undefined) return reversalTexts[reversal]
  return isReversalSent ? english('{time}, a reversal was sent') : '{time}'
}

function Actions({ held, onAsk }: { readonly held: HeldAttemptView; readonly onAsk: (what: Asked) => void }) {
  const { user } = useCurrentSession()
  const { proposal, orderId, possibleOutcomes } = held
  if (!proposal)
    return possibleOutcomes.length === 0 ? null : (
      <Button
        size="compact-sm"
        variant="light"
        aria-label={t('Resolve {orderId}', { orderId })}
        onClick={() => onAsk('PROPOSE')}
      >
        {t('Resolve')}
      </Button>
    )
  const isOwn = isSameActor(proposal.proposedBy, actorName(user))
  return (
    <Group gap="xs" wrap="nowrap">
      {!isOwn && (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={t('Approve the proposal for {orderId}', { orderId })}
          onClick={() => onAsk('APPROVE')}
        >
          {t('Approve')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={
          isOwn
            ? t('Withdraw the proposal for {orderId}', { orderId })
            : t('Decline the proposal for {orderId}', { orderId })
        }
        onClick={() => onAsk('DECLINE')}
      >
        {isOwn ? t('Withdraw') : t('Decline')}
      </Button>
    </Group>
  )
}
