// The dialogs of a wallet on payment pages: how it is shown, its certificate, and turning it off.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type {
  KeyRegistrationBody,
  StoredCertificateBody,
} from '../../../../../src/console/response-bodies/merchants.ts'
import { walletNames } from '../../../../../src/wallets/rules/wallet.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { CertificateField } from '../../parts/certificate-field.tsx'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { Problem } from '../../parts/problem.tsx'
import { Registration } from './registration.tsx'
import { useWalletsPath, type WalletView } from './wire.ts'

interface Props {
  readonly setting: WalletView
  readonly onClose: () => void
}

export function PageSettingDialog({ setting: { wallet, page }, onClose }: Props) {
  const list = useWalletsPath()
  const [displayName, setDisplayName] = useState(page?.displayName ?? '')
  const [country, setCountry] = useState(page?.country ?? '')
  const body = { displayName: displayName.trim(), country: country.trim().toUpperCase() }
  const saving = useChange(() => ({ method: 'PUT', path: `${list}/${wallet}`, body }), {
    refreshes: [list],
    onDone: () => {
      notifySuccess(t('The settings were saved.'))
      onClose()
    },
  })
  const nameProblem = fieldProblem(saving.error, 'displayName')
  const countryProblem = fieldProblem(saving.error, 'country')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('{wallet} on payment pages', { wallet: walletNames[wallet] })}
      confirm={t('Save')}
      onConfirm={() => saving.mutate()}
      isBusy={saving.isPending}
      isDisabled={body.displayName === '' || body.country === ''}
      error={nameProblem || countryProblem ? undefined : saving.error}
    >
      <TextInput
        label={t('Display name')}
        description={t('The wallet shows it to the payer.')}
        value={displayName}
        error={nameProblem}
        maxLength={64}
        onChange={({ currentTarget }) => setDisplayName(currentTarget.value)}
      />
      <TextInput
        label={t('Country of processing')}
        description={t('Three letters (ISO 3166), such as DEU.')}
        value={country}
        error={countryProblem}
        maxLength={3}
        spellCheck={false}
        onChange={({ currentTarget }) => setCountry(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

export function TurnOffDialog({ setting: { wallet, identity }, onClose }: Props) {
  const list = useWalletsPath()
  const name = walletNames[wallet]
  return (
    <ChangeDialog
      onClose={onClose}
      title={t('Turn off {wallet} on payment pages?', { wallet: name })}
      confirm={t('Turn off')}
      call={{ method: 'DELETE', path: `${list}/${wallet}` }}
      refreshes={[list]}
      done={t('Payment pages no longer offer {wallet}.', { wallet: name })}
    >
      <Text fz="sm">{t('Keys stay, and payments from your apps are still accepted.')}</Text>
      {identity && <Text fz="sm">{t('The merchant identity certificate and its key are deleted.')}</Text>}
    </ChangeDialog>
  )
}

/** The open request, or a new one. */
export function RequestDialog({ setting: { wallet, identity, certificateRequestedAt }, onClose }: Props) {
  const list = useWalletsPath()
  const path = `${list}/${wallet}/certificate-request`
  const [isNew, setNew] = useState(certificateRequestedAt === undefined)
  const open = useRead<KeyRegistrationBody>(path, {}, { isWanted: !isNew })
  const creating = useChange<KeyRegistrationBody>(() => ({ method: 'POST', path, body: {} }), { refreshes: [list] })
  const registration = creating.data ?? (isNew ? undefined : open.data)
  const title = t('Request a merchant identity certificate')
  if (registration)
    return (
      <Dialog opened size="lg" onClose={onClose} title={title}>
        <Stack gap="md">
          <Registration registration={registration} onClose={onClose} />
          {!creating.data && (
            <Button variant="subtle" onClick={() => setNew(true)}>
              {t('Create another key instead')}
            </Button>
          )}
        </Stack>
      </Dialog>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={title}
      confirm={t('Create key and request')}
      onConfirm={() => creating.mutate()}
      isBusy={creating.isPending}
      error={creating.error}
    >
      <Text fz="sm">
        {t(
          'The gateway creates a key and a signing request for Apple. Apple knows your payment pages by the certificate that it issues for it.',
        )}
      </Text>
      {identity && <Text fz="sm">{t('The present certificate stays in use until you upload the new one.')}</Text>}
      {certificateRequestedAt !== undefined && (
        <Text fz="sm">{t('A certificate for the earlier request can no longer be uploaded.')}</Text>
      )}
      {open.error && !isNew ? <Problem error={open.error} /> : null}
    </ConfirmDialog>
  )
}

/** Its key says whether it is the identity certificate, or that of a key for payments. */
export function CertificateDialog({ onClose }: Pick<Props, 'onClose'>) {
  const list = useWalletsPath()
  const [pem, setPem] = useState('')
  const storing = useChange<StoredCertificateBody>(
    () => ({ method: 'POST', path: `${list}/APPLE_PAY/certificates`, body: { pem: pem.trim() } }),
    {
      refreshes: [list],
      onDone: ({ use }) => {
        notifySuccess(
          use === 'IDENTITY'
            ? t('The merchant identity certificate was stored.')
            : t('The payment processing certificate was stored.'),
        )
        onClose()
      },
    },
  )
  const problem = fieldProblem(storing.error, 'pem')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Upload a certificate')}
      confirm={t('Upload')}
      onConfirm={() => storing.mutate()}
      isBusy={storing.isPending}
      isDisabled={pem.trim() === ''}
      error={problem ? undefined : storing.error}
    >
      <CertificateField
        description={t(
          'A merchant identity or payment processing certificate that Apple has issued for a request from this page. The gateway finds the key that it belongs to.',
        )}
        pem={pem}
        onChange={setPem}
        error={problem}
      />
    </ConfirmDialog>
  )
}
