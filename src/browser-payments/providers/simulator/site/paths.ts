// The addresses of the simulated providers' sites.
import type { Provider } from '../../../../kernel/provider.ts'

export const sitePath = (provider: Provider): string => `/sandbox/providers/${provider.slice(-1).toLowerCase()}`

export const paymentPath = (provider: Provider, siteToken: string): string => `${sitePath(provider)}/pay/${siteToken}`

/** Where a payer agrees to later payments. */
export const agreementPath = (siteToken: string): string => `${sitePath('PROVIDER_A')}/agree/${siteToken}`

/** Where a payer sees the agreements, and may withdraw them. */
export const agreementsPath = (siteToken: string): string => `${sitePath('PROVIDER_A')}/agreements/${siteToken}`
