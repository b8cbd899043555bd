// How long a certificate is still valid, and when users are warned.

export type CertificateExpiry = 'VALID' | 'EXPIRES_SOON' | 'EXPIRED'

/** Long enough to have a new one issued. */
export const expiryWarningDays = 30

const dayMs = 86_400_000

export function certificateExpiry(expiresAt: Date, now: Date): CertificateExpiry {
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs <= 0) return 'EXPIRED'
  return leftMs < expiryWarningDays * dayMs ? 'EXPIRES_SOON' : 'VALID'
}
