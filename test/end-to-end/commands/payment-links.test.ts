// The operator's commands about payment links.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand } from '../../../src/cli/run.ts'
import { openPaymentLink } from '../../support/clients/payment-links.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let folder = ''
let merchantId = ''

before(async () => {
  gateway = await startGateway()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-cli-payment-links-'))
  merchantId = (await boardWithAccount(gateway, 'LINKSCLI', { payerAuthentication: 'BY_MERCHANT' })).id
})
after(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})

const settings = () =>
  testEnvironment(gateway.database, {
    TOLLGATE_DATA_DIR: join(folder, 'data'),
    TOLLGATE_PUBLIC_URL: 'https://pay.example/',
  })

const run = (...words: readonly string[]) => runCommand(['payment-link', ...words], settings())

async function done(...words: readonly string[]) {
  const result = await run(...words)
  assert.ok(result.kind === 'DONE' && !result.hasProblems, JSON.stringify(result))
  return { data: JSON.parse(JSON.stringify(result.data)), text: result.text }
}

const money = ['--amount', '120.00', '--currency', 'EUR'] as const

describe('npx tollgate payment-link', () => {
  it('creates a link that can be paid, shows its order, and lists it as paid', async () => {
    const words = [
      '--description',
      'Invoice 17',
      '--order',
      'INV-17',
      '--expires',
      '30d',
      '--language',
      'fr',
      '--user',
      'ann',
    ]
    const { data, text } = await done('create', merchantId, ...money, ...words)
    assert.equal(text, `https://pay.example/checkout/link/${data.paymentLinkId}`)
    assert.deepEqual(
      [data.url, data.state, data.amount, data.currency, data.uses, data.orderId, data.language, data.createdBy],
      [text, 'OPEN', '120', 'EUR', 1, 'INV-17', 'fr', 'ann'],
    )
    const days = (Date.parse(data.expiresAt) - Date.now()) / 86_400_000
    assert.ok(days > 29.9 && days <= 30)
    await (await openPaymentLink(gateway, data.paymentLinkId).payer()).pay()
    const shown = await done('show', merchantId, data.paymentLinkId)
    assert.deepEqual([shown.data.state, shown.data.paid], ['PAID', 1])
    assert.deepEqual(
      shown.data.orders.map((order: { orderId: string; status: string }) => [order.orderId, order.status]),
      [['INV-17', 'CAPTURED']],
    )
    assert.match(shown.text, /State +PAID[\s\S]*120\.00 EUR[\s\S]*INV-17 +CAPTURED/)
    assert.match(
      (await done('list', merchantId, '--state', 'PAID')).text,
      new RegExp(`${data.paymentLinkId} +PAID +120\\.00 EUR +1 of 1`),
    )
  })

  it('creates links with an open amount and for many payments', async () => {
    const open = ['--currency', 'JPY', '--minimum', '100', '--maximum', '5000', '--uses', 'unlimited'] as const
    const { data } = await done('create', merchantId, ...open)
    assert.deepEqual(
      [data.amount, data.minimum, data.maximum, data.uses, data.expiresAt],
      [null, '100', '5000', null, null],
    )
    assert.match((await done('show', merchantId, data.paymentLinkId)).text, /open from 100 up to 5000 JPY/)
    assert.equal((await done('create', merchantId, ...money, '--uses', '20', '--operation', 'AUTHORIZE')).data.uses, 20)
  })

  it('disables a link once', async () => {
    const { data } = await done('create', merchantId, ...money)
    assert.equal(
      (await done('disable', merchantId, data.paymentLinkId, '--user', 'ann')).text,
      `Disabled payment link ${data.paymentLinkId}.`,
    )
    assert.equal((await openPaymentLink(gateway, data.paymentLinkId).open()).status, 410)
    const again = await run('disable', merchantId, data.paymentLinkId)
    assert.ok(again.kind === 'REFUSED' && /already disabled/.test(again.message))
    assert.equal((await done('show', merchantId, data.paymentLinkId)).data.disabledBy, 'ann')
  })

  it('refuses what makes no sense', async () => {
    const nothing = 'A'.repeat(26)
    const tries = [
      [['create', merchantId, '--amount', '10'], /--currency is missing/],
      [['create', merchantId, ...money, '--minimum', '5'], /without --amount/],
      [['create', merchantId, '--amount', '1.234', '--currency', 'EUR'], /more decimals/],
      [['create', merchantId, ...money, '--uses', '0'], /from 1 to 1000/],
      [['create', merchantId, ...money, '--expires', 'soon'], /12h, 30d/],
      [['create', merchantId, ...money, '--expires', '2026-01-01T00:00:00Z'], /passed/],
      [['create', merchantId, '--amount', '1', '--currency', 'XXX'], /XXX/],
      [['create', 'NOTHERE', ...money], /NOTHERE does not exist/],
      [['show', merchantId, nothing], /does not exist/],
      [['disable', merchantId, nothing], /does not exist/],
      [['list', merchantId, '--after', 'x'], /--after/],
    ] as const
    for (const [words, message] of tries) {
      const result = await run(...words)
      assert.ok(result.kind === 'REFUSED' || result.kind === 'MISUSED', JSON.stringify(result))
      assert.match(result.message, message)
    }
  })

  it('sends a link by e-mail where the gateway has a mail server, and says why not elsewhere', async () => {
    const { data } = await done('create', merchantId, ...money)
    const words = ['send', merchantId, data.paymentLinkId, '--to', 'jane@payer.example', '--message', 'Thank you.']
    const without = await run(...words)
    assert.ok(without.kind === 'REFUSED' && /no mail server/.test(without.message), JSON.stringify(without))
    const mail = { TOLLGATE_SMTP_URL: 'smtp://127.0.0.1:9', TOLLGATE_SMTP_FROM: 'payments@pay.example' }
    const send = (...given: readonly string[]) => runCommand(['payment-link', ...given], { ...settings(), ...mail })
    assert.equal((await send(...words)).kind, 'DONE')
    const rows = await gateway.query('select recipient, message from payment_link_emails where payment_link_id = $1', [
      data.paymentLinkId,
    ])
    assert.deepEqual(rows, [{ recipient: 'jane@payer.example', message: 'Thank you.' }])
    const toNobody = await send('send', merchantId, data.paymentLinkId, '--to', 'nobody')
    assert.ok(toNobody.kind === 'REFUSED' && /not an e-mail address/.test(toNobody.message), JSON.stringify(toNobody))
    assert.equal((await send('send', merchantId, 'A'.repeat(26), '--to', 'jane@payer.example')).kind, 'REFUSED')
  })
})
