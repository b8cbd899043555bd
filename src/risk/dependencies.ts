// What risk assessment needs from outside.

import type { Vault } from '../keys/ports/vault.ts'
import type { IpCountries } from './ports/ip-countries.ts'
import type { RiskStore } from './ports/risk-store.ts'
import type { Velocity } from './ports/velocity.ts'

export interface RiskDependencies {
  readonly vault: Vault
  readonly risk: RiskStore
  /** Counts payments, and refuses what looks like card testing. */
  readonly velocity: Velocity
  readonly ipCountries: IpCountries
}
