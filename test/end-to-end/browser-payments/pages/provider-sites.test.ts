// The sites of the simulated providers, in a real browser without scripts: every button, every address, every look.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Initiation } from '../../../../src/ports/provider.ts'
import { accepted, newInitiation } from '../../../conformance/provider.ts'
import { type Browser, launchBrowser, openPage, type Page } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { send } from '../../../support/clients/client.ts'
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts'

type Letter = 'a' | 'b' | 'c'

const shipping = {
  address: { street: '5 Main Street', city: 'Berlin', postcodeZip: '10115', country: 'DEU' },
  contact: { firstName: 'Ada', lastName: 'Muster' },
}

describe('the site of a simulated provider', () => {
  let gateway: TestGateway
  let browser: Browser
  let shop: Server
  let shopUrl: string
  before(async () => {
    shop = createServer((_request, response) => response.end('back in the shop'))
    await new Promise<void>((resolve) => shop.listen(0, 'localhost', resolve))
    shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}/back`
    ;[gateway, browser] = await Promise.all([startGateway(), launchBrowser()])
  })
  after(async () => {
    await browser?.close()
    shop?.closeAllConnections()
    shop?.close()
    await gateway?.stop()
  })

  const providerOf = (letter: Letter) =>
    gateway.ports.providers.of({ adapter: `simulated-provider-${letter}` }) ?? assert.fail(letter)
  const begin = async (letter: Letter, differences: Partial<Initiation> = {}) => {
    const initiation = newInitiation({
      returnUrl: shopUrl,
      callbackUrl: `${gateway.doors.httpsUrl}/bpui/pp/notify/BP-nobody`,
      ...(letter === 'b' && { bankIdentifier: '37040044' }),
      ...differences,
    })
    return { initiation, url: accepted(await providerOf(letter).initiate(initiation)).payerUrl }
  }
  const wordOn = async (letter: Letter, initiation: Initiation) => {
    const reply = await providerOf(letter).look(initiation)
    return reply.kind === 'found' ? reply.word : assert.fail(reply.kind)
  }
  const callbacksOf = ({ reference }: Initiation) =>
    gateway.query<{ tries: number }>('select tries from simulated_providers.callback where reference = $1', [reference])
  const textOf = async (page: Page) => (await page.getByRole('main').textContent()) ?? ''
  const titleOf = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const withPage = async (work: (page: Page) => Promise<void>, options: object = {}) => {
    const page = await openPage(browser, { javaScriptEnabled: false, ...options })
    try {
      await work(page)
      assert.deepEqual(page.problems, [])
    } finally {
      await page.close()
    }
  }

  for (const letter of ['a', 'b', 'c'] as const) {
    it(`${letter} does what each button says, and sends the payer back whatever it is`, async () => {
      await withPage(async (page) => {
        for (const [button, state, gatewayCode, title] of [
          ['Pay now', 'OVER', 'APPROVED', 'Paid'],
          ['Decline', 'OVER', 'DECLINED', 'Not paid'],
          ['Cancel and return', 'OVER', 'CANCELLED', 'Cancelled'],
          ['Abort', 'OVER', 'ABORTED', 'Aborted'],
          ['Leave pending', 'PENDING', undefined, 'Pay Corner Shop'],
        ] as const) {
          const { initiation, url } = await begin(letter)
          await page.goto(url)
          if (letter === 'c') await press(page, 'Log in')
          await press(page, button)
          assert.equal(page.url(), shopUrl, 'nothing is added to the address')
          await page.goto(url)
          assert.equal(await titleOf(page), title)
          const word = await wordOn(letter, initiation)
          assert.deepEqual([word.state, word.answer?.gatewayCode], [state, gatewayCode], button)
          if (state === 'PENDING') continue
          await page.getByRole('link', { name: 'Back to Corner Shop' }).click()
          assert.equal(page.url(), shopUrl)
        }
      })
    })
  }

  it('shows what is bought, and asks for an agreement where the merchant confirms', async () => {
    const items = [{ name: 'Boots <b>brown</b>', quantity: '2', unitPrice: '48.7' }]
    const told = { items, description: 'Boots', amountMinor: 97_40n, confirmation: 'CONFIRM_AT_MERCHANT' } as const
    const { initiation, url } = await begin('a', told)
    await withPage(async (page) => {
      await page.goto(url)
      const text = await textOf(page)
      for (const part of ['Corner Shop', 'EUR 97.40', initiation.orderId, 'Boots <b>brown</b>', '2 × EUR 48.70'])
        assert.ok(text.replaceAll('\u00a0', ' ').includes(part), `${part} is not in ${text}`)
      await press(page, 'Agree and continue')
      await page.goto(url)
      assert.equal(await titleOf(page), 'Agreed')
    })
    assert.equal((await wordOn('a', initiation)).state, 'AGREED')
  })

  it('lets the payer change the address where the shop has not fixed it, and takes no nonsense', async () => {
    const { initiation, url } = await begin('a', { isShippingShown: true, shipping })
    await withPage(async (page) => {
      await page.goto(url)
      assert.equal(await page.getByLabel('Street', { exact: true }).inputValue(), '5 Main Street')
      await page.getByLabel('City').fill('München')
      await page.getByLabel('Postcode').fill('80331')
      await press(page, 'Pay now')
      assert.equal(page.url(), shopUrl)
    })
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

  it('shows a fixed address as it is, and none where the shop wants none shown', async () => {
    const fixed = await begin('a', { isShippingShown: true, isShippingFixed: true, shipping })
    const hidden = await begin('a', { isShippingShown: false, shipping })
    await withPage(async (page) => {
      await page.goto(fixed.url)
      assert.match(await textOf(page), /Ada Muster\s*5 Main Street\s*10115 Berlin/)
      assert.equal(await page.getByLabel('City').count(), 0)
      await press(page, 'Pay now')
      await page.goto(hidden.url)
      assert.doesNotMatch(await textOf(page), /Main Street/)
    })
    assert.equal((await wordOn('a', fixed.initiation)).payer.shipping, undefined)
  })

  it('asks for the bank login before it lets anybody pay at provider C', async () => {
    const { initiation, url } = await begin('c')
    await post(url, { decision: 'APPROVE' })
    assert.equal((await wordOn('c', initiation)).state, 'OPEN')
    const wrong = await post(url, { step: 'login', name: 'robin.sample', pin: '0' })
    assert.deepEqual([wrong.status, /role="alert">Name or PIN is wrong/.test(wrong.text)], [422, true])
    await post(url, { decision: 'APPROVE' })
    assert.equal((await wordOn('c', initiation)).state, 'OPEN')
    await withPage(async (page) => {
      await page.goto(url)
      await press(page, 'Log in')
      await press(page, 'Pay now')
    })
    assert.equal((await wordOn('c', initiation)).answer?.gatewayCode, 'APPROVED')
  })

  it('tells the gateway before the browser returns when asked to, and never when asked to', async () => {
    const [early, never] = [await begin('b'), await begin('b')]
    await withPage(async (page) => {
      await page.goto(early.url)
      await page.getByLabel('When the provider tells the gateway').selectOption('BEFORE')
      await press(page, 'Pay now')
      assert.deepEqual(await callbacksOf(early.initiation), [{ tries: 1 }], 'it was sent before the payer came back')
      await page.goto(never.url)
      await page.getByLabel('When the provider tells the gateway').selectOption('NEVER')
      await press(page, 'Pay now')
      assert.deepEqual(await callbacksOf(never.initiation), [])
    })
  })

  it('decides once, however often and at the same time a form is sent', async () => {
    const { initiation, url } = await begin('a')
    const forms = ['APPROVE', 'CANCEL', 'APPROVE', 'DECLINE', 'ABORT', 'APPROVE']
    const answers = await Promise.all(forms.map((decision) => post(url, { decision })))
    for (const { status, headers } of answers) assert.deepEqual([status, headers.location], [303, shopUrl])
    assert.equal((await callbacksOf(initiation)).length, 1)
    const { state, answer } = await wordOn('a', initiation)
    await post(url, { decision: 'CANCEL' })
    assert.deepEqual([state, answer], ['OVER', (await wordOn('a', initiation)).answer])
  })

  it('is nowhere to be found with another token, and takes no form from the page of somebody else', async () => {
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

  it('is kept by nobody, framed by nobody, and runs nothing', async () => {
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
    const css = await get(`${gateway.doors.httpsUrl}${href}`)
    assert.deepEqual([css.status, css.headers['content-type']], [200, 'text/css;charset=UTF-8'])
    assert.match(integrity, /^sha384-/)
    assert.match(String(css.headers['cache-control']), /immutable/)
  })

  it('lets the payer agree to later payments, refuse, and withdraw', async () => {
    const start = async () => {
      const { acquirerMerchantId, reference, merchantName, returnUrl, callbackUrl } = (await begin('a')).initiation
      const about = { acquirerMerchantId, reference: `agreement-${reference}` }
      const wish = { ...about, merchantName, returnUrl, callbackUrl, name: 'Boots club' }
      return { about, url: accepted(await providerOf('a').startAgreement(wish)).payerUrl }
    }
    const stateOf = async (about: Awaited<ReturnType<typeof start>>['about']) => {
      const reply = await providerOf('a').lookAgreement(about)
      return reply.kind === 'found' ? reply : assert.fail(reply.kind)
    }
    const [agreed, refused] = [await start(), await start()]
    await withPage(async (page) => {
      await page.goto(refused.url)
      await press(page, 'Refuse and return')
      assert.equal(page.url(), shopUrl)
      await page.goto(agreed.url)
      await press(page, 'Agree')
      assert.equal(page.url(), shopUrl)
      assert.equal((await stateOf(refused.about)).state, 'REFUSED')
      const id = (await stateOf(agreed.about)).payer.providerA?.billingAgreement?.id ?? assert.fail('no agreement')
      await page.goto(agreed.url)
      await page.getByRole('link', { name: 'Your agreements' }).click()
      assert.match(await textOf(page), new RegExp(`Boots club\\s*${id}`))
      await press(page, 'Withdraw')
      assert.match(await textOf(page), /Withdrawn/)
      const withdrawals = await providerOf('a').listWithdrawals(100)
      const heard = await gateway.query('select from simulated_providers.withdrawal where agreement_id = $1', [id])
      assert.equal(heard.length, 1)
      assert.ok(withdrawals.every(({ noticeId }) => noticeId !== ''))
    })
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
