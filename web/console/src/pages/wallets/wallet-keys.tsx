// The keys for what a wallet encrypts: created by the gateway, which shows everything but the private key.
import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CreatedWalletKeyBody, KeyRegistrationBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { walletNames } from '../../../../../src/wallets/rules/wallet.ts'
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
      cell: ({ usedSince }) =>
        usedSince === undefined ? (
          <StatusBadge status="" tone="quiet">
            {t('Not in use')}
          </StatusBadge>
        ) : (
          <span>
            <StatusBadge status="" tone="good">
              {t('In use')}
            </StatusBadge>{' '}
            <Time at={usedSince} />
          </span>
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
  const [chosen, setChosen] = useState<WalletKeyView>()
  const [removed, setRemoved] = useState<WalletKeyView>()
  const isApple = wallet === 'APPLE_PAY'
  return (
    <ListPart
      title={t('Keys for {wallet}', { wallet: name })}
      description={t(
        'Each of them decrypts what the wallet sends; payment pages name the one in use. To replace it, create a key, register it with the wallet, put it in use, and remove the old one after a day.',
      )}
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
              {key.usedSince === undefined && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('Put in use: {name}', { name: key.identifier })}
                  onClick={() => setChosen(key)}
                >
                  {t('Put in use')}
                </Button>
              )}
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
      {chosen && <UseKeyDialog setting={setting} walletKey={chosen} onClose={() => setChosen(undefined)} />}
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

function UseKeyDialog({ setting: { wallet }, walletKey, onClose }: KeyDialogProps & OfKey) {
  const list = useWalletsPath()
  return (
    <ChangeDialog
      onClose={onClose}
      title={t('Put this key in use?')}
      confirm={t('Put in use')}
      call={{ method: 'POST', path: `${list}/${wallet}/keys/${walletKey.publicKeyHash}/use`, body: {} }}
      refreshes={[list]}
      done={t('The key is in use.')}
      isHarmless
    >
      <Text fz="sm">
        <ShortCode>{walletKey.publicKeyHash}</ShortCode>
      </Text>
      <Text fz="sm">
        {wallet === 'APPLE_PAY'
          ? t(
              'Payment pages use the merchant identifier of this key from now on. The certificate of the key must be active at Apple, and the merchant identity certificate must belong to the same identifier.',
            )
          : t(
              'Payment pages ask Google Pay to encrypt for this key from now on. While Google does not know it, payments with Google Pay fail: register its public key first.',
            )}
      </Text>
      <Text fz="sm">{t('Payments for the other keys are still accepted.')}</Text>
    </ChangeDialog>
  )
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
      {walletKey.usedSince !== undefined && (
        <Text fz="sm">
          {t('This key is in use: payment pages do not offer {wallet} until another key is put in use.', {
            wallet: walletNames[wallet],
          })}
        </Text>
      )}
    </ChangeDialog>
  )
}
