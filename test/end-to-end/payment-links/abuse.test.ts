// What a caller who has only the URL of a payment link cannot make of it: a way to another site, or work without end.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerBank, formIn, post } from '../../support/clients/access-control.ts'
import { newOrderId, send } from '../../support/clients/client.ts'
import {
  type FormFields,
  formText,
  notEnrolledCard,
  openPayer,
  type Payer,
  wayFrom,
} from '../../support/clients/payer.ts'
import { newPaymentLink, openPaymentLink } from '../../support/clients/payment-links.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())

const sessionIdOf = ({ path }: Payer) => path.split('/').at(-1) ?? ''

/** As a browser posts a form of any page to open the page of a session. */
function openFrom(origin: string, sessionId: string, fields: FormFields = {}) {
  const ways = new URLSearchParams({ complete: `${origin}/y`, cancel: `${origin}/z`, timeout: `${origin}/x` })
  return send(gateway.listeners.httpUrl ?? '', {
    path: `/api/page/version/100/pay?${ways}`,
    method: 'POST',
    login: null,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin,
      'sec-fetch-site': 'cross-site',
      accept: 'text/html',
    },
    bytes: formText({ 'session.id': sessionId, ...fields }),
  })
}

async function expire(sessionId: string): Promise<void> {
  const hashes = gateway.dependencies.vault.lookupHashes('SESSION', sessionId).map(({ hash }) => hash)
  const past = `set expires_at = now() - interval '1 second' where session_hash = any($1)`
  for (const table of ['sessions', 'checkouts']) await gateway.query(`update ${table} ${past}`, [hashes])
}

describe('the page of a payer who came by a payment link, opened once more from another site', () => {
  const evil = 'https://evil.example'
  let merchantId: string
  before(async () => {
    merchantId = (await boardWithAccount(gateway, 'LINKSPOST', { payerAuthentication: 'BY_MERCHANT' })).id
  })

  it('never leads there: not when it is paid, left, or out of time', async () => {
    const open = async () => {
      const payer = await openPaymentLink(gateway, (await newPaymentLink(gateway, merchantId)).paymentLinkId).payer()
      const response = await openFrom(evil, sessionIdOf(payer))
      assert.deepEqual([response.status, response.headers.location], [303, payer.path], 'the page itself is no secret')
      return payer
    }
    const late = await open()
    await expire(sessionIdOf(late))
    const [paid, left] = [await open(), await open()]
    for (const response of [await late.timeout(), await paid.pay(), await left.cancel()]) {
      assert.equal(wayFrom(response), undefined)
      assert.doesNotMatch(response.text, /evil/)
    }
  })

  it('is shown in no frame of that site', async () => {
    const payer = await openPaymentLink(gateway, (await newPaymentLink(gateway, merchantId)).paymentLinkId).payer()
    await openFrom(evil, sessionIdOf(payer))
    assert.equal((await openPayer(gateway, sessionIdOf(payer), 'embedded').open()).status, 403)
  })

  it('takes no values from there', async () => {
    const payer = await openPaymentLink(gateway, (await newPaymentLink(gateway, merchantId)).paymentLinkId).payer()
    for (const fields of [{ 'interaction.cancelUrl': `${evil}/z` }, { 'interaction.merchant.name': 'Thief' }])
      assert.equal((await openFrom(evil, sessionIdOf(payer), fields)).status, 400)
    assert.doesNotMatch((await payer.open()).text, /evil|Thief/)
  })

  it('is another page than that of the merchant’s own session, which the shop may open', async () => {
    const { body } = await openSessions(gateway, merchantId).create(
      {
        apiOperation: 'INITIATE_CHECKOUT',
        checkoutMode: 'PAYMENT_LINK',
        interaction: { operation: 'PURCHASE' },
        order: { id: newOrderId(), amount: '25.00', currency: 'USD' },
      },
      100,
    )
    const shop = 'https://cart.shop.example'
    assert.equal((await openFrom(shop, body.session.id)).status, 303)
    const { headers } = await openPayer(gateway, body.session.id, 'embedded').open()
    assert.match(String(headers['content-security-policy']), /frame-ancestors https:\/\/cart\.shop\.example(;|$)/)
    assert.match(wayFrom(await openPayer(gateway, body.session.id).cancel()) ?? '', /^https:\/\/cart\.shop\.example\/z/)
  })
})

describe('authentications that payers of a link begin and leave', () => {
  it('end the link after four for each attempt that it permits; the last payer may still pay', async () => {
    const { id } = await boardWithAccount(gateway, 'LINKSLEFT', { payerAuthentication: 'ON_PAGES' })
    const paymentLink = await newPaymentLink(gateway, id, { attemptsMax: 1 })
    const waiting = await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
    const atBank: Payer[] = []
    for (let begun = 0; begun < 4; begun += 1) {
      const payer = await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
      await payer.pay()
      assert.match((await payer.open()).text, /Confirm it’s you/, `authentication ${begun + 1}`)
      atBank.push(payer)
    }
    for (const response of [
      await openPaymentLink(gateway, paymentLink.paymentLinkId).open(),
      await waiting.pay(notEnrolledCard),
    ])
      assert.match(response.text, /No more attempts/)
    const last = atBank.at(-1) ?? assert.fail('none began')
    const back = await answerBank(formIn((await last.open()).text), { result: 'Y' })
    const wayBack = formIn((await post(back.action, back.fields)).text)
    await post(wayBack.action, wayBack.fields)
    assert.match((await last.open()).text, /Payment complete/)
  })
})
