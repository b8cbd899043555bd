// What a token stores beside its account number.

import type { Expiry } from '../../kernel/instrument.ts'
import type { Values } from '../../kernel/values.ts'

/**
 * By the canonical names of sourceOfFunds.provided.<group>; the kind of account determines which members there are. No
 * name of a cardholder, no address, no customer.
 */
export interface StoredTokenDetails {
  readonly brand?: string
  readonly scheme?: string
  readonly fundingMethod?: string
  readonly localBrand?: string
  /** The number of a card on a phone or watch. */
  readonly isDeviceNumber?: boolean
  /** As read it is here too; as stored, the expiry beside the details counts. */
  readonly expiry?: Expiry
  readonly accountType?: string
  readonly bankAccountHolder?: string
  readonly routingNumber?: string
  readonly secCode?: string
  readonly financialInstitutionNumber?: string
  readonly transitNumber?: string
  /** Without the id, which is stored like an account number. */
  readonly billingAgreement?: Values
  /** With a billing agreement only. */
  readonly shipping?: Values
}
