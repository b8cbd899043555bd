// Which way imports point. One sentence a rule; `npm run check` keeps them true.
const folder = (name) => `^src/${name}/`

/** A folder of src and the only others it may import from. */
const layers = {
  domain: [],
  contract: ['domain'],
  ports: ['domain', 'contract'],
  operations: ['ports', 'domain', 'contract', 'concurrency'],
  jobs: ['operations', 'ports', 'domain', 'contract', 'concurrency'],
  http: ['operations', 'ports', 'domain', 'contract', 'csv', 'html', 'concurrency'],
  adapters: ['ports', 'domain', 'contract', 'html', 'concurrency', 'iso8583'],
  concurrency: [],
  iso8583: [],
  host: ['iso8583'],
  csv: [],
  html: [],
}

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([name, allowed]) => ({
      name: `${name}-imports-inwards`,
      comment: `${name} may import ${allowed.join(', ') || 'nothing of ours'}`,
      severity: 'error',
      from: { path: folder(name), pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: [name, ...allowed].map(folder) },
    })),
    {
      name: 'domain-is-pure',
      comment: 'the rules of payment know no framework, no network, no database',
      severity: 'error',
      from: { path: folder('domain'), pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'core'], pathNot: '^(node:)?util$' },
    },
    {
      name: 'only-compose-knows-adapters',
      comment: 'only compose imports adapters and http from outside',
      severity: 'error',
      from: { path: '^src/', pathNot: [folder('adapters'), folder('http'), folder('compose'), '\\.test\\.ts$'] },
      to: { path: [folder('adapters'), folder('http')] },
    },
    {
      name: 'links-read-no-files',
      comment: 'a setting of an acquirer link is a value: a path in it would let its author look into the machine',
      severity: 'error',
      from: { path: [folder('adapters/acquirers'), folder('iso8583')], pathNot: '\\.test\\.ts$' },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'host-is-apart',
      comment: 'the ISO 8583 test host is a program of its own: only its commands know it',
      severity: 'error',
      from: { path: '^src/', pathNot: [folder('host'), folder('cli/host'), '\\.test\\.ts$'] },
      to: { path: folder('host') },
    },
    {
      name: 'console-shows-rules',
      comment:
        'but for types, the console takes only rules and words of domain and ports, after which its build is named',
      severity: 'error',
      from: { path: '^web/console/' },
      to: { path: '^src/', pathNot: [folder('domain'), folder('ports')], dependencyTypesNot: ['type-only'] },
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
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
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
