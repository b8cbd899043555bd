// Rows of passwords and certificates as JSON, and their mapping.
import type { ApiPassword, CredentialFacts, RegisteredCertificate } from '../../../ports/merchants/credentials.ts'

interface CredentialRow {
  readonly name: string | null
  readonly operations: readonly string[]
  readonly created_at: string
  readonly created_by: string | null
  readonly last_used_at: string | null
}

export interface PasswordRow extends CredentialRow {
  readonly slot: number
  readonly key_id: string
  /** In hexadecimal. */
  readonly hash: string
}

export interface CertificateRow extends CredentialRow {
  readonly fingerprint: string
  readonly subject: string
  readonly not_before: string
  readonly not_after: string
  readonly revoked_at: string | null
}

function factsOf(row: CredentialRow): CredentialFacts {
  return {
    ...(row.name !== null && { name: row.name }),
    operations: row.operations,
    createdAt: new Date(row.created_at),
    ...(row.created_by !== null && { createdBy: row.created_by }),
    ...(row.last_used_at !== null && { lastUsedAt: new Date(row.last_used_at) }),
  }
}

export function apiPassword(row: PasswordRow): ApiPassword {
  return { ...factsOf(row), slot: row.slot, hash: { keyId: row.key_id, hash: Buffer.from(row.hash, 'hex') } }
}

export function registeredCertificate(row: CertificateRow): RegisteredCertificate {
  return {
    ...factsOf(row),
    fingerprint: row.fingerprint,
    subject: row.subject,
    notBefore: new Date(row.not_before),
    notAfter: new Date(row.not_after),
    ...(row.revoked_at && { revokedAt: new Date(row.revoked_at) }),
  }
}
