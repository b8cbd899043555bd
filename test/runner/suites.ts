// The suites of `npm test`: files that share gateways, and run one after another in the same process.

export interface Suite {
  readonly name: string
  /** A test file belongs to the suite with the longest folder that holds it. */
  readonly folders: readonly string[]
  /** What it took when last measured, beside three others on two cores. Longer suites begin sooner, so that no long one is
   * left for the end. */
  readonly usualSeconds: number
}

export const suites: readonly Suite[] = [
  { name: 'Console pages in Chromium', folders: ['test/end-to-end/console/pages'], usualSeconds: 540 },
  { name: 'Everything else', folders: [''], usualSeconds: 200 },
  { name: 'Start, stop, production', folders: ['test/end-to-end/processes'], usualSeconds: 270 },
  { name: 'Other end-to-end', folders: ['test/end-to-end'], usualSeconds: 200 },
  {
    name: 'Other pages in Chromium',
    folders: [
      'test/end-to-end/browser-payments/pages',
      'test/end-to-end/checkout/pages',
      'test/end-to-end/docs/pages',
      'test/end-to-end/hosted-fields/pages',
      'test/end-to-end/links/pages',
      'test/end-to-end/payer-authentication/pages',
      'test/support/browser',
    ],
    usualSeconds: 290,
  },
  // Payments apart: their tests leave differences in the acquirer's books.
  { name: 'Payments', folders: ['test/end-to-end/payments'], usualSeconds: 60 },
  { name: 'Tokens, events', folders: ['test/end-to-end/events', 'test/end-to-end/tokens'], usualSeconds: 115 },
  {
    name: 'Checkout, console services, keys',
    folders: [
      'test/end-to-end/browser-payments',
      'test/end-to-end/checkout',
      'test/end-to-end/console',
      'test/end-to-end/keys',
    ],
    usualSeconds: 420,
  },
  { name: 'The edge', folders: ['test/end-to-end/edge'], usualSeconds: 300 },
  { name: 'Killed, cut off, replaced', folders: ['test/end-to-end/processes/faults'], usualSeconds: 160 },
  { name: "Operator's commands", folders: ['test/end-to-end/commands'], usualSeconds: 110 },
  { name: 'Console pages under attack', folders: ['test/end-to-end/console/pages/security'], usualSeconds: 120 },
  { name: 'Adapters on PostgreSQL', folders: ['test/adapters'], usualSeconds: 85 },
  { name: 'Embedded PostgreSQL', folders: ['src/platform/postgres/embedded'], usualSeconds: 45 },
]

export function suiteOf(file: string): Suite {
  const path = file.replaceAll('\\', '/')
  const [longest] = suites
    .flatMap((suite) => suite.folders.map((folder) => ({ suite, folder })))
    .filter(({ folder }) => folder === '' || path.startsWith(`${folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)
  if (!longest) throw new Error(`no suite holds ${file}`)
  return longest.suite
}
