// Token repositories: where tokens are kept, for one merchant or for several that share them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RepositoryListBody } from '../../../../../src/console/response-bodies/tokens.ts'
import { useRead } from '../../api/queries.ts'
import { english, t, tn } from '../../language/text.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { NoValue, ShortCode } from '../../parts/values.tsx'
import { usePermission } from '../../session/session-context.tsx'
import { generationLabels } from './profile-labels.ts'
import { type RepositoryDetails, repositoriesPath } from './repositories.ts'
import { RepositoryDialog } from './repository-dialog.tsx'

const yesNo = (is: boolean) => (is ? t('Yes') : t('No'))
const namesShown = 3

const columns: readonly [Column<RepositoryDetails>, ...Column<RepositoryDetails>[]] = [
  { title: english('Repository'), cell: ({ repositoryId }) => <ShortCode>{repositoryId}</ShortCode> },
  {
    title: english('Merchants'),
    cell: ({ merchantIds }) => {
      if (merchantIds.length === 0) return <NoValue />
      const more = merchantIds.length - namesShown
      const merchants = merchantIds.slice(0, namesShown).join(', ')
      if (more <= 0) return merchants
      return tn(more, '{merchants} and {count} other', '{merchants} and {count} others', { merchants })
    },
  },
  { title: english('Token generation'), cell: ({ generation }) => generationLabels[generation] },
  {
    title: english('Tokens per account'),
    cell: ({ management }) => (management === 'UNIQUE_TOKEN' ? t('Several tokens') : t('One token')),
  },
  { title: english('Scheme tokens'), cell: ({ hasSchemeTokens }) => yesNo(hasSchemeTokens) },
  { title: english('Automatic card updates'), cell: ({ hasMaintenance }) => yesNo(hasMaintenance), isMinor: true },
]

export function RepositoriesPage() {
  const mayChange = usePermission('CONFIGURE')
  const { data, error, refetch } = useRead<RepositoryListBody>(repositoriesPath)
  const [edited, setEdited] = useState<RepositoryDetails | 'NEW'>()
  return (
    <Page
      title={t('Token repositories')}
      description={t('Each merchant has its own repository unless its profile names a shared one.')}
      actions={
        mayChange && (
          <Button onClick={() => setEdited('NEW')} leftSection={<Icon name="plus" size={16} />}>
            {t('Create repository')}
          </Button>
        )
      }
    >
      <DataTable
        caption={t('Token repositories')}
        columns={columns}
        rows={data?.tokenRepositories}
        keyOf={({ repositoryId }) => repositoryId}
        {...(mayChange && {
          actions: (repository: RepositoryDetails) => (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('Edit {repository}', { repository: repository.repositoryId })}
              onClick={() => setEdited(repository)}
            >
              {t('Edit')}
            </Button>
          ),
        })}
        empty={
          <EmptyState icon="token" title={t('No token repositories yet')}>
            {t('Create a repository to share tokens between merchants, or create a merchant, which gets its own.')}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
      {edited && (
        <RepositoryDialog {...(edited !== 'NEW' && { repository: edited })} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  )
}
