// Acquirer links by the operator's commands, and payments through a link whose adapter comes from outside.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually, until } from '../../support/checks/poll.ts'
import { apiPath, payBody, send } from '../../support/clients/client.ts'
import bank, { fingerprintOf } from '../../support/fixtures/bank-adapter.ts'
import { tollgate } from '../../support/gateway/command-line.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const adapterPath = resolve(import.meta.dirname, '../../support/fixtures/bank-adapter.ts')
const secrets = ['secret-of-a-file', 'secret-of-the-environment', 'secret-of-a-prompt']

let gateway: TestGateway
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-links-'))
  gateway = await startGateway({ TOLLGATE_ADAPTERS: adapterPath })
  await writeFile(join(folder, 'password'), `${secrets[0]}\n`)
})
after(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(words: readonly string[], { input = '', env = {} } = {}) {
  const settings = testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: folder, TOLLGATE_ADAPTERS: adapterPath })
  const ended = await tollgate(words, { env: { ...settings, BANK_PASSWORD: secrets[1] ?? '', ...env }, input })
  // A secret goes in and never comes out, whatever is printed.
  for (const secret of secrets) assert.ok(!`${ended.stdout}${ended.stderr}`.includes(secret), words.join(' '))
  return ended
}

async function runJson(...words: readonly string[]) {
  const ended = await run([...words, '--json'])
  assert.equal(ended.code, 0, ended.stdout)
  return ended.json
}

const create = ['link', 'create']
const ofBank = ['--adapter', bank.name, '--host', 'bank.example']

const misuses: readonly (readonly [what: string, words: readonly string[], message: RegExp])[] = [
  ['without an adapter', [...create, 'a'], /^--adapter is missing\./],
  [
    'with an unknown adapter',
    [...create, 'a', '--adapter', 'nobody'],
    /^There is no adapter nobody; .*simulator, gateway, iso8583, test-bank\./,
  ],
  ['without an id', [...create, ...ofBank], /^<linkId> is missing\./],
  ['with a wrong id', [...create, 'North_Bank', ...ofBank], /small letters/],
  [
    'without a required setting',
    [...create, 'a', '--adapter', bank.name, '--password-env', 'BANK_PASSWORD'],
    /^--host is missing\.$/m,
  ],
  [
    'with a setting of another adapter',
    [...create, 'a', ...ofBank, '--faults', 'seed=1'],
    /"--faults" is not an option here/,
  ],
  [
    'with a value that does not fit',
    [...create, 'a', '--adapter', bank.name, '--host', 'BANK', '--password-env', 'BANK_PASSWORD'],
    /^--host does not have the required form/,
  ],
  ['with a text for a number', [...create, 'a', ...ofBank, '--timeout-ms', 'soon'], /whole number/],
  [
    'with a secret on the command line',
    [...create, 'a', ...ofBank, '--password', 'x'],
    /"--password" is not an option here/,
  ],
  [
    'with a secret twice',
    [...create, 'a', ...ofBank, '--password-env', 'BANK_PASSWORD', '--password-prompt'],
    /cannot be combined/,
  ],
  [
    'with a variable that is not set',
    [...create, 'a', ...ofBank, '--password-env', 'NOTHING'],
    /names NOTHING, which is not set/,
  ],
  [
    'with a file that is not there',
    [...create, 'a', ...ofBank, '--password-file', '/nowhere/x'],
    /--password-file cannot be read/,
  ],
  ['without anything at the prompt', [...create, 'a', ...ofBank], /nothing was entered/],
]

describe('link create', () => {
  for (const [what, words, message] of misuses)
    it(`${what} is refused in one line`, async () => {
      const { code, stderr } = await run(words)
      assert.equal(code, 2, stderr)
      const [, line = stderr] = /^(?:Password: )?(.*)$/s.exec(stderr) ?? []
      assert.match(line, message)
      assert.equal(line.trimEnd().split('\n').length, 1)
    })

  it('takes secrets from a file, the environment or a prompt', async () => {
    const ways = [
      ['file-bank', ['--password-file', join(folder, 'password')], ''],
      ['env-bank', ['--password-env', 'BANK_PASSWORD'], ''],
      ['prompt-bank', [], `${secrets[2]}\n`],
    ] as const
    for (const [linkId, words, input] of ways) {
      const { code, stdout, stderr } = await run([...create, linkId, ...ofBank, ...words], { input })
      assert.equal(code, 0, stderr)
      assert.match(stdout, /password +set, not shown/)
    }
    const stored = await gateway.administration.links.list()
    const passwords = ways.map(
      ([linkId]) => stored.find((link) => link.linkId === linkId)?.revisions[0]?.secrets['password'],
    )
    assert.deepEqual(passwords, secrets)
    const { code, stderr } = await run([...create, 'env-bank', ...ofBank, '--password-env', 'BANK_PASSWORD'])
    assert.deepEqual([code, stderr.trim()], [1, 'Acquirer link env-bank already exists.'])
  })

  it('reads a text of several lines from a file, and stores its content', async () => {
    const specification = { name: 'north-bank', from: 'iso87-binary', fields: { 63: { max: 20 } } }
    const file = join(folder, 'north-bank.json')
    await writeFile(file, `${JSON.stringify(specification)}\n`)
    const host = ['--adapter', 'iso8583', '--addresses', '127.0.0.1:1', '--institution-id', '1']
    const { link } = await runJson(...create, 'file-host', ...host, '--specification-file', file)
    assert.equal(link.revisions[0].settings.specification, JSON.stringify(specification))
    for (const [words, message] of [
      [['--specification', file], /^--specification must be one of iso87-ascii, .*, or a specification in JSON/],
      [['--specification', 'iso87-ascii', '--specification-file', file], /cannot be combined/],
      [['--specification-file', '/nowhere/x'], /--specification-file cannot be read/],
      [['--specification-file', join(folder, 'password')], /must be one of/],
    ] as const) {
      const { code, stderr } = await run([...create, 'other-host', ...host, ...words])
      assert.deepEqual([code, message.test(stderr)], [2, true], stderr)
    }
    await runJson('link', 'disable', 'file-host')
  })

  it('is explained with the settings of the built-in adapters', async () => {
    const { stdout } = await run([...create, '--help'])
    assert.match(stdout, /Settings of the adapter simulator/)
    assert.match(stdout, /--requests-max <number>/)
  })
})

describe('link list, show and test', () => {
  it('show every link with its merchants, and whether secrets are set', async () => {
    const { links } = await runJson('link', 'list')
    const simulator = links.find(({ linkId }: { linkId: string }) => linkId === 'simulator')
    assert.deepEqual(
      [simulator.adapter, simulator.acquirerId, simulator.isEnabled],
      ['simulator', 'SYSTEST_ACQ1', true],
    )
    const { link } = await runJson('link', 'show', 'file-bank')
    assert.deepEqual(link.revisions[0].settings, { host: 'bank.example' })
    assert.deepEqual(link.revisions[0].secrets, ['password'])
    const { stdout } = await run(['link', 'show', 'simulator'])
    assert.match(stdout, /Merchants: TESTMERCHANT/)
    assert.equal((await run(['link', 'show', 'nowhere'])).stderr.trim(), 'There is no acquirer link nowhere.')
  })

  it('say whether the acquirer can be reached, and why not', async () => {
    assert.deepEqual((await runJson('link', 'test', 'file-bank')).isReachable, true)
    const down = ['--adapter', bank.name, '--host', 'down.example', '--password-env', 'BANK_PASSWORD']
    await runJson(...create, 'down-bank', ...down)
    const { code, stdout } = await run(['link', 'test', 'down-bank'])
    assert.equal(code, 1)
    assert.match(stdout, /Reachable +no\n +Reason +connection refused/)
    await runJson('link', 'disable', 'down-bank')
  })
})

describe('a payment through a link', () => {
  let login = ''
  let made = 0
  before(async () => {
    await until(() => gateway.dependencies.acquirers.current('file-bank') !== undefined, 'the gateway knows the link')
    const { password } = await runJson('merchant', 'create', 'LINKED', '--link', 'file-bank', '--no-twin')
    login = `merchant.LINKED:${password}`
  })

  async function pay(body: object = payBody()) {
    made += 1
    const path = apiPath(`/order/link-${made}/transaction/1`, { merchant: 'LINKED' })
    return (await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body, login })).body
  }
  const messageSeen = (message: string) =>
    eventually(
      async () => (await pay()).response?.acquirerMessage as string | undefined,
      (seen) => seen === message,
    )

  it('is approved by the adapter with the settings and the secret of the link', async () => {
    const paid = await pay()
    assert.deepEqual(
      [paid.result, paid.response.acquirerMessage, paid.transaction.acquirer.id],
      ['SUCCESS', `bank.example ${fingerprintOf(secrets[0] ?? '')}`, 'file-bank'],
    )
  })

  it('uses a new secret without a restart, in the same revision', async () => {
    const { link } = await runJson(
      'link',
      'update',
      'file-bank',
      '--password-env',
      'BANK_PASSWORD',
      '--timeout-ms',
      '5',
    )
    assert.deepEqual([link.revision, link.revisions.length, link.revisions[0].change], [1, 1, 2])
    await messageSeen(`bank.example ${fingerprintOf(secrets[1] ?? '')}`)
  })

  it('uses a new host by a new revision; only tuning of the older one can change', async () => {
    const move = ['link', 'update', 'file-bank', '--host', 'new.example', '--unset', 'timeout-ms']
    const { code: refused, stderr: why } = await run(move)
    assert.equal(refused, 2)
    assert.match(why, /^--password must be entered again, because host changes/)
    const { link } = await runJson(...move, '--password-env', 'BANK_PASSWORD')
    assert.deepEqual([link.revision, link.revisions.length], [2, 2])
    assert.deepEqual(
      link.revisions.map(({ settings }: { settings: object }) => settings),
      [{ host: 'bank.example', timeoutMs: 5 }, { host: 'new.example' }],
    )
    await messageSeen(`new.example ${fingerprintOf(secrets[1] ?? '')}`)
    await runJson('link', 'update', 'file-bank', '--revision', '1', '--timeout-ms', '6')
    for (const [words, message] of [
      [['--revision', '1', '--host', 'x.example'], /Only tuning settings of an older revision/],
      [['--revision', '3', '--timeout-ms', '6'], /no revision 3/],
      [['--unset', 'hots'], /^--hots is not a setting of this adapter/],
      [['--unset', 'host'], /^--host is missing/],
      [[], /^Nothing to change/],
    ] as const) {
      const { code, stderr } = await run(['link', 'update', 'file-bank', ...words])
      assert.equal(code, 2, stderr)
      assert.match(stderr, message)
    }
  })

  it('is counted while it is open, on the revision that it used', async () => {
    await gateway.query(
      `update transactions set reverse_at = now() + interval '1 day',
         acquirer_link = (acquirer_link::jsonb || '{"linkId": "file-bank", "revision": 1}')::json
       where merchant_id = 'LINKED' and order_id = 'link-1'`,
    )
    const { link } = await runJson('link', 'show', 'file-bank')
    assert.deepEqual(
      link.revisions.map(({ open }: { open: { reversals: number } }) => open.reversals),
      [1, 0],
    )
    assert.deepEqual(link.merchants, ['LINKED'])
    await gateway.query(`update transactions set reverse_at = null where merchant_id = 'LINKED'`)
  })

  it('is not sent on a link that is disabled, and is again when it is enabled', async () => {
    await runJson('link', 'disable', 'file-bank')
    await until(() => gateway.dependencies.acquirers.current('file-bank') === undefined, 'the gateway follows')
    assert.notEqual((await pay()).result, 'SUCCESS')
    await runJson('link', 'enable', 'file-bank')
    await messageSeen(`new.example ${fingerprintOf(secrets[1] ?? '')}`)
  })

  it('is counted by link, beside the state of each', async () => {
    const { text } = await send(gateway.listeners.httpUrl ?? '', { path: '/metrics', login: null })
    assert.match(text, /tollgate_acquirer_seconds_count\{link="file-bank",question="pay",reply="answered"\} \d+/)
    assert.match(text, /tollgate_link_up\{link="file-bank"\} 1/)
    assert.match(text, /tollgate_link_in_flight\{link="file-bank"\} 0/)
  })
})
