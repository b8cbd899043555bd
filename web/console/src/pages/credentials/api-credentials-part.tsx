// API credentials: which there are and what each may do, creating one, whose password is shown once, and revoking.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  ApiCredentialBody,
  CreatedPasswordBody,
  PasswordListsBody,
  RequestedPasswordBody,
} from '../../../../../src/console/response-bodies/merchants.ts'
import { defaultCredentialName } from '../../../../../src/kernel/credential-scope.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { english, t, tx } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ConfirmDialog, SecretDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { SecretLine } from '../../parts/secret-line.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { NoValue, Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { approvalsPath } from '../approvals/approval-requests-part.tsx'
import { isScopeChosen, noScope, type Scope, ScopeFields, scopeBody } from './scope-fields.tsx'
import { scopeLabel, scopeText } from './scope-labels.ts'

type Credential = Jsonified<ApiCredentialBody>
/** The second kind has to be approved by another user first. */
type CreatedCredential = Jsonified<CreatedPasswordBody | RequestedPasswordBody>

/** The two default passwords differ by their slots. */
const nameOf = ({ name, slot }: Credential) => name ?? `${defaultCredentialName} ${slot}`

const columns: readonly [Column<Credential>, ...Column<Credential>[]] = [
  { title: english('Name'), cell: nameOf },
  {
    title: english('Scope'),
    cell: ({ operations, scope }) => (
      <span title={operations.map(scopeLabel).join(', ')}>
        {scope === undefined ? scopeText(operations) : scopeLabel(scope)}
      </span>
    ),
  },
  { title: english('Created by'), cell: ({ createdBy }) => createdBy ?? <NoValue />, isMinor: true },
  { title: english('Created'), cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
  {
    title: english('Last used'),
    cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? t('Never') : <Time at={lastUsedAt} isRelative />),
  },
]

export const passwordsPath = (merchantId: string) => path`/merchants/${merchantId}/passwords`

export function ApiCredentialsPart() {
  const list = passwordsPath(useMerchantId())
  const { data, error, refetch } = useRead<PasswordListsBody>(list)
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<CreatedCredential>()
  const [rotated, setRotated] = useState<Credential>()
  const [revoked, setRevoked] = useState<Credential>()
  return (
    <ListPart
      title={t('API credentials')}
      description={t('Create one for each integration, limited to the operations it needs.')}
      actions={
        <Button
          variant="default"
          disabled={!data}
          onClick={() => setCreating(true)}
          leftSection={<Icon name="plus" size={16} />}
        >
          {t('Create a credential')}
        </Button>
      }
    >
      <DataTable
        caption={t('API credentials')}
        columns={columns}
        rows={data?.api}
        keyOf={({ slot }) => String(slot)}
        actions={(credential) => (
          <Group gap={4} justify="end" wrap="nowrap">
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('Rotate credential {name}', { name: nameOf(credential) })}
              onClick={() => setRotated(credential)}
            >
              {t('Rotate')}
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              disabled={data?.api.length === 1}
              aria-label={t('Revoke credential {name}', { name: nameOf(credential) })}
              onClick={() => setRevoked(credential)}
            >
              {t('Revoke')}
            </Button>
          </Group>
        )}
        empty={
          <EmptyState icon="key" title={t('No API credentials')}>
            {t(
              'API clients can authenticate with a certificate only. Create a credential to allow password authentication.',
            )}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
      {data?.api.length === 1 && (
        <Text fz="sm" c="dimmed" mt="xs">
          {t('The only credential cannot be revoked: create another one first.')}
        </Text>
      )}
      {isCreating && data && (
        <CreateCredentialDialog lists={data} onClose={() => setCreating(false)} onMade={setMade} />
      )}
      {rotated && (
        <RotateCredentialDialog credential={rotated} onClose={() => setRotated(undefined)} onMade={setMade} />
      )}
      {revoked && (
        <ChangeDialog
          onClose={() => setRevoked(undefined)}
          title={t('Revoke credential {name}?', { name: nameOf(revoked) })}
          confirm={t('Revoke')}
          call={{ method: 'DELETE', path: `${list}/${revoked.slot}` }}
          refreshes={[list]}
          done={t('The credential was revoked.')}
        >
          <Text fz="sm">{t('API clients that still use it are rejected immediately. This cannot be undone.')}</Text>
        </ChangeDialog>
      )}
      <SecretDialog
        title={t('Your new credential')}
        secret={made?.password}
        label={t('Password')}
        onClose={() => setMade(undefined)}
      >
        {made && <SecretLine label={t('User ID')} secret={made.userId} />}
        {made?.name !== undefined && (
          <Text fz="sm">
            {tx('It is named {name}. Revoke the previous one when all programs use the new password.', {
              name: <strong key="name">{made.name}</strong>,
            })}
          </Text>
        )}
        {made && 'requestId' in made && (
          <Alert color="yellow" variant="light" icon={<Icon name="alert" />}>
            {t('It can be used once another user has approved it.')}
          </Alert>
        )}
      </SecretDialog>
    </ListPart>
  )
}

interface RotateCredentialProps {
  readonly credential: Credential
  readonly onClose: () => void
  readonly onMade: (made: CreatedCredential) => void
}

function RotateCredentialDialog({ credential, onClose, onMade }: RotateCredentialProps) {
  const merchantId = useMerchantId()
  const list = passwordsPath(merchantId)
  const rotating = useChange<CreatedPasswordBody | RequestedPasswordBody>(
    () => ({ method: 'POST', path: `${list}/${credential.slot}/rotation`, body: {} }),
    {
      refreshes: [list, approvalsPath(merchantId)],
      onDone: (made) => {
        onClose()
        onMade(made)
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Rotate credential {name}?', { name: nameOf(credential) })}
      confirm={t('Create new password')}
      onConfirm={() => rotating.mutate()}
      isBusy={rotating.isPending}
      error={rotating.error}
    >
      <Text fz="sm">
        {t(
          'A second credential with the same scope is created. Both work until you revoke the previous one, so no request is refused while your programs change over.',
        )}
      </Text>
    </ConfirmDialog>
  )
}

interface CreateCredentialProps {
  readonly lists: Jsonified<PasswordListsBody>
  readonly onClose: () => void
  readonly onMade: (made: CreatedCredential) => void
}

function CreateCredentialDialog({ lists: { grantable, scopes }, onClose, onMade }: CreateCredentialProps) {
  const merchantId = useMerchantId()
  const list = passwordsPath(merchantId)
  const [scope, setScope] = useState<Scope>(noScope)
  const body = { name: scope.name.trim(), ...scopeBody(scope) }
  const creating = useChange<CreatedPasswordBody | RequestedPasswordBody>(
    () => ({ method: 'POST', path: list, body }),
    {
      refreshes: [list, approvalsPath(merchantId)],
      onDone: (made) => {
        onClose()
        onMade(made)
      },
    },
  )
  const nameProblem = fieldProblem(creating.error, 'name')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Create a credential')}
      confirm={t('Create')}
      onConfirm={() => creating.mutate()}
      isBusy={creating.isPending}
      isDisabled={body.name === '' || !isScopeChosen(scope)}
      error={nameProblem ? undefined : creating.error}
    >
      <ScopeFields
        value={scope}
        scopes={scopes}
        // Account numbers in clear are for certificates alone.
        grantable={grantable.filter((word) => word !== 'UNMASK')}
        onChange={setScope}
        nameProblem={nameProblem}
      />
      <Text fz="sm" c="dimmed">
        {t('The password is shown only once. The scope cannot be changed later.')}
      </Text>
    </ConfirmDialog>
  )
}
