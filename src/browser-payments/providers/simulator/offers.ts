// Which currencies, countries and amounts the simulated providers accept.
import type { Provider } from '../../../kernel/provider.ts'
import type { BrowserPaymentProvider } from '../../../payments/ports/provider.ts'

export const offers: Readonly<Record<Provider, BrowserPaymentProvider['offer']>> = {
  PROVIDER_A: {
    displayName: 'Provider A',
    currencies: ['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'NZD', 'SGD', 'USD'],
    countries: ['AUS', 'AUT', 'BEL', 'CAN', 'CHE', 'DEU', 'FRA', 'GBR', 'JPN', 'NLD', 'NZL', 'SGP', 'USA'],
  },
  // Transfers between accounts in one currency have limits; minor units of other currencies would not be comparable.
  PROVIDER_B: {
    displayName: 'Provider B',
    currencies: ['EUR'],
    countries: ['DEU'],
    minMinor: 10n,
    maxMinor: 50_000_00n,
  },
  PROVIDER_C: {
    displayName: 'Provider C',
    currencies: ['CHF', 'EUR', 'GBP'],
    countries: ['AUT', 'BEL', 'CHE', 'DEU', 'GBR', 'NLD'],
  },
}
