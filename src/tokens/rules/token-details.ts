// What a token stores beside its account number.

import type { Expiry } from '../../kernel/instrument.ts'
import type { Values } from '../../kernel/values.ts'

/**
 * By the canonical names of sourceOfFunds.provided.<group>; the kind of account determines which members there are. No
 * name of a cardholder, no address, no customer.
 */
export interface StoredTokenDetails {
  readonly brand?: string | undefined
  readonly scheme?: string | undefined
  readonly fundingMethod?: string | undefined
  readonly localBrand?: string | undefined
  /** The number of a card on a phone or watch. */
  readonly isDeviceNumber?: boolean | undefined
  /** As read it is here too; as stored, the expiry beside the details counts. */
  readonly expiry?: Expiry | undefined
  readonly accountType?: string | undefined
  readonly bankAccountHolder?: string | undefined
  readonly routingNumber?: string | undefined
  readonly secCode?: string | undefined
  readonly financialInstitutionNumber?: string | undefined
  readonly transitNumber?: string | undefined
  /** Without the id, which is stored like an account number. */
  readonly billingAgreement?: Values | undefined
  /** With a billing agreement only. */
  readonly shipping?: Values | undefined
}
