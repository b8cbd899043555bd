// The sites of the simulated providers as a payer without scripts uses them: every button, every address, every form.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { PaymentInitiation } from '../../../src/payments/ports/provider.ts'
import { withoutDeadline } from '../../conformance/ask-terms.ts'
import { accepted, newInitiation } from '../../conformance/provider.ts'
import { send } from '../../support/clients/client.ts'
import { openScriptlessBrowser } from '../../support/clients/scriptless-browser.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

type Letter = 'a' | 'b' | 'c'

const shipping = {
  address: { street: '5 Main Street', city: 'Berlin', postcodeZip: '10115', country: 'DEU' },
  contact: { firstName: 'Ada', lastName: 'Muster' },
}
const shopUrl = 'https://shop.example/back'

describe('the site of a simulated provider', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await sharedGateway()
  })

  const providerOf = (letter: Letter) =>
    gateway.dependencies.providers.of({ adapter: `simulated-provider-${letter}` }) ?? assert.fail(letter)
  const begin = async (letter: Letter, differences: Partial<PaymentInitiation> = {}) => {
    const initiation = newInitiation({
      returnUrl: shopUrl,
      callbackUrl: `${gateway.listeners.httpsUrl}/bpui/pp/notify/BP-nobody`,
      ...(letter === 'b' && { bankIdentifier: '37040044' }),
      ...differences,
    })
    return { initiation, url: accepted(await providerOf(letter).initiate(initiation, withoutDeadline)).payerUrl }
  }
  const wordOn = async (letter: Letter, initiation: PaymentInitiation) => {
    const result = await providerOf(letter).getStatus(initiation)
    return result.kind === 'FOUND' ? result.status : assert.fail(result.kind)
  }
  const callbacksOf = ({ reference }: PaymentInitiation) =>
    gateway.query<{ tries: number }>('select tries from simulated_providers.callback where reference = $1', [reference])
  for (const letter of ['a', 'b', 'c'] as const) {
    it(`${letter} does what each button says, and returns the payer in every case`, async () => {
      const page = openScriptlessBrowser()
      for (const [button, state, gatewayCode, title] of [
        ['Pay now', 'OVER', 'APPROVED', 'Paid'],
        ['Decline', 'OVER', 'DECLINED', 'Not paid'],
        ['Cancel and return', 'OVER', 'CANCELLED', 'Cancelled'],
        ['Abort', 'OVER', 'ABORTED', 'Aborted'],
        ['Leave pending', 'PENDING', undefined, 'Pay Corner Shop'],
      ] as const) {
        const { initiation, url } = await begin(letter)
        await page.goto(url)
        if (letter === 'c') await page.press('Log in')
        await page.press(button)
        assert.equal(page.url, shopUrl, 'nothing is added to the address')
        await page.goto(url)
        assert.equal(page.heading, title)
        const word = await wordOn(letter, initiation)
        assert.deepEqual([word.state, word.response?.gatewayCode], [state, gatewayCode], button)
        if (state === 'PENDING') continue
        await page.follow('Back to Corner Shop')
        assert.equal(page.url, shopUrl)
      }
    })
  }

  it('shows the order, and asks for an agreement where the merchant confirms', async () => {
    const items = [{ name: 'Boots <b>brown</b>', quantity: '2', unitPrice: '48.7' }]
    const details = { items, description: 'Boots', amountMinor: 97_40n, confirmation: 'CONFIRM_AT_MERCHANT' } as const
    const { initiation, url } = await begin('a', details)
    const page = openScriptlessBrowser()
    await page.goto(url)
    const text = page.text
    for (const part of ['Corner Shop', 'EUR 97.40', initiation.orderId, 'Boots <b>brown</b>', '2 × EUR 48.70'])
      assert.ok(text.replaceAll('\u00a0', ' ').includes(part), `${part} is not in ${text}`)
    await page.press('Agree and continue')
    await page.goto(url)
    assert.equal(page.heading, 'Agreed')
    assert.equal((await wordOn('a', initiation)).state, 'AGREED')
  })

  it('lets the payer change the address where the shop has not fixed it, and refuses nonsense', async () => {
    const { initiation, url } = await begin('a', { isShippingShown: true, shipping })
    const page = openScriptlessBrowser()
    await page.goto(url)
    assert.equal(page.valueOf('street'), '5 Main Street')
    page.fill('city', 'München')
    page.fill('postcodeZip', '80331')
    await page.press('Pay now')
    assert.equal(page.url, shopUrl)
    const { payer } = await wordOn('a', initiation)
    assert.deepEqual(payer.shipping, {
      address: { ...shipping.address, city: 'München', postcodeZip: '80331' },
      contact: shipping.contact,
    })

    const second = await begin('a', { isShippingShown: true, shipping })
    const form = { decision: 'APPROVE', street: '', city: 'x'.repeat(101), postcodeZip: '<>', country: 'Mars' }
    const refused = await post(second.url, form)
    assert.equal(refused.status, 422)
    assert.equal(refused.text.match(/Please check this/g)?.length, 6)
    assert.equal((await wordOn('a', second.initiation)).state, 'OPEN')
  })

  it('shows a fixed address read-only, and none where the shop wants none', async () => {
    const fixed = await begin('a', { isShippingShown: true, isShippingFixed: true, shipping })
    const hidden = await begin('a', { isShippingShown: false, shipping })
    const page = openScriptlessBrowser()
    await page.goto(fixed.url)
    assert.match(page.text, /Ada Muster\s*5 Main Street\s*10115 Berlin/)
    assert.equal(page.hasControl('city'), false)
    await page.press('Pay now')
    await page.goto(hidden.url)
    assert.doesNotMatch(page.text, /Main Street/)
    assert.equal((await wordOn('a', fixed.initiation)).payer.shipping, undefined)
  })

  it('asks for the bank login before a payment at provider C', async () => {
    const { initiation, url } = await begin('c')
    await post(url, { decision: 'APPROVE' })
    assert.equal((await wordOn('c', initiation)).state, 'OPEN')
    const wrong = await post(url, { step: 'login', name: 'robin.sample', pin: '0' })
    assert.deepEqual([wrong.status, /role="alert">Incorrect name or PIN/.test(wrong.text)], [422, true])
    await post(url, { decision: 'APPROVE' })
    assert.equal((await wordOn('c', initiation)).state, 'OPEN')
    const page = openScriptlessBrowser()
    await page.goto(url)
    await page.press('Log in')
    await page.press('Pay now')
    assert.equal((await wordOn('c', initiation)).response?.gatewayCode, 'APPROVED')
  })

  it('calls the gateway before the browser returns, or never, as directed', async () => {
    const [early, never] = [await begin('b'), await begin('b')]
    const page = openScriptlessBrowser()
    await page.goto(early.url)
    page.fill('callbacks', 'BEFORE')
    await page.press('Pay now')
    assert.deepEqual(await callbacksOf(early.initiation), [{ tries: 1 }], 'it was sent before the payer came back')
    await page.goto(never.url)
    page.fill('callbacks', 'NEVER')
    await page.press('Pay now')
    assert.deepEqual(await callbacksOf(never.initiation), [])
  })

  it('decides once, however often and concurrently a form is sent', async () => {
    const { initiation, url } = await begin('a')
    const forms = ['APPROVE', 'CANCEL', 'APPROVE', 'DECLINE', 'ABORT', 'APPROVE']
    const responses = await Promise.all(forms.map((decision) => post(url, { decision })))
    for (const { status, headers } of responses) assert.deepEqual([status, headers.location], [303, shopUrl])
    assert.equal((await callbacksOf(initiation)).length, 1)
    const { state, response } = await wordOn('a', initiation)
    await post(url, { decision: 'CANCEL' })
    assert.deepEqual([state, response], ['OVER', (await wordOn('a', initiation)).response])
  })

  it('is not found with another token, and accepts no form from another site', async () => {
    const { initiation, url } = await begin('a')
    const other = url.replace(/[0-9a-f]{48}$/, '0'.repeat(48))
    for (const address of [other, url.replace('/a/', '/b/'), `${url}0`, url.replace(/[0-9a-f]{48}$/, 'x')]) {
      assert.equal((await get(address)).status, 404, address)
      assert.equal((await post(address, { decision: 'APPROVE' })).status, 404, address)
    }
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://shop.example' }])
      assert.equal((await post(url, { decision: 'APPROVE' }, headers)).status, 403)
    const wrongMethod = await sendTo(url, { method: 'PUT' })
    assert.deepEqual([wrongMethod.status, wrongMethod.headers.allow], [405, 'GET, HEAD, POST'])
    assert.equal((await wordOn('a', initiation)).state, 'OPEN')
    const token = url.slice(-48)
    assert.ok(!gateway.logLines.some((line) => line.includes(token)), 'no log line has the token')
  })

  it('is not cached, not framed, and runs no scripts', async () => {
    const { headers, text } = await get((await begin('b')).url)
    assert.match(
      String(headers['content-security-policy']),
      /default-src 'none'; style-src 'self';.*frame-ancestors 'none'/,
    )
    assert.deepEqual(
      ['referrer-policy', 'cache-control', 'x-content-type-options', 'x-frame-options'].map((name) => headers[name]),
      ['no-referrer', 'no-store', 'nosniff', 'DENY'],
    )
    assert.doesNotMatch(text, /<script|<style| style=| on\w+=/)
    const [, href = '', integrity = ''] = /href="([^"]+\.css)" integrity="([^"]+)"/.exec(text) ?? []
    const css = await get(`${gateway.listeners.httpsUrl}${href}`)
    assert.deepEqual([css.status, css.headers['content-type']], [200, 'text/css;charset=UTF-8'])
    assert.match(integrity, /^sha384-/)
    assert.match(String(css.headers['cache-control']), /immutable/)
  })

  it('lets the payer agree to later payments, refuse, and withdraw', async () => {
    const start = async () => {
      const { acquirerMerchantId, reference, merchantName, returnUrl, callbackUrl } = (await begin('a')).initiation
      const about = { acquirerMerchantId, reference: `agreement-${reference}` }
      const agreement = { ...about, merchantName, returnUrl, callbackUrl, name: 'Boots club' }
      return { about, url: accepted(await providerOf('a').startAgreement(agreement)).payerUrl }
    }
    const stateOf = async (about: Awaited<ReturnType<typeof start>>['about']) => {
      const result = await providerOf('a').getAgreementStatus(about)
      return result.kind === 'FOUND' ? result : assert.fail(result.kind)
    }
    const [agreed, refused] = [await start(), await start()]
    const page = openScriptlessBrowser()
    await page.goto(refused.url)
    await page.press('Refuse and return')
    assert.equal(page.url, shopUrl)
    await page.goto(agreed.url)
    await page.press('Agree')
    assert.equal(page.url, shopUrl)
    assert.equal((await stateOf(refused.about)).state, 'REFUSED')
    const id = (await stateOf(agreed.about)).payer.providerA?.billingAgreement?.id ?? assert.fail('no agreement')
    await page.goto(agreed.url)
    await page.follow('Your agreements')
    assert.match(page.text, new RegExp(`Boots club\\s*${id}`))
    await page.press('Withdraw')
    assert.match(page.text, /Withdrawn/)
    const withdrawals = await providerOf('a').listWithdrawals(100)
    const heard = await gateway.query('select from simulated_providers.withdrawal where agreement_id = $1', [id])
    assert.equal(heard.length, 1)
    assert.ok(withdrawals.every(({ noticeId }) => noticeId !== ''))
  })

  const sendTo = (url: string, sent: Partial<Parameters<typeof send>[1]>) => {
    const { origin, pathname } = new URL(url)
    return send(origin, { path: pathname, login: null, ...sent })
  }
  const get = (url: string) => sendTo(url, { method: 'GET' })
  const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    sendTo(url, {
      method: 'POST',
      bytes: new URLSearchParams(form).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
})
