// What a request that comes with a registered certificate would meet.

export type CertificateStatus = 'VALID' | 'EXPIRED' | 'REVOKED' | 'NOT_YET_VALID'

export function certificateStatus(
  { revokedAt, notBefore, notAfter }: { readonly revokedAt?: Date; readonly notBefore: Date; readonly notAfter: Date },
  now: Date,
): CertificateStatus {
  if (revokedAt) return 'REVOKED'
  if (now >= notAfter) return 'EXPIRED'
  return now < notBefore ? 'NOT_YET_VALID' : 'VALID'
}
