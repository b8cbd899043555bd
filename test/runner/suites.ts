// The suites of `npm test`. The files of a suite share one process, so that modules are loaded and gateways started once.

export interface Suite {
  readonly name: string
  /** A test file belongs to the suite with the longest folder that holds it. */
  readonly folder: string
  /** What CONTRIBUTING's time budget allows while three other suites run on the same two cores. Suites with more begin sooner,
   * so that no long one is left for the end. */
  readonly budgetSeconds: number
}

export const suites: readonly Suite[] = [
  { name: 'Console pages in Chromium', folder: 'test/end-to-end/console/pages', budgetSeconds: 200 },
  { name: 'Killed, cut off, replaced', folder: 'test/end-to-end/processes/faults', budgetSeconds: 160 },
  { name: 'Other end-to-end', folder: 'test/end-to-end', budgetSeconds: 160 },
  { name: 'Everything else', folder: '', budgetSeconds: 150 },
  { name: 'Start, stop, production', folder: 'test/end-to-end/processes', budgetSeconds: 130 },
  { name: 'Checkout pages in Chromium', folder: 'test/end-to-end/checkout/pages', budgetSeconds: 100 },
  { name: "Operator's commands", folder: 'test/end-to-end/commands', budgetSeconds: 90 },
  { name: 'Adapters on PostgreSQL', folder: 'test/adapters', budgetSeconds: 85 },
  { name: 'Console pages under attack', folder: 'test/end-to-end/console/pages/security', budgetSeconds: 80 },
  { name: 'Embedded PostgreSQL', folder: 'src/adapters/postgres/embedded', budgetSeconds: 75 },
  { name: 'Hosted fields in Chromium', folder: 'test/end-to-end/hosted-fields/pages', budgetSeconds: 45 },
  { name: 'Tokens', folder: 'test/end-to-end/tokens', budgetSeconds: 45 },
  { name: 'Payments', folder: 'test/end-to-end/payments', budgetSeconds: 35 },
  { name: 'Events and webhooks', folder: 'test/end-to-end/events', budgetSeconds: 35 },
  { name: 'API reference in Chromium', folder: 'test/end-to-end/docs/pages', budgetSeconds: 30 },
  { name: 'Browser payments', folder: 'test/end-to-end/browser-payments', budgetSeconds: 30 },
  { name: 'Keys', folder: 'test/end-to-end/keys', budgetSeconds: 30 },
  { name: 'Checkout', folder: 'test/end-to-end/checkout', budgetSeconds: 25 },
  { name: 'The edge and bad input', folder: 'test/end-to-end/edge', budgetSeconds: 25 },
  { name: 'Console services', folder: 'test/end-to-end/console', budgetSeconds: 20 },
  { name: 'Browser payments in Chromium', folder: 'test/end-to-end/browser-payments/pages', budgetSeconds: 15 },
]

export function suiteOf(file: string): Suite {
  const path = file.replaceAll('\\', '/')
  const [longest] = suites
    .filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)
  if (!longest) throw new Error(`no suite holds ${file}`)
  return longest
}
