// The operator's acquirer links with their state, polled while the page is shown.
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { LinkListBody } from '../../../../../src/console/response-bodies/links.ts'
import { useRead } from '../../api/queries.ts'
import { timeText } from '../../format/time.ts'
import { english, formatLocale, t } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { OperatorApprovals } from '../approvals/approval-requests-part.tsx'
import { CreateLinkDialog } from './link-form.tsx'
import { LinkStatus, problemOf } from './link-status.tsx'
import { type LinkView, linkPath, linksPath } from './wire.ts'

const columns: readonly [Column<LinkView>, ...Column<LinkView>[]] = [
  { title: english('Link'), cell: ({ linkId }) => linkId },
  { title: english('Adapter'), cell: ({ adapter }) => adapter },
  {
    title: english('Status'),
    cell: (link) => {
      const problem = problemOf(link)
      return (
        <Stack gap={2} align="start">
          <LinkStatus link={link} />
          {problem !== undefined && (
            <Text fz="xs" c="dimmed">
              {problem}
            </Text>
          )}
        </Stack>
      )
    },
  },
  {
    title: english('Requests in flight'),
    cell: ({ status }) => (status?.inFlight ?? 0).toLocaleString(formatLocale()),
    isNumber: true,
  },
  { title: english('Merchants'), cell: ({ merchants }) => merchants.toLocaleString(formatLocale()), isNumber: true },
]

export function LinksPage() {
  const mayChange = usePermission('MANAGE_LINKS')
  const [isCreating, setIsCreating] = useState(false)
  const { data, error, refetch, dataUpdatedAt } = useRead<LinkListBody>(linksPath, {}, { everyMs: 10_000 })
  return (
    <Page
      title={t('Acquirer links')}
      description={
        data
          ? t('As of {time}. Updated every ten seconds.', { time: timeText(new Date(dataUpdatedAt).toISOString()) })
          : t('Loading…')
      }
      actions={
        mayChange && (
          <Button onClick={() => setIsCreating(true)} leftSection={<Icon name="plus" size={16} />}>
            {t('Create link||acquirer')}
          </Button>
        )
      }
    >
      <DataTable
        caption={t('Acquirer links')}
        columns={columns}
        rows={data?.links}
        keyOf={({ linkId }) => linkId}
        linkOf={({ linkId }) => linkPath(linkId)}
        empty={
          <EmptyState icon="link" title={t('No acquirer links yet')}>
            {t(
              'A link connects the gateway to an acquirer. Merchants take payments through the links of their routes.',
            )}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
      <OperatorApprovals kinds={['LINK']} refreshes={[linksPath]} />
      {isCreating && <CreateLinkDialog onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
