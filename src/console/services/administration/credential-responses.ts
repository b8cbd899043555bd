// How the console shows credentials: one that was just created, with its password, and certificates.

import type { CredentialResult } from '../../../approvals/operations/manage-credentials.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import type { RegisteredCertificate } from '../../../merchants/ports/credentials.ts'
import { certificateStatus } from '../../../merchants/rules/certificate-status.ts'
import type { CertificateBody, CreatedPasswordBody, RequestedPasswordBody } from '../../response-bodies/credentials.ts'
import { acceptedResponse, consoleRefusal, createdResponse, missingPermissions } from '../../responses.ts'
import type { ConsoleResponse } from '../../route.ts'

export const full = consoleRefusal(409, 'FULL', 'The maximum number is reached. Revoke one first.')

export const knownCertificate = consoleRefusal(
  409,
  'KNOWN',
  'The certificate is already registered. A revoked certificate cannot be registered again.',
)

export function createdCredential(
  { merchantId }: { readonly merchantId: string },
  result: CredentialResult & { readonly name?: string },
): ConsoleResponse {
  const userId = `merchant.${merchantId}`
  const called = omitUndefined({ name: result.name })
  switch (result.kind) {
    case 'MADE': {
      const { slot, password } = result
      return createdResponse<CreatedPasswordBody>({ userId, slot, password, ...called })
    }
    case 'AWAITS_APPROVAL': {
      const { requestId, password } = result
      return acceptedResponse<RequestedPasswordBody>({ userId, requestId, password, ...called })
    }
    case 'LACKS_PERMISSIONS':
      return missingPermissions(result.permissions)
    case 'FULL':
      return full
    case 'NAME_TAKEN':
      return consoleRefusal(409, 'TAKEN', 'A credential with this name already exists.', 'name')
    case 'NAME_MISSING':
      return consoleRefusal(
        422,
        'FIELD_MISSING',
        'A credential that is limited or has to be approved needs a name.',
        'name',
      )
  }
}

export function shownCertificate(certificate: RegisteredCertificate, now: Date): CertificateBody {
  const { fingerprint, subject, notBefore, notAfter, revokedAt, name, operations, createdBy, lastUsedAt } = certificate
  const facts = { name, operations, createdBy, lastUsedAt }
  return { fingerprint, subject, notBefore, notAfter, revokedAt, ...facts, status: certificateStatus(certificate, now) }
}
