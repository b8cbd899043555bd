// The status of a client certificate: whether it can be used, and how soon it expires.

export type CertificateStatus = 'VALID' | 'EXPIRED' | 'REVOKED' | 'NOT_YET_VALID'

export function certificateStatus(
  { revokedAt, notBefore, notAfter }: { readonly revokedAt?: Date; readonly notBefore: Date; readonly notAfter: Date },
  now: Date,
): CertificateStatus {
  if (revokedAt) return 'REVOKED'
  if (now >= notAfter) return 'EXPIRED'
  return now < notBefore ? 'NOT_YET_VALID' : 'VALID'
}

export type CertificateExpiry = 'VALID' | 'EXPIRES_SOON' | 'EXPIRED'

/** Long enough to have a new one issued. */
export const expiryWarningDays = 30

const dayMs = 86_400_000

export function certificateExpiry(expiresAt: Date, now: Date): CertificateExpiry {
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs <= 0) return 'EXPIRED'
  return leftMs < expiryWarningDays * dayMs ? 'EXPIRES_SOON' : 'VALID'
}
