// The providers on whose sites payers pay: an account-based wallet (A), and two kinds of bank transfer (B and C).

export const providers = ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const
export type Provider = (typeof providers)[number]

/** How a merchant is known to a provider. */
export interface ProviderLink {
  readonly provider: Provider
  /** Which adapter talks to the provider. */
  readonly adapter: string
  /** What the provider calls this merchant. */
  readonly account: string
}

/** A merchant has one account at most with each; undefined when it has. */
export function providerNamedTwice(links: readonly ProviderLink[]): Provider | undefined {
  return links.find(({ provider }, place) =>
    links.some((other, before) => before < place && other.provider === provider),
  )?.provider
}
