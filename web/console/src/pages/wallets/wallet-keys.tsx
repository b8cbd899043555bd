// The keys for what a wallet encrypts: created by the gateway, which shows everything but the private key.
import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { walletNames } from '../../../../../src/domain/wallets/wallet.ts'
import type {
  CreatedWalletKeyBody,
  KeyRegistrationBody,
} from '../../../../../src/http/console/response-bodies/wallets.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { english, t } from '../../language/text.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ListPart } from '../../parts/list-part.tsx'
import { EmptyState, QueryContent } from '../../parts/states.tsx'
import { NoValue, ShortCode, StatusBadge, Time } from '../../parts/values.tsx'
import { Certificate } from './certificate.tsx'
import { Registration } from './registration.tsx'
import { useWalletsPath, type WalletKeyView, type WalletView } from './wire.ts'

interface Props {
  readonly setting: WalletView
  readonly mayChange: boolean
}

const certificateColumn: Column<WalletKeyView> = {
  title: english('Certificate'),
  cell: ({ certificate }) => (certificate ? <Certificate certificate={certificate} /> : <NoValue />),
}

function columnsOf({ wallet }: WalletView): readonly [Column<WalletKeyView>, ...Column<WalletKeyView>[]] {
  return [
    { title: english('Identifier'), cell: ({ identifier }) => identifier },
    {
      title: english('SHA-256 of the public key'),
      cell: ({ publicKeyHash }) => <ShortCode>{publicKeyHash}</ShortCode>,
    },
    {
      title: english('Use'),
      cell: ({ isNewest }) => (
        <StatusBadge status="" tone={isNewest ? 'good' : 'quiet'}>
          {isNewest ? t('In use') : t('Still accepted')}
        </StatusBadge>
      ),
    },
    ...(wallet === 'APPLE_PAY' ? [certificateColumn] : []),
    { title: english('Added'), cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
  ]
}

export function WalletKeys({ setting, mayChange }: Props) {
  const { wallet, keys } = setting
  const name = walletNames[wallet]
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<WalletKeyView>()
  const [removed, setRemoved] = useState<WalletKeyView>()
  const isApple = wallet === 'APPLE_PAY'
  return (
    <ListPart
      title={t('Keys for {wallet}', { wallet: name })}
      description={
        isApple
          ? t(
              'They decrypt what the wallet sends. To replace a key, create another one, register it with the wallet, and remove the old one after a day.',
            )
          : t(
              'They decrypt what the wallet sends. Payment pages use the newest key at once: to replace a key, turn Google Pay off until the new one is registered, and remove the old one after a day.',
            )
      }
      actions={
        mayChange && (
          <Button variant="default" onClick={() => setCreating(true)} leftSection={<Icon name="plus" size={16} />}>
            {t('Create a key')}
          </Button>
        )
      }
    >
      <DataTable
        caption={t('Keys for {wallet}', { wallet: name })}
        columns={columnsOf(setting)}
        rows={keys}
        keyOf={({ publicKeyHash }) => publicKeyHash}
        {...(mayChange && {
          actions: (key: WalletKeyView) => (
            <>
              <Button variant="subtle" size="compact-sm" onClick={() => setShown(key)}>
                {isApple ? t('Signing request') : t('Public key')}
              </Button>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={t('Remove key {name}', { name: key.identifier })}
                onClick={() => setRemoved(key)}
              >
                {t('Remove')}
              </Button>
            </>
          ),
        })}
        empty={
          <EmptyState icon="key" title={t('No keys')}>
            {t('Create a key to accept {wallet}. The private key never leaves the gateway.', { wallet: name })}
          </EmptyState>
        }
        error={undefined}
      />
      {isCreating && <CreateKeyDialog setting={setting} onClose={() => setCreating(false)} />}
      {shown && <RegistrationDialog setting={setting} walletKey={shown} onClose={() => setShown(undefined)} />}
      {removed && <RemoveKeyDialog setting={setting} walletKey={removed} onClose={() => setRemoved(undefined)} />}
    </ListPart>
  )
}

interface KeyDialogProps {
  readonly setting: WalletView
  readonly onClose: () => void
}

function CreateKeyDialog({ setting: { wallet, keys }, onClose }: KeyDialogProps) {
  const list = useWalletsPath()
  const [identifier, setIdentifier] = useState(keys[0]?.identifier ?? '')
  const creating = useChange<CreatedWalletKeyBody>(
    () => ({ method: 'POST', path: `${list}/${wallet}/keys`, body: { identifier: identifier.trim() } }),
    { refreshes: [list] },
  )
  const isApple = wallet === 'APPLE_PAY'
  const problem = fieldProblem(creating.error, 'identifier')
  if (creating.data)
    return (
      <Dialog opened size="lg" onClose={onClose} title={t('The key was created')}>
        <Registration registration={creating.data.registration} onClose={onClose} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Create a key')}
      confirm={t('Create')}
      onConfirm={() => creating.mutate()}
      isBusy={creating.isPending}
      isDisabled={identifier.trim() === ''}
      error={problem ? undefined : creating.error}
    >
      <TextInput
        label={isApple ? t('Merchant identifier') : t('Google merchant ID')}
        description={
          isApple
            ? t('As you created it at Apple, such as merchant.com.example.shop.')
            : t('From the Google Pay & Wallet Console.')
        }
        value={identifier}
        error={problem}
        maxLength={255}
        spellCheck={false}
        onChange={({ currentTarget }) => setIdentifier(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

function RegistrationDialog({ setting: { wallet }, walletKey, onClose }: KeyDialogProps & OfKey) {
  const path = `${useWalletsPath()}/${wallet}/keys/${walletKey.publicKeyHash}/registration`
  const reading = useRead<KeyRegistrationBody>(path)
  return (
    <Dialog opened size="lg" onClose={onClose} title={wallet === 'APPLE_PAY' ? t('Signing request') : t('Public key')}>
      <QueryContent reading={reading}>
        {(registration) => <Registration registration={registration} onClose={onClose} />}
      </QueryContent>
    </Dialog>
  )
}

interface OfKey {
  readonly walletKey: WalletKeyView
}

function RemoveKeyDialog({ setting: { wallet }, walletKey, onClose }: KeyDialogProps & OfKey) {
  const list = useWalletsPath()
  return (
    <ChangeDialog
      onClose={onClose}
      title={t('Remove this key?')}
      confirm={t('Remove')}
      call={{ method: 'DELETE', path: `${list}/${wallet}/keys/${walletKey.publicKeyHash}` }}
      refreshes={[list]}
      done={t('The key was removed.')}
    >
      <Text fz="sm">
        {t('Payments that the wallet has encrypted for this key are refused from now on. The key cannot be restored.')}
      </Text>
    </ChangeDialog>
  )
}
