// Reporting passwords: listing, creating one, which is shown once, and revoking.
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  CreatedPasswordBody,
  PasswordListsBody,
  ReportingPasswordBody,
} from '../../../../../src/console/response-bodies/merchants.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ConfirmDialog, SecretDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { SecretLine } from '../../parts/secret-line.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { passwordsPath } from './api-credentials-part.tsx'

type Password = Jsonified<ReportingPasswordBody>
type CreatedPassword = Jsonified<CreatedPasswordBody>

const columns: readonly [Column<Password>, ...Column<Password>[]] = [
  { title: english('Password'), cell: ({ slot }) => t('Password {slot}', { slot }) },
  { title: english('Created'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: english('Age'), cell: ({ createdAt }) => <Time at={createdAt} isRelative /> },
]

const title = t('Reporting passwords')

export function ReportingPart() {
  const { data, error, refetch } = useRead<PasswordListsBody>(passwordsPath(useMerchantId()))
  const passwords = data?.reporting
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<CreatedPassword>()
  const [revoked, setRevoked] = useState<Password>()
  return (
    <ListPart
      title={title}
      description={t('For downloading reports only. Maximum two.')}
      actions={
        <Button
          variant="default"
          disabled={!passwords || passwords.length >= 2}
          onClick={() => setMaking(true)}
          leftSection={<Icon name="plus" size={16} />}
        >
          {t('Create a reporting password')}
        </Button>
      }
    >
      <DataTable
        caption={title}
        columns={columns}
        rows={passwords}
        keyOf={({ slot }) => String(slot)}
        actions={(password) => (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={t('Revoke reporting password {slot}', { slot: password.slot })}
            onClick={() => setRevoked(password)}
          >
            {t('Revoke')}
          </Button>
        )}
        empty={
          <EmptyState icon="key" title={t('No reporting password')}>
            {t('API clients cannot download reports. Create a reporting password to allow it.')}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
      {isMaking && <CreatePasswordDialog onClose={() => setMaking(false)} onMade={setMade} />}
      {revoked && <RevokePasswordDialog slot={revoked.slot} onClose={() => setRevoked(undefined)} />}
      <SecretDialog
        title={t('Your new reporting password')}
        secret={made?.password}
        label={t('Password')}
        onClose={() => setMade(undefined)}
      >
        {made && <SecretLine label={t('User ID')} secret={made.userId} />}
      </SecretDialog>
    </ListPart>
  )
}

interface DialogProps {
  readonly onClose: () => void
}

function useService() {
  const merchantId = useMerchantId()
  return {
    service: path`/merchants/${merchantId}/reporting-passwords`,
    refreshes: [passwordsPath(merchantId)],
  }
}

function CreatePasswordDialog({ onClose, onMade }: DialogProps & { readonly onMade: (made: CreatedPassword) => void }) {
  const { service, refreshes } = useService()
  const making = useChange<CreatedPasswordBody>(() => ({ method: 'POST', path: service }), {
    refreshes,
    onDone: (made) => {
      onClose()
      onMade(made)
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Create a reporting password?')}
      confirm={t('Create')}
      onConfirm={() => making.mutate()}
      isBusy={making.isPending}
      error={making.error}
    >
      <Text fz="sm">{t('It is shown only once. An existing password stays valid until it is revoked.')}</Text>
    </ConfirmDialog>
  )
}

function RevokePasswordDialog({ slot, onClose }: DialogProps & { readonly slot: number }) {
  const { service, refreshes } = useService()
  return (
    <ChangeDialog
      onClose={onClose}
      title={t('Revoke reporting password {slot}?', { slot })}
      confirm={t('Revoke')}
      call={{ method: 'DELETE', path: `${service}/${slot}` }}
      refreshes={refreshes}
      done={t('The reporting password was revoked.')}
    >
      <Text fz="sm">{t('API clients that still use it are rejected immediately. This cannot be undone.')}</Text>
    </ChangeDialog>
  )
}
