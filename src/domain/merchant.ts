// A merchant's profile: what the operator decided for it. Callers of the API cannot change any of this.

export const tokenGenerations = ['MERCHANT_SUPPLIED', 'RANDOM', 'PRESERVE_6_4'] as const
export type TokenGeneration = (typeof tokenGenerations)[number]

export const tokenManagements = ['UNIQUE_TOKEN', 'UNIQUE_ACCOUNT_IDENTIFIER'] as const
export type TokenManagement = (typeof tokenManagements)[number]

export const verificationStrategies = ['NONE', 'BASIC', 'ACQUIRER', 'ACCOUNT_UPDATER'] as const
export type VerificationStrategy = (typeof verificationStrategies)[number]

/** The ways a merchant's programs may prove who they are; both may be on during a change-over. */
export const loginWays = ['PASSWORD', 'CERTIFICATE'] as const
export type LoginWay = (typeof loginWays)[number]

export interface MerchantProfile {
  readonly name: string
  readonly isEnabled: boolean
  readonly loginWays: readonly LoginWay[]
  readonly currencies: readonly string[]
  /** Operations the merchant may use, by apiOperation; ALL for every one. */
  readonly operations: readonly string[]
  readonly acquirerLink: AcquirerLink
  readonly tokenGeneration: TokenGeneration
  readonly tokenManagement: TokenManagement
  readonly verificationStrategy: VerificationStrategy
  readonly isAggregator: boolean
}

export interface AcquirerLink {
  /** Which adapter talks to the acquirer. */
  readonly adapter: string
  /** The acquirer's name, shown as transaction.acquirer.id. */
  readonly acquirerId: string
  /** What the acquirer calls this merchant. */
  readonly acquirerMerchantId: string
}

export interface Merchant {
  readonly id: string
  readonly profile: MerchantProfile
}

export function permitsOperation({ profile }: Merchant, operation: string): boolean {
  return profile.operations.includes('ALL') || profile.operations.includes(operation)
}

export function permitsCurrency({ profile }: Merchant, currency: string): boolean {
  return profile.currencies.includes(currency)
}
