// The settings of a link to an ISO 8583 host, as operators see them.

import { shippedSpecifications } from '../../../iso8583/index.ts'
import { gatewayCodes } from '../../../kernel/gateway-code.ts'

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
  ({
    type: 'string',
    title: `${title} (PEM)`,
    ...(description && { description }),
    maxLength: 1_000_000,
    isMultiline: true,
  }) as const

/** A whole specification of 128 fields has about 20,000 characters; checking it must not hold up payments. */
export const specificationMax = 65_536

const codesOfSuccess = Object.entries(gatewayCodes).flatMap(([code, { result }]) =>
  result === 'SUCCESS' ? [code] : [],
)

export const iso8583Settings = {
  properties: {
    addresses: {
      type: 'string',
      title: 'Addresses of the host',
      description: 'The primary one, then backups: host:port, separated by commas.',
      pattern: '^[^\\s,]+:\\d{1,5}(\\s*,\\s*[^\\s,]+:\\d{1,5})*$',
      maxLength: 1000,
      isIdentity: true,
      address: 'HOST_AND_PORT_LIST',
    },
    specification: {
      type: 'string',
      title: 'Message specification',
      description: `One of ${shippedSpecifications.map(({ name }) => name).join(', ')}; or a specification in JSON.`,
      default: 'iso87-binary',
      maxLength: specificationMax,
      isMultiline: true,
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
      // A payment that the host has declined would be approved.
      weakeningEntry: `=(${codesOfSuccess.join('|')})$`,
    },
    connections: {
      type: 'integer',
      title: 'Connections',
      description: 'Of each process.',
      minimum: 1,
      maximum: 64,
      default: 1,
    },
    tls: {
      type: 'boolean',
      title: 'TLS',
      description: 'Required in production, except to hosts in a private network.',
      default: false,
      isIdentity: true,
      weakest: false,
    },
    plainText: {
      type: 'boolean',
      title: 'Without TLS in production',
      description:
        'Card numbers are readable on the way to the host. Only to private addresses (RFC 1918, RFC 4193, link-local, this machine).',
      default: false,
      isIdentity: true,
      weakest: true,
    },
    serverName: { type: 'string', title: "Name in the host's certificate", maxLength: 253, isIdentity: true },
    ca: {
      ...pem(
        'Certificate authority',
        "Signs the host's certificate. Default: the authorities that this machine trusts.",
      ),
      isIdentity: true,
    },
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
      isIdentity: true,
      weakest: 'none',
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
      isIdentity: true,
      address: 'URL',
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
    assignsReferences: {
      type: 'boolean',
      title: 'The host assigns retrieval references',
      description: 'DE 37 of an approval is not compared with that of the request.',
      default: false,
      weakest: true,
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
