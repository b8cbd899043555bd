// One wallet: whether payment pages offer it and what is missing, how it is shown, and its keys.
import { Alert, Button, List } from '@mantine/core'
import { useState } from 'react'
import { walletNames } from '../../../../../src/wallets/rules/wallet.ts'
import { countryText } from '../../format/country.ts'
import { t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/page.tsx'
import { Code, StatusBadge, Time } from '../../parts/values.tsx'
import { Certificate } from './certificate.tsx'
import { CertificateDialog, PageSettingDialog, RequestDialog, TurnOffDialog } from './wallet-dialogs.tsx'
import { WalletKeys } from './wallet-keys.tsx'
import { gapTexts, type WalletListView, type WalletView } from './wire.ts'

interface Props {
  readonly setting: WalletView
  readonly list: Pick<WalletListView, 'domain' | 'hasDomainFile'>
  readonly mayChange: boolean
}

type OpenDialog = 'setting' | 'off' | 'request' | 'certificate'

export function WalletPart({ setting, list, mayChange }: Props) {
  const { wallet, page } = setting
  const [dialog, setDialog] = useState<OpenDialog>()
  const onClose = () => setDialog(undefined)
  const isApple = wallet === 'APPLE_PAY'
  return (
    <>
      <Section
        title={walletNames[wallet]}
        actions={
          mayChange && (
            <>
              {page && (
                <Button variant="subtle" color="red" onClick={() => setDialog('off')}>
                  {t('Turn off')}
                </Button>
              )}
              <Button variant="default" onClick={() => setDialog('setting')}>
                {page ? t('Edit') : t('Offer on payment pages')}
              </Button>
              {isApple && (
                <>
                  <Button variant="default" onClick={() => setDialog('request')}>
                    {t('Certificate request')}
                  </Button>
                  <Button variant="default" onClick={() => setDialog('certificate')}>
                    {t('Upload a certificate')}
                  </Button>
                </>
              )}
            </>
          )
        }
      >
        <Gaps setting={setting} />
        <KeyValues items={[...pageItems(setting), ...(isApple ? appleItems(setting, list) : [])]} />
        {dialog === 'setting' && <PageSettingDialog setting={setting} onClose={onClose} />}
        {dialog === 'off' && <TurnOffDialog setting={setting} onClose={onClose} />}
        {dialog === 'request' && <RequestDialog setting={setting} onClose={onClose} />}
        {dialog === 'certificate' && <CertificateDialog onClose={onClose} />}
      </Section>
      <WalletKeys setting={setting} mayChange={mayChange} />
    </>
  )
}

/** What keeps the wallet from pages that should offer it; where nothing was set, nothing is wrong. */
function Gaps({ setting: { gaps, page, keys } }: { readonly setting: WalletView }) {
  if (gaps.length === 0 || (!page && keys.length === 0)) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      icon={<Icon name="alert" />}
      title={t('Payment pages do not offer it yet')}
    >
      <List size="sm" m={0}>
        {gaps.map((gap) => (
          <List.Item key={gap}>{gapTexts[gap]}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function pageItems({ gaps, page, trust }: WalletView): readonly KeyValue[] {
  const isOffered = gaps.length === 0
  return [
    [
      t('On payment pages'),
      <StatusBadge key="state" status="" tone={isOffered ? 'good' : 'quiet'}>
        {isOffered ? t('Offered') : t('Not offered')}
      </StatusBadge>,
    ],
    [t('Wallet'), trust === 'SIMULATED' && t('Simulated by the sandbox')],
    [t('Display name'), page?.displayName],
    [t('Country of processing'), page?.country && countryText(page.country)],
  ]
}

function appleItems(
  { identity, certificateRequestedAt }: WalletView,
  { domain, hasDomainFile }: Props['list'],
): readonly KeyValue[] {
  return [
    [t('Merchant identity certificate'), identity ? <Certificate key="identity" certificate={identity} /> : t('None')],
    [t('Fingerprint (SHA-256)'), identity && <Code key="fingerprint">{identity.fingerprint}</Code>],
    [
      t('Certificate requested'),
      certificateRequestedAt !== undefined && <Time key="requested" at={certificateRequestedAt} />,
    ],
    [t('Domain to register with Apple'), <Code key="domain">{domain}</Code>],
    [
      t('Domain file'),
      hasDomainFile
        ? t('Served by the gateway')
        : t('Not set; ask the operator to store the file that Apple gives you'),
    ],
  ]
}
