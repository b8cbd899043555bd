// The settings of a link to an upstream gateway, and how they are read.
import { versions } from '../../contract/operation.ts'
import { passwordLine } from './check-settings.ts'

export const gatewaySettings = {
  properties: {
    url: {
      type: 'string',
      title: 'Address of the upstream gateway',
      description: 'Begins with https:// and has no path, for example https://gateway.bank.example.',
      pattern: '^https://[^/?#@\\s]+/?$',
      maxLength: 300,
      isIdentity: true,
      address: 'URL',
    },
    apiVersion: {
      type: 'integer',
      title: 'API version',
      description: 'The version of the API in which requests are sent.',
      minimum: 50,
      maximum: versions.newest,
      default: versions.newest,
      isIdentity: true,
    },
    password: {
      type: 'string',
      title: 'API password',
      description: 'Of every merchant at the upstream that has none of its own. Not used with a client certificate.',
      minLength: 1,
      maxLength: 200,
      isSecret: true,
    },
    merchantPasswords: {
      type: 'string',
      title: 'API passwords by merchant',
      description: 'One line for each merchant at the upstream: merchant id, colon, password.',
      maxLength: 100_000,
      isMultiline: true,
      isSecret: true,
    },
    certificate: {
      type: 'string',
      title: 'Client certificate (PEM)',
      description: 'Followed by its intermediate certificates. Replaces the password.',
      maxLength: 100_000,
      isMultiline: true,
    },
    key: {
      type: 'string',
      title: 'Private key of the client certificate (PEM)',
      maxLength: 100_000,
      isMultiline: true,
      isSecret: true,
    },
    ca: {
      type: 'string',
      title: 'Certificate authority (PEM)',
      description: "Signs the upstream's certificate. Default: the authorities that this machine trusts.",
      maxLength: 1_000_000,
      isMultiline: true,
      isIdentity: true,
    },
    closesBatches: {
      type: 'boolean',
      title: 'Batches are closed on request',
      description: 'Off where the upstream closes them on its schedule alone.',
      default: true,
    },
    connectTimeoutMs: {
      type: 'integer',
      title: 'Connection time-out (ms)',
      description: 'For a free connection, or a new one with TLS. The request is not sent when it takes longer.',
      minimum: 100,
      maximum: 60_000,
      default: 5_000,
    },
    requestTimeoutMs: {
      type: 'integer',
      title: 'Request time-out (ms)',
      description: 'From sending a request to the end of its answer.',
      minimum: 100,
      maximum: 120_000,
      default: 25_000,
    },
    idleTimeoutMs: {
      type: 'integer',
      title: 'Idle time of a connection (ms)',
      description: 'Must be shorter than the time after which the upstream closes idle connections.',
      minimum: 100,
      maximum: 600_000,
      default: 4_000,
    },
    lateArrivalMs: {
      type: 'integer',
      title: 'Longest request time at the upstream (ms)',
      description: 'A request that is unknown there after this time never arrives.',
      minimum: 1_000,
      maximum: 3_600_000,
      default: 60_000,
    },
    poolSize: {
      type: 'integer',
      title: 'Connections',
      description: 'The most connections for payments. Recovery has connections of its own.',
      minimum: 1,
      maximum: 1_000,
      default: 64,
    },
  },
  required: ['url'],
} as const

type Properties = typeof gatewaySettings.properties

/** The values of a link's settings, with the defaults in place of what is absent. */
export type GatewayLinkSettings = {
  readonly [Name in keyof Properties as Properties[Name] extends { default: number } ? Name : never]: number
} & { readonly url: string; readonly closesBatches: boolean } & {
  readonly [Name in 'password' | 'certificate' | 'key' | 'ca']?: string
} & { readonly passwordOf: (merchantId: string) => string | undefined }

type SettingValues = Readonly<Record<string, string | number | boolean>>

/** Throws when the settings name no credential: no request could succeed. */
export function readSettings(values: SettingValues): GatewayLinkSettings {
  const withDefaults: Record<string, string | number | boolean> = { ...values }
  for (const [name, schema] of Object.entries(gatewaySettings.properties))
    if ('default' in schema) withDefaults[name] ??= schema.default
  const { merchantPasswords = '', ...settings } = withDefaults
  const { password, certificate, key } = settings as { password?: string; certificate?: string; key?: string }
  if ((certificate === undefined) !== (key === undefined))
    throw new Error('A client certificate needs its private key, and a key its certificate.')
  if (certificate === undefined && password === undefined && merchantPasswords === '')
    throw new Error('Set a password or a client certificate.')
  const byMerchant = parsePasswords(String(merchantPasswords))
  return { ...settings, passwordOf: (merchantId) => byMerchant.get(merchantId) ?? password } as GatewayLinkSettings
}

function parsePasswords(lines: string): ReadonlyMap<string, string> {
  const entries = lines.split('\n').flatMap((line) => {
    const [, merchantId, password] = passwordLine.exec(line) ?? []
    return merchantId && password ? [[merchantId, password] as const] : []
  })
  return new Map(entries)
}
