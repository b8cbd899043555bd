// Passwords of programs: which there are, making one, which is told once, and revoking.
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { path } from '../../api/client.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ConfirmDialog, TellOnce } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { SecretLine } from '../../parts/secret-line.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Time } from '../../parts/values.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'

type Kind = 'api' | 'reporting'

interface Password {
  readonly slot: 1 | 2
  readonly createdAt: string
}

interface Made {
  readonly userId: string
  readonly password: string
}

interface PartProps {
  readonly kind: Kind
  readonly title: string
  readonly about: string
}

const words = {
  api: { one: 'API password', service: 'passwords' },
  reporting: { one: 'reporting password', service: 'reporting-passwords' },
} as const

const columns: readonly [Column<Password>, ...Column<Password>[]] = [
  { title: 'Password', cell: ({ slot }) => `Password ${slot}` },
  { title: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Age', cell: ({ createdAt }) => <Time at={createdAt} isRelative /> },
]

export function PasswordsPart({ kind, title, about }: PartProps) {
  const merchantId = useMerchantId()
  const list = path`/merchants/${merchantId}/passwords`
  const { one } = words[kind]
  const { data, error, refetch } = useRead<Readonly<Record<Kind, readonly Password[]>>>(list)
  const passwords = data?.[kind]
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Made>()
  const [revoked, setRevoked] = useState<Password>()
  const isLast = kind === 'api' && passwords?.length === 1
  return (
    <ListPart
      title={title}
      about={about}
      actions={
        <Button
          variant="default"
          disabled={!passwords || passwords.length >= 2}
          onClick={() => setMaking(true)}
          leftSection={<Icon name="plus" size={16} />}
        >
          {`Make ${kind === 'api' ? 'an' : 'a'} ${one}`}
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
            disabled={isLast}
            aria-label={`Revoke ${one} ${password.slot}`}
            onClick={() => setRevoked(password)}
          >
            Revoke
          </Button>
        )}
        empty={
          <EmptyState icon="key" title={`No ${one}`}>
            {kind === 'api' ? 'Programs can come with a certificate only.' : 'No program can take reports now.'}
          </EmptyState>
        }
        error={error}
        onRetry={() => void refetch()}
      />
      {isMaking && <Making kind={kind} onClose={() => setMaking(false)} onMade={setMade} />}
      {revoked && <Revoking kind={kind} slot={revoked.slot} onClose={() => setRevoked(undefined)} />}
      <TellOnce title={`Your new ${one}`} secret={made?.password} label="Password" onClose={() => setMade(undefined)}>
        {made && <SecretLine label="User id" secret={made.userId} />}
      </TellOnce>
    </ListPart>
  )
}

interface DialogProps {
  readonly kind: Kind
  readonly onClose: () => void
}

function useService(kind: Kind) {
  const merchantId = useMerchantId()
  return {
    service: path`/merchants/${merchantId}/${words[kind].service}`,
    refreshes: [path`/merchants/${merchantId}/passwords`],
  }
}

function Making({ kind, onClose, onMade }: DialogProps & { readonly onMade: (made: Made) => void }) {
  const { service, refreshes } = useService(kind)
  const { one } = words[kind]
  const making = useChange<Made>(() => ({ method: 'POST', path: service }), {
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
      title={`Make ${kind === 'api' ? 'an' : 'a'} ${one}?`}
      confirm="Make it"
      onConfirm={() => making.mutate()}
      isBusy={making.isPending}
      error={making.error}
    >
      <Text fz="sm">It is shown once. The one there is stays valid until it is revoked.</Text>
    </ConfirmDialog>
  )
}

function Revoking({ kind, slot, onClose }: DialogProps & { readonly slot: number }) {
  const { service, refreshes } = useService(kind)
  const { one } = words[kind]
  return (
    <ChangeDialog
      onClose={onClose}
      title={`Revoke ${one} ${slot}?`}
      confirm="Revoke it"
      call={{ method: 'DELETE', path: `${service}/${slot}` }}
      refreshes={refreshes}
      done={`The ${one} was revoked.`}
    >
      <Text fz="sm">Programs that still use it are refused from then on. It cannot be brought back.</Text>
    </ChangeDialog>
  )
}
