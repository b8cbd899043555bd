// The operator's commands about transactions that need manual resolution.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import { openShop } from '../../support/clients/shop.ts'
import { holdVoid } from '../../support/fixtures/held-attempts.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let folder = ''
before(async () => {
  gateway = await startGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-attempts-'))
})
after(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})

const run = (...words: readonly string[]) =>
  runCommand(words, testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') }))

async function text(...words: readonly string[]): Promise<string> {
  const result = await run(...words)
  return result.kind === 'DONE' && !result.hasProblems ? result.text : assert.fail(JSON.stringify(result))
}

async function refusal(...words: readonly string[]): Promise<string> {
  const result = await run(...words)
  return result.kind === 'REFUSED' ? result.message : assert.fail(JSON.stringify(result))
}

describe('the attempt commands', () => {
  it('list, propose, decline and approve, and refuse the operator who proposed', async () => {
    assert.equal(await text('attempt', 'list'), 'No transaction needs manual resolution.')
    const shop = openShop(gateway, (await boardMerchant(gateway)).id)
    const { orderId } = await holdVoid(gateway, shop)
    const place = [shop.merchant, orderId, '2']

    const list = await text('attempt', 'list', '--merchant', shop.merchant)
    for (const shown of [orderId, 'VOID_PAYMENT', '100.00 USD', 'CANNOT_BE_SETTLED'])
      assert.ok(list.includes(shown), list)
    const reason = ['--reason', 'Confirmed by the acquirer, case 4711']
    assert.equal(
      (await run('attempt', 'resolve', ...place, '--outcome', 'approved')).kind,
      'MISUSED',
      'without a reason',
    )
    assert.equal((await run('attempt', 'resolve', ...place, '--outcome', 'paid', ...reason)).kind, 'MISUSED')
    assert.match(
      await refusal('attempt', 'resolve', ...place, '--outcome', 'failed', '--authorization-code', '1', ...reason),
      /only possible with --outcome approved/,
    )
    await text('attempt', 'resolve', ...place, '--outcome', 'failed', ...reason, '--user', 'ann')
    assert.match(await text('attempt', 'list'), /failed by ann: Confirmed by the acquirer, case 4711/)
    assert.match(await refusal('attempt', 'approve', ...place, '--user', 'ann'), /your own proposal/)
    assert.match(await text('attempt', 'decline', ...place, '--user', 'bob'), /^Declined failed/)

    const code = ['--authorization-code', '654321']
    await text('attempt', 'resolve', ...place, '--outcome', 'approved', ...code, ...reason, '--user', 'ann')
    assert.match(await text('attempt', 'approve', ...place, '--user', 'bob'), /^Recorded approved for transaction 2/)
    assert.equal(await text('attempt', 'list'), 'No transaction needs manual resolution.')
    const { body } = await shop.transaction(orderId, '2')
    assert.deepEqual([body.result, body.transaction.authorizationCode], ['SUCCESS', '654321'])
    assert.match(await refusal('attempt', 'approve', ...place), /No manual resolution is required/)
  })
})
