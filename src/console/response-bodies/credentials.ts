// What the console's services for API access return.

import type { ScopeName } from '../../contract/operation-permissions.ts'
import type { CredentialScope } from '../../kernel/credential-scope.ts'
import type { Permission } from '../../kernel/user.ts'
import type { ApiPassword, Certificate } from '../../merchants/ports/credentials.ts'
import type { CertificateStatus } from '../../merchants/rules/certificate-status.ts'

export interface ApiCredentialBody extends Omit<ApiPassword, 'hash'> {
  /** Of operations that have a name together. */
  readonly scope?: ScopeName
}

export interface ReportingPasswordBody {
  readonly slot: 1 | 2
  readonly createdAt: Date
}

export interface PasswordListsBody {
  readonly api: readonly ApiCredentialBody[]
  readonly reporting: readonly ReportingPasswordBody[]
  /** What the user may grant to a credential. */
  readonly grantable: readonly string[]
  /** Named scopes, with the permissions that the user lacks to grant them. */
  readonly scopes: readonly { readonly name: ScopeName; readonly lackingRights: readonly Permission[] }[]
}

/** The password is returned once. */
export interface CreatedPasswordBody {
  readonly userId: string
  readonly slot: number
  readonly password: string
  /** Of a rotated one, chosen by the gateway. */
  readonly name?: string
}

/** The same for a credential that another user has to approve first. */
export interface RequestedPasswordBody {
  readonly userId: string
  readonly requestId: string
  readonly password: string
  readonly name?: string
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
