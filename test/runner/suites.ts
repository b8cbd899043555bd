// The suites of `npm test`. The files of a suite share one process, so that modules are loaded and gateways started once.

export interface Suite {
  readonly name: string
  /** A test file belongs to the suite with the longest folder that holds it. */
  readonly folder: string
  /** What it took when last measured, beside three other suites on two cores. Longer suites begin sooner, so that no long one is
   * left for the end. */
  readonly usualSeconds: number
}

export const suites: readonly Suite[] = [
  { name: 'Console pages in Chromium', folder: 'test/end-to-end/console/pages', usualSeconds: 285 },
  { name: 'Killed, cut off, replaced', folder: 'test/end-to-end/processes/faults', usualSeconds: 150 },
  { name: 'Other end-to-end', folder: 'test/end-to-end', usualSeconds: 215 },
  { name: 'Everything else', folder: '', usualSeconds: 240 },
  { name: 'Start, stop, production', folder: 'test/end-to-end/processes', usualSeconds: 245 },
  { name: 'Checkout pages in Chromium', folder: 'test/end-to-end/checkout/pages', usualSeconds: 120 },
  { name: "Operator's commands", folder: 'test/end-to-end/commands', usualSeconds: 145 },
  { name: 'Adapters on PostgreSQL', folder: 'test/adapters', usualSeconds: 90 },
  { name: 'Console pages under attack', folder: 'test/end-to-end/console/pages/security', usualSeconds: 100 },
  { name: 'Embedded PostgreSQL', folder: 'src/adapters/postgres/embedded', usualSeconds: 80 },
  { name: 'Hosted fields in Chromium', folder: 'test/end-to-end/hosted-fields/pages', usualSeconds: 40 },
  { name: 'Tokens', folder: 'test/end-to-end/tokens', usualSeconds: 50 },
  { name: 'Payments', folder: 'test/end-to-end/payments', usualSeconds: 90 },
  { name: 'Events and webhooks', folder: 'test/end-to-end/events', usualSeconds: 60 },
  { name: 'API reference in Chromium', folder: 'test/end-to-end/docs/pages', usualSeconds: 40 },
  { name: 'Browser payments', folder: 'test/end-to-end/browser-payments', usualSeconds: 55 },
  { name: 'Keys', folder: 'test/end-to-end/keys', usualSeconds: 45 },
  { name: 'Checkout', folder: 'test/end-to-end/checkout', usualSeconds: 45 },
  { name: 'The edge and bad input', folder: 'test/end-to-end/edge', usualSeconds: 45 },
  { name: 'Console services', folder: 'test/end-to-end/console', usualSeconds: 30 },
  { name: 'Browser payments in Chromium', folder: 'test/end-to-end/browser-payments/pages', usualSeconds: 10 },
]

export function suiteOf(file: string): Suite {
  const path = file.replaceAll('\\', '/')
  const [longest] = suites
    .filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)
  if (!longest) throw new Error(`no suite holds ${file}`)
  return longest
}
