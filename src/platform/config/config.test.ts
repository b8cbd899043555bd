import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { ConfigurationFailure, describeSettings, loadConfig } from './config.ts'
import { settingKeys } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-config-'))
after(() => rmSync(folder, { recursive: true }))

const key = Buffer.alloc(32, 7)
const existing = {
  DATABASE_URL: 'postgres://gateway:hunter22@db.internal/tollgate',
  TOLLGATE_TLS_KEY_FILE: write('key.pem', 'key'),
  TOLLGATE_TLS_CERTIFICATE_FILE: write('certificate.pem', 'certificate'),
  TOLLGATE_KEY_ENCRYPTION_KEY: key.toString('base64'),
}
const production = { ...existing, TOLLGATE_MODE: 'production' }

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

describe('the defaults', () => {
  it('an empty environment gives a sandbox on localhost', () => {
    assert.deepEqual(loadConfig({}), {
      mode: 'sandbox',
      host: 'localhost',
      httpsPort: 8443,
      mtlsPort: 8444,
      httpPort: 8080,
      metricsPort: 9464,
      metricsAddress: 'localhost',
      dataDir: resolve(import.meta.dirname, '..', '..', '..', '.tollgate'),
      databaseUrl: undefined,
      replicaUrl: undefined,
      replicaMaxAgeMs: 10_000,
      publicUrl: undefined,
      proxyProtocolFrom: undefined,
      forwardedFrom: undefined,
      forwardedHeader: 'x-forwarded-for',
      forwardedHops: 1,
      connectionsPerAddress: 500,
      listenBacklog: 4_096,
      overloadDelayMs: 500,
      merchantRequestsMax: 3_000,
      linkRequestsMax: 4_000,
      cardHostPort: 8583,
      processes: 1,
      databasePoolSize: 10,
      databaseStatementTimeoutMs: 20_000,
      moneyStatementTimeoutMs: 5_000,
      lockTimeoutMs: 250,
      batchRowsMax: 128,
      accountRetentionDays: 548,
      acquirerHosts: undefined,
      browserPaymentMinutes: 60,
      ipCountriesFile: undefined,
      adapterModules: undefined,
      applePayDomainFile: undefined,
      applePayRootsFile: undefined,
      googlePayRootKeysFile: undefined,
      simulatorFaults: undefined,
      simulatorDatabaseUrl: undefined,
      sandboxPassword: undefined,
      tlsKeyFile: undefined,
      tlsCertificateFile: undefined,
      keyEncryptionKey: undefined,
      keyEncryptionKeyFile: undefined,
      kmsCommand: undefined,
      notificationPorts: [443, 8443],
      notificationAllowLoopback: true,
      notificationTimeoutMs: 10_000,
      notificationRetentionDays: 90,
      smtpUrl: undefined,
      smtpFrom: undefined,
      messageRetentionDays: 30,
      consoleLoginHours: 12,
      consoleIdleMinutes: 15,
      credentialsNeedApproval: false,
      headerTimeoutMs: 10_000,
      bodyTimeoutMs: 10_000,
      acquirerTimeoutMs: 30_000,
      requestTimeoutMs: 45_000,
      drainTimeoutMs: 50_000,
      logLevel: 'info',
      logFormat: 'auto',
      checkAnswers: false,
    })
  })

  it('production listens on every address by default', () => {
    assert.equal(loadConfig(production).host, '0.0.0.0')
    assert.equal(loadConfig({ ...production, TOLLGATE_HOST: '::1' }).host, '::1')
  })

  it('metrics are served on this machine only, unless an address is given', () => {
    assert.equal(loadConfig(production).metricsAddress, 'localhost')
    for (const address of ['10.0.2.11', 'fd00::11', '0.0.0.0'])
      assert.equal(loadConfig({ ...production, TOLLGATE_METRICS_ADDRESS: address }).metricsAddress, address)
  })

  it('a variable that is present without a value counts as absent', () => {
    assert.equal(loadConfig({ TOLLGATE_HTTPS_PORT: undefined, TOLLGATE_NONSENSE: undefined }).httpsPort, 8443)
  })
})

describe('valid values', () => {
  it('port 0 and the highest port are accepted, and several listeners may have port 0', () => {
    const ports = { TOLLGATE_HTTPS_PORT: '0', TOLLGATE_MTLS_PORT: '0', TOLLGATE_HTTP_PORT: '65535' }
    const { httpsPort, mtlsPort, httpPort } = loadConfig(ports)
    assert.deepEqual([httpsPort, mtlsPort, httpPort], [0, 0, 65535])
  })

  it('networks are accepted as a list of addresses and networks of both versions', () => {
    const { proxyProtocolFrom } = loadConfig({ TOLLGATE_PROXY_PROTOCOL_FROM: '192.0.2.7,10.0.0.0/8,2001:db8::/32,::1' })
    assert.deepEqual(proxyProtocolFrom, ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32', '::1'])
  })

  it('a relative data folder is resolved from the folder the process was started in', () => {
    assert.equal(loadConfig({ TOLLGATE_DATA_DIR: 'some/folder' }).dataDir, resolve('some/folder'))
  })

  it('both spellings of a PostgreSQL address are accepted', () => {
    for (const url of ['postgres://db/x', 'postgresql://u:p@db:5432/x?sslmode=require', 'postgres:///x?host=/run']) {
      assert.equal(loadConfig({ DATABASE_URL: url }).databaseUrl, url)
    }
  })

  it('the key-encryption key is accepted as Base64, as hexadecimal digits, and from a file', () => {
    for (const text of [key.toString('base64'), key.toString('hex'), key.toString('hex').toUpperCase()]) {
      assert.deepEqual(loadConfig({ TOLLGATE_KEY_ENCRYPTION_KEY: text }).keyEncryptionKey, key)
      const path = write('kek', `${text}\n`)
      assert.deepEqual(loadConfig({ TOLLGATE_KEY_ENCRYPTION_KEY_FILE: path }).keyEncryptionKey, key)
    }
  })

  it('a sandbox password of 8 and one of 128 characters are accepted', () => {
    for (const password of ['~ 345678', 'x'.repeat(128)]) {
      assert.equal(loadConfig({ TOLLGATE_SANDBOX_PASSWORD: password }).sandboxPassword, password)
    }
  })

  it('answers are checked when that is asked for', () => {
    assert.equal(loadConfig({ TOLLGATE_CHECK_ANSWERS: 'true' }).checkAnswers, true)
  })
})

describe('the configuration file', () => {
  it('gives values by key, as text or as JSON numbers and booleans, and the environment wins', () => {
    const file = writeConfig({ httpsPort: 9443, mtlsPort: '9444', checkAnswers: true, logLevel: 'warn' })
    const config = loadConfig({ ...file, TOLLGATE_LOG_LEVEL: 'debug' })
    assert.deepEqual([config.httpsPort, config.mtlsPort, config.checkAnswers], [9443, 9444, true])
    assert.equal(config.logLevel, 'debug')
  })

  it('can hold everything that production needs', () => {
    const { mode, httpsPort } = loadConfig(
      writeConfig({
        mode: 'production',
        databaseUrl: existing.DATABASE_URL,
        tlsKeyFile: existing.TOLLGATE_TLS_KEY_FILE,
        tlsCertificateFile: existing.TOLLGATE_TLS_CERTIFICATE_FILE,
        keyEncryptionKey: existing.TOLLGATE_KEY_ENCRYPTION_KEY,
      }),
    )
    assert.deepEqual([mode, httpsPort], ['production', 8443])
  })

  it('is refused when it is missing, not JSON, or not an object, without quoting its content', () => {
    for (const env of [{ TOLLGATE_CONFIG: '' }, { TOLLGATE_CONFIG: folder }, { TOLLGATE_CONFIG: join(folder, 'no') }]) {
      assert.match(refusal(env), /^TOLLGATE_CONFIG from the environment must be the path of a readable JSON file/)
    }
    for (const content of ['', '{"databaseUrl":"postgres://a:hunter22@b"', '[]', 'null', '"text"', '1']) {
      const message = refusal(writeConfig(content))
      assert.match(message, /^TOLLGATE_CONFIG from the environment must be/)
      assert.doesNotMatch(message, /hunter22/)
    }
  })

  it('accepts no JSON number for a text', () => {
    assert.match(refusal(writeConfig({ host: 127 })), /^host from .* but is 127\.$/)
  })
})

describe('unknown names', () => {
  const path = JSON.stringify(join(folder, 'config.json'))

  it('an unknown variable stops the start, with the nearest name', () => {
    assert.equal(
      refusal({ TOLLGATE_HTTPS_PROT: '1' }),
      'TOLLGATE_HTTPS_PROT from the environment is not a setting; did you mean TOLLGATE_HTTPS_PORT?',
    )
    assert.match(refusal({ TOLLGATE_CONFG: '' }), /did you mean TOLLGATE_CONFIG\?$/)
    assert.equal(refusal({ TOLLGATE_ZZZ: '' }), 'TOLLGATE_ZZZ from the environment is not a setting.')
  })

  it('the variable of the examples in the reference is left alone', () => {
    assert.equal(loadConfig({ TOLLGATE_PASSWORD: 'secret' }).mode, 'sandbox')
  })

  it("other programs' variables are left alone", () => {
    assert.equal(loadConfig({ PATH: '/bin', MYTOLLGATE_X: '1', tollgate: '' }).mode, 'sandbox')
  })

  it('an unknown key in the file stops the start, with the nearest key', () => {
    for (const name of ['httpsport', 'httpsPrt', 'TOLLGATE_HTTPS_PORT']) {
      assert.equal(
        refusal(writeConfig({ [name]: 1 })),
        `${name} from ${path} is not a setting; did you mean httpsPort?`,
      )
    }
    assert.equal(refusal(writeConfig('{"__proto__":{}}')), `__proto__ from ${path} is not a setting.`)
    assert.equal(refusal(writeConfig({ toString: 'a' })), `toString from ${path} is not a setting.`)
  })
})

describe('settings that contradict each other', () => {
  it('production lists everything that is missing in one line', () => {
    assert.equal(
      refusal({ TOLLGATE_MODE: 'production' }),
      'TOLLGATE_MODE from the environment is production, which also requires DATABASE_URL, TOLLGATE_TLS_KEY_FILE, ' +
        'TOLLGATE_TLS_CERTIFICATE_FILE, ' +
        'TOLLGATE_KEY_ENCRYPTION_KEY or TOLLGATE_KEY_ENCRYPTION_KEY_FILE or TOLLGATE_KMS_COMMAND.',
    )
    for (const name of Object.keys(existing)) {
      const message = refusal({ ...production, [name]: undefined })
      assert.match(message, new RegExp(`^TOLLGATE_MODE .* is production, which also requires ${name}`))
    }
  })

  it('production refuses a sandbox password and does not show it', () => {
    const message = refusal({ ...production, TOLLGATE_SANDBOX_PASSWORD: 'hunter2222' })
    assert.match(message, /^TOLLGATE_SANDBOX_PASSWORD from the environment is not allowed in production/)
    assert.doesNotMatch(message, /hunter2222/)
  })

  it('production refuses a database for a simulated acquirer and does not show it', () => {
    const message = refusal({ ...production, TOLLGATE_SIMULATOR_DATABASE_URL: 'postgres://a:hunter22@b/books' })
    assert.match(message, /^TOLLGATE_SIMULATOR_DATABASE_URL from the environment is not allowed in production/)
    assert.doesNotMatch(message, /hunter22/)
  })

  it('notifications to this machine are for the sandbox alone, and can be switched off there', () => {
    const given = (value: string) => ({ TOLLGATE_NOTIFICATION_ALLOW_LOOPBACK: value })
    assert.equal(loadConfig({}).notificationAllowLoopback, true)
    assert.equal(loadConfig(given('false')).notificationAllowLoopback, false)
    assert.equal(loadConfig(production).notificationAllowLoopback, false)
    assert.equal(loadConfig({ ...production, ...given('false') }).notificationAllowLoopback, false)
    const message = refusal({ ...production, ...given('true') })
    assert.match(message, /^TOLLGATE_NOTIFICATION_ALLOW_LOOPBACK from the environment is not allowed in production/)
  })

  it('a TLS key needs its certificate, and the other way round', () => {
    const { TOLLGATE_TLS_KEY_FILE, TOLLGATE_TLS_CERTIFICATE_FILE } = existing
    assert.match(refusal({ TOLLGATE_TLS_KEY_FILE }), /KEY_FILE .* is set without TOLLGATE_TLS_CERTIFICATE_FILE/)
    assert.match(refusal({ TOLLGATE_TLS_CERTIFICATE_FILE }), /CERTIFICATE_FILE .* is set without TOLLGATE_TLS_KEY_FILE/)
    assert.ok(loadConfig({ TOLLGATE_TLS_KEY_FILE, TOLLGATE_TLS_CERTIFICATE_FILE }).tlsKeyFile)
  })

  it('a mail server needs the address of a sender, and the other way round', () => {
    const TOLLGATE_SMTP_URL = 'smtp://user:hunter22@mail.example'
    const TOLLGATE_SMTP_FROM = 'receipts@pay.example'
    const message = refusal({ TOLLGATE_SMTP_URL })
    assert.match(message, /^TOLLGATE_SMTP_URL .* is set without TOLLGATE_SMTP_FROM/)
    assert.ok(!message.includes('hunter22'))
    assert.match(refusal({ TOLLGATE_SMTP_FROM }), /^TOLLGATE_SMTP_FROM .* is set without TOLLGATE_SMTP_URL/)
    assert.equal(loadConfig({ TOLLGATE_SMTP_URL, TOLLGATE_SMTP_FROM }).smtpFrom, TOLLGATE_SMTP_FROM)
  })

  it('the key-encryption key and its file are not given together', () => {
    const { TOLLGATE_KEY_ENCRYPTION_KEY } = existing
    const TOLLGATE_KEY_ENCRYPTION_KEY_FILE = write('kek', TOLLGATE_KEY_ENCRYPTION_KEY)
    assert.match(refusal({ TOLLGATE_KEY_ENCRYPTION_KEY, TOLLGATE_KEY_ENCRYPTION_KEY_FILE }), /are both set/)
    const TOLLGATE_KMS_COMMAND = '/usr/local/bin/ask-kms --key payments'
    assert.match(
      refusal({ TOLLGATE_KEY_ENCRYPTION_KEY, TOLLGATE_KMS_COMMAND }),
      /_KEY .* and .*_KMS_COMMAND .* both set/,
    )
    assert.match(refusal({ TOLLGATE_KEY_ENCRYPTION_KEY_FILE, TOLLGATE_KMS_COMMAND }), /are both set/)
  })

  it('production accepts a key-management command in place of a key', () => {
    const { TOLLGATE_KEY_ENCRYPTION_KEY: _, ...without } = production
    assert.equal(loadConfig({ ...without, TOLLGATE_KMS_COMMAND: 'ask-kms' }).kmsCommand, 'ask-kms')
  })

  it('production refuses a key file that is readable by users other than its owner', () => {
    const { TOLLGATE_KEY_ENCRYPTION_KEY, ...without } = production
    const TOLLGATE_KEY_ENCRYPTION_KEY_FILE = write('kek', TOLLGATE_KEY_ENCRYPTION_KEY)
    for (const mode of [0o644, 0o640, 0o604, 0o620]) {
      chmodSync(TOLLGATE_KEY_ENCRYPTION_KEY_FILE, mode)
      assert.match(
        refusal({ ...without, TOLLGATE_KEY_ENCRYPTION_KEY_FILE }),
        /readable by users other than its owner; .* 0400/,
      )
      assert.deepEqual(loadConfig({ TOLLGATE_KEY_ENCRYPTION_KEY_FILE }).keyEncryptionKey, key, 'a sandbox may')
    }
    for (const mode of [0o600, 0o400]) {
      chmodSync(TOLLGATE_KEY_ENCRYPTION_KEY_FILE, mode)
      assert.deepEqual(loadConfig({ ...without, TOLLGATE_KEY_ENCRYPTION_KEY_FILE }).keyEncryptionKey, key)
    }
    rmSync(TOLLGATE_KEY_ENCRYPTION_KEY_FILE)
  })

  it('the acquirer must answer before the request runs out of time', () => {
    assert.match(refusal({ TOLLGATE_REQUEST_TIMEOUT_MS: '30000' }), /ACQUIRER_TIMEOUT_MS by default is 30000, but must/)
    assert.equal(loadConfig({ TOLLGATE_REQUEST_TIMEOUT_MS: '30001' }).requestTimeoutMs, 30_001)
  })

  it('two listeners never share a port, whether it was given or is a default', () => {
    assert.equal(
      refusal({ TOLLGATE_HTTPS_PORT: '8444' }),
      'TOLLGATE_HTTPS_PORT from the environment and TOLLGATE_MTLS_PORT by default are both 8444, ' +
        'but each listener needs its own port.',
    )
    const names = ['TOLLGATE_HTTPS_PORT', 'TOLLGATE_MTLS_PORT', 'TOLLGATE_HTTP_PORT', 'TOLLGATE_METRICS_PORT']
    for (const [index, one] of names.entries()) {
      for (const other of names.slice(index + 1)) assert.match(refusal({ [one]: '99', [other]: '99' }), /are both 99/)
    }
  })

  it('the default of a port that the mode does not open is free for others', () => {
    assert.equal(loadConfig({ ...production, TOLLGATE_HTTPS_PORT: '8080' }).httpsPort, 8080)
    assert.equal(loadConfig({ TOLLGATE_HTTPS_PORT: '9464' }).httpsPort, 9464)
    assert.match(refusal({ TOLLGATE_HTTPS_PORT: '8080' }), /are both 8080/)
    assert.match(refusal({ ...production, TOLLGATE_HTTPS_PORT: '9464' }), /are both 9464/)
  })
})

describe('the description of the settings', () => {
  it('has a row with name, default and one sentence for every setting and for the file itself', () => {
    const rows = describeSettings()
    assert.deepEqual(
      rows.map((row) => row.key),
      [...settingKeys, undefined],
    )
    for (const row of rows) {
      assert.match(row.environmentName, /^(TOLLGATE_[A-Z_]+|DATABASE_URL)$/)
      assert.match(row.description, /^[A-Z].*[^.]\.$/)
      assert.notEqual(row.default, '')
    }
    assert.equal(new Set(rows.map((row) => row.environmentName)).size, rows.length)
    assert.equal(rows.find((row) => row.key === 'httpsPort')?.default, '8443')
    assert.equal(rows.find((row) => row.key === 'dataDir')?.default, '.tollgate in the repository root')
  })
})
