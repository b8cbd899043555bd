// Adapters from outside by the operator's commands: the example of an acquirer is tested, connected and paid through.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { silentCard } from '../../../examples/acquirer/bank.ts'
import { conformanceChecks } from '../../../src/acquirers/conformance/index.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { apiPath, cardSource, payBody, refundBody, send } from '../../support/clients/client.ts'
import { tollgate } from '../../support/gateway/command-line.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { bankApiKey, type ExampleBank, startExampleBank } from '../../support/sites/example-bank.ts'

const adapterPath = resolve(import.meta.dirname, '../../../examples/acquirer/adapter.ts')
const card = '4111111111111111'

let bank: ExampleBank
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-adapters-'))
  bank = await startExampleBank()
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ url: bank.url, apiKey: bankApiKey }))
})
after(async () => {
  await bank.stop()
  await rm(folder, { recursive: true, force: true })
})

const file = (name: string) => join(folder, name)

async function test(words: readonly string[], adapter = adapterPath) {
  const ended = await tollgate(['adapter', 'test', adapter, ...words])
  for (const secret of [bankApiKey, card]) assert.ok(!`${ended.stdout}${ended.stderr}`.includes(secret))
  return ended
}
const merchant = ['--merchant-id', 'SHOP1', '--card', `${card},01/39,100`]
const usual = () => ['--settings', file('settings.json'), ...merchant]

describe('adapter list', () => {
  it('shows built-in adapters and those of TOLLGATE_ADAPTERS', async () => {
    const { code, stdout } = await tollgate(['adapter', 'list'], { env: { TOLLGATE_ADAPTERS: adapterPath } })
    assert.equal(code, 0)
    assert.match(stdout, /^simulator +yes +\d+ +Simulated acquirer/m)
    assert.match(stdout, /^harbor-bank +no +\d+ +Harbor Bank/m)
    const { json } = await tollgate(['adapter', 'list', '--json'], { env: { TOLLGATE_ADAPTERS: adapterPath } })
    const example = json.adapters.find(({ name }: { name: string }) => name === 'harbor-bank')
    assert.equal(example.settings.properties.apiKey.isSecret, true)
  })

  it('names a module that cannot be used in one line', async () => {
    const { code, stderr } = await tollgate(['adapter', 'list'], { env: { TOLLGATE_ADAPTERS: './nothing.ts' } })
    assert.equal(code, 1)
    assert.match(stderr, /^The adapter .\/nothing.ts of TOLLGATE_ADAPTERS cannot be used: there is no such file\.\n$/)
  })
})

describe('adapter test', () => {
  it('reports every check, and succeeds when none has failed', async () => {
    const { code, json } = await test([...usual(), '--json'])
    assert.equal(code, 0, JSON.stringify(json, null, 1))
    assert.deepEqual([json.adapter, json.failed, json.checks.length], ['harbor-bank', 0, conformanceChecks.length])
    assert.equal(json.passed + json.notApplicable + json.notRun, conformanceChecks.length)
    const missing = json.checks.find(({ name }: { name: string }) => name.startsWith('declines as an answer'))
    assert.deepEqual([missing.outcome, missing.reason], ['NOT_RUN', 'no card that is declined was given'])
  })

  it('shows a failure with its reason, and fails', async () => {
    const { code, stdout } = await test([...usual(), '--declined-card', `${card},01/39`])
    assert.equal(code, 1)
    assert.match(
      stdout,
      /^FAILED +declines as an answer, and approves nothing\n +PAY must be refused, and was answered with APPROVED/m,
    )
    assert.match(
      stdout,
      /^not applicable +closes a batch with the sum .*\n +the link cannot close batches on request$/m,
    )
    assert.match(stdout, /\n\n\d+ passed, \d+ failed, \d+ not applicable, \d+ not run\n$/)
  })

  it('says at once that the acquirer cannot be reached, and why', async () => {
    await writeFile(file('wrong.json'), JSON.stringify({ url: bank.url, apiKey: 'another key' }))
    const { code, stdout } = await test(['--settings', file('wrong.json'), ...merchant])
    assert.equal(code, 1)
    assert.match(stdout, /^FAILED +can be reached\n +isReachable must be true: the bank refuses the API key$/m)
    assert.match(stdout, /^not run +approves a payment in full\n +the acquirer cannot be reached$/m)
  })

  it('refuses in one line what cannot be tested', async () => {
    await writeFile(file('list.json'), '[]')
    await writeFile(file('text.json'), 'url=x')
    await writeFile(file('http.json'), JSON.stringify({ url: 'http://bank.example', apiKey: bankApiKey }))
    await writeFile(file('unknown.json'), JSON.stringify({ url: bank.url, apiKey: bankApiKey, port: 1 }))
    await writeFile(
      file('closed.ts'),
      `export default { name: 'a', title: 'A', settings: { properties: {} }, open() { throw new Error('no') } }`,
    )
    await writeFile(file('empty.json'), '{}')
    const settings = (name: string) => ['--settings', file(name), ...merchant]
    for (const [words, adapter, exitCode, message] of [
      [merchant, adapterPath, 2, /^--settings is missing/],
      [['--settings', file('settings.json')], adapterPath, 2, /^--merchant-id is missing/],
      [[...usual().slice(0, -1), '4111'], adapterPath, 2, /^--card .*number,MM\/YY,code/],
      [settings('none.json'), adapterPath, 1, /none.json cannot be read \(ENOENT\)/],
      [settings('list.json'), adapterPath, 1, /list.json is not a JSON object/],
      [settings('text.json'), adapterPath, 1, /text.json is not JSON/],
      [settings('http.json'), adapterPath, 1, /^The setting url in .*http.json must begin with https:/],
      [
        settings('unknown.json'),
        adapterPath,
        1,
        /^The setting port in .*unknown.json is not a setting of this adapter/,
      ],
      [usual(), './missing.ts', 1, /^The adapter .\/missing.ts cannot be used: there is no such file/],
      [settings('empty.json'), file('closed.ts'), 1, /^The adapter a cannot open a link: no$/m],
    ] as const) {
      const { code, stderr } = await test(words, adapter)
      assert.match(stderr, message)
      assert.deepEqual([code, stderr.trimEnd().split('\n').length], [exitCode, 1], stderr)
    }
  })
})

describe('a payment through an adapter from outside', () => {
  let gateway: TestGateway
  let login = ''
  let orders = 0
  const env = () =>
    testEnvironment(gateway.database, {
      TOLLGATE_DATA_DIR: folder,
      TOLLGATE_ADAPTERS: adapterPath,
      BANK_KEY: bankApiKey,
    })

  async function run(...words: readonly string[]) {
    const ended = await tollgate([...words, '--json'], { env: env() })
    assert.equal(ended.code, 0, ended.stdout)
    return ended.json
  }

  before(async () => {
    gateway = await startGateway({ TOLLGATE_ADAPTERS: adapterPath })
    const settings = ['--adapter', 'harbor-bank', '--url', bank.url, '--api-key-env', 'BANK_KEY']
    await run('link', 'create', 'harbor', ...settings)
    await until(() => gateway.dependencies.acquirers.current('harbor') !== undefined, 'the gateway knows the link')
    const boarding = ['--link', 'harbor', '--acquirer-merchant-id', 'SHOP7', '--no-twin']
    const { password } = await run('merchant', 'create', 'HARBORED', ...boarding)
    login = `merchant.HARBORED:${password}`
  })
  after(() => gateway.stop())

  async function put(orderId: string, transactionId: string, body: object) {
    const path = apiPath(`/order/${orderId}/transaction/${transactionId}`, { merchant: 'HARBORED' })
    return (await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body, login })).body
  }
  async function pay(number: string) {
    orders += 1
    const paid = await put(`harbor-${orders}`, '1', payBody({ sourceOfFunds: cardSource({ number }) }))
    return { orderId: `harbor-${orders}`, paid }
  }
  const linesOfBank = async () =>
    (await readFile(bank.file, 'utf8')).split('\n').filter((line) => line.includes('SHOP7'))

  it('is approved, refunded and declined by the bank, also after it was restarted', async () => {
    const { orderId, paid } = await pay(card)
    assert.deepEqual([paid.result, paid.response.acquirerCode], ['SUCCESS', '00'])
    await bank.restart()
    const refunded = await put(orderId, '2', refundBody('4.00'))
    assert.deepEqual([refunded.result, refunded.order.totalRefundedAmount], ['SUCCESS', 4])
    assert.equal((await pay('4000000000000002')).paid.response.gatewayCode, 'DECLINED')
    assert.equal((await linesOfBank()).length, 3)
  })

  it('is reversed at the bank when its answer was lost', async () => {
    const { paid } = await pay(silentCard)
    assert.equal(paid.response.gatewayCode, 'TIMED_OUT')
    const reversals = async () => (await linesOfBank()).filter((line) => line.includes('"reversal"'))
    await eventually(reversals, (seen) => seen.length === 1)
  })

  it('leaves both books the same, and no card number in the bank', async () => {
    await run('books', 'verify')
    const text = await readFile(bank.file, 'utf8')
    for (const number of [card, silentCard]) assert.ok(!text.includes(number))
  })

  it('is refused its link with settings that cannot be used', async () => {
    const settings = ['--adapter', 'harbor-bank', '--url', 'http://bank.example', '--api-key-env', 'BANK_KEY']
    const { code, stderr } = await tollgate(['link', 'create', 'plain', ...settings], { env: env() })
    assert.deepEqual([code, stderr], [2, '--url must begin with https://.\n'])
  })
})
