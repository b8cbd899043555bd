// Makes a token repository, or changes one; how tokens are named and managed only while it holds none.
import { Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  provisioningModes,
  repositoryDefaults,
  type TokenRepository,
  tokenGenerations,
  tokenManagements,
} from '../../../../../src/merchants/rules/token-repository.ts'
import { path } from '../../api/client.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { choiceOptions, generationLabels, managementLabels, provisioningLabels } from './profile-labels.ts'
import { type RepositoryDetails, repositoriesPath } from './repositories.ts'

type RepositorySettings = Omit<TokenRepository, 'id' | 'homeId'>

interface RepositoryDialogProps {
  /** Absent for a new one. */
  readonly repository?: RepositoryDetails
  readonly onClose: () => void
}

export function RepositoryDialog({ repository, onClose }: RepositoryDialogProps) {
  const [id, setId] = useState(repository?.repositoryId ?? '')
  const before: RepositorySettings = repository ?? repositoryDefaults
  const [decided, setDecided] = useState(before)
  const change = (changes: Partial<RepositorySettings>) => setDecided((last) => ({ ...last, ...changes }))
  const holdsTokens = repository?.hasTokens ?? false
  const saving = useChange(
    () =>
      repository
        ? {
            method: 'PUT',
            path: path`/token-repositories/${repository.repositoryId}`,
            body: repositoryChanges(before, decided),
          }
        : {
            method: 'POST',
            path: repositoriesPath,
            body: { repositoryId: id, ...repositoryChanges(repositoryDefaults, decided) },
          },
    {
      refreshes: [repositoriesPath, '/merchants'],
      onDone: () => {
        notifySuccess(
          repository
            ? t('The repository was changed.')
            : t('{repository} was created and can now be shared.', { repository: id }),
        )
        onClose()
      },
    },
  )
  const idProblem = fieldProblem(saving.error, 'repositoryId')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={repository ? t('Edit {repository}', { repository: repository.repositoryId }) : t('Create repository')}
      confirm={repository ? t('Save') : t('Create')}
      onConfirm={() => saving.mutate()}
      isBusy={saving.isPending}
      isDisabled={id === ''}
      error={idProblem ? undefined : saving.error}
    >
      {!repository && (
        <TextInput
          label={t('ID')}
          description={t('Cannot be changed later.')}
          placeholder="GROUP1"
          maxLength={16}
          value={id}
          error={idProblem}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
      )}
      <Select
        label={t('Token generation')}
        {...(holdsTokens && { description: t('Cannot be changed because the repository already holds tokens.') })}
        data={choiceOptions(tokenGenerations, generationLabels)}
        allowDeselect={false}
        disabled={holdsTokens}
        value={decided.generation}
        onChange={(chosen) => change({ generation: chosen as RepositorySettings['generation'] })}
      />
      <Select
        label={t('Tokens per account')}
        data={choiceOptions(tokenManagements, managementLabels)}
        allowDeselect={false}
        disabled={holdsTokens}
        value={decided.management}
        onChange={(chosen) => change({ management: chosen as RepositorySettings['management'] })}
      />
      <Switch
        label={t('Request scheme tokens from card schemes')}
        checked={decided.hasSchemeTokens}
        onChange={({ currentTarget }) => change({ hasSchemeTokens: currentTarget.checked })}
      />
      {decided.hasSchemeTokens && (
        <Select
          label={t('When scheme tokens are requested (default)')}
          data={choiceOptions(provisioningModes, provisioningLabels)}
          allowDeselect={false}
          value={decided.provisioningMode}
          onChange={(chosen) => change({ provisioningMode: chosen as RepositorySettings['provisioningMode'] })}
        />
      )}
      <Switch
        label={t('Update stored cards automatically')}
        checked={decided.hasMaintenance}
        onChange={({ currentTarget }) => change({ hasMaintenance: currentTarget.checked })}
      />
    </ConfirmDialog>
  )
}

/** Only differences are sent, so that concurrent changes of other users are kept. */
function repositoryChanges(before: RepositorySettings, after: RepositorySettings): Partial<RepositorySettings> {
  const names = Object.keys(repositoryDefaults) as (keyof RepositorySettings)[]
  return Object.fromEntries(names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]))
}
