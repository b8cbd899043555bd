// The guides that the reference serves: those of docs/guides for merchants' developers, and those made from tables. The order here is
// the order on the page.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorsGuide, gatewayCodesGuide } from './generated-guides.ts'

interface GuideRow {
  /** In addresses: /docs/test-cards */
  readonly name: string
  readonly title: string
  /** A file of docs/guides, or what makes the text. */
  readonly source: string | (() => string)
  /** Listed beside the operations; the others are on the overview only. */
  readonly isMain?: true
}

const rows: readonly GuideRow[] = [
  { name: 'first-requests', title: 'First requests', source: 'first-requests.md', isMain: true },
  { name: 'a-shop-in-15-minutes', title: 'A shop in 15 minutes', source: 'a-shop-in-15-minutes.md', isMain: true },
  { name: 'request-rules', title: 'Retries, limits and pages', source: 'request-rules.md', isMain: true },
  { name: 'test-cards', title: 'Test cards', source: 'test-cards.md', isMain: true },
  { name: 'errors', title: 'Errors', source: errorsGuide, isMain: true },
  { name: 'gateway-codes', title: 'Gateway codes', source: gatewayCodesGuide, isMain: true },
  { name: 'webhooks', title: 'Webhooks', source: 'webhooks.md', isMain: true },
  { name: '3-d-secure', title: '3-D Secure', source: 'payer-authentication.md', isMain: true },
  { name: 'hosted-fields', title: 'Hosted fields', source: 'hosted-fields.md', isMain: true },
  { name: 'hosted-pages', title: 'Hosted pages', source: 'hosted-pages.md' },
  { name: 'payment-links', title: 'Payment links', source: 'payment-links.md' },
  { name: 'checkout-library', title: 'Checkout library', source: 'checkout-library.md' },
  { name: '3-d-secure-library', title: '3-D Secure library', source: 'three-ds-library.md' },
  { name: 'sessions', title: 'Sessions', source: 'sessions.md' },
  { name: 'tokens', title: 'Tokens', source: 'tokens.md' },
  { name: 'scheme-tokens', title: 'Scheme tokens', source: 'scheme-tokens.md' },
  { name: 'device-payments', title: 'Device payments', source: 'device-payments.md' },
  { name: 'wallets', title: 'Wallets on payment pages', source: 'wallets.md' },
  { name: 'browser-payments', title: 'Browser payments', source: 'browser-payments.md' },
  { name: 'billing-agreements', title: 'Billing agreements', source: 'billing-agreements.md' },
  { name: 'event-feed', title: 'Event feed', source: 'event-feed.md' },
  { name: 'credentials', title: 'Credentials', source: 'credentials.md' },
  { name: 'name-value-pairs', title: 'Name-value pairs', source: 'name-value-pairs.md' },
  { name: 'reporting', title: 'Reporting', source: 'reporting.md' },
  { name: 'test-providers', title: 'Test providers', source: 'test-providers.md' },
]

interface ListedGuide {
  readonly name: string
  readonly title: string
  readonly isMain: boolean
  /** By which other guides link to it. */
  readonly file: string
}

export const guideList: readonly ListedGuide[] = rows.map(({ name, title, source, isMain = false }) => ({
  name,
  title,
  isMain,
  file: typeof source === 'string' ? source : name,
}))

const folder = resolve(import.meta.dirname, '..', '..', 'docs', 'guides')

/** Read once, when the server is built. */
export function readGuides(): ReadonlyMap<string, string> {
  return new Map(
    rows.map(({ name, source }) => [
      name,
      typeof source === 'string' ? readFileSync(resolve(folder, source), 'utf8') : source(),
    ]),
  )
}
