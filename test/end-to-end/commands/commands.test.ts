// The operator's command against a database, and what its changes mean to a merchant's programs.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { commandGroups, commandsInGroup } from '../../../src/cli/command-groups.ts'
import { commands } from '../../../src/cli/commands.ts'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import { issueClientCertificate } from '../../../src/platform/certificates/development-ca.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { type ApiResponse, apiPath, type ClientRequest, send } from '../../support/clients/client.ts'
import { type EndedCommand, tollgate, tollgateProcess } from '../../support/gateway/command-line.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseUrl,
  testEnvironment,
  testKey,
} from '../../support/gateway/database.ts'
import { startGateway } from '../../support/gateway/gateway.ts'
import { repository } from '../../support/gateway/process.ts'

let database = ''
let folder = ''

before(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const settings = () => testEnvironment(database, { TOLLGATE_DATA_DIR: join(folder, 'data') })

function run(...words: readonly string[]): Promise<EndedCommand> {
  return tollgate(words, { env: settings() })
}

/** What --json would print. */
async function data(...words: readonly string[]) {
  const result = await runHere(words, settings())
  return result.kind === 'DONE' ? JSON.parse(JSON.stringify(result.data)) : assert.fail(JSON.stringify(result))
}

async function assertRefused(words: readonly string[], says: RegExp): Promise<void> {
  const result = await runHere(words, settings())
  assert.ok(result.kind === 'REFUSED', JSON.stringify(result))
  assert.match(result.message, says)
  assert.doesNotMatch(result.message, /\n/)
}

async function password(merchantId: string): Promise<string> {
  return (await data('merchant', 'create', merchantId)).password
}

type Caller = Pick<ClientRequest, 'login' | 'tls'> & { readonly merchant: string }

/** Each caller asks for an order that is not there, at a gateway that has never heard of its merchant. */
async function ask(...callers: readonly Caller[]): Promise<readonly ApiResponse[]> {
  const gateway = await startGateway({}, database)
  try {
    const { httpsUrl, mtlsUrl } = gateway.listeners
    const asked = callers.map(({ merchant, ...sent }) =>
      send(sent.tls ? mtlsUrl : httpsUrl, { path: apiPath('/order/x', { merchant }), ...sent }),
    )
    return await Promise.all(asked)
  } finally {
    await gateway.stop()
  }
}

async function statusesOf(merchant: string, ...passwords: readonly string[]): Promise<readonly number[]> {
  const responses = await ask(...passwords.map((secret) => ({ merchant, login: `merchant.${merchant}:${secret}` })))
  for (const response of responses) if (response.status === letIn) assertLetIn(response)
  return responses.map(({ status }) => status)
}

/** The status of an order that is not there. */
const letIn = 400

function assertLetIn({ status, body }: ApiResponse): void {
  assert.equal(status, letIn)
  assert.match(body.error.explanation, /There is no order/)
}

function assertOneLine({ code, stdout, stderr }: EndedCommand, expected: { code: number; says: RegExp }): void {
  assert.deepEqual([code, stdout], [expected.code, ''])
  assert.match(stderr, /^[^\n]+\n$/)
  assert.match(stderr, expected.says)
}

describe('help', () => {
  it('is printed for a command of every group and exits with 0', async () => {
    const some = commandGroups.flatMap((theme) => commandsInGroup(theme, commands).slice(0, 1))
    for (const { name, purpose } of some) {
      const { code, stdout, stderr } = await run(...name.split(' '), '--help')
      assert.deepEqual([code, stderr], [0, ''])
      assert.ok(stdout.startsWith(`npx tollgate ${name}: ${purpose}\n`))
    }
  })

  it('is printed without arguments, and --version prints the version', async () => {
    const { code, stdout } = await run()
    assert.equal(code, 0)
    assert.match(stdout, /^npx tollgate: /)
    const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
    assert.equal((await run('--version')).stdout, `${version}\n`)
  })
})

describe('arguments that are invalid', { concurrency: true }, () => {
  it('get one line on standard error and exit code 2', async () => {
    const ended = await run('merchant', 'creat', 'X')
    assertOneLine(ended, { code: 2, says: /^"merchant creat" is not a command; did you mean merchant create\?\n$/ })
    const without = await run('merchant', 'password', 'revoke', 'TESTMERCHANT')
    assertOneLine(without, {
      code: 2,
      says: /^--slot is missing\. See "npx tollgate merchant password revoke --help"\.\n$/,
    })
  })

  it('get the same as a JSON document with --json', async () => {
    const { code, stderr, json } = await run('--json', 'merchant', 'update', 'TESTMERCHANT')
    assert.deepEqual([code, stderr, json], [2, '', { error: 'Nothing to change; specify at least one option.' }])
  })
})

describe('with --json', () => {
  it('every command prints one document and nothing else', async () => {
    const calls: readonly (readonly [words: string, members: readonly string[]])[] = [
      ['merchant create JSON --name J', ['merchant', 'userId', 'password', 'twin']],
      ['merchant list', ['merchants']],
      ['merchant show JSON', ['merchant', 'passwords', 'reportingPasswords', 'certificates']],
      ['merchant update JSON --disable', ['merchant']],
      ['merchant password add JSON', ['merchantId', 'userId', 'slot', 'password']],
      ['merchant password revoke JSON --slot 1', ['merchantId', 'slot', 'revoked']],
      [
        `merchant certificate add JSON --development --out ${join(folder, 'json')}`,
        ['merchantId', 'certificate', 'certificateFile', 'keyFile', 'curl'],
      ],
      ['merchant certificate list JSON', ['merchantId', 'certificates']],
      ['migrate', ['applied']],
      ['--version', ['version']],
    ]
    for (const [words, members] of calls) {
      const { code, stderr, json } = await run(...words.split(' '), '--json')
      assert.deepEqual([code, stderr, Object.keys(json)], [0, '', members], words)
    }
    const { certificates } = await data('merchant', 'certificate', 'list', 'JSON')
    const { fingerprint } = certificates[0]
    const { json } = await run('merchant', 'certificate', 'revoke', 'JSON', '--json', '--fingerprint', fingerprint)
    assert.deepEqual(json, { merchantId: 'JSON', fingerprint, revoked: true })
  })
})

describe('a merchant', { concurrency: true }, () => {
  it('is created with its id as name, all operations, and a password that its programs can use', async () => {
    const { code, stdout, stderr } = await run('merchant', 'create', 'PLAIN-1_a')
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /User id +merchant\.PLAIN-1_a\n/)
    const secret = /Password +([0-9a-f]{32})\n/.exec(stdout)?.[1] ?? assert.fail(stdout)
    assert.deepEqual(await statusesOf('PLAIN-1_a', secret, `${secret}0`), [letIn, 401])
    const shown = await run('merchant', 'show', 'PLAIN-1_a')
    assert.ok(!shown.stdout.includes(secret), 'a password is shown once')
  })

  it('is created with the given options, and can be listed and shown', async () => {
    const link = ['--link', 'simulator', '--acquirer-id', 'ACQ', '--acquirer-merchant-id', 'M-1']
    const tokens = ['--token-generation', 'PRESERVE_6_4', '--token-management', 'UNIQUE_ACCOUNT_IDENTIFIER']
    const rest = [
      '--verification-strategy',
      'BASIC',
      '--aggregator',
      '--account-updater',
      '--login',
      'PASSWORD',
      '--operations',
      'VERIFY,VERIFY',
    ]
    const beyond = ['--privileges', 'UNMASK,EXCESS_REFUND', '--category-codes', '5411,5812', '--card-masking', 'HIDDEN']
    const texts = ['--account-numbers-in-text', 'MASK_AND_REFUSE_IDS']
    const taken = ['--schemes', 'VISA,AMEX', '--sources', 'CARD,ACH', '--needs-partial-amount-flag']
    const look = ['--page-colour', '#0A5CFF', '--page-font', 'SERIF']
    const pages = [...look, '--page-origins', 'https://shop.example,http://localhost:9443']
    const provided = ['--providers', 'PROVIDER_A=simulated-provider-a:A:1, PROVIDER_C=simulated-provider-c:C-1']
    const payers = [...provided, '--payer-authentication', 'ON_PAGES']
    const messages = [...link, ...tokens, ...rest, ...beyond, ...texts, ...taken, ...pages, ...payers]
    const words = ['--name', 'Käse & Söhne', '--currencies', 'USD, EUR', ...messages]
    const made = await data('merchant', 'create', 'TOLD', ...words)
    const expected = {
      id: 'TOLD',
      name: 'Käse & Söhne',
      isEnabled: true,
      authenticationMethods: ['PASSWORD'],
      currencies: ['USD', 'EUR'],
      operations: ['VERIFY'],
      acquirerLink: {
        adapter: 'simulator',
        acquirerId: 'ACQ',
        acquirerMerchantId: 'M-1',
        needsPartialAmountFlag: true,
      },
      tokenRepositoryId: 'TOLD',
      tokenRepository: {
        id: 'TOLD',
        generation: 'PRESERVE_6_4',
        management: 'UNIQUE_ACCOUNT_IDENTIFIER',
        hasSchemeTokens: false,
        provisioningMode: 'ASYNCHRONOUS',
        hasMaintenance: false,
      },
      verificationStrategy: 'BASIC',
      usesAccountUpdater: true,
      isAggregator: true,
      privileges: ['UNMASK', 'EXCESS_REFUND'],
      schemes: ['VISA', 'AMEX'],
      sources: ['CARD', 'ACH'],
      cardMasking: 'HIDDEN',
      accountNumbersInText: 'MASK_AND_REFUSE_IDS',
      categoryCodes: ['5411', '5812'],
      pageOrigins: ['https://shop.example', 'http://localhost:9443'],
      pageColour: '#0a5cff',
      pageFont: 'SERIF',
      pageLogo: 'NONE',
      takesPageAmounts: false,
      notificationHosts: [],
      providers: [
        { provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: 'A:1' },
        { provider: 'PROVIDER_C', adapter: 'simulated-provider-c', account: 'C-1' },
      ],
      payerAuthentication: 'ON_PAGES',
      hasReporting: false,
      refundsNeedApproval: false,
      risk: noRiskRules,
      velocityLimits: ['DEFAULT'],
      apiVelocityLimits: [],
      authenticationDeclinePercent: 50,
      requestLimits: [],
    }
    assert.deepEqual(made.merchant, expected)
    assert.match(made.password, /^[0-9a-f]{32}$/)

    const shown = await data('merchant', 'show', 'TOLD')
    assert.deepEqual(shown.merchant, expected)
    assert.deepEqual(shown.certificates, [])
    assert.deepEqual(
      shown.passwords.map(({ slot }: { slot: number }) => slot),
      [1],
    )
    assert.ok(Date.now() - Date.parse(shown.passwords[0].createdAt) < 60_000)

    const { stdout: text } = await run('merchant', 'show', 'TOLD')
    for (const line of [
      /^ +Privileges +UNMASK, EXCESS_REFUND$/m,
      /^ +Schemes +VISA, AMEX$/m,
      /^ +Sources +CARD, ACH$/m,
      /^ +Card masking +HIDDEN$/m,
      /^ +Category codes +5411, 5812$/m,
      /^ +Page origins +https:\/\/shop\.example, http:\/\/localhost:9443$/m,
      /^ +Needs partial amount flag +yes$/m,
    ])
      assert.match(text, line)

    const listed = await data('merchant', 'list')
    assert.deepEqual(
      listed.merchants.find(({ id }: { id: string }) => id === 'TOLD'),
      expected,
    )
    const { stdout } = await run('merchant', 'list')
    const lines = stdout.split('\n')
    assert.match(stdout, /^TOLD +yes +PASSWORD +USD,EUR +VERIFY +ACQ +Käse & Söhne$/m)
    assert.equal(
      new Set(lines.filter(Boolean).map((line) => /^\S+ +/.exec(line)?.[0].length)).size,
      1,
      'columns are aligned',
    )
  })

  it('keeps its id: a second one with the same id is refused', async () => {
    assertOneLine(await run('merchant', 'create', 'TESTMERCHANT'), {
      code: 1,
      says: /Merchant TESTMERCHANT already exists/,
    })
    const { code, stderr, json } = await run('merchant', 'create', 'TESTMERCHANT', '--json')
    assert.deepEqual([code, stderr, json], [1, '', { error: 'Merchant TESTMERCHANT already exists.' }])
  })

  it('that does not exist is refused by every command about one', async () => {
    const fingerprint = 'ab'.repeat(32)
    const cases = [
      'show NOBODY',
      'update NOBODY --disable',
      'password add NOBODY',
      'password revoke NOBODY --slot 1',
      'certificate add NOBODY --development',
      'certificate list NOBODY',
      `certificate revoke NOBODY --fingerprint ${fingerprint}`,
    ]
    for (const words of cases)
      await assertRefused(['merchant', ...words.split(' ')], /^Merchant NOBODY does not exist\.$/)
    assertOneLine(await run('merchant', 'show', 'NOBODY'), { code: 1, says: /^Merchant NOBODY does not exist\.\n$/ })
  })

  it('is a copy of another one, without what identifies that one or gives access', async () => {
    const options = ['--currencies', 'EUR,JPY', '--refunds-need-approval', '--privileges', 'UNMASK,EXCESS_REFUND']
    const more = ['--page-origins', 'https://shop.example', '--token-generation', 'PRESERVE_6_4', '--no-twin']
    const { merchant: source } = await data('merchant', 'create', 'COPYSOURCE', '--name', 'Old', ...options, ...more)
    const copy = ['--copy-from', 'COPYSOURCE', '--currencies', 'CHF', '--no-twin']
    const made = await data('merchant', 'create', 'COPYTARGET', ...copy)
    const { acquirerLink, tokenRepository, ...same } = source
    assert.deepEqual(made.merchant, {
      ...same,
      id: 'COPYTARGET',
      name: 'COPYTARGET',
      currencies: ['CHF'],
      privileges: ['EXCESS_REFUND'],
      pageOrigins: [],
      acquirerLink: { ...acquirerLink, acquirerMerchantId: 'COPYTARGET' },
      tokenRepositoryId: made.merchant.tokenRepository.id,
      tokenRepository: { ...tokenRepository, id: made.merchant.tokenRepository.id },
    })
    assert.notEqual(made.merchant.tokenRepository.id, tokenRepository.id)
    assert.equal(made.merchant.tokenRepository.generation, 'PRESERVE_6_4')
    const { passwords } = await data('merchant', 'show', 'COPYTARGET')
    assert.equal(passwords.length, 1)
    await assertRefused(['merchant', 'create', 'COPYNONE', '--copy-from', 'NOTTHERE'], /NOTTHERE does not exist/)
  })

  it('is changed where options are given and remains as it is elsewhere', async () => {
    const { merchant } = await data('merchant', 'create', 'CHANGED', '--aggregator', '--currencies', 'EUR')
    const first = await data('merchant', 'update', 'CHANGED', '--name', 'New', '--login', 'CERTIFICATE')
    assert.deepEqual(first.merchant, { ...merchant, name: 'New', authenticationMethods: ['CERTIFICATE'] })
    const second = await run(
      'merchant',
      'update',
      'CHANGED',
      '--no-aggregator',
      '--acquirer-id',
      'OTHER',
      '--operations',
      'ALL',
    )
    assert.match(second.stdout, /Aggregator +no\n?/)
    const { merchant: changed } = await data('merchant', 'show', 'CHANGED')
    const acquirerLink = { ...merchant.acquirerLink, acquirerId: 'OTHER' }
    assert.deepEqual(changed, {
      ...merchant,
      name: 'New',
      authenticationMethods: ['CERTIFICATE'],
      isAggregator: false,
      acquirerLink,
    })
  })

  it('is protected from card testing by default, and sends as many requests as it likes', async () => {
    const { merchant: plain } = await data('merchant', 'create', 'PROTECTED')
    const limits = ['--velocity-limits', 'DEFAULT,ADDRESS:DECLINES:HOUR:60', '--request-limits', '20:SECOND,600:MINUTE']
    const api = ['--api-velocity-limits', 'ACCOUNT:AMOUNT:DAY:1000.00:USD', '--authentication-decline-percent', '0']
    const { merchant } = await data('merchant', 'update', 'PROTECTED', ...limits, ...api)
    assert.deepEqual(merchant, {
      ...plain,
      velocityLimits: ['DEFAULT', 'ADDRESS:DECLINES:HOUR:60'],
      apiVelocityLimits: ['ACCOUNT:AMOUNT:DAY:1000.00:USD'],
      authenticationDeclinePercent: 0,
      requestLimits: ['20:SECOND', '600:MINUTE'],
    })
    const { merchant: open } = await data('merchant', 'update', 'PROTECTED', '--velocity-limits', 'OFF')
    assert.deepEqual(open.velocityLimits, [])
    for (const wrong of [
      ['--velocity-limits', 'ADDRESS:DECLINES:HOUR'],
      ['--api-velocity-limits', 'ACCOUNT:CARDS:DAY:5'],
      ['--authentication-decline-percent', '101'],
      ['--request-limits', '20:HOUR'],
    ]) {
      const { code, stderr } = await run('merchant', 'update', 'PROTECTED', ...wrong)
      assert.deepEqual([code, stderr.includes(wrong[0] ?? '')], [2, true], stderr)
    }
  })

  it('loses the given privileges, and keeps the rest', async () => {
    const { merchant: plain } = await data('merchant', 'create', 'LIMITED')
    const more = [
      '--privileges',
      'STANDALONE_REFUND',
      '--schemes',
      'VISA',
      '--sources',
      'CARD',
      '--category-codes',
      '5411',
      '--page-origins',
      'https://shop.example',
    ]
    const { merchant } = await data('merchant', 'update', 'LIMITED', ...more, '--needs-partial-amount-flag')
    const acquirerLink = { ...plain.acquirerLink, needsPartialAmountFlag: true }
    const limits = { privileges: ['STANDALONE_REFUND'], schemes: ['VISA'], sources: ['CARD'], categoryCodes: ['5411'] }
    assert.deepEqual(merchant, { ...plain, ...limits, pageOrigins: ['https://shop.example'], acquirerLink })

    const { merchant: kept } = await data('merchant', 'update', 'LIMITED', '--acquirer-id', 'OTHER')
    assert.deepEqual(kept, { ...merchant, acquirerLink: { ...acquirerLink, acquirerId: 'OTHER' } })

    const link = 'PROVIDER_B=simulated-provider-b:B-1'
    const { merchant: linked } = await data('merchant', 'update', 'LIMITED', '--providers', link)
    assert.deepEqual(linked.providers, [{ provider: 'PROVIDER_B', adapter: 'simulated-provider-b', account: 'B-1' }])
    const wrong = await run('merchant', 'update', 'LIMITED', '--providers', 'PROVIDER_A=simulated-provider-b:1')
    assert.match(wrong.stderr, /does not have; for PROVIDER_A it has simulated-provider-a\.$/m)
    const { stdout: shown } = await run('merchant', 'show', 'LIMITED')
    assert.match(shown, /^ +Providers +PROVIDER_B \(simulated-provider-b\) as B-1$/m)
    assert.match(shown, /^ +Payer authentication +BY_MERCHANT$/m)

    const less = [
      '--providers',
      'NONE',
      '--privileges',
      'NONE',
      '--schemes',
      'VISA,ALL',
      '--sources',
      'ALL',
      '--category-codes',
      'ANY',
    ]
    const back = (
      await data('merchant', 'update', 'LIMITED', ...less, '--page-origins', 'NONE', '--no-needs-partial-amount-flag')
    ).merchant
    const left = { ...plain.acquirerLink, acquirerId: 'OTHER', needsPartialAmountFlag: false }
    assert.deepEqual(back, { ...plain, acquirerLink: left })
    const { stdout } = await run('merchant', 'show', 'LIMITED')
    assert.match(stdout, /^ +Privileges +none$/m)
    assert.match(stdout, /^ +Category codes +any$/m)
    assert.match(stdout, /^ +Providers +none$/m)
    assert.match(stdout, /^ +Needs partial amount flag +no$/m)
  })

  it('is refused while it is disabled', async () => {
    const secret = await password('SWITCHED')
    assert.equal((await data('merchant', 'update', 'SWITCHED', '--disable')).merchant.isEnabled, false)
    assert.deepEqual(await statusesOf('SWITCHED', secret), [401])
    assert.equal((await data('merchant', 'update', 'SWITCHED', '--enable')).merchant.isEnabled, true)
    assert.deepEqual(await statusesOf('SWITCHED', secret), [letIn])
  })
})

describe('passwords', { concurrency: true }, () => {
  it('are two during a change-over; a revoked one no longer works, and the last one stays', async () => {
    const old = await password('ROLLING')
    const added = await data('merchant', 'password', 'add', 'ROLLING')
    assert.deepEqual(added, { merchantId: 'ROLLING', userId: 'merchant.ROLLING', slot: 2, password: added.password })
    assert.deepEqual(await statusesOf('ROLLING', old, added.password), [letIn, letIn])
    assertOneLine(await run('merchant', 'password', 'add', 'ROLLING'), {
      code: 1,
      says: /two default passwords.*revoke one first/,
    })

    const revoked = await data('merchant', 'password', 'revoke', 'ROLLING', '--slot', '1')
    assert.deepEqual(revoked, { merchantId: 'ROLLING', slot: 1, revoked: true })
    assert.deepEqual(await statusesOf('ROLLING', old, added.password), [401, letIn])
    await assertRefused(['merchant', 'password', 'revoke', 'ROLLING', '--slot', '1'], /no password in slot 1/)
    const last = await run('merchant', 'password', 'revoke', 'ROLLING', '--slot=2')
    assertOneLine(last, { code: 1, says: /the only one of ROLLING; add another first/ })

    const named = ['--name', 'settlement job', '--operations', 'CAPTURE,RETRIEVE_ORDER']
    const job = await data('merchant', 'password', 'add', 'ROLLING', ...named)
    assert.deepEqual([job.slot, job.operations], [3, ['CAPTURE', 'RETRIEVE_ORDER']])
    assert.deepEqual(await statusesOf('ROLLING', job.password), [letIn])
    await assertRefused(
      ['merchant', 'password', 'add', 'ROLLING', ...named],
      /already has a credential named settlement job/,
    )
    const listed = await run('merchant', 'password', 'list', 'ROLLING')
    assert.match(listed.stdout, /^3 +settlement job +CAPTURE, RETRIEVE_ORDER +\S+Z +\S+ +\S+Z$/m, 'used a moment ago')
    await data('merchant', 'password', 'revoke', 'ROLLING', '--slot', '3')

    const { stdout } = await run('merchant', 'password', 'add', 'ROLLING')
    const third = /Password +([0-9a-f]{32})\n/.exec(stdout)?.[1] ?? assert.fail(stdout)
    assert.deepEqual(await statusesOf('ROLLING', third), [letIn])
  })
})

describe('certificates', { concurrency: true }, () => {
  const issue = (days: number, startsInDays = 0) =>
    issueClientCertificate({
      folder: join(folder, 'ca'),
      commonName: 'somebody',
      days,
      notBefore: new Date(Date.now() + startsInDays * 86_400_000),
    })

  async function fileWith(name: string, content: string): Promise<string> {
    const file = join(folder, name)
    await writeFile(file, content)
    return file
  }

  it('made for development authenticate programs over mutual TLS until they are revoked', async () => {
    await password('MUTUAL')
    const words = ['merchant', 'certificate', 'add', 'MUTUAL', '--development', '--out', join(folder, 'keys')]
    const added = await data(...words)
    const { certificateFile, keyFile, curl } = added
    assert.deepEqual(
      [certificateFile, keyFile],
      [join(folder, 'keys', 'MUTUAL.crt'), join(folder, 'keys', 'MUTUAL.key')],
    )
    if (process.platform !== 'win32') assert.equal((await stat(keyFile)).mode & 0o777, 0o600)
    assert.deepEqual([added.certificate.subject, added.certificate.status], ['CN=MUTUAL', 'VALID'])
    for (const part of ['curl', certificateFile, keyFile, '--cacert', '/merchant/MUTUAL/'])
      assert.ok(curl.includes(part))

    const tls = { cert: await readFile(certificateFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
    const caller = { merchant: 'MUTUAL', tls, login: null }
    const [own, foreign] = await ask(caller, { ...caller, merchant: 'TESTMERCHANT' })
    assertLetIn(own ?? assert.fail())
    assert.equal(foreign?.status, 401)

    await assertRefused(words, /MUTUAL\.crt already exists; choose another folder with --out/)

    const { fingerprint } = added.certificate
    const spelled = fingerprint.toUpperCase().match(/../g)?.join(':') ?? ''
    const revoked = await data('merchant', 'certificate', 'revoke', 'MUTUAL', '--fingerprint', spelled)
    assert.deepEqual(revoked, { merchantId: 'MUTUAL', fingerprint, revoked: true })
    const [rejected] = await ask(caller)
    assert.deepEqual([rejected?.status, rejected?.body.error.cause], [403, 'REQUEST_REJECTED'])

    const again = ['merchant', 'certificate', 'revoke', 'MUTUAL', '--fingerprint', fingerprint]
    await assertRefused(again, /already revoked at \d{4}-/)
    const back = ['merchant', 'certificate', 'add', 'MUTUAL', '--file', certificateFile]
    await assertRefused(back, /a revoked certificate cannot be registered again/)
  })

  it('are registered with a warning while the merchant may not log in by certificate', async () => {
    const { stdout: made } = await run('merchant', 'create', 'LATER', '--login', 'PASSWORD')
    assert.match(made, /API clients of the merchant authenticate with this password/)
    const words = ['merchant', 'certificate', 'add', 'LATER', '--development', '--out', join(folder, 'later')]
    const { stdout: added } = await run(...words)
    assert.match(added, /It cannot be used until "merchant update --login" includes CERTIFICATE\./)
    const { stdout: other } = await run('merchant', 'create', 'NEVER', '--login', 'CERTIFICATE')
    assert.match(other, /Once --login includes PASSWORD/)
  })

  it('go into the current folder when no other is given, and the printed text shows a curl command but no key', async () => {
    await password('HERE')
    const words = ['merchant', 'certificate', 'add', 'HERE', '--development']
    const { code, stdout, stderr } = await tollgateProcess(words, { env: settings(), cwd: folder })
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^ {2}curl --cacert '/m)
    assert.ok(!stdout.includes('PRIVATE KEY'))
    assert.match(await readFile(join(folder, 'HERE.key'), 'utf8'), /BEGIN PRIVATE KEY/)
  })

  it('from a file are registered, and listed with fingerprint, subject, dates and status', async () => {
    await password('LISTED')
    const cases = [
      ['VALID', await issue(825)],
      ['EXPIRED', await issue(10, -20)],
      ['NOT_YET_VALID', await issue(10, 20)],
    ] as const
    for (const [status, { certificatePem, fingerprint }] of cases) {
      const file = await fileWith(`${status}.pem`, certificatePem)
      const { certificate } = await data('merchant', 'certificate', 'add', 'LISTED', '--file', file)
      assert.deepEqual([certificate.status, certificate.fingerprint], [status, fingerprint])
    }
    const { fingerprint } = cases[0][1]
    await data('merchant', 'certificate', 'revoke', 'LISTED', '--fingerprint', fingerprint)
    const { certificates } = await data('merchant', 'certificate', 'list', 'LISTED')
    assert.deepEqual((await data('merchant', 'show', 'LISTED')).certificates, certificates)
    const statuses = certificates.map(({ status }: { status: string }) => status).toSorted()
    assert.deepEqual(statuses, ['EXPIRED', 'NOT_YET_VALID', 'REVOKED'])
    const revoked = certificates.find((each: { fingerprint: string }) => each.fingerprint === fingerprint)
    assert.deepEqual(Object.keys(revoked).toSorted(), [
      ...['createdAt', 'createdBy', 'fingerprint', 'notAfter', 'notBefore', 'operations', 'revokedAt', 'status'],
      'subject',
    ])
    assert.deepEqual(revoked.operations, ['ALL', 'UNMASK'])
    const { stdout } = await run('merchant', 'certificate', 'list', 'LISTED')
    assert.match(stdout, new RegExp(`^${fingerprint}  REVOKED +\\S+Z  \\S+Z  ALL, UNMASK +never +CN=somebody$`, 'm'))
    assert.match((await run('merchant', 'certificate', 'list', 'TESTMERCHANT')).stdout, /^No certificates\.$/m)
  })

  it('that break the policy, are registered already or are not certificates are refused', async () => {
    await password('STRICT')
    const good = await issue(825)
    const goodFile = await fileWith('good.pem', good.certificatePem)
    const { code } = await run('merchant', 'certificate', 'add', 'STRICT', '--file', relative('', goodFile))
    assert.equal(code, 0)
    const cases: readonly (readonly [file: string, says: RegExp])[] = [
      [goodFile, /STRICT already has this certificate/],
      [await fileWith('long.pem', (await issue(826)).certificatePem), /valid for 826 days; at most 825/],
      [await fileWith('key.pem', good.keyPem), /contains a private key/],
      [await fileWith('chain.pem', good.certificatePem.repeat(2)), /contains 2 certificates/],
      [await fileWith('none.pem', 'hello'), /contains no certificate/],
      [join(folder, 'absent.pem'), /absent\.pem cannot be read \(ENOENT\)/],
    ]
    for (const [file, says] of cases)
      await assertRefused(['merchant', 'certificate', 'add', 'STRICT', '--file', file], says)
    const unknown = await run('merchant', 'certificate', 'revoke', 'STRICT', '--fingerprint', '0'.repeat(64))
    assertOneLine(unknown, { code: 1, says: /no certificate with the fingerprint 0{64}/ })
  })
})

describe('production', { concurrency: true }, () => {
  async function inProduction(name: string) {
    const pem = join(folder, 'tls.pem')
    await writeFile(pem, '')
    const env = {
      DATABASE_URL: databaseUrl(name),
      TOLLGATE_MODE: 'production',
      TOLLGATE_DATA_DIR: join(folder, 'production'),
      TOLLGATE_TLS_KEY_FILE: pem,
      TOLLGATE_TLS_CERTIFICATE_FILE: pem,
      TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    }
    return (...words: readonly string[]) => tollgate(words, { env })
  }

  it('requires the operator to migrate, which can be repeated', async () => {
    const production = await inProduction(await createEmptyDatabase())
    assertOneLine(await production('merchant', 'list'), { code: 1, says: /run "tollgate migrate"/ })
    const migrated = await production('migrate')
    assert.deepEqual([migrated.code, migrated.stderr], [0, ''])
    assert.match(migrated.stdout, /^0001-platform-and-keys\.sql\n(\d{4}-[a-z-]+(\.contract)?\.sql\n)+$/)
    assert.deepEqual((await production('migrate', '--json')).json, { applied: [] })
    assert.equal((await production('migrate')).stdout, 'Nothing to do.\n')
    assert.equal((await production('merchant', 'list')).stdout, 'No merchants.\n')
  })

  it('makes no development certificates', async () => {
    const production = await inProduction(database)
    const refused = await production('merchant', 'certificate', 'add', 'TESTMERCHANT', '--development')
    assertOneLine(refused, { code: 1, says: /in the sandbox only; use --file/ })
  })
})

describe('an error', () => {
  it('with the database or the settings is reported in one line, without the password in the URL', async () => {
    const unreachable = await tollgate(['merchant', 'list'], {
      env: { DATABASE_URL: 'postgresql://me:secret@localhost:1/x' },
    })
    assertOneLine(unreachable, { code: 1, says: /The database cannot be reached \(.*ECONNREFUSED/ })
    assert.ok(!unreachable.stderr.includes('secret'))
    const mistaken = await tollgate(['merchant', 'list', '--json'], { env: { TOLLGATE_MOD: 'production' } })
    assert.deepEqual([mistaken.code, mistaken.stderr], [1, ''])
    assert.match(mistaken.json.error, /did you mean TOLLGATE_MODE\?/)
  })
})
