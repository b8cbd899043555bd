// Until when a certificate is valid, with a warning before its end.
import { StatusBadge, Time } from '../../parts/values.tsx'
import { expiryTexts, expiryTones, type WalletCertificateView } from './wire.ts'

export function Certificate({ certificate: { expiry, expiresAt } }: { readonly certificate: WalletCertificateView }) {
  return (
    <span>
      <StatusBadge status={expiry} tone={expiryTones[expiry]}>
        {expiryTexts[expiry]}
      </StatusBadge>{' '}
      <Time at={expiresAt} />
    </span>
  )
}
