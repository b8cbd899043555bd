// The credentials of merchants' programs. Each change writes its audit log entry in its own commit.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { CredentialScope } from '../../kernel/credential-scope.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'

/** What is known of every credential, beside the secret. */
export interface CredentialFacts {
  /** None for the default passwords, and for credentials from before there were names. */
  readonly name?: string | undefined
  readonly operations: CredentialScope
  readonly createdAt?: Date
  readonly createdBy?: string
  /** To the minute. */
  readonly lastUsedAt?: Date
}

export interface ApiPassword extends CredentialFacts {
  /** 1 and 2 for the default ones. */
  readonly slot: number
  readonly hash: KeyedHash
}

export interface Certificate {
  readonly fingerprint: string
  readonly subject: string
  readonly notBefore: Date
  readonly notAfter: Date
}

export interface RegisteredCertificate extends Certificate, CredentialFacts {
  readonly revokedAt?: Date
}

/** The name of a new credential, and what it permits. */
export interface NewCredential {
  readonly name?: string | undefined
  readonly operations: CredentialScope
}

export interface CredentialStore {
  /** Puts a password into a slot, replacing any existing one. */
  setPassword(merchantId: string, slot: 1 | 2, hash: KeyedHash, by: AuditStamp): Promise<void>
  addPassword(merchantId: string, hash: KeyedHash, by: AuditStamp): Promise<1 | 2 | 'FULL'>
  /** One with a name, in its own slot beside the default ones. */
  addCredential(
    merchantId: string,
    credential: NewCredential & { readonly name: string; readonly hash: KeyedHash },
    by: AuditStamp,
  ): Promise<number | 'FULL' | 'NAME_TAKEN'>
  revokePassword(merchantId: string, slot: number, by: AuditStamp): Promise<'REVOKED' | 'NONE' | 'LAST'>
  /** Default: every operation, and UNMASK. */
  addCertificate(
    merchantId: string,
    certificate: Certificate & Partial<NewCredential>,
    by: AuditStamp,
  ): Promise<'ADDED' | 'KNOWN'>
  revokeCertificate(merchantId: string, fingerprint: string, by: AuditStamp): Promise<boolean>
}

/** The use of credentials, written periodically and separately from the requests that use them. */
export interface CredentialUses {
  note(merchantId: string, used: { readonly slot: number } | { readonly fingerprint: string }): void
  /** Writes what was used since; at most once a minute for each credential. */
  flush(): Promise<void>
}
