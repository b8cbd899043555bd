// What merchants' programs prove themselves by. Each change leaves its line in the audit in the commit that makes it.
import type { CredentialScope } from '../../domain/merchants/credential-scope.ts'
import type { KeyedHash } from '../keys/vault.ts'
import type { AuditStamp } from '../users/users.ts'

/** What is known of every credential, beside what it proves itself by. */
export interface CredentialFacts {
  /** None for the default passwords, and for what was made before there were names. */
  readonly name?: string
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

/** What a new credential is called, and what it may do. */
export interface NewCredential {
  readonly name?: string
  readonly operations: CredentialScope
}

/** A credential, or the privilege UNMASK, that another person has to approve. */
export type AccessRequest = {
  readonly requestId: string
  readonly requestedBy: string
  readonly requestedAt: Date
} & RequestedAccess

export type RequestedAccess =
  | ({ readonly kind: 'PASSWORD'; readonly name: string } & NewCredential)
  | ({ readonly kind: 'CERTIFICATE'; readonly certificate: Certificate } & NewCredential)
  | { readonly kind: 'UNMASK' }

export interface CredentialStore {
  /** Puts a password into a slot, whatever was there. */
  setPassword(merchantId: string, slot: 1 | 2, hash: KeyedHash, by: AuditStamp): Promise<void>
  addPassword(merchantId: string, hash: KeyedHash, by: AuditStamp): Promise<1 | 2 | 'FULL'>
  /** One with a name, in a slot of its own beside the default ones. */
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

/** What waits for a second person. Each step leaves its line in the audit in the commit that makes it. */
export interface AccessRequests {
  /** Oldest first. */
  list(merchantId: string): Promise<readonly AccessRequest[]>
  /** A password comes with its hash. Gives the request's id. */
  add(merchantId: string, wanted: RequestedAccess, hash: KeyedHash | undefined, by: AuditStamp): Promise<string>
  /** Takes effect at once. OWN: who asked for it cannot approve it. */
  approve(
    merchantId: string,
    requestId: string,
    by: AuditStamp,
  ): Promise<'APPROVED' | 'UNKNOWN' | 'OWN' | 'FULL' | 'NAME_TAKEN' | 'KNOWN'>
  decline(merchantId: string, requestId: string, by: AuditStamp): Promise<boolean>
}

/** Credentials as they are used, written down now and then, apart from what they are used for. */
export interface CredentialUses {
  note(merchantId: string, used: { readonly slot: number } | { readonly fingerprint: string }): void
  /** Writes down what was used since; of each credential at most once a minute. */
  flush(): Promise<void>
}
