// The operator's commands about stored cards, and the test notification.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import { cardSource } from '../../support/clients/client.ts'
import { openStoredValues } from '../../support/clients/stored-values.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'
import { answering, openWebhook } from '../../support/sites/webhook.ts'

let gateway: TestGateway
let merchant = ''

before(async () => {
  gateway = await sharedGateway()
  merchant = (await boardMerchant(gateway, { repository: { generation: 'MERCHANT_SUPPLIED' } })).id
})

const settings = () =>
  testEnvironment(gateway.database, {
    TOLLGATE_DATA_DIR: gateway.dataDir,
    TOLLGATE_NOTIFICATION_ALLOW_LOOPBACK: 'true',
  })

async function ran(...words: readonly string[]) {
  const result = await runHere(words, settings())
  if (result.kind !== 'DONE') return assert.fail(JSON.stringify(result))
  return { data: JSON.parse(JSON.stringify(result.data)), text: result.text, isBadNews: result.hasProblems === true }
}

async function refusal(...words: readonly string[]): Promise<string> {
  const result = await runHere(words, settings())
  return result.kind === 'REFUSED' || result.kind === 'MISUSED' ? result.message : assert.fail(JSON.stringify(result))
}

describe('tokens', () => {
  before(async () => {
    const stored = openStoredValues(gateway, merchant)
    await stored.token({ sourceOfFunds: cardSource({ securityCode: undefined }) }, 'first')
    const visa = { number: '4508750015741019', expiry: { month: '5', year: '39' }, securityCode: undefined }
    await stored.token({ sourceOfFunds: cardSource(visa) }, 'second')
    await stored.token({ sourceOfFunds: cardSource({ ...visa, number: '4012000033330026' }) }, 'third')
  })

  const names = (data: { tokens: readonly { token: string }[] }) => data.tokens.map(({ token }) => token)

  it('are found by their content, masked, a page at a time', async () => {
    const all = await ran('token', 'search', merchant)
    assert.deepEqual(names(all.data), ['first', 'second', 'third'])
    assert.match(all.text, /512345xxxxxx0008/)
    assert.ok(!all.text.includes('5123450000000008') && !JSON.stringify(all.data).includes('5123450000000008'))
    assert.deepEqual(names((await ran('token', 'search', merchant, '--scheme', 'VISA')).data), ['second', 'third'])
    assert.deepEqual(names((await ran('token', 'search', merchant, '--expiry', '01/39')).data), ['first'])
    assert.deepEqual(names((await ran('token', 'search', merchant, '--status', 'INVALID')).data), [])
    const page = await ran('token', 'search', merchant, '--limit', '1')
    assert.deepEqual([names(page.data), page.data.next], [['first'], 'first'])
    assert.deepEqual(names((await ran('token', 'search', merchant, '--after', 'first')).data), ['second', 'third'])
  })

  it('are shown one by one, masked', async () => {
    const { data, text } = await ran('token', 'show', merchant, 'second')
    assert.equal(data.token.sourceOfFunds.provided.card.number, '450875xxxxxx1019')
    assert.match(text, /Status +VALID\n/)
    assert.match(await refusal('token', 'show', merchant, 'none'), /has no token none/)
    assert.match(await refusal('token', 'show', 'NOBODY', 'none'), /Merchant NOBODY does not exist/)
  })

  it('are deleted, with an audit entry that names the user', async () => {
    await ran('token', 'delete', merchant, 'third', '--user', 'anna')
    assert.match(await refusal('token', 'show', merchant, 'third'), /has no token third/)
    assert.match(await refusal('token', 'delete', merchant, 'third'), /has no token third/)
    const lines = await gateway.query(
      `select actor, subject from audit where merchant_id = $1 and action = 'TOKEN_DELETED'`,
      [merchant],
    )
    assert.deepEqual(lines, [{ actor: 'anna', subject: { token: 'third' } }])
  })
})

describe('a test notification', () => {
  it('needs secrets, and a URL', async () => {
    assert.match(await refusal('webhooks', 'test', merchant), /Notifications are not enabled for/)
    await ran('webhooks', 'enable', merchant)
    assert.match(await refusal('webhooks', 'test', merchant), /has no URL for notifications/)
  })

  it('is sent once, like every other, and its answer is shown', async (t) => {
    const webhook = await openWebhook(t, gateway.dataDir)
    await ran('webhooks', 'enable', merchant, '--url', webhook.url)
    const { data, text, isBadNews } = await ran('webhooks', 'test', merchant)
    assert.deepEqual([isBadNews, data.isAccepted, data.result.status], [false, true, 200])
    assert.match(text, /Response +HTTP 200\n/)
    assert.deepEqual(
      webhook.arrivals.map(({ id, eventNumber, attempt }) => [id, eventNumber, attempt]),
      [[data.notificationId, 0, 1]],
    )
    webhook.behave(answering(503))
    const refusedTest = await ran('webhooks', 'test', merchant)
    assert.deepEqual([refusedTest.isBadNews, refusedTest.data.result.status], [true, 503])
    assert.match(refusedTest.text, /Body +out of order\n/)
    assert.equal(webhook.arrivals.length, 2)
  })

  it('is not sent to a URL that is not allowed', async () => {
    const { data, isBadNews } = await ran('webhooks', 'test', merchant, '--url', 'https://10.0.0.1/notify')
    assert.deepEqual([isBadNews, data.result.kind], [true, 'REFUSED'])
  })

  it('has an audit entry', async () => {
    const lines = await gateway.query(
      `select subject ->> 'url' as url from audit where merchant_id = $1 and action = 'WEBHOOK_TESTED'`,
      [merchant],
    )
    assert.equal(lines.length, 3)
  })
})
