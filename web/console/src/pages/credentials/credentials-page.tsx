// What a merchant's programs prove themselves by: API credentials, certificates, reporting passwords.
import { path } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { Page } from '../../parts/page.tsx'
import { useMerchantId } from '../../shell/merchant-id.ts'
import { MerchantApprovals } from '../approvals/approval-requests-part.tsx'
import { ApiCredentialsPart } from './api-credentials-part.tsx'
import { CertificatesPart } from './certificates-part.tsx'
import { ReportingPart } from './reporting-part.tsx'

export function CredentialsPage() {
  const merchantId = useMerchantId()
  return (
    <Page title={t('API access')} description={t('Credentials for your API integrations.')}>
      <MerchantApprovals
        kinds={['PASSWORD', 'CERTIFICATE']}
        refreshes={[path`/merchants/${merchantId}/passwords`, path`/merchants/${merchantId}/certificates`]}
      />
      <ApiCredentialsPart />
      <CertificatesPart />
      <ReportingPart />
    </Page>
  )
}
