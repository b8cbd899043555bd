// Makes a token repository, or changes one; how tokens are named and managed only while it holds none.
import { Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  provisioningModes,
  repositoryDefaults,
  type TokenRepository,
  tokenGenerations,
  tokenManagements,
} from '../../../../../src/domain/tokens/token-repository.ts'
import { path } from '../../api/client.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { tellDone } from '../../parts/notify.ts'
import { generationWords, managementWords, provisioningWords, worded } from './profile-words.ts'
import { repositoriesPath, type SeenRepository } from './repositories.ts'

type Decided = Omit<TokenRepository, 'id' | 'homeId'>

interface RepositoryDialogProps {
  /** Absent for a new one. */
  readonly repository?: SeenRepository
  readonly onClose: () => void
}

export function RepositoryDialog({ repository, onClose }: RepositoryDialogProps) {
  const [id, setId] = useState(repository?.repositoryId ?? '')
  const before: Decided = repository ?? repositoryDefaults
  const [decided, setDecided] = useState(before)
  const change = (changes: Partial<Decided>) => setDecided((last) => ({ ...last, ...changes }))
  const holdsTokens = repository?.hasTokens ?? false
  const saving = useChange(
    () =>
      repository
        ? {
            method: 'PUT',
            path: path`/token-repositories/${repository.repositoryId}`,
            body: changesBetween(before, decided),
          }
        : {
            method: 'POST',
            path: repositoriesPath,
            body: { repositoryId: id, ...changesBetween(repositoryDefaults, decided) },
          },
    {
      refreshes: [repositoriesPath, '/merchants'],
      onDone: () => {
        tellDone(repository ? 'The repository was changed.' : `${id} can be shared now.`)
        onClose()
      },
    },
  )
  const idProblem = fieldProblem(saving.error, 'repositoryId')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={repository ? `Change ${repository.repositoryId}` : 'Make a repository'}
      confirm={repository ? 'Change it' : 'Make it'}
      onConfirm={() => saving.mutate()}
      isBusy={saving.isPending}
      isDisabled={id === ''}
      error={idProblem ? undefined : saving.error}
    >
      {!repository && (
        <TextInput
          label="Id"
          description="It never changes."
          placeholder="GROUP1"
          maxLength={16}
          value={id}
          error={idProblem}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
      )}
      <Select
        label="Tokens are named"
        {...(holdsTokens && { description: 'It holds tokens, which cannot change their kind.' })}
        data={worded(tokenGenerations, generationWords)}
        allowDeselect={false}
        disabled={holdsTokens}
        value={decided.generation}
        onChange={(chosen) => change({ generation: chosen as Decided['generation'] })}
      />
      <Select
        label="An account gets"
        data={worded(tokenManagements, managementWords)}
        allowDeselect={false}
        disabled={holdsTokens}
        value={decided.management}
        onChange={(chosen) => change({ management: chosen as Decided['management'] })}
      />
      <Switch
        label="Card schemes are asked for tokens of theirs"
        checked={decided.hasSchemeTokens}
        onChange={({ currentTarget }) => change({ hasSchemeTokens: currentTarget.checked })}
      />
      {decided.hasSchemeTokens && (
        <Select
          label="They are asked, unless a request says otherwise"
          data={worded(provisioningModes, provisioningWords)}
          allowDeselect={false}
          value={decided.provisioningMode}
          onChange={(chosen) => change({ provisioningMode: chosen as Decided['provisioningMode'] })}
        />
      )}
      <Switch
        label="Stored cards are kept up to date by the gateway"
        checked={decided.hasMaintenance}
        onChange={({ currentTarget }) => change({ hasMaintenance: currentTarget.checked })}
      />
    </ConfirmDialog>
  )
}

/** Nothing is sent that somebody else may have changed meanwhile. */
function changesBetween(before: Decided, after: Decided): Partial<Decided> {
  const names = Object.keys(repositoryDefaults) as (keyof Decided)[]
  return Object.fromEntries(names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]))
}
