// The operator's commands about notifications, and the webhook that comes with them, beside a gateway that pays.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { execute, runCommand as runHere } from '../../../src/cli/run.ts'
import { eventually } from '../../support/checks/poll.ts'
import { type Body, cardSource, newOrderId } from '../../support/clients/client.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { launch } from '../../support/gateway/command-line.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway

before(async () => {
  gateway = await sharedGateway()
})
after(async () => {
  for (const stop of open) await stop()
})

/** Stops the webhooks that a failed test has left. */
const open = new Set<() => Promise<void>>()

const settings = () => testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: gateway.dataDir })

async function data(...words: readonly string[]): Promise<Body> {
  const result = await runHere(words, settings())
  assert.ok(result.kind === 'DONE' && !result.hasProblems, JSON.stringify(result))
  return JSON.parse(JSON.stringify(result.data))
}

async function text(...words: readonly string[]): Promise<string> {
  const result = await runHere(words, settings())
  return result.kind === 'DONE' ? result.text : assert.fail(JSON.stringify(result))
}

async function refusal(...words: readonly string[]): Promise<string> {
  const result = await runHere(words, settings())
  return result.kind === 'REFUSED' || result.kind === 'MISUSED' ? result.message : assert.fail(JSON.stringify(result))
}

async function actionsOn(merchantId: string): Promise<readonly string[]> {
  const rows = await gateway.query<{ action: string }>(
    `select action from audit where merchant_id = $1 and action ~ '^(WEBHOOK|NOTIFICATIONS)_' order by at`,
    [merchantId],
  )
  return rows.map(({ action }) => action)
}

async function pay(merchantId: string, order: object = {}): Promise<string> {
  const orderId = newOrderId()
  const body = { apiOperation: 'PAY', order: { amount: '10', currency: 'USD', ...order }, sourceOfFunds: cardSource() }
  const response = await openShop(gateway, merchantId).put(body, { orderId })
  assert.equal(response.body.result, 'SUCCESS', response.text)
  return orderId
}

interface Listening {
  readonly url: string
  /** The next line that is printed. */
  readonly next: () => Promise<Body>
  /** Asks the command to stop, and fails unless it ends as a command that is done. */
  readonly stop: () => Promise<void>
}

const wordsFor = (merchantId: string) => ['webhooks', 'listen', '--json', '--port', '0', '--merchant', merchantId]

/** `webhooks listen` in this process. */
function listen(merchantId: string, ...words: readonly string[]): Promise<Listening> {
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<void>()
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const terminal = { stdin: Readable.from([]), stdout, stderr, interrupted: () => interrupted }
  const ended = execute([...wordsFor(merchantId), ...words], settings(), terminal).finally(() => {
    stdout.end()
    stderr.end()
  })
  return listening({ stdout, stderr, interrupt, ended })
}

/** The same as a process of its own, stopped with Ctrl-C. */
function listenAsProcess(merchantId: string): Promise<Listening> {
  const child = launch(wordsFor(merchantId), { env: settings() })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return listening({ stdout: child.stdout, stderr: child.stderr, interrupt: () => child.kill('SIGINT'), ended })
}

async function listening(command: {
  readonly stdout: Readable
  readonly stderr: Readable
  readonly interrupt: () => void
  readonly ended: Promise<number | null>
}): Promise<Listening> {
  const { stdout, stderr, interrupt, ended } = command
  let trouble = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    trouble += text
  })
  const lines = createInterface(stdout)[Symbol.asyncIterator]()
  const next = async (): Promise<Body> => {
    const { value, done } = await lines.next()
    return done ? assert.fail(`the webhook has ended: ${trouble}`) : JSON.parse(value)
  }
  const stop = async () => {
    interrupt()
    open.delete(stop)
    assert.deepEqual([await ended, trouble], [0, ''])
  }
  open.add(stop)
  const { url } = await next()
  return { url: String(url), next, stop }
}

describe('a merchant’s notifications', () => {
  it('are enabled, shown, given new secrets and disabled, with an audit entry each', async () => {
    const { id } = await boardMerchant(gateway)
    assert.match(await refusal('webhooks', 'show', id), /were never enabled for/)
    const url = 'https://shop.example/hook'
    assert.deepEqual(await data('webhooks', 'enable', id, '--url', url, '--any-2xx'), {
      merchantId: id,
      isEnabled: true,
      url,
      acceptsAny2xx: true,
      validSecrets: 1,
    })
    const shown = await text('webhooks', 'show', id)
    assert.match(shown, /URL +https:\/\/shop\.example\/hook/)
    assert.doesNotMatch(shown, /whsec_/)
    const [first] = (await data('webhooks', 'show', id, '--reveal')).secrets
    assert.match(first.sent, /^[0-9A-F]{32}$/)
    assert.match(first.signing, /^whsec_[A-Za-z0-9+/=]{32,44}$/)

    const rotated = await data('webhooks', 'rotate-secret', id, '--hours', '1')
    assert.equal(rotated.validSecrets, 2)
    assert.ok(Math.abs(Date.parse(rotated.previousUntil) - Date.now() - 3_600_000) < 60_000)
    const both = (await data('webhooks', 'show', id, '--reveal')).secrets
    assert.equal(both.length, 2)
    assert.deepEqual(both[1], first)
    assert.equal((await data('webhooks', 'rotate-secret', id, '--finish')).validSecrets, 1)
    assert.deepEqual((await data('webhooks', 'show', id, '--reveal')).secrets, [both[0]])

    const without = await data('webhooks', 'enable', id, '--no-url', '--only-200')
    assert.deepEqual([without.url, without.acceptsAny2xx], [null, false])
    assert.equal((await data('webhooks', 'disable', id)).isEnabled, false)
    const counts = Object.groupBy(await actionsOn(id), (action) => action)
    assert.equal(counts['WEBHOOK_SECRETS_SHOWN']?.length, 3)
    assert.equal(counts['WEBHOOK_SECRETS_ROTATED']?.length, 2)
    assert.equal(counts['WEBHOOK_CHANGED']?.length, 3)
  })

  it('are refused to merchants that do not exist, and with contradictory options', async () => {
    for (const word of ['enable', 'disable', 'show', 'rotate-secret', 'list'])
      assert.equal(await refusal('webhooks', word, 'NOBODY'), 'Merchant NOBODY does not exist.')
    const { id } = await boardMerchant(gateway)
    const none = 'a'.repeat(32)
    assert.match(await refusal('webhooks', 'rotate-secret', id), /were never enabled for/)
    assert.match(await refusal('webhooks', 'disable', id), /were never enabled for/)
    assert.match(await refusal('webhooks', 'show-delivery', id, none), /has no notification/)
    assert.match(await refusal('webhooks', 'replay', id, none), /no matching notification/)
    assert.match(await refusal('webhooks', 'replay', id), /Specify either notification ids/)
    assert.match(await refusal('webhooks', 'replay', id, none, '--since', '1h'), /Specify either notification ids/)
    assert.match(await refusal('webhooks', 'replay', id, '--since', '1h', '--until', '2h'), /later than/)
    assert.match(await refusal('webhooks', 'replay', id, '--since', 'yesterday'), /must look like/)
    assert.match(await refusal('webhooks', 'enable', id, '--url', 'http://shop.example'), /begins with https/)
    assert.equal(await text('webhooks', 'list', id), 'No notifications.')
  })
})

describe('webhooks listen', () => {
  it('prints a payment with its verified signature, which is then listed and can be sent again under the same id', async () => {
    const { id } = await boardMerchant(gateway)
    const webhook = await listenAsProcess(id)
    const orderId = await pay(id)
    const first = await webhook.next()
    assert.match(first.id, /^[0-9a-f]{32}$/)
    const expected = {
      attempt: '1',
      eventNumber: '1',
      order: orderId,
      transaction: '1',
      type: 'PAYMENT',
      result: 'SUCCESS',
      gatewayCode: 'APPROVED',
      secret: 'OK',
      signature: 'OK',
      answered: 200,
    }
    assert.deepEqual(first, { id: first.id, ...expected })

    const listed = await eventually(async () => {
      const { deliveries } = await data('webhooks', 'list', id, '--order', orderId, '--state', 'DELIVERED')
      return deliveries.length > 0 ? deliveries : undefined
    })
    assert.deepEqual(
      listed.map((each: Body) => [each.notificationId, each.url, each.attempts]),
      [[first.id, webhook.url, 1]],
    )
    assert.match(await text('webhooks', 'list', id), new RegExp(`${first.id} +DELIVERED +1 `))
    const shown = await text('webhooks', 'show-delivery', id, first.id)
    assert.match(shown, /^1 +\S+Z +200 +\d+$/m)
    assert.match(shown, /"number": "512345xxxxxx0008"/)

    assert.equal((await data('webhooks', 'replay', id, first.id)).replayed, 1)
    const again = await webhook.next()
    assert.deepEqual(again, { id: first.id, ...expected, attempt: '2' })
    assert.ok((await actionsOn(id)).includes('NOTIFICATIONS_REPLAYED'))
    await webhook.stop()
  })

  it('verifies also with secrets that are newer than the command', async () => {
    const { id } = await boardMerchant(gateway)
    const webhook = await listen(id)
    await data('webhooks', 'rotate-secret', id)
    await data('webhooks', 'rotate-secret', id, '--finish')
    const orderId = await pay(id)
    const { order, secret, signature } = await webhook.next()
    assert.deepEqual([order, secret, signature], [orderId, 'OK', 'OK'])
    await webhook.stop()
  })

  it('fails on request, and the attempt is in the log with its answer', async () => {
    const { id } = await boardMerchant(gateway)
    const webhook = await listen(id, '--fail', '1', '--status', '502')
    await pay(id)
    const failed = await webhook.next()
    assert.deepEqual([failed.attempt, failed.answered], ['1', 502])
    const { attempts, delivery } = await eventually(async () => {
      const found = await data('webhooks', 'show-delivery', id, failed.id)
      return found.attempts.length > 0 ? found : undefined
    })
    assert.deepEqual([attempts[0].status, delivery.state], [502, 'PENDING'])
    // What a quarter of a minute would do.
    await gateway.query(`update deliveries set next_at = now() where notification_id = $1`, [failed.id])
    await gateway.query(`update webhooks set due_at = now() where merchant_id = $1`, [id])
    const { attempt, answered } = await webhook.next()
    assert.deepEqual([attempt, answered], ['2', 200])
    await webhook.stop()
  })

  it('puts the merchant’s URL back when it is stopped', async () => {
    const { id } = await boardMerchant(gateway)
    const url = 'https://shop.example/hook'
    await data('webhooks', 'enable', id, '--url', url)
    const webhook = await listen(id)
    assert.equal((await data('webhooks', 'show', id)).url, webhook.url)
    await webhook.stop()
    assert.deepEqual(pick(await data('webhooks', 'show', id)), [true, url])
  })

  it('turns notifications off again where they had been off', async () => {
    const { id } = await boardMerchant(gateway)
    const webhook = await listen(id)
    assert.deepEqual(pick(await data('webhooks', 'show', id)), [true, webhook.url])
    await webhook.stop()
    assert.deepEqual(pick(await data('webhooks', 'show', id)), [false, null])
  })

  it('keeps a URL that was set while it was running', async () => {
    const { id } = await boardMerchant(gateway)
    const webhook = await listen(id)
    const url = 'https://shop.example/newer'
    await data('webhooks', 'enable', id, '--url', url)
    await webhook.stop()
    assert.deepEqual(pick(await data('webhooks', 'show', id)), [true, url])
  })

  it('leaves the merchant’s URL alone on request, and gets the notifications of orders that name it', async () => {
    const { id } = await boardMerchant(gateway)
    await data('webhooks', 'enable', id)
    const webhook = await listen(id, '--no-enable')
    const orderId = await pay(id, { notificationUrl: webhook.url })
    assert.equal((await webhook.next()).order, orderId)
    assert.equal((await data('webhooks', 'show', id)).url, null)
    await webhook.stop()
  })
})

function pick({ isEnabled, url }: Body): readonly [boolean, string | null] {
  return [isEnabled, url]
}
