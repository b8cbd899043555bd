// Receipts by e-mail: who gets one, what it says, and that a mail server in trouble delays no payment.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { removePageLogo, setPageLogo } from '../../../src/merchants/operations/page-logo.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { cardSource, newOrderId } from '../../support/clients/client.ts'
import { declinedCard, newCheckout, openPayer, redirectOf } from '../../support/clients/payer.ts'
import { openShop } from '../../support/clients/shop.ts'
import { testerStamp } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { type MailServer, openMailServer } from '../../support/sites/mail-server.ts'

/** The smallest PNG: one transparent pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let gateway: TestGateway
let server: MailServer
/** What the server answers to the next recipients, in place of taking them. */
const refusals: string[] = []
before(async () => {
  server = await openMailServer({ reply: (command) => (command === 'RCPT' ? refusals.shift() : undefined) })
  gateway = await startGateway({
    TOLLGATE_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    TOLLGATE_SMTP_FROM: 'receipts@pay.example',
  })
})
after(async () => {
  await gateway?.stop()
  await server?.close()
})

const mailsTo = (address: string) => server.mails.filter(({ to }) => to === address)

async function rowOf(orderId: string) {
  const [row] = await gateway.query<{ state: string; attempts: number }>(
    'select state, attempts from receipt_emails where order_id = $1',
    [orderId],
  )
  return row
}

describe('a payer with an e-mail address', () => {
  it('gets one receipt, in the language of the page and from the merchant that it names', async () => {
    const { sessionId, orderId } = await newCheckout(gateway, {
      interaction: { locale: 'de', merchant: { name: 'Käse & Söhne' } },
      customer: { email: 'jane@payer.example' },
      order: { reference: 'R-1' },
    })
    const payer = openPayer(gateway, sessionId)
    await payer.pay(declinedCard)
    assert.deepEqual(mailsTo('jane@payer.example'), [])
    redirectOf(await payer.pay({ attempt: '2' }))
    const [mail] = await eventually(
      async () => mailsTo('jane@payer.example'),
      ({ length }) => length > 0,
    )
    assert.equal(mail?.headers.get('from'), 'Käse & Söhne <receipts@pay.example>')
    assert.match(mail?.headers.get('subject') ?? '', /Käse & Söhne$/)
    for (const part of ['100,00', orderId, 'R-1', 'Mastercard •••• 0008', 'Käse & Söhne'])
      assert.ok(mail?.text.includes(part), `${part} in ${mail?.text}`)
    assert.ok(!/51234500|5123450000000008|512345/.test(mail?.raw ?? ''), 'the card number is not in it')
    await until(async () => (await rowOf(orderId))?.state === 'SENT', 'it is marked as sent')
    // Whatever the payer loads again, there is no second one.
    for (let times = 0; times < 3; times += 1) redirectOf(await payer.open())
    assert.equal(mailsTo('jane@payer.example').length, 1)
  })

  it('gets it in the language and the time zone of the page, with items and HTML that loads nothing', async () => {
    const { sessionId } = await newCheckout(gateway, {
      interaction: { merchant: { name: 'Tom & <b>Jerry</b>' } },
      customer: { email: 'page@payer.example' },
      order: { item: [{ name: '<img src="https://shop.example/x">', quantity: '2', unitPrice: '50.00' }] },
    })
    const payer = openPayer(gateway, sessionId)
    redirectOf(
      await payer.pay(
        { device: 'timeZone=-540&language=it&zone=Asia%2FTokyo' },
        { 'accept-language': 'de-AT, en;q=0.5' },
      ),
    )
    const [mail] = await eventually(
      async () => mailsTo('page@payer.example'),
      ({ length }) => length > 0,
    )
    const { text = '', html = '' } = mail ?? {}
    for (const part of ['Vielen Dank', '100,00', 'GMT+9'])
      for (const shown of [text, html]) assert.ok(shown.includes(part), `${part} in ${shown}`)
    assert.match(html, /^<!doctype html>\s*<html lang="de" dir="ltr">/)
    assert.ok(html.includes('Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;') && html.includes('&lt;img src='), html)
    assert.doesNotMatch(html, /<(?:script|link|iframe|form)|src="(?!cid:)|url\(|512345/)
    assert.ok(html.includes('•••• 0008') && text.includes('<img src="https://shop.example/x">'))
  })

  it("gets it with the merchant's logo as a part of the message", async () => {
    const merchantId = 'TESTMERCHANT'
    const dependencies = { merchants: gateway.administration.merchants, pageLogos: gateway.dependencies.pageLogos }
    assert.equal((await setPageLogo(merchantId, picture, testerStamp(), dependencies)).kind, 'CHANGED')
    const { sessionId } = await newCheckout(gateway, { customer: { email: 'logo@payer.example' } })
    const payer = openPayer(gateway, sessionId)
    await until(async () => (await payer.open()).text.includes('class="logo"'), 'every page has the logo')
    redirectOf(await payer.pay())
    const [mail] = await eventually(
      async () => mailsTo('logo@payer.example'),
      ({ length }) => length > 0,
    )
    assert.deepEqual([...(mail?.images ?? [])], [['logo', picture]])
    assert.match(mail?.html ?? '', /<img src="cid:logo" alt=""/)
    await removePageLogo(merchantId, testerStamp(), dependencies)
  })

  it('gets one at an address that was entered on the page', async () => {
    const { sessionId } = await newCheckout(gateway, {
      interaction: { displayControl: { customerEmail: 'MANDATORY' } },
    })
    redirectOf(await openPayer(gateway, sessionId).pay({ email: 'typed@payer.example' }))
    await until(() => mailsTo('typed@payer.example').length === 1, 'the receipt has come')
  })

  it('has paid, and is sent the receipt later, while the mail server does not take it', async () => {
    refusals.push('450 later')
    const { sessionId, orderId, successIndicator } = await newCheckout(gateway, {
      customer: { email: 'late@payer.example' },
    })
    const [, { resultIndicator }] = redirectOf(await openPayer(gateway, sessionId).pay())
    assert.equal(resultIndicator, successIndicator)
    const row = await eventually(
      () => rowOf(orderId),
      ({ attempts }) => attempts === 1 && refusals.length === 0,
    )
    assert.equal(row.state, 'PENDING')
    assert.deepEqual(mailsTo('late@payer.example'), [])
    await until(
      () => gateway.logLines.some((line) => line.includes('receipt not sent; will retry') && line.includes(orderId)),
      'it is logged',
    )
    assert.ok(!gateway.logLines.some((line) => line.includes('late@payer.example')), 'the log has no address')
    await gateway.query('update receipt_emails set next_attempt_at = now() where order_id = $1', [orderId])
    await until(() => mailsTo('late@payer.example').length === 1, 'the receipt has come')
    await until(async () => (await rowOf(orderId))?.state === 'SENT', 'it is marked as sent')
  })
})

describe('no receipt', () => {
  it('is sent without an address, or for an address that could change headers or is on this machine', async () => {
    const orders: string[] = []
    for (const customer of [{}, { email: 'ünicode@payer.example' }, { email: 'root@localhost' }]) {
      const { sessionId, orderId } = await newCheckout(gateway, { customer })
      redirectOf(await openPayer(gateway, sessionId).pay())
      orders.push(orderId)
    }
    for (const orderId of orders)
      await until(async () => (await rowOf(orderId))?.state === 'NO_ADDRESS', 'there is nothing to send')
  })

  it('is sent for payments of the API', async () => {
    const orderId = newOrderId()
    const sourceOfFunds = cardSource()
    const order = { amount: '100.00', currency: 'USD' }
    const customer = { email: 'api@payer.example' }
    const { body } = await openShop(gateway).put({ apiOperation: 'PAY', order, sourceOfFunds, customer }, { orderId })
    assert.equal(body.result, 'SUCCESS')
    assert.equal(await rowOf(orderId), undefined)
  })
})
