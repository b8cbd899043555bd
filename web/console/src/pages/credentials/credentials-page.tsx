// What a merchant's programs prove themselves by: API credentials, certificates, reporting passwords.
import { t } from '../../language/text.ts'
import { Page } from '../../parts/page.tsx'
import { AccessRequestsPart } from './access-requests-part.tsx'
import { ApiCredentialsPart } from './api-credentials-part.tsx'
import { CertificatesPart } from './certificates-part.tsx'
import { ReportingPart } from './reporting-part.tsx'

export function CredentialsPage() {
  return (
    <Page title={t('API access')} description={t('Credentials for your API integrations.')}>
      <AccessRequestsPart />
      <ApiCredentialsPart />
      <CertificatesPart />
      <ReportingPart />
    </Page>
  )
}
