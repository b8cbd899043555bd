// What the console's services for API access return.
import type { CertificateStatus } from '../../../domain/merchants/certificate-status.ts'
import type { CredentialScope } from '../../../domain/merchants/credential-scope.ts'
import type { AccessRequest, ApiPassword, Certificate } from '../../../ports/merchants/credentials.ts'

export type ApiCredentialBody = Omit<ApiPassword, 'hash'>

export interface ReportingPasswordBody {
  readonly slot: 1 | 2
  readonly createdAt: Date
}

export interface PasswordListsBody {
  readonly api: readonly ApiCredentialBody[]
  readonly reporting: readonly ReportingPasswordBody[]
  /** What the user may grant to a credential. */
  readonly grantable: readonly string[]
}

/** The password is returned once. */
export interface CreatedPasswordBody {
  readonly userId: string
  readonly slot: number
  readonly password: string
}

/** The same for a credential that another user has to approve first. */
export interface RequestedPasswordBody {
  readonly userId: string
  readonly requestId: string
  readonly password: string
}

export interface CertificateBody extends Certificate {
  readonly revokedAt: Date | undefined
  readonly name: string | undefined
  readonly operations: CredentialScope
  readonly createdBy: string | undefined
  readonly lastUsedAt: Date | undefined
  readonly status: CertificateStatus
}

export interface CertificateListBody {
  readonly certificates: readonly CertificateBody[]
}

/** A certificate that another user has to approve first. */
export interface RequestedCertificateBody {
  readonly requestId: string
}

export interface AccessRequestListBody {
  readonly requests: readonly AccessRequest[]
}
