// Settings that are allowed but unusual.

import { reachOf } from '../../kernel/address-reach.ts'
import type { Config } from '../../platform/config/config.ts'
import { serverUrlsOf } from '../../platform/config/database-url.ts'
import { type Check, type Finding, ok, warning } from './check.ts'

export const settingsChecks: readonly Check[] = [
  {
    name: 'settings in use',
    looksAt: 'Settings that are allowed but look wrong',
    mend: 'See "npx tollgate serve --help" for what each setting means.',
    needs: 'SETTINGS',
    run: async ({ config, env }) => judgeSettings(config, env),
  },
]

/** The first that applies is reported. */
const oddities: readonly (readonly [
  isOdd: (config: Config, env: Readonly<Record<string, string | undefined>>) => boolean,
  found: string,
])[] = [
  [
    ({ mode, host }) => mode === 'production' && (host === 'localhost' || host === '127.0.0.1' || host === '::1'),
    'TOLLGATE_HOST is local to this machine, so the gateway cannot be reached from elsewhere unless a local proxy forwards TCP',
  ],
  [
    ({ mode, publicUrl }) => mode === 'production' && publicUrl === undefined,
    'TOLLGATE_PUBLIC_URL is not set, so pages and providers use the address that the gateway listens on',
  ],
  [
    ({ databaseUrl = '' }) => /[?&]sslmode=(disable|allow|prefer)\b/.test(databaseUrl),
    'DATABASE_URL allows unencrypted connections to the database; use sslmode=verify-full',
  ],
  [
    ({ mode, databaseUrl }) => mode === 'production' && databaseUrl !== undefined && isRemoteWithoutTls(databaseUrl),
    'DATABASE_URL names another machine without sslmode; use sslmode=verify-full',
  ],
  [
    ({ mode, logLevel }) => mode === 'production' && logLevel === 'debug',
    'TOLLGATE_LOG_LEVEL logs far more than production needs',
  ],
  [
    ({ mode, metricsAddress }) => mode === 'production' && (metricsAddress === '0.0.0.0' || metricsAddress === '::'),
    'TOLLGATE_METRICS_ADDRESS is every address of this machine, so metrics are served wherever it can be reached; name an internal one',
  ],
  [
    ({ mode, metricsAddress }) => mode === 'production' && reachOf(metricsAddress) === 'GLOBAL',
    'TOLLGATE_METRICS_ADDRESS is a public address, so metrics can be read from the internet; name an internal one',
  ],
  [
    ({ mode }, env) => mode === 'production' && env['TOLLGATE_KEY_ENCRYPTION_KEY'] !== undefined,
    'the key-encryption key is in the environment, where other processes of the same user can read it; use a file or a KMS',
  ],
]

/** Exported for its test. */
export function judgeSettings(config: Config, env: Readonly<Record<string, string | undefined>>): Finding {
  const odd = oddities.find(([isOdd]) => isOdd(config, env))
  return odd ? warning(odd[1]) : ok(`mode ${config.mode}`)
}

function isRemoteWithoutTls(databaseUrl: string): boolean {
  return serverUrlsOf(databaseUrl).some((url) => {
    const { hostname, searchParams } = new URL(url)
    const host = searchParams.get('host') ?? hostname
    const isHere = host === '' || host.startsWith('/') || ['localhost', '127.0.0.1', '[::1]'].includes(host)
    return !isHere && !searchParams.has('sslmode') && !searchParams.has('ssl')
  })
}
