// Every row of the table gets wrong values, from the environment and from a file.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ConfigurationFailure, loadConfig } from './config.ts'
import { type SettingKey, settingKeys, settings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-settings-'))
after(() => rmSync(folder, { recursive: true }))

const key = Buffer.alloc(32, 7)

function write(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function writeConfig(content: unknown): { TOLLGATE_CONFIG: string } {
  return { TOLLGATE_CONFIG: write('config.json', typeof content === 'string' ? content : JSON.stringify(content)) }
}

/** The message of the refusal, which must be one line. */
function refusal(env: Record<string, string | undefined>): string {
  try {
    loadConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigurationFailure, String(error))
    assert.doesNotMatch(error.message, /[\r\n\u2028\u2029]/)
    return error.message
  }
  assert.fail(`nothing was refused in ${JSON.stringify(env)}`)
}

// At least one wrong value for every row; a new row does not compile without its own.
const wrongNumbers = [
  '',
  ' ',
  'example1',
  '+1',
  '-1',
  ' 1',
  '1 ',
  '1\n',
  '0x10',
  '8443.0',
  '1e3',
  '01',
  '٣',
  '99999999',
]
const wrongFiles = ['', join(folder, 'missing.pem'), folder, 'a\0b']
const wrongHosts = ['', '[::1]', '127.0.0.256', 'a b', 'localhost:8443', 'http://localhost', '-a', `${'a'.repeat(64)}`]
const wrongNetworks = [
  '',
  '192.0.2.1,',
  'balancer.internal',
  '192.0.2.7/24',
  '192.0.2.1-192.0.2.9',
  '192.0.2.1 ',
  '::/129',
]
const wrongKeys = [
  '',
  'hunter22',
  key.toString('base64url'),
  key.toString('hex').slice(1),
  `${key.toString('base64')}\n`,
]
const wrongValues: Readonly<Record<SettingKey, readonly string[]>> = {
  mode: ['', 'Production', 'test', 'sandbox '],
  host: wrongHosts,
  httpsPort: [...wrongNumbers, '65536'],
  mtlsPort: [...wrongNumbers, '65536'],
  httpPort: [...wrongNumbers, '65536'],
  metricsPort: [...wrongNumbers, '65536'],
  metricsAddress: [...wrongHosts, 'gateway1.internal', '10.0.0.0/8'],
  dataDir: ['', import.meta.filename, 'a\0b'],
  replicaUrl: ['', 'mysql://db/tollgate', 'db.internal', 'postgres://a:hunter22@[db/x'],
  replicaMaxAgeMs: [...wrongNumbers, '999', '600001'],
  databaseUrl: ['', 'mysql://db/tollgate', 'db.internal', 'postgres:db', 'postgres://', 'postgres://a:hunter22@[db/x'],
  publicUrl: [
    '',
    'http://pay.example.com',
    'https://',
    'https://pay.example.com/?a=1',
    'https://pay.example.com/#a',
    'pay',
  ],
  proxyProtocolFrom: wrongNetworks,
  forwardedFrom: wrongNetworks,
  forwardedHeader: ['', 'X-Real-IP', 'x-forwarded-for,forwarded'],
  forwardedHops: [...wrongNumbers, '0', '11'],
  connectionsPerAddress: [...wrongNumbers, '0', '10001'],
  listenBacklog: [...wrongNumbers, '0', '65536'],
  overloadDelayMs: [...wrongNumbers, '9', '600001'],
  merchantRequestsMax: [...wrongNumbers, '0', '100001'],
  linkRequestsMax: [...wrongNumbers, '0', '100001'],
  processes: ['', '0', '257', 'AUTO', '1.5', 'two'],
  adapterModules: ['', ',', './one.ts,'],
  databasePoolSize: [...wrongNumbers, '0', '1001'],
  databaseStatementTimeoutMs: [...wrongNumbers, '99', '600001'],
  moneyStatementTimeoutMs: [...wrongNumbers, '99', '600001'],
  lockTimeoutMs: [...wrongNumbers, '9', '10001'],
  batchRowsMax: [...wrongNumbers, '0', '1001'],
  accountRetentionDays: [...wrongNumbers, '0', '36501'],
  browserPaymentMinutes: ['0', '10081', '1.5', 'an hour'],
  ipCountriesFile: wrongFiles,
  applePayDomainFile: wrongFiles,
  applePayRootsFile: wrongFiles,
  googlePayRootKeysFile: wrongFiles,
  simulatorFaults: ['', 'silent', 'silent=often', 'silent=0.1,', 'silent = 0.1'],
  cardHostPort: [...wrongNumbers, '65536'],
  simulatorDatabaseUrl: ['', 'mysql://db/books', 'postgres://', 'postgres://a:hunter22@[db/x'],
  sandboxPassword: ['', 'seven77', 'x'.repeat(129), 'pässword', 'with\ttab'],
  tlsKeyFile: wrongFiles,
  tlsCertificateFile: wrongFiles,
  keyEncryptionKey: [...wrongKeys, Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')],
  keyEncryptionKeyFile: [...wrongFiles, write('short.key', 'c2hvcnQ='), write('empty.key', '')],
  smtpUrl: [
    '',
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtp://user@mail.example',
    'smtp://user:hunter22@mail.example/inbox',
    'smtps://mail.example?tls=no',
  ],
  smtpFrom: ['', 'receipts', 'Receipts <receipts@pay.example>', 'receipts@pay.example\nBcc: x@y'],
  kmsCommand: ['', ' ', 'kms\nwrap'],
  notificationPorts: ['', '0', '65536', '443,', '443, 8443', '443;8443', 'https', '0443'],
  notificationAllowLoopback: ['', 'yes', '1', 'True'],
  notificationTimeoutMs: [...wrongNumbers, '0', '20001'],
  notificationRetentionDays: [...wrongNumbers, '0', '36501'],
  messageRetentionDays: [...wrongNumbers, '36501'],
  consoleLoginHours: [...wrongNumbers, '0', '169'],
  consoleIdleMinutes: [...wrongNumbers, '1', '1441'],
  headerTimeoutMs: [...wrongNumbers, '0', '600001'],
  bodyTimeoutMs: [...wrongNumbers, '0', '600001'],
  acquirerTimeoutMs: [...wrongNumbers, '0', '600001'],
  requestTimeoutMs: [...wrongNumbers, '0', '600001'],
  drainTimeoutMs: [...wrongNumbers, '0', '600001'],
  logLevel: ['', 'trace', 'INFO'],
  logFormat: ['', 'pretty', 'JSON'],
  checkAnswers: ['', 'yes', '1', 'True'],
  credentialsNeedApproval: ['', 'yes', '1', 'True'],
  acquirerHosts: ['', ' ', 'https://bank.example', 'bank.example:8583', 'bank.example,', '10.0.0.0/33', '1.2.3', '*'],
}

describe('invalid values', () => {
  for (const [name, values] of Object.entries(wrongValues)) {
    const { environmentName, secret, allowed } = settings[name as SettingKey]

    for (const value of values) {
      it(`${environmentName} refuses ${JSON.stringify(value)}`, () => {
        const message = refusal({ [environmentName]: value })
        assert.ok(message.startsWith(`${environmentName} from the environment must `), message)
        if (secret) assert.ok(message.endsWith('but is something else (not shown because it is secret).'), message)
        if (secret && value !== '') assert.ok(!message.replace(allowed, '').includes(value), message)
        if (!secret) assert.ok(message.endsWith(`but is ${JSON.stringify(value)}.`), message)
        if (name !== 'keyEncryptionKeyFile') assert.ok(message.includes(allowed), message)
      })
    }

    it(`${name} is checked in the configuration file too`, () => {
      for (const value of [...values, null, [], {}]) {
        const message = refusal(writeConfig({ [name]: value }))
        assert.ok(message.startsWith(`${name} from ${JSON.stringify(join(folder, 'config.json'))} must `), message)
      }
    })
  }

  it('the message names the setting, its origin, what is allowed, and the value', () => {
    assert.equal(
      refusal({ TOLLGATE_HTTPS_PORT: '8443.0' }),
      'TOLLGATE_HTTPS_PORT from the environment must be a whole number from 0 to 65535, but is "8443.0".',
    )
  })

  it('a database password is never in the message', () => {
    const message = refusal({ DATABASE_URL: 'mysql://gateway:hunter22@db/tollgate' })
    assert.doesNotMatch(message, /hunter22/)
  })

  it('a long value is cut', () => {
    assert.ok(refusal({ TOLLGATE_MODE: 'x'.repeat(10_000) }).length < 400)
  })
})

describe('defaults', () => {
  it('every default is also a valid value', () => {
    for (const name of settingKeys) {
      for (const value of Object.values(settings[name].default)) {
        if (value !== undefined) assert.deepEqual(settings[name].parse(String(value)), value, name)
      }
    }
  })
})
