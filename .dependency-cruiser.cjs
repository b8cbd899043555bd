// Which way imports point. One sentence a rule; `npm run check` keeps them true.

/** The folders of src, lowest first: each imports only what is before it. */
const order = [
  // What carries the subjects.
  'kernel',
  'iso8583',
  'contract',
  'platform',
  // The subjects.
  'audit',
  'keys',
  'risk',
  'merchants',
  'users',
  'alerts',
  'payments',
  'settlement',
  'sessions',
  'wallets',
  'tokens',
  'events',
  'payer-authentication',
  'browser-payments',
  'acquirers',
  'approvals',
  'checkout',
  'payment-links',
  'search',
  'reports',
  // What shows them and puts them together.
  'requests',
  'api',
  'pages',
  'docs',
  'console',
  'host',
  'compose',
  'installation',
  'cli',
]
