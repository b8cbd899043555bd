import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { type SettingKey, settingKeys, settings } from '../../platform/config/settings.ts'
import {
  type ConfiguredValues,
  changedControls,
  type SecretHashes,
  settingControls,
  storedControls,
} from './controls.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const hashes: SecretHashes = {
  keyId: 'k1',
  hash,
  matches: (text, stored, keyId) => (keyId === 'k1' ? stored === hash(text) : undefined),
}

const defaults = Object.fromEntries(
  settingKeys.map((key) => [key, settings[key].default.production]),
) as ConfiguredValues
const changes = (before: Partial<ConfiguredValues>, after: Partial<ConfiguredValues>) =>
  changedControls(storedControls({ ...defaults, ...before }, hashes), { ...defaults, ...after }, hashes)

/** A change that weakens the control and one that does not; undefined where there is no such change. */
const cases: Readonly<Partial<Record<SettingKey, readonly [weaker: Change | undefined, other: Change | undefined]>>> = {
  mode: [
    ['production', 'sandbox'],
    ['sandbox', 'production'],
  ],
  metricsAddress: [
    ['localhost', '0.0.0.0'],
    ['10.0.0.1', '127.0.0.1'],
  ],
  databaseUrl: [['postgres://a', 'postgres://bb'], undefined],
  replicaUrl: [['postgres://a', 'postgres://bb'], undefined],
  publicUrl: [['https://a.example', 'https://b.example'], undefined],
  proxyProtocolFrom: [
    [['10.0.0.1'], ['10.0.0.1', '0.0.0.0/0']],
    [['10.0.0.1', '10.0.0.2'], ['10.0.0.1']],
  ],
  forwardedFrom: [
    [undefined, ['10.0.0.1']],
    [['10.0.0.1'], undefined],
  ],
  forwardedHeader: [['x-forwarded-for', 'forwarded'], undefined],
  forwardedHops: [[1, 2], undefined],
  connectionsPerAddress: [
    [500, 501],
    [500, 499],
  ],
  overloadDelayMs: [
    [500, 600],
    [500, 400],
  ],
  merchantRequestsMax: [
    [1, 2],
    [2, 1],
  ],
  linkRequestsMax: [
    [1, 2],
    [2, 1],
  ],
  acquirerHosts: [
    [['bank.example'], undefined],
    [undefined, ['bank.example']],
  ],
  adapterModules: [
    [undefined, ['./evil.ts']],
    [['./bank.ts'], undefined],
  ],
  accountRetentionDays: [
    [548, 5_000],
    [548, 30],
  ],
  messageRetentionDays: [
    [30, 90],
    [30, 0],
  ],
  ipCountriesFile: [
    ['/a.csv', undefined],
    [undefined, '/a.csv'],
  ],
  applePayRootsFile: [['/a.pem', '/b.pem'], undefined],
  googlePayRootKeysFile: [['/a.json', '/b.json'], undefined],
  tlsKeyFile: [undefined, ['/a.pem', '/b.pem']],
  tlsCertificateFile: [undefined, ['/a.pem', '/b.pem']],
  keyEncryptionKey: [undefined, [Buffer.alloc(32, 1), Buffer.alloc(31, 2)]],
  keyEncryptionKeyFile: [undefined, ['/a', '/b']],
  kmsCommand: [['kms a', 'kms b'], undefined],
  notificationPorts: [
    [[443], [443, 25]],
    [[443, 8443], [443]],
  ],
  notificationAllowLoopback: [
    [false, true],
    [true, false],
  ],
  smtpUrl: [
    ['smtp://a', undefined],
    ['smtp://a', 'smtp://bb'],
  ],
  smtpFrom: [undefined, ['a@b.example', 'c@b.example']],
  consoleLoginHours: [
    [12, 24],
    [12, 8],
  ],
  consoleIdleMinutes: [
    [15, 60],
    [15, 5],
  ],
  credentialsNeedApproval: [
    [true, false],
    [false, true],
  ],
  headerTimeoutMs: [
    [1, 2],
    [2, 1],
  ],
  bodyTimeoutMs: [
    [1, 2],
    [2, 1],
  ],
  logLevel: [
    ['info', 'silent'],
    ['silent', 'info'],
  ],
}
type Change = readonly [before: unknown, after: unknown]

describe('the controls among the settings', () => {
  it('have a case here each, and nothing else has', () => {
    const controls = settingKeys.filter((key) => settingControls[key] !== 'NO_CONTROL')
    assert.deepEqual(Object.keys(cases).toSorted(), controls.toSorted())
  })

  for (const [key, [weaker, other]] of Object.entries(cases))
    it(`say in which direction they protect less: ${key}`, () => {
      const { environmentName: name } = settings[key as SettingKey]
      const weakens = ([before, after]: Change) => changes({ [key]: before }, { [key]: after })[name]?.weakens
      if (weaker) assert.equal(weakens(weaker), true)
      if (other) assert.equal(weakens(other), false)
      const [value] = weaker ?? other ?? []
      assert.deepEqual(changes({ [key]: value }, { [key]: value }), {}, 'the same value')
    })
})

describe('the manual for operators', () => {
  it('lists every control among the settings', async () => {
    const page = await readFile(new URL('../../../docs/operating/alerts.md', import.meta.url), 'utf8')
    const listed = new Set([...page.matchAll(/`((?:TOLLGATE|DATABASE)_[A-Z_]+)`/g)].map(([, name]) => name))
    const names = settingKeys.filter((key) => settingControls[key] !== 'NO_CONTROL')
    assert.deepEqual(
      names.map((key) => settings[key].environmentName).filter((name) => !listed.has(name)),
      [],
    )
  })
})

describe('a changed control', () => {
  it('has the values before and after, by its name in the environment; other settings have none', () => {
    const after = { consoleIdleMinutes: 60, forwardedFrom: ['10.0.0.0/8'], httpsPort: 9443 }
    assert.deepEqual(changes({ consoleIdleMinutes: 15, httpsPort: 8443 }, after), {
      TOLLGATE_CONSOLE_IDLE_MINUTES: { before: 15, after: 60, weakens: true },
      TOLLGATE_FORWARDED_FROM: { before: null, after: ['10.0.0.0/8'], weakens: true },
    })
  })

  it('that is a secret is neither stored nor shown', () => {
    const url = 'smtp://user:TOP-SECRET@mail.example'
    const key = Buffer.alloc(32, 7)
    const stored = storedControls({ ...defaults, smtpUrl: url, keyEncryptionKey: key }, hashes)
    const other = { smtpUrl: 'smtp://user:OTHER@mail.example', keyEncryptionKey: Buffer.alloc(30, 9) }
    const found = [
      stored,
      changedControls(stored, { ...defaults, ...other }, hashes),
      changes({}, { smtpUrl: url, keyEncryptionKey: key }),
      changes({ smtpUrl: url }, {}),
    ]
    for (const text of ['TOP-SECRET', 'OTHER', key.toString('base64'), key.toString('hex')])
      assert.ok(!JSON.stringify(found).includes(text), text)
    assert.deepEqual(found[1], {
      TOLLGATE_SMTP_URL: { before: 'a secret', after: 'another secret', weakens: false },
      TOLLGATE_KEY_ENCRYPTION_KEY: { before: 'a secret', after: 'another secret', weakens: false },
    })
    assert.deepEqual(found[3], { TOLLGATE_SMTP_URL: { before: 'a secret', after: null, weakens: true } })
  })

  it('is none where the start before did not know the control, or its key is gone', () => {
    const { values, secrets } = storedControls({ ...defaults, smtpUrl: 'smtp://a' }, hashes)
    const { TOLLGATE_CONSOLE_IDLE_MINUTES: _, ...others } = values
    const after = { ...defaults, consoleIdleMinutes: 999, smtpUrl: 'smtp://other' }
    assert.deepEqual(changedControls({ values: others, secrets, keyId: 'gone' }, after, hashes), {})
  })
})
