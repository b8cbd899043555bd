// The example webhook, started as its README says, against a gateway that pays.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import type { WebhookSettings } from '../../../src/events/ports/webhooks.ts'
import { until } from '../../support/checks/poll.ts'
import { cardSource, newOrderId, send } from '../../support/clients/client.ts'
import { openShop } from '../../support/clients/shop.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { repository } from '../../support/gateway/process.ts'

const merchantId = 'TESTMERCHANT'
const by = { actor: 'a test', at: new Date() }
let gateway: TestGateway
let folder = ''
let setting: WebhookSettings

before(async () => {
  gateway = await startGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-webhook-'))
  const changed = await gateway.dependencies.webhookSettings.change(merchantId, { isEnabled: true }, by)
  setting = changed.setting
})
after(async () => {
  // Only a test that failed has left one.
  for (const child of receiving) child.kill('SIGKILL')
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})

const receiving = new Set<ChildProcess>()

interface ExampleWebhook {
  readonly url: string
  /** Reads on to the next line that holds this. */
  line(part: string): Promise<string>
  stop(): Promise<void>
}

async function startWebhook(differences: Record<string, string> = {}): Promise<ExampleWebhook> {
  const child: ChildProcess = spawn(process.execPath, ['examples/webhooks/main.ts'], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      TOLLGATE_DATA_DIR: gateway.dataDir,
      GATEWAY_URL: gateway.listeners.httpsUrl,
      MERCHANT_PASSWORD: testPassword,
      WEBHOOK_PORT: '0',
      INBOX_FILE: join(folder, 'inbox.jsonl'),
      WEBHOOK_SECRETS: setting.secrets.map(({ sent }) => sent).join(','),
      WEBHOOK_SIGNING_SECRETS: setting.secrets.map(({ signing }) => signing).join(','),
      ...differences,
    },
  })
  receiving.add(child)
  const lines = createInterface(child.stdout ?? assert.fail('it prints'))[Symbol.asyncIterator]()
  const line = async (part: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) assert.fail(`the webhook ended before it said "${part}"`)
      if (value.includes(part)) return value
    }
  }
  const [, url = ''] = /(https:\S+)/.exec(await line('Receiving on')) ?? []
  return {
    url,
    line,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      receiving.delete(child)
    },
  }
}

async function pay(notificationUrl?: string): Promise<string> {
  const orderId = newOrderId()
  const order = { amount: '10', currency: 'USD', ...(notificationUrl && { notificationUrl }) }
  const body = { apiOperation: 'PAY', order, sourceOfFunds: cardSource() }
  const response = await openShop(gateway, merchantId).put(body, { orderId })
  assert.equal(response.body.result, 'SUCCESS', response.text)
  return orderId
}

/** How often an order stands in its file. */
async function keptOf(orderId: string): Promise<number> {
  const text = await readFile(join(folder, 'inbox.jsonl'), 'utf8')
  return text.split('\n').filter((each) => each.includes(`"orderId":"${orderId}"`)).length
}

const upToDate = 'The feed is read up to now.'
/** Long enough that after the first time the feed does not come between. */
const feedLater = { RECONCILE_SECONDS: '3600' }

let left: ExampleWebhook | undefined
/** One that has read the feed up to now: that of the test before, or else another. */
async function webhookUpToDate(differences: Record<string, string> = {}): Promise<ExampleWebhook> {
  if (left) return left
  const started = await startWebhook({ ...feedLater, ...differences })
  await started.line(upToDate)
  left = started
  return started
}
async function stopWebhook(): Promise<void> {
  await left?.stop()
  left = undefined
}

describe('the example webhook', () => {
  it('processes a notification once, however often it comes, also after a restart', async () => {
    const first = await webhookUpToDate()
    const orderId = await pay(first.url)
    assert.match(await first.line(orderId), /^NEW by notification, attempt 1: order \S+, event 1; it is CAPTURED$/)

    const { deliveries } = gateway.dependencies
    const [delivery] = await deliveries.list({ merchantId, orderId, limit: 1 })
    const notificationIds = [delivery?.notificationId ?? assert.fail('it was written')]
    const replay = () =>
      until(async () => (await deliveries.replay({ merchantId, notificationIds })) > 0, 'the delivery is over')
    await replay()
    assert.match(await first.line(orderId), /^KNOWN by notification, attempt 2/)
    await stopWebhook()

    const second = await webhookUpToDate({ WEBHOOK_PORT: new URL(first.url).port })
    await replay()
    assert.match(await second.line(orderId), /^KNOWN by notification, attempt 3.*it is CAPTURED$/)
    assert.equal(await keptOf(orderId), 1)
  })

  it('rejects notifications that were not signed with the secrets', async () => {
    const webhook = await webhookUpToDate()
    const orderId = 'forged-order'
    const body = { order: { id: orderId, status: 'CAPTURED' }, transaction: { id: '1' }, result: 'SUCCESS' }
    const headers = {
      'x-notification-secret': setting.secrets[0]?.sent ?? '',
      'webhook-id': 'f'.repeat(32),
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      'tollgate-event-number': '1',
    }
    assert.equal((await send(webhook.url, { method: 'POST', path: '/', body, headers, login: null })).status, 401)
    assert.equal((await send(webhook.url, { path: '/', login: null })).status, 405)
    assert.equal(await keptOf(orderId), 0)
  })

  it('ignores an older event that comes late', async () => {
    const webhook = await webhookUpToDate()
    const shop = openShop(gateway, merchantId)
    const orderId = await pay()
    const refund = { apiOperation: 'REFUND', transaction: { amount: '10', currency: 'USD' } }
    const withUrl = { ...refund, order: { notificationUrl: webhook.url } }
    const response = await shop.put(withUrl, { orderId, transactionId: '2' })
    assert.equal(response.body.result, 'SUCCESS', response.text)
    assert.match(await webhook.line(orderId), /^NEW .*event 2; it is REFUNDED$/)
    // The first event had no webhook; the next start reads it from the feed.
    await stopWebhook()
    const reading = await startWebhook()
    assert.match(await reading.line(orderId), /^LATE by feed: .*event 1; it is REFUNDED$/)
    await reading.stop()
  })

  it('finds in the feed events without a notification', async () => {
    const orderId = await pay()
    const webhook = await startWebhook({ RECONCILE_SECONDS: '0.1' })
    assert.match(await webhook.line(orderId), /^NEW by feed: .*event 1; it is CAPTURED$/)
    const later = await pay()
    assert.match(await webhook.line(later), /^NEW by feed/)
    assert.deepEqual([await keptOf(orderId), await keptOf(later)], [1, 1])
    await webhook.stop()
  })
})
