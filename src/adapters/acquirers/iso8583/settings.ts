// The settings of a link to an ISO 8583 host, and how they are read.
import { readFileSync } from 'node:fs'
import { explain } from '../../../domain/explanation.ts'
import type { GatewayCode } from '../../../domain/payments/gateway-code.ts'
import {
  type Framing,
  loadSpecification,
  type MacAlgorithm,
  type MessageSpecification,
  macKeyBytes,
  shippedSpecifications,
} from '../../../iso8583/index.ts'
import type { SettingFault } from '../../../ports/links/adapter-catalogue.ts'
import { parseResponseCodes } from './response-code-setting.ts'
import { SettingError } from './setting-error.ts'

const milliseconds = (title: string, usual: number, description?: string) =>
  ({
    type: 'integer',
    title: `${title} (ms)`,
    ...(description && { description }),
    minimum: 10,
    maximum: 3_600_000,
    default: usual,
  }) as const

const pem = (title: string, description?: string) =>
  ({ type: 'string', title: `${title} (PEM)`, ...(description && { description }), maxLength: 1_000_000 }) as const

export const iso8583Settings = {
  properties: {
    addresses: {
      type: 'string',
      title: 'Addresses of the host',
      description: 'The primary one, then backups: host:port, separated by commas.',
      pattern: '^[^\\s,]+:\\d{1,5}(\\s*,\\s*[^\\s,]+:\\d{1,5})*$',
      maxLength: 1000,
      isIdentity: true,
    },
    specification: {
      type: 'string',
      title: 'Message specification',
      description: `One of ${shippedSpecifications.map(({ name }) => name).join(', ')}; a JSON specification, or the path of a file that holds one.`,
      default: 'iso87-binary',
      maxLength: 200_000,
      isIdentity: true,
    },
    framing: {
      type: 'string',
      title: 'Length in front of each message',
      enum: ['2-binary', '4-binary', '4-ascii'],
      default: '2-binary',
      isIdentity: true,
    },
    lengthIncludesItself: {
      type: 'boolean',
      title: 'The length counts itself',
      default: false,
      isIdentity: true,
    },
    tpdu: {
      type: 'string',
      title: 'TPDU header (hexadecimal)',
      description: 'Five bytes between length and message, such as 6000030000. Default: none.',
      pattern: '^([0-9A-Fa-f]{10})?$',
      isIdentity: true,
    },
    institutionId: {
      type: 'string',
      title: 'Acquiring institution (DE 32)',
      pattern: '^\\d{1,11}$',
      isIdentity: true,
    },
    terminal: {
      type: 'string',
      title: 'Terminal (DE 41)',
      description: 'For merchants whose route names none.',
      pattern: '^[ -~]{1,8}$',
      default: '00000001',
    },
    categoryCode: {
      type: 'string',
      title: 'Merchant category code (DE 18)',
      description: 'For orders that name none.',
      pattern: '^\\d{4}$',
      default: '5999',
    },
    responseCodes: {
      type: 'string',
      title: 'Response codes of this host',
      description: 'In addition to the usual ones or in place of them: code=GATEWAY_CODE, separated by commas.',
      pattern: '^([0-9A-Za-z]{2,3}=[A-Z_0-9]+(\\s*,\\s*[0-9A-Za-z]{2,3}=[A-Z_0-9]+)*)?$',
      maxLength: 10_000,
    },
    connections: {
      type: 'integer',
      title: 'Connections',
      description: 'Of each process.',
      minimum: 1,
      maximum: 64,
      default: 1,
    },
    tls: { type: 'boolean', title: 'TLS', default: false },
    serverName: { type: 'string', title: "Name in the host's certificate", maxLength: 253 },
    ca: pem(
      'Certificate authority',
      "Signs the host's certificate. Default: the authorities that this machine trusts.",
    ),
    certificate: pem('Client certificate', 'Followed by its intermediate certificates.'),
    key: { ...pem('Private key of the client certificate'), isSecret: true },
    signsOn: {
      type: 'boolean',
      title: 'Sign-on',
      description: 'Signs on (0800/001) before a connection is used, and off (0800/002) before it is closed.',
      default: true,
    },
    mac: {
      type: 'string',
      title: 'Message authentication (DE 64, 128)',
      enum: ['none', 'x9.19', 'aes-cmac'],
      default: 'none',
    },
    macKey: {
      type: 'string',
      title: 'Message authentication key (hexadecimal)',
      pattern: '^([0-9A-Fa-f]{2}){16,32}$',
      isSecret: true,
    },
    keyEncryptingKey: {
      type: 'string',
      title: 'Key-encrypting key (hexadecimal)',
      description: 'Under which the host sends new keys (0800/101). Without it keys cannot be changed.',
      pattern: '^([0-9A-Fa-f]{2}){16,32}$',
      isSecret: true,
    },
    connectTimeoutMs: milliseconds('Connection time-out', 5_000, 'For connecting, TLS and sign-on, each.'),
    responseTimeoutMs: milliseconds('Response time-out', 25_000),
    echoIntervalMs: milliseconds(
      'Idle time before an echo',
      30_000,
      'An echo (0800/301) without answer ends the connection.',
    ),
    echoTimeoutMs: milliseconds('Echo time-out', 10_000),
    reconnectMinMs: milliseconds('Shortest pause before a new connection', 500),
    reconnectMaxMs: milliseconds('Longest pause before a new connection', 30_000),
    lateArrivalMs: {
      ...milliseconds(
        'Longest request time',
        60_000,
        'A message that the host does not know after this time never arrives.',
      ),
      minimum: 1_000,
    },
    booksUrl: {
      type: 'string',
      title: "Address of the host's records",
      description: 'Of the test host, which shows its books on a port of its own. Most hosts have none.',
      pattern: '^https?://[^\\s]+$',
      maxLength: 300,
    },
    closesBatches: {
      type: 'boolean',
      title: 'The gateway closes batches',
      description: 'With 0500 and 0320, on request. Off where the host closes them on its schedule alone.',
      default: true,
    },
    batchesBy: {
      type: 'string',
      title: 'Batches by',
      description: 'Whether the host has a batch for each card acceptor (DE 42) or for each of its terminals (DE 41).',
      enum: ['card-acceptor', 'terminal'],
      default: 'card-acceptor',
    },
    holdsEarlyReversals: {
      type: 'boolean',
      title: 'Early reversals are held',
      description: 'A reversal that overtakes its request makes the host refuse the request.',
      default: true,
    },
  },
  required: ['addresses', 'institutionId'],
} as const

type Properties = typeof iso8583Settings.properties
type NamesOf<Usual> = {
  [Name in keyof Properties]: Properties[Name] extends { default: Usual } ? Name : never
}[keyof Properties]

export type Iso8583Settings = { readonly [Name in NamesOf<number>]: number } & {
  readonly [Name in NamesOf<boolean>]: boolean
} & {
  readonly addresses: readonly HostAddress[]
  readonly specification: MessageSpecification
  readonly framing: Framing
  readonly institutionId: string
  readonly terminal: string
  readonly categoryCode: string
  readonly responseCodes: Readonly<Record<string, GatewayCode>>
  readonly mac?: { readonly algorithm: MacAlgorithm; readonly key: Buffer; readonly keyEncryptingKey?: Buffer }
} & { readonly [Name in 'serverName' | 'ca' | 'certificate' | 'key' | 'booksUrl']?: string }

export interface HostAddress {
  readonly host: string
  readonly port: number
}

type SettingValues = Readonly<Record<string, string | number | boolean>>

const lengthKinds = { '2-binary': 'binary-2', '4-binary': 'binary-4', '4-ascii': 'ascii-4' } as const

/** What the schema cannot say. */
export function checkIso8583Settings(values: SettingValues): SettingFault | undefined {
  try {
    readSettings(values)
    return undefined
  } catch (error) {
    if (error instanceof SettingError) return { setting: error.setting, reason: error.reason }
    throw error
  }
}

/** Throws when no message could be exchanged with these settings. */
export function readSettings(values: SettingValues): Iso8583Settings {
  const settings: Record<string, string | number | boolean> = { ...values }
  for (const [name, schema] of Object.entries(iso8583Settings.properties))
    if ('default' in schema) settings[name] ??= schema.default
  const text = (name: keyof Properties) => String(settings[name] ?? '')
  if ((settings['certificate'] === undefined) !== (settings['key'] === undefined))
    throw new SettingError('key', explain('must be given together with the certificate'))
  const { macKey: _, keyEncryptingKey: __, tpdu: ___, lengthIncludesItself: ____, mac: _____, ...rest } = settings
  const mac = macSettings(text('mac'), text('macKey'), text('keyEncryptingKey'))
  return {
    ...rest,
    addresses: text('addresses').split(',').map(addressOf),
    specification: specificationOf(text('specification')),
    framing: {
      length: lengthKinds[text('framing') as keyof typeof lengthKinds],
      isInclusive: settings['lengthIncludesItself'] === true,
      ...(text('tpdu') !== '' && { header: { kind: 'tpdu', bytes: Buffer.from(text('tpdu'), 'hex') } }),
    },
    responseCodes: parseResponseCodes(text('responseCodes')),
    ...(mac && { mac }),
  } as unknown as Iso8583Settings
}

function addressOf(text: string): HostAddress {
  const at = text.lastIndexOf(':')
  const port = Number(text.slice(at + 1))
  if (port < 1 || port > 65_535)
    throw new SettingError('addresses', explain('holds {address}, which names no port', { address: text.trim() }))
  const host = text.slice(0, at).trim()
  return { host: host.replace(/^\[|\]$/g, ''), port }
}

function specificationOf(text: string): MessageSpecification {
  const shipped = shippedSpecifications.find(({ name }) => name === text)
  if (shipped) return shipped
  try {
    const json = text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8')
    return loadSpecification(JSON.parse(json))
  } catch (error) {
    // The reason must not show what else a file holds.
    const reason =
      error instanceof SyntaxError
        ? explain('is not valid JSON')
        : explain('cannot be used: {reason}', { reason: (error as Error).message })
    throw new SettingError('specification', reason)
  }
}

function macSettings(kind: string, key: string, keyEncryptingKey: string): Iso8583Settings['mac'] {
  if (kind === 'none') return undefined
  const algorithm: MacAlgorithm = kind === 'aes-cmac' ? 'aes-cmac' : 'retail'
  const bytes = Buffer.from(key, 'hex')
  const lengths = macKeyBytes[algorithm]
  const required = { algorithm: kind, lengths: lengths.join(', ') }
  if (!lengths.includes(bytes.length))
    throw new SettingError(
      'macKey',
      explain('must have one of these numbers of bytes for {algorithm}: {lengths}', required),
    )
  return {
    algorithm,
    key: bytes,
    ...(keyEncryptingKey !== '' && { keyEncryptingKey: Buffer.from(keyEncryptingKey, 'hex') }),
  }
}
