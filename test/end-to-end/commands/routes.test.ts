// The operator's commands about routes and the table of card ranges, and what they mean to payments.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let folder = ''
before(async () => {
  gateway = await sharedGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-routes-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function run(...words: readonly string[]) {
  return runCommand(words, testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') }))
}

async function data(...words: readonly string[]) {
  const result = await run(...words)
  assert.ok(result.kind === 'DONE' && !result.hasProblems, JSON.stringify(result))
  return JSON.parse(JSON.stringify(result.data))
}

async function message(...words: readonly string[]): Promise<string> {
  const result = await run(...words)
  return 'message' in result ? result.message : assert.fail(JSON.stringify(result))
}

const accountsOf = ({ routes }: { readonly routes: readonly { readonly acquirerMerchantId: string }[] }) =>
  routes.map(({ acquirerMerchantId }) => acquirerMerchantId)

describe('route commands', () => {
  it('list, add, move and remove routes, each change with an audit entry', async () => {
    const { id } = await boardMerchant(gateway)
    const first = { linkId: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: 'TESTMERCHANT' }
    assert.deepEqual((await data('route', 'list', id)).routes, [first])

    const options = ['--currencies', 'EUR', '--amount-from', '10', '--percent', '50', '--bins', '5123,4']
    const added = await data('route', 'add', id, '--link', 'simulator', '--acquirer-merchant-id', 'M2', ...options)
    const conditions = {
      currencies: ['EUR'],
      bins: ['5123', '4'],
      percent: 50,
      amount: { currency: 'EUR', from: '10' },
    }
    assert.deepEqual(added.routes, [first, { linkId: 'simulator', acquirerMerchantId: 'M2', conditions }])

    const third = ['--link', 'simulator', '--acquirer-merchant-id', 'M3', '--position', '1']
    assert.deepEqual(accountsOf(await data('route', 'add', id, ...third)), ['M3', 'TESTMERCHANT', 'M2'])
    assert.deepEqual(accountsOf(await data('route', 'move', id, '3', '1')), ['M2', 'M3', 'TESTMERCHANT'])
    assert.deepEqual(accountsOf(await data('route', 'remove', id, '2')), ['M2', 'TESTMERCHANT'])

    const [row] = await gateway.query<{ profile: { acquirerLink: object } }>(
      'select profile from merchants where merchant_id = $1',
      [id],
    )
    const older = { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: 'M2' }
    assert.deepEqual(row?.profile.acquirerLink, older, 'older releases find the first route')
    const lines = await gateway.query<{ action: string; subject: { changed: { routes: { before: [] } } } }>(
      `select action, subject from audit where merchant_id = $1 and action in ('ROUTES_CHANGED', 'MERCHANT_CHANGED')
       order by at, audit_id`,
      [id],
    )
    assert.deepEqual(
      lines.map(({ action }) => action),
      Array.from({ length: 4 }, () => 'ROUTES_CHANGED'),
    )
    assert.deepEqual(lines[0]?.subject.changed.routes.before, [first])
  })

  it('change the first route when the acquirer of the merchant is changed', async () => {
    const { id } = await boardMerchant(gateway)
    await data('route', 'add', id, '--link', 'simulator', '--acquirer-merchant-id', 'M2')
    await data('merchant', 'update', id, '--acquirer-merchant-id', 'M9')
    assert.deepEqual(accountsOf(await data('route', 'list', id)), ['M9', 'M2'])
  })

  it('refuse invalid routes, and change nothing', async () => {
    const { id } = await boardMerchant(gateway)
    const link = ['--link', 'simulator']
    for (const [words, expected] of [
      [['route', 'add', id, '--link', 'nobody'], /no such acquirer link/],
      [['route', 'add', id, ...link, '--amount-from', '10'], /requires --amount-currency/],
      [['route', 'add', id, ...link, '--amount-currency', 'EUR'], /requires --amount-from or --amount-to/],
      [['route', 'add', id, ...link, '--currencies', 'EUR', '--amount-from', '2', '--amount-to', '1'], /above/],
      [['route', 'add', id, ...link, '--currencies', 'JPY', '--amount-from', '1.5'], /more decimals/],
      [['route', 'add', id, ...link, '--bins', '123456789'], /bins/],
      [['route', 'add', id, ...link, '--percent', '0'], /1 to 100/],
      [['route', 'add', id, ...link, '--position', '3'], /no route at this position/],
      [['route', 'remove', id, '2'], /no route at this position/],
      [['route', 'remove', id, '1'], /at least one route/],
      [['route', 'move', id, '1', '2'], /no route at this position/],
      [['route', 'list', 'NOBODY'], /does not exist/],
    ] as const)
      assert.match(await message(...words), expected, words.join(' '))
    assert.equal((await data('route', 'list', id)).routes.length, 1)
  })
})

describe('route explain', () => {
  it('says which route takes a payment and why, without the card number', async () => {
    const { id } = await boardMerchant(gateway)
    const link = ['--link', 'simulator', '--acquirer-merchant-id']
    await data('route', 'add', id, ...link, 'M1', '--currencies', 'USD', '--position', '1')
    await data('route', 'add', id, ...link, 'M2', '--schemes', 'MASTERCARD', '--position', '2')
    const card = '5123450000000008'
    const result = await run('route', 'explain', id, '--currency', 'EUR', '--card', card, '--amount', '10')
    assert.ok(result.kind === 'DONE')
    assert.match(result.text, /^Route 2 takes the payment: simulator, merchant id M2\./)
    assert.match(result.text, /not met: currency USD \(EUR\)/)
    assert.match(result.text, /if those before did not receive the request/)
    assert.doesNotMatch(JSON.stringify(result), /51234500000/)
    assert.ok(gateway.logLines.every((line) => !line.includes(card)))
    const partial = await data('route', 'explain', id, '--currency', 'EUR', '--card', '512345...')
    assert.deepEqual([partial.position, partial.scheme], [2, 'MASTERCARD'])
  })
})

describe('bins import', () => {
  it('replaces the table of card ranges, and says where it cannot be read', async (t) => {
    t.after(() => gateway.administration.cardRanges.replace([], testerStamp()))
    const file = join(folder, 'ranges.csv')
    await writeFile(file, 'prefix,country\n512345,DE\n"51","AUT"\n\n4,USA\n')
    assert.equal((await data('bins', 'import', file)).ranges, 3)
    const { id } = await boardMerchant(gateway)
    const countryOf = async (card: string) =>
      (await data('route', 'explain', id, '--currency', 'EUR', '--card', card)).cardCountry
    assert.deepEqual(
      [await countryOf('51234500'), await countryOf('519999'), await countryOf('360000')],
      ['DEU', 'AUT', undefined],
    )

    await writeFile(file, '5,DEU\n5123450000000008,DEU\n')
    const wrong = await message('bins', 'import', file)
    assert.match(wrong, /line 2/)
    assert.doesNotMatch(wrong, /5123450000000008/)
    await writeFile(file, '5,DEU\n5,AUT\n')
    assert.match(await message('bins', 'import', file), /line 2: the prefix was listed before/)
    assert.match(await message('bins', 'import', join(folder, 'nothing.csv')), /cannot be read/)
    assert.equal(await countryOf('51234500'), 'DEU', 'a refused file changes nothing')

    await writeFile(file, '6,FRA\n')
    assert.deepEqual(await data('bins', 'import', file), { ranges: 1, replaced: 3 })
    assert.equal(await countryOf('51234500'), undefined)
  })
})
