// The guides that the reference serves: those of docs/guides for merchants' developers, and those made from tables. The order here is
// the order on the page.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { statusOfRejection } from '../api/index.ts'
import { gatewayCodeSentences, rejectionSentences } from '../contract/reference/descriptions/result-codes.ts'
import { type GatewayCode, gatewayCodes } from '../kernel/gateway-code.ts'
import { type RejectionReason, reject } from '../kernel/rejection.ts'

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

// The guides that are tables of the source: every error, and every outcome code.

const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``)

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}

function errorsGuide(): string {
  const rejections = (Object.keys(rejectionSentences) as RejectionReason[])
    .map((reason) => ({ rejection: reject(reason), sentence: rejectionSentences[reason] }))
    .map(({ rejection, sentence }) => ({ status: statusOfRejection(rejection), ...rejection, sentence }))
    .toSorted((a, b) => a.status - b.status)
  const sections = [...Map.groupBy(rejections, ({ status, cause }) => `${status} ${cause}`)].map(([title, rows]) => {
    const cells = rows.map(({ validationType, field, sentence }) => [sentence, code(validationType), code(field)])
    return `## ${title}\n\n${table(['When', 'Validation', 'Field'], cells)}`
  })
  return `# Errors

A refused request was not executed: nothing was stored or charged. The response has \`result\` \`ERROR\` and one error, the first that was found. A payment that was
executed and declined is no error: its \`response.gatewayCode\` says why ([gateway codes](gateway-codes)).

| Member | Content |
|---|---|
| \`error.cause\` | \`INVALID_REQUEST\`: correct the request. \`REQUEST_REJECTED\`: it is not permitted. \`SERVER_BUSY\`: send it again after \`Retry-After\` seconds. \`SERVER_FAILED\`: send the same ids again |
| \`error.validationType\` | \`INVALID\`, \`MISSING\` or \`UNSUPPORTED\`, where the error is about a field |
| \`error.field\` | The field, by its full name |
| \`error.explanation\` | A sentence for developers; its wording may change |
| \`error.supportCode\` | Give it to the operator of the gateway; it is the \`X-Request-Id\` of the response |

After a lost connection, a \`500\` or a \`503\`, send the same request with the same ids again: it is executed at most once, and the response is the first one's.

<!-- example: RETRIEVE_TRANSACTION -->

Where no field is named below, it is the one that the request has wrong, or none.

${sections.join('\n\n')}
`
}

const results = [
  ['SUCCESS', 'It was done; or, where the code says so, it has begun.'],
  ['FAILURE', 'It was not done, and will not be.'],
  ['PENDING', 'Others decide: the payer, the provider, the acquirer.'],
  ['UNKNOWN', 'It may have been done. The gateway finds out.'],
] as const

function gatewayCodesGuide(): string {
  const sections = results.map(([result, says]) => {
    const rows = (Object.keys(gatewayCodes) as GatewayCode[])
      .filter((name) => gatewayCodes[name].result === result)
      .map((name) => [code(name), gatewayCodeSentences[name].meaning, gatewayCodeSentences[name].next])
    return `## ${result}\n\n${says}\n\n${table(['Code', 'Meaning', 'What to do'], rows)}`
  })
  return `# Gateway codes

\`response.gatewayCode\` is the outcome of a transaction, the same whichever acquirer was asked. \`result\` sums it up; decide by \`result\` where the reason does
not matter. \`response.acquirerCode\` is what the acquirer itself answered. In the sandbox the [expiry date](test-cards) selects the code.

<!-- example: PAY -->

${sections.join('\n\n')}
`
}

// The guides as the reference's search reads them: one entry for each heading, without the marks of Markdown.
interface GuideSection {
  readonly guide: string
  /** Of the heading, as the page makes it; empty before the first one. */
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

export function sectionsOf(guide: string, markdown: string): readonly GuideSection[] {
  const [opening = '', ...parts] = markdown.split(/^(?=#{2,4} )/m)
  const [, title = guide] = /^# (.+)$/m.exec(opening) ?? []
  return [
    { guide, anchor: '', heading: title, text: plain(opening.replace(/^# .+$/m, '')) },
    ...parts.map((part) => {
      const [, heading = ''] = /^#+ (.+)$/m.exec(part) ?? []
      return { guide, anchor: anchorOf(heading), heading: plain(heading), text: plain(part.replace(/^.*\n?/, '')) }
    }),
  ]
}

function plain(text: string): string {
  return text
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/^(?:```.*|\|[-| ]+\|)$/gm, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The same as in web/docs/guides/markdown.js. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')
}
