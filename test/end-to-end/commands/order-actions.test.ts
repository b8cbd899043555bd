// Manual actions on orders by command: the same as in the console.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import { apiPath, authorizeBody, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testEnvironment, testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let folder = ''

before(async () => {
  gateway = await sharedGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-actions-'))
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
})

function call(...words: readonly string[]) {
  return runCommand(words, testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: join(folder, 'data') }))
}

async function text(...words: readonly string[]): Promise<string> {
  const result = await call(...words)
  return result.kind === 'DONE' && !result.hasProblems ? result.text : assert.fail(JSON.stringify(result))
}

async function refusal(...words: readonly string[]): Promise<string> {
  const result = await call(...words)
  return result.kind === 'REFUSED' || result.kind === 'MISUSED' ? result.message : assert.fail(JSON.stringify(result))
}

async function opened(body: object, merchant: string): Promise<string> {
  const orderId = newOrderId()
  const path = apiPath(`/order/${orderId}/transaction/1`, { merchant })
  const login = `merchant.${merchant}:${testPassword}`
  const response = await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body, login })
  assert.equal(response.body.result, 'SUCCESS', response.text)
  return orderId
}

const money = ['--amount', '40.00', '--currency', 'USD']

describe('the commands that act on an order', () => {
  it('update, capture, refund and void, and record the user', async () => {
    const { id } = await boardMerchant(gateway)
    const orderId = await opened(authorizeBody(), id)
    const words = [id, orderId, '--user', 'anna']
    assert.match(
      await text('order', 'update-authorization', ...words, '--amount', '120', '--currency', 'USD'),
      /^Created AUTHORIZATION_UPDATE of 120 USD as update-authorization-[0-9a-f]{16}; order .* is AUTHORIZED\.$/,
    )
    assert.match(await text('order', 'update-authorization', ...words), /^Created AUTHORIZATION_UPDATE of 120 USD/)
    const captured = await text('order', 'capture', ...words, ...money, '--transaction', 'c')
    assert.equal(captured, `Created CAPTURE of 40 USD as c; order ${orderId} is PARTIALLY_CAPTURED.`)
    assert.equal(await text('order', 'capture', ...words, ...money, '--transaction', 'c'), captured, 'twice acts once')
    assert.match(
      await text('order', 'refund', ...words, ...money, '--transaction', 'r', '--target', 'c', '--note', 'Broken cup'),
      /^Created REFUND of 40 USD as r; order .* is REFUNDED\.$/,
    )
    assert.match(await text('order', 'void', ...words, '--target', 'r'), /^Created VOID_REFUND of 40 USD as void-/)
    const lines = await gateway.query<{ operation: string }>(
      `select subject ->> 'operation' as operation from audit
       where merchant_id = $1 and action = 'TRANSACTION_BY_HAND' and actor = 'anna' order by at`,
      [id],
    )
    const operations = ['UPDATE_AUTHORIZATION', 'UPDATE_AUTHORIZATION', 'CAPTURE', 'REFUND', 'VOID']
    assert.deepEqual(
      lines.map(({ operation }) => operation),
      operations,
    )
  })

  it('request a refund where the profile requires two users, and do not accept one user as both', async () => {
    const { id } = await boardMerchant(gateway, { profile: { refundsNeedApproval: true } })
    const orderId = await opened(payBody(), id)
    assert.match(
      await text('order', 'refund', id, orderId, ...money, '--user', 'anna'),
      /^Created REFUND_REQUEST of 40 USD .* Another user must approve it with "order approve-refund"\.$/,
    )
    assert.equal(
      await refusal('order', 'approve-refund', id, orderId, '--user', 'anna'),
      `You cannot decide on your own request for order ${orderId}; another user must do it.`,
    )
    assert.match(await text('order', 'approve-refund', id, orderId, '--user', 'berta'), /^Refunded 40 USD/)
  })

  it('report errors in one line', async () => {
    const { id } = await boardMerchant(gateway)
    const orderId = await opened(authorizeBody(), id)
    assert.equal(
      await refusal('order', 'capture', id, orderId, '--amount', '200', '--currency', 'USD'),
      'The amount exceeds the remaining amount of the authorization.',
    )
    assert.match(await refusal('order', 'refund', id, orderId, ...money), /has no payment that can be refunded/)
    assert.match(await refusal('order', 'void', id, 'nothing', '--target', '1'), /There is no order 'nothing'/)
    assert.equal(await refusal('order', 'capture', 'NOBODY', 'x', ...money), 'Merchant NOBODY does not exist.')
    assert.equal(
      await refusal('order', 'update-authorization', id, orderId, '--amount', '7'),
      '--amount and --currency must be used together.',
    )
  })
})
