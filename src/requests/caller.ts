// Who calls: a program of a merchant, a payer's device, or the gateway itself.

import type { CredentialScope } from '../kernel/credential-scope.ts'
import type { Secret } from '../kernel/secret.ts'
import type { Merchant } from '../merchants/rules/merchant.ts'
export interface Caller {
  readonly kind: 'CALLER'
  readonly merchant: Merchant
  /** Unmasked values are only ever returned to a caller with a certificate. */
  readonly hasCertificate: boolean
  readonly isDevice: boolean
  /** Of a device: the session whose id it has. */
  readonly deviceSession?: Secret
  /**
   * The credentials of a merchant's program: a password, a certificate, or both. None when the gateway itself is the
   * caller.
   */
  readonly credentials?: readonly UsedCredential[]
}

export type UsedCredential = { readonly name: string; readonly operations: CredentialScope } & (
  | { readonly slot: number }
  | { readonly fingerprint: string }
)
