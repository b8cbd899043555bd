// Every setting of the gateway, one row each. Help, documents and error messages are generated from these rows.
import { resolve } from 'node:path'
import { isMailAddress } from '../../kernel/mail-address.ts'
import { serverUrlsOf } from './database-url.ts'
import {
  addressSetting,
  booleanSetting,
  choiceSetting,
  hostListSetting,
  hostSetting,
  integerSetting,
  moduleListSetting,
  networkListSetting,
  optionalTextSetting,
  portListSetting,
  portSetting,
  processesSetting,
  type Setting,
  sandboxOnly,
  sandboxOnlySetting,
  secretKeySetting,
  secretTextSetting,
} from './kinds.ts'
import { fileSetting, folderSetting } from './path-kinds.ts'

const repositoryRoot = resolve(import.meta.dirname, '..', '..', '..')
const tenMinutesMs = 600_000
/** With a host, a user only together with a password, and nothing after the port. */
function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') return false
  return (url.username === '') === (url.password === '') && /^\/?$/.test(url.pathname + url.search + url.hash)
}

const isDatabaseUrl = (text: string) => serverUrlsOf(text).length > 0

export const settings = {
  mode: choiceSetting({
    environmentName: 'TOLLGATE_MODE',
    words: ['sandbox', 'production'],
    default: 'sandbox',
    description:
      'The sandbox simulates acquirers and providers; production has no test merchants, no simulator and no plain HTTP.',
  }),
  host: hostSetting({
    environmentName: 'TOLLGATE_HOST',
    // Listening on localhost means both 127.0.0.1 and ::1, whichever a client tries first.
    default: { sandbox: 'localhost', production: '0.0.0.0' },
    defaultText: 'localhost in the sandbox, 0.0.0.0 in production',
    description: 'The address that the HTTPS and client-certificate listeners bind to.',
  }),
  httpsPort: portSetting({
    environmentName: 'TOLLGATE_HTTPS_PORT',
    default: 8443,
    description: 'The port for HTTPS; 0 takes any free port.',
  }),
  mtlsPort: portSetting({
    environmentName: 'TOLLGATE_MTLS_PORT',
    default: 8444,
    description: 'The port for HTTPS with client certificates; 0 takes any free port.',
  }),
  httpPort: portSetting({
    environmentName: 'TOLLGATE_HTTP_PORT',
    default: 8080,
    description: 'The port for plain HTTP, opened in the sandbox only and on loopback only; 0 takes any free port.',
  }),
  metricsPort: portSetting({
    environmentName: 'TOLLGATE_METRICS_PORT',
    default: 9464,
    description: 'The port for metrics and health in production (the sandbox serves them on the HTTP port).',
  }),
  metricsAddress: addressSetting({
    environmentName: 'TOLLGATE_METRICS_ADDRESS',
    default: 'localhost',
    description:
      'The address that the listener for metrics and health binds to in production; its connections are not encrypted.',
  }),
  dataDir: folderSetting({
    environmentName: 'TOLLGATE_DATA_DIR',
    default: resolve(repositoryRoot, '.tollgate'),
    defaultText: '.tollgate in the repository root',
    description: 'The folder for development certificates, the sandbox password and the embedded database.',
  }),
  databaseUrl: secretTextSetting({
    environmentName: 'DATABASE_URL',
    allowed: 'a URL that starts with postgres:// or postgresql:// and may name several hosts, separated by commas',
    isAllowed: isDatabaseUrl,
    description:
      'The PostgreSQL to use, with all of its servers when there are standbys: the gateway follows the primary. Without it the sandbox starts an embedded one in the data folder.',
  }),
  replicaUrl: secretTextSetting({
    environmentName: 'TOLLGATE_REPLICA_URL',
    allowed: 'a URL that starts with postgres:// or postgresql:// and may name several hosts, separated by commas',
    isAllowed: isDatabaseUrl,
    description:
      'Standbys of the database for reads that may be seconds old: search, figures, reports and exports. Without it the primary serves them.',
  }),
  replicaMaxAgeMs: integerSetting({
    environmentName: 'TOLLGATE_REPLICA_MAX_AGE_MS',
    default: 10_000,
    min: 1_000,
    max: tenMinutesMs,
    description:
      'How old data from a standby may be; while the standby is further behind, the primary serves these reads.',
  }),
  publicUrl: optionalTextSetting({
    environmentName: 'TOLLGATE_PUBLIC_URL',
    allowed: 'a URL that starts with https:// and has neither query nor fragment',
    isAllowed: (text) => /^https:\/\/[^?#\s]+$/.test(text) && URL.canParse(text),
    description:
      'The URL at which browsers and providers reach this gateway, if it differs from the listening address.',
  }),
  proxyProtocolFrom: networkListSetting({
    environmentName: 'TOLLGATE_PROXY_PROTOCOL_FROM',
    description: 'Load balancers whose connections begin with a PROXY protocol header (version 2).',
  }),
  forwardedFrom: networkListSetting({
    environmentName: 'TOLLGATE_FORWARDED_FROM',
    description: 'Reverse proxies that send the client address in a header; applies to the HTTPS port only.',
  }),
  forwardedHeader: choiceSetting({
    environmentName: 'TOLLGATE_FORWARDED_HEADER',
    words: ['x-forwarded-for', 'forwarded'],
    default: 'x-forwarded-for',
    description: 'The header in which the reverse proxies send the client address; other headers are ignored.',
  }),
  forwardedHops: integerSetting({
    environmentName: 'TOLLGATE_FORWARDED_HOPS',
    default: 1,
    min: 1,
    max: 10,
    description: 'The number of reverse proxies each request passes through; each adds one address to the header.',
  }),
  connectionsPerAddress: integerSetting({
    environmentName: 'TOLLGATE_CONNECTIONS_PER_ADDRESS',
    default: 500,
    min: 1,
    max: 10_000,
    description:
      'Maximum number of connections from one client (IPv4 address or IPv6 /64 network) to a TLS port of a process.',
  }),
  listenBacklog: integerSetting({
    environmentName: 'TOLLGATE_LISTEN_BACKLOG',
    default: 4_096,
    min: 1,
    max: 65_535,
    description:
      'Maximum number of new connections queued for each listening socket; the system may have a lower limit.',
  }),
  overloadDelayMs: integerSetting({
    environmentName: 'TOLLGATE_OVERLOAD_DELAY_MS',
    default: 500,
    min: 10,
    max: tenMinutesMs,
    description: 'How long requests may be queued before new ones are rejected with SERVER_BUSY.',
  }),
  merchantRequestsMax: integerSetting({
    environmentName: 'TOLLGATE_MERCHANT_REQUESTS_MAX',
    default: 3_000,
    min: 1,
    max: 100_000,
    description: 'Maximum number of concurrent requests of one merchant in a process.',
  }),
  linkRequestsMax: integerSetting({
    environmentName: 'TOLLGATE_LINK_REQUESTS_MAX',
    default: 4_000,
    min: 1,
    max: 100_000,
    description: 'Maximum number of concurrent payments of a process with one acquirer.',
  }),
  processes: processesSetting({
    environmentName: 'TOLLGATE_PROCESSES',
    default: { sandbox: 1, production: 'auto' },
    defaultText: '1 in the sandbox, auto in production',
    description: 'How many processes serve requests; auto is one for each processor core.',
  }),
  adapterModules: moduleListSetting({
    environmentName: 'TOLLGATE_ADAPTERS',
    description: 'Modules with additional acquirer adapters: paths from the working folder, or names of packages.',
  }),
  acquirerHosts: hostListSetting({
    environmentName: 'TOLLGATE_ACQUIRER_HOSTS',
    description:
      'The hosts and networks that acquirer links may lead to, whatever users of the console set. Without it they may lead anywhere.',
  }),
  databasePoolSize: integerSetting({
    environmentName: 'TOLLGATE_DATABASE_POOL_SIZE',
    default: 10,
    min: 1,
    max: 1000,
    description: 'Maximum number of database connections in one pool.',
  }),
  databaseStatementTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_DATABASE_STATEMENT_TIMEOUT_MS',
    default: 20_000,
    min: 100,
    max: tenMinutesMs,
    description:
      'The timeout for a database statement; a connection that does not respond for one second longer is closed and replaced.',
  }),
  moneyStatementTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_MONEY_STATEMENT_TIMEOUT_MS',
    default: 5_000,
    min: 100,
    max: tenMinutesMs,
    description: 'The timeout for database statements that record payments or read data for a payment.',
  }),
  lockTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_LOCK_TIMEOUT_MS',
    default: 250,
    min: 10,
    max: 10_000,
    description: 'How long payments that share a commit wait for an order that is locked in the database.',
  }),
  batchRowsMax: integerSetting({
    environmentName: 'TOLLGATE_BATCH_ROWS_MAX',
    default: 128,
    min: 1,
    max: 1000,
    description: 'Maximum number of payments that share one commit; 1 commits each separately.',
  }),
  browserPaymentMinutes: integerSetting({
    environmentName: 'TOLLGATE_BROWSER_PAYMENT_MINUTES',
    default: 60,
    min: 1,
    max: 10_080,
    description: "How long a payer may take on a provider's site before the payment is cancelled there.",
  }),
  accountRetentionDays: integerSetting({
    environmentName: 'TOLLGATE_ACCOUNT_RETENTION_DAYS',
    default: 548,
    min: 1,
    max: 36_500,
    description: 'How long encrypted account numbers are kept with their transactions; masked numbers are kept.',
  }),
  ipCountriesFile: fileSetting({
    environmentName: 'TOLLGATE_IP_COUNTRIES_FILE',
    description: 'A CSV file of IP address ranges (from, to, country), for risk rules by country.',
  }),
  applePayRootsFile: fileSetting({
    environmentName: 'TOLLGATE_APPLE_PAY_ROOTS_FILE',
    description: 'Root certificates that Apple Pay payloads must lead to, in PEM or DER; without it they are refused.',
  }),
  googlePayRootKeysFile: fileSetting({
    environmentName: 'TOLLGATE_GOOGLE_PAY_ROOT_KEYS_FILE',
    description: "Google's root signing keys in JSON, as Google publishes them; without it its payloads are refused.",
  }),
  applePayDomainFile: fileSetting({
    environmentName: 'TOLLGATE_APPLE_PAY_DOMAIN_FILE',
    description: "Apple's domain association file, by which Apple verifies that the payment pages may offer Apple Pay.",
  }),
  simulatorFaults: sandboxOnly(
    optionalTextSetting({
      environmentName: 'TOLLGATE_SIMULATOR_FAULTS',
      allowed: 'names and numbers such as seed=7,silent=0.05,slow=0.1,slowMs=200',
      isAllowed: (text) => /^[a-zA-Z]+=[0-9.]+(,[a-zA-Z]+=[0-9.]+)*$/.test(text),
      description: 'Random faults of the simulated acquirer, such as seed=7,silent=0.05; sandbox only.',
    }),
  ),
  simulatorDatabaseUrl: sandboxOnly(
    secretTextSetting({
      environmentName: 'TOLLGATE_SIMULATOR_DATABASE_URL',
      allowed: 'a URL that starts with postgres:// or postgresql://',
      isAllowed: isDatabaseUrl,
      description:
        "A separate PostgreSQL for the simulated acquirer, providers and services; without it they share the gateway's; sandbox only.",
    }),
  ),
  cardHostPort: portSetting({
    environmentName: 'TOLLGATE_CARD_HOST_PORT',
    default: 8583,
    description:
      'The port of the ISO 8583 test host, which runs beside the sandbox only and has the next port for its books; 0 runs none.',
  }),
  sandboxPassword: sandboxOnly(
    secretTextSetting({
      environmentName: 'TOLLGATE_SANDBOX_PASSWORD',
      allowed: '8 to 128 printable ASCII characters',
      isAllowed: (text) => /^[\x20-\x7e]{8,128}$/.test(text),
      description:
        'The API password of the sandbox merchants; without it a random one is generated on the first start.',
    }),
  ),
  tlsKeyFile: fileSetting({
    environmentName: 'TOLLGATE_TLS_KEY_FILE',
    description: 'The private key of the TLS listeners, in PEM; without it the sandbox uses a development certificate.',
  }),
  tlsCertificateFile: fileSetting({
    environmentName: 'TOLLGATE_TLS_CERTIFICATE_FILE',
    description: 'The certificate of the TLS listeners with its chain, in PEM.',
  }),
  keyEncryptionKey: secretKeySetting({
    environmentName: 'TOLLGATE_KEY_ENCRYPTION_KEY',
    description: 'The key that encrypts the keys of the vault.',
  }),
  keyEncryptionKeyFile: fileSetting({
    environmentName: 'TOLLGATE_KEY_ENCRYPTION_KEY_FILE',
    description: 'A file that contains the key-encryption key; in production it must be readable by its owner only.',
  }),
  kmsCommand: optionalTextSetting({
    environmentName: 'TOLLGATE_KMS_COMMAND',
    allowed: 'a program and its arguments, separated by spaces',
    isAllowed: (text) => text.trim() !== '' && !/[\p{Cc}]/u.test(text),
    description: 'A program that encrypts keys with a key-management service, instead of a local key-encryption key.',
  }),
  notificationPorts: portListSetting({
    environmentName: 'TOLLGATE_NOTIFICATION_PORTS',
    default: [443, 8443],
    description: 'The ports that notifications may be sent to.',
  }),
  notificationAllowLoopback: sandboxOnlySetting({
    environmentName: 'TOLLGATE_NOTIFICATION_ALLOW_LOOPBACK',
    default: true,
    description:
      'Whether notifications may be sent to this machine (ports from 1024, development CA trusted); sandbox only.',
  }),
  notificationTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_NOTIFICATION_TIMEOUT_MS',
    default: 10_000,
    min: 1,
    max: 20_000,
    description: 'How long a webhook may take, from the connection to the end of its response.',
  }),
  notificationRetentionDays: integerSetting({
    environmentName: 'TOLLGATE_NOTIFICATION_RETENTION_DAYS',
    default: 90,
    min: 1,
    max: 36_500,
    description:
      'How long delivered notifications are shown; they are deleted with their month, undelivered ones never.',
  }),
  smtpUrl: secretTextSetting({
    environmentName: 'TOLLGATE_SMTP_URL',
    allowed: 'the URL of a mail server, such as smtp://user:password@mail.example:587 or smtps://mail.example',
    isAllowed: isSmtpUrl,
    description:
      'The mail server that sends receipts and payment links to payers, and alerts to users. smtp: requires STARTTLS unless the server is on this machine; smtps: is TLS from the start. Without it none are sent.',
  }),
  smtpFrom: optionalTextSetting({
    environmentName: 'TOLLGATE_SMTP_FROM',
    allowed: 'an e-mail address, such as receipts@pay.example',
    isAllowed: isMailAddress,
    description: "The sender's address of e-mails.",
  }),
  messageRetentionDays: integerSetting({
    environmentName: 'TOLLGATE_MESSAGE_RETENTION_DAYS',
    default: 30,
    min: 0,
    max: 36_500,
    description:
      'How long messages exchanged with acquirers are shown, masked; they are deleted with their month. 0 keeps none.',
  }),
  consoleLoginHours: integerSetting({
    environmentName: 'TOLLGATE_CONSOLE_LOGIN_HOURS',
    default: 12,
    min: 1,
    max: 168,
    description: 'The maximum length of a console session.',
  }),
  consoleIdleMinutes: integerSetting({
    environmentName: 'TOLLGATE_CONSOLE_IDLE_MINUTES',
    default: 15,
    min: 2,
    max: 1_440,
    description: 'The idle timeout of a console session.',
  }),
  credentialsNeedApproval: booleanSetting({
    environmentName: 'TOLLGATE_CREDENTIALS_NEED_APPROVAL',
    default: false,
    description:
      'Requires a second user of the console to approve API credentials, acquirer links, routes, new merchants, whatever weakens a control, and the permission to approve.',
  }),
  headerTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_HEADER_TIMEOUT_MS',
    default: 10_000,
    min: 1,
    max: tenMinutesMs,
    description: 'How long a client may take to complete the TLS handshake and send the headers of a request.',
  }),
  bodyTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_BODY_TIMEOUT_MS',
    default: 10_000,
    min: 1,
    max: tenMinutesMs,
    description: 'How much additional time a client has to send the body of a request.',
  }),
  acquirerTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_ACQUIRER_TIMEOUT_MS',
    default: 30_000,
    min: 1,
    max: tenMinutesMs,
    description: 'How long an acquirer may take to respond; must be less than the request timeout.',
  }),
  requestTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_REQUEST_TIMEOUT_MS',
    default: 45_000,
    min: 1,
    max: tenMinutesMs,
    description: 'How long a request may take in total before the gateway responds with SERVER_BUSY.',
  }),
  drainTimeoutMs: integerSetting({
    environmentName: 'TOLLGATE_DRAIN_TIMEOUT_MS',
    default: 50_000,
    min: 1,
    max: tenMinutesMs,
    description: 'How long a stopping gateway waits for requests in progress.',
  }),
  logLevel: choiceSetting({
    environmentName: 'TOLLGATE_LOG_LEVEL',
    words: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    default: 'info',
    description: 'The minimum level of log messages.',
  }),
  logFormat: choiceSetting({
    environmentName: 'TOLLGATE_LOG_FORMAT',
    words: ['auto', 'json', 'text'],
    default: 'auto',
    description: 'How log lines are written; auto means short text in a terminal and JSON elsewhere.',
  }),
  checkAnswers: booleanSetting({
    environmentName: 'TOLLGATE_CHECK_ANSWERS',
    default: false,
    description: 'Whether every response is checked against the contract before it is sent.',
  }),
} as const satisfies Readonly<Record<string, Setting<never> | Setting<unknown>>>

export type SettingKey = keyof typeof settings

export const settingKeys = Object.keys(settings) as readonly SettingKey[]
