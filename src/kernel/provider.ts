// The providers on whose sites payers pay: an account-based wallet (A), and two kinds of bank transfer (B and C).

export const providers = ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const
export type Provider = (typeof providers)[number]

/** How a merchant is known to a provider. */
export interface ProviderLink {
  readonly provider: Provider
  /** The adapter for the provider. */
  readonly adapter: string
  /** The merchant's id at the provider. */
  readonly account: string
}

/** A merchant has at most one account with each; undefined when this holds. */
export function providerNamedTwice(links: readonly ProviderLink[]): Provider | undefined {
  return links.find(({ provider }, index) =>
    links.some((other, before) => before < index && other.provider === provider),
  )?.provider
}
