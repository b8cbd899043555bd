// What a merchant's programs prove themselves by: API passwords, certificates, reporting passwords.
import { Page } from '../../parts/page.tsx'
import { CertificatesPart } from './certificates-part.tsx'
import { PasswordsPart } from './passwords-part.tsx'

export function CredentialsPage() {
  return (
    <Page title="API access" about="What your programs prove themselves by.">
      <PasswordsPart
        kind="api"
        title="API passwords"
        about="There can be two, so that programs change over without a gap: make the second, give it to every program, revoke the first."
      />
      <CertificatesPart />
      <PasswordsPart
        kind="reporting"
        title="Reporting passwords"
        about="They open reports and nothing else. There can be two."
      />
    </Page>
  )
}
