// The suites of `npm test`. The files of a suite share one process, so that modules are loaded and gateways started once.

export interface Suite {
  readonly name: string
  /** A test file belongs to the suite with the longest folder that holds it. */
  readonly folder: string
  /** What CONTRIBUTING's time budget allows. Suites with more begin sooner, so that no long one is left for the end. */
  readonly budgetSeconds: number
}

export const suites: readonly Suite[] = [
  { name: 'Start, stop, kill, production', folder: 'test/end-to-end/processes', budgetSeconds: 120 },
  { name: 'Console pages in Chromium', folder: 'test/end-to-end/console/pages', budgetSeconds: 120 },
  { name: 'Checkout pages in Chromium', folder: 'test/end-to-end/checkout/pages', budgetSeconds: 80 },
  { name: 'Payments', folder: 'test/end-to-end/payments', budgetSeconds: 60 },
  { name: "Operator's commands", folder: 'test/end-to-end/commands', budgetSeconds: 60 },
  { name: 'Embedded PostgreSQL', folder: 'src/adapters/postgres/embedded', budgetSeconds: 60 },
  { name: 'Browser payments', folder: 'test/end-to-end/browser-payments', budgetSeconds: 50 },
  { name: 'Browser payments in Chromium', folder: 'test/end-to-end/browser-payments/pages', budgetSeconds: 50 },
  { name: 'Hosted fields in Chromium', folder: 'test/end-to-end/hosted-fields/pages', budgetSeconds: 40 },
  { name: 'Events and webhooks', folder: 'test/end-to-end/events', budgetSeconds: 40 },
  { name: 'Keys', folder: 'test/end-to-end/keys', budgetSeconds: 40 },
  { name: 'The edge and bad input', folder: 'test/end-to-end/edge', budgetSeconds: 40 },
  { name: 'Tokens', folder: 'test/end-to-end/tokens', budgetSeconds: 30 },
  { name: 'API reference in Chromium', folder: 'test/end-to-end/docs/pages', budgetSeconds: 30 },
  { name: 'Checkout', folder: 'test/end-to-end/checkout', budgetSeconds: 30 },
  { name: 'Console services', folder: 'test/end-to-end/console', budgetSeconds: 30 },
  { name: 'Adapters', folder: 'src/adapters', budgetSeconds: 30 },
  { name: 'Other end-to-end', folder: 'test/end-to-end', budgetSeconds: 60 },
  { name: 'Adapters on PostgreSQL', folder: 'test/adapters', budgetSeconds: 30 },
  { name: 'Contract', folder: 'test/contract', budgetSeconds: 20 },
  { name: 'Everything else', folder: '', budgetSeconds: 30 },
]

export function suiteOf(file: string): Suite {
  const path = file.replaceAll('\\', '/')
  const [longest] = suites
    .filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)
  if (!longest) throw new Error(`no suite holds ${file}`)
  return longest
}
