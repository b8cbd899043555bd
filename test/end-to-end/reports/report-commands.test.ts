// What the operator does about reports: who may take them, and taking one.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import { authorizeBody, captureBody } from '../../support/clients/client.ts'
import { giveReportingPassword, openReporter } from '../../support/clients/reporter.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let folder = ''
before(async () => {
  gateway = await sharedGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-report-'))
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
})

const run = (...words: readonly string[]) =>
  runHere([...words, '--json'], testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') }))

async function data(...words: readonly string[]) {
  const result = await run(...words)
  return result.kind === 'DONE' ? JSON.parse(JSON.stringify(result.data)) : assert.fail(JSON.stringify(result))
}

async function assertMessage(kind: 'MISUSED' | 'REFUSED', words: readonly string[], says: RegExp): Promise<void> {
  const result = await run(...words)
  assert.ok(result.kind === kind, JSON.stringify(result))
  assert.match(result.message, says)
  assert.doesNotMatch(result.message, /\n/)
}

const hourMs = 3_600_000
const hour = (from: number) => new Date(Date.now() + from * hourMs).toISOString()
const words = (merchant: string, file: string) => [
  ...['report', 'transactions', merchant, '--from', hour(-1), '--to', hour(1)],
  ...['--columns', 'order.id,transaction.type,transaction.amount', '--out', join(folder, file)],
]

describe('reporting passwords', () => {
  it('are created, shown once, listed by slot and revoked; there are at most two', async () => {
    const { id } = await boardMerchant(gateway)
    const reporter = openReporter(gateway, id)
    const made = await data('merchant', 'reporting-password', 'add', id, '--user', 'ada')
    assert.deepEqual([made.userId, made.slot, made.hasReporting], [`merchant.${id}`, 1, true])
    assert.match(made.password, /^[0-9a-f]{32}$/)
    const login = `merchant.${id}:${made.password}`
    assert.equal((await reporter.ask({}, { login })).status, 200)
    assert.equal((await data('merchant', 'reporting-password', 'add', id)).slot, 2)
    await assertMessage('REFUSED', ['merchant', 'reporting-password', 'add', id], /two reporting passwords/)
    const { reportingPasswords } = await data('merchant', 'show', id)
    assert.deepEqual(
      reportingPasswords.map(({ slot }: { slot: number }) => slot),
      [1, 2],
    )
    assert.doesNotMatch(JSON.stringify(reportingPasswords), /hash|key/i)

    await data('merchant', 'reporting-password', 'revoke', id, '--slot', '1')
    assert.equal((await reporter.ask({}, { login })).status, 401)
    const revoke = ['merchant', 'reporting-password', 'revoke', id, '--slot']
    await assertMessage('REFUSED', [...revoke, '1'], /no reporting password in slot 1/)
    await data(...revoke, '2')
    await assertMessage(
      'REFUSED',
      ['merchant', 'reporting-password', 'add', 'NOBODY'],
      /Merchant NOBODY does not exist/,
    )
    const [line] = await gateway.query<{ actor: string }>(
      `select actor from audit where merchant_id = $1 and action = 'REPORTING_PASSWORD_ADDED' order by at, audit_id limit 1`,
      [id],
    )
    assert.equal(line?.actor, 'ada')
  })

  it('are refused before the profile enables reporting', async () => {
    const created = await data('merchant', 'create', 'REPORTS1')
    assert.equal(created.merchant.hasReporting, false)
    const { password, hasReporting } = await data('merchant', 'reporting-password', 'add', 'REPORTS1')
    assert.equal(hasReporting, false)
    assert.equal((await data('merchant', 'update', 'REPORTS1', '--reporting')).merchant.hasReporting, true)
    // The gateway has never heard of the merchant before, so that no cache knows it.
    const login = `:${password}`
    assert.equal((await openReporter(gateway, 'REPORTS1').ask({}, { login })).status, 200)
    assert.equal((await data('merchant', 'update', 'REPORTS1', '--no-reporting')).merchant.hasReporting, false)
    const both = ['merchant', 'update', 'REPORTS1', '--reporting', '--no-reporting']
    await assertMessage('MISUSED', both, /cannot be combined/)
  })
})

describe('a report by command', () => {
  it("is the same as the merchant's, in a file that only its owner can read", async () => {
    const { id } = await boardMerchant(gateway)
    await giveReportingPassword(gateway, id)
    const shop = openShop(gateway, id)
    await shop.put(authorizeBody(), { orderId: 'a' })
    await shop.put(captureBody('60.00'), { orderId: 'a', transactionId: '2' })
    // Until what is searched is up to date, which the command waits for as well.
    await openReporter(gateway, id).rows()
    const file = join(folder, 'day.csv')
    assert.deepEqual(await data(...words(id, 'day.csv'), '--headings', 'Order,Type,Amount', '--user', 'ada'), {
      merchantId: id,
      rows: 2,
      file,
    })
    const text = 'Order,Type,Amount\r\na,AUTHORIZATION,100\r\na,CAPTURE,60\r\n'
    assert.equal(await readFile(file, 'utf8'), text)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const lines = await gateway.query<{ actor: string }>(
      `select actor from audit where merchant_id = $1 and action = 'REPORT_TAKEN' and actor = 'ada'`,
      [id],
    )
    assert.equal(lines.length, 1)

    await writeFile(file, 'mine')
    await assertMessage('REFUSED', words(id, 'day.csv'), /already exists/)
    assert.equal(await readFile(file, 'utf8'), 'mine')
  })

  it("reports errors in terms of the command's options, and leaves no file", async () => {
    const { id } = await boardMerchant(gateway)
    const right = words(id, 'wrong.csv')
    const changed = (option: string, value: string) => right.with(right.indexOf(option) + 1, value)
    await assertMessage('MISUSED', changed('--from', 'yesterday'), /^--from: Value 'yesterday' is invalid/)
    await assertMessage('MISUSED', changed('--to', hour(-2)), /^--to: .*later than --from/)
    await assertMessage('MISUSED', changed('--to', hour(32 * 24)), /at most 744 hours/)
    await assertMessage('MISUSED', changed('--columns', 'order.ID'), /^--columns: 'order\.ID' cannot be a column/)
    await assertMessage('MISUSED', [...right, '--headings', 'a'], /^--headings: /)
    await assertMessage('MISUSED', [...right, '--time-zone', 'CET'], /^--time-zone: /)
    await assertMessage('REFUSED', changed('--out', join(folder, 'nowhere', 'x.csv')), /cannot be written \(ENOENT\)/)
    await assertMessage('REFUSED', words('NOBODY', 'wrong.csv'), /Merchant NOBODY does not exist/)
    assert.deepEqual((await readdir(folder)).includes('wrong.csv'), false)
  })
})
