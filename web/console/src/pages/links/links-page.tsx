// The operator's acquirer links with their state, polled while the page is shown.
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { LinkListBody } from '../../../../../src/http/console/response-bodies/links.ts'
import { useRead } from '../../api/queries.ts'
import { timeText } from '../../format/time.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useRight } from '../../session/session-context.tsx'
import { CreateLinkDialog } from './link-form.tsx'
import { LinkStatus, problemOf } from './link-status.tsx'
import { type LinkView, linkPath, linksPath } from './wire.ts'

const columns: readonly [Column<LinkView>, ...Column<LinkView>[]] = [
  { title: 'Link', cell: ({ linkId }) => linkId },
  { title: 'Adapter', cell: ({ adapter }) => adapter },
  {
    title: 'Status',
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
  { title: 'Requests in flight', cell: ({ status }) => (status?.inFlight ?? 0).toLocaleString(), isNumber: true },
  { title: 'Merchants', cell: ({ merchants }) => merchants.toLocaleString(), isNumber: true },
]

export function LinksPage() {
  const mayChange = useRight('CONFIGURE')
  const [isCreating, setIsCreating] = useState(false)
  const { data, error, refetch, dataUpdatedAt } = useRead<LinkListBody>(linksPath, {}, { everyMs: 10_000 })
  return (
    <Page
      title="Acquirer links"
      description={
        data ? `As of ${timeText(new Date(dataUpdatedAt).toISOString())}. Updated every ten seconds.` : 'Loading…'
      }
      actions={
        mayChange && (
          <Button onClick={() => setIsCreating(true)} leftSection={<Icon name="plus" size={16} />}>
            Create link
          </Button>
        )
      }
    >
      <DataTable
        caption="Acquirer links"
        columns={columns}
        rows={data?.links}
        keyOf={({ linkId }) => linkId}
        linkOf={({ linkId }) => linkPath(linkId)}
        empty={
          <EmptyState icon="link" title="No acquirer links yet">
            A link connects the gateway to an acquirer. Merchants take payments through the links of their routes.
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
      {isCreating && <CreateLinkDialog onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
