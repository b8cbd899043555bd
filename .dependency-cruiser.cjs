// Which way imports point. One sentence a rule; `npm run check` keeps them true.

/** The folders of src, lowest first: each imports only what is listed before it. */
const order = [
  // What every subject speaks, and what carries it.
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
  'payment-links',
  'checkout',
  'search',
  'reports',
  // From a parsed body to a result, and the faces that show the subjects.
  'requests',
  'api',
  'pages',
  'docs',
  'console',
  // What puts them together and runs it.
  'host',
  'compose',
  'installation',
  'cli',
]

/** What every subject speaks and what carries it is imported by path, any other folder by its index.ts. */
const importedByPath = order.slice(0, order.indexOf('audit')).map((folder) => `^src/${folder}/`)
const indexFile = '^src/[^/]+/index\\.ts$'

/** Rooms of values, rows and types alone: they import each other by path, since the console's pages load some of them. */
const pureRooms = '^src/[^/]+/(rules|contract|ports)/'

/** Adapters, which only what puts the gateway together imports from outside. */
const adapters = '^src/[^/]+/(postgres|simulator|account-updater|token-service|providers|issuers)/'

const test = '\\.test\\.ts$'

/** The rooms inside a subject, and the only others of the same subject that each may import from. */
const rooms = {
  rules: [],
  contract: ['rules'],
  ports: ['contract', 'rules'],
}

module.exports = {
  forbidden: [
    ...order.map((folder, index) => ({
      name: `${folder}-imports-what-is-below`,
      comment: `${folder} may import ${order.slice(0, index).join(', ') || 'nothing of ours'}`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: test },
      to: { path: '^src/', pathNot: order.slice(0, index + 1).map((name) => `^src/${name}/`) },
    })),
    {
      name: 'folders-by-their-index',
      comment: 'what a folder offers to others is in its index.ts',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: ['^src/(compose|installation)/', pureRooms, test] },
      to: { path: '^src/[^/]+/', pathNot: ['^src/$1/', '^src/(compose|host)/', indexFile, ...importedByPath] },
    },
    {
      name: 'pure-rooms-by-path',
      comment: 'rules, rows and ports import those of lower subjects, or an index.ts',
      severity: 'error',
      from: { path: pureRooms.replace('[^/]+', '([^/]+)'), pathNot: test },
      to: { path: '^src/[^/]+/', pathNot: ['^src/$1/', pureRooms, indexFile, ...importedByPath] },
    },
    {
      name: 'adapters-by-compose',
      comment: 'what puts the gateway together imports adapters, too',
      severity: 'error',
      from: { path: '^src/(compose|installation)/', pathNot: test },
      to: { path: '^src/[^/]+/', pathNot: ['^src/(compose|installation)/', adapters, indexFile, ...importedByPath] },
    },
    ...Object.entries(rooms).map(([room, others]) => ({
      name: `${room}-import-inwards`,
      comment: `of its own subject, a file in ${room} imports only ${[room, ...others].join(', ')}`,
      severity: 'error',
      from: { path: `^src/([^/]+)/${room}/`, pathNot: ['^src/contract/', test] },
      to: {
        path: '^src/$1/',
        pathNot: ['^src/payments/call\\.ts$', ...[room, ...others].map((name) => `^src/$1/${name}/`)],
      },
    })),
    {
      name: 'operations-know-no-adapters',
      comment: 'operations and jobs see the outside world through ports',
      severity: 'error',
      from: { path: '^src/[^/]+/(operations|jobs)/', pathNot: ['^src/platform/', test] },
      to: { path: '^src/[^/]+/(postgres|simulator)/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules and the kernel know no framework, no network, no database',
      severity: 'error',
      from: { path: ['^src/kernel/', '^src/[^/]+/rules/'], pathNot: test },
      to: { dependencyTypes: ['npm', 'core'], pathNot: '^(node:)?util$' },
    },
    {
      name: 'links-read-no-files',
      comment: 'a setting of an acquirer link is a value: a path in it would let its author look into the machine',
      severity: 'error',
      from: { path: ['^src/acquirers/', '^src/iso8583/'], pathNot: test },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'host-is-apart',
      comment: 'the ISO 8583 test host is a program of its own: only its commands know it',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/host/', '^src/cli/host/', test] },
      to: { path: '^src/host/' },
    },
    {
      name: 'console-shows-rules',
      comment: 'but for types, the console takes only rules, ports and the kernel, after which its build is named',
      severity: 'error',
      from: { path: '^web/console/' },
      to: {
        path: '^src/',
        pathNot: ['^src/kernel/', '^src/[^/]+/(rules|ports)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unlisted-packages',
      comment: 'what is not in package.json is not imported',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'no-test-code-in-src',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: '^(test/|node_modules/fast-check)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    // The compiler's newest major has no API that the tool could use yet; swc reads the same syntax.
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.json'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
