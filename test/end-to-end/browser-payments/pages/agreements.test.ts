// A payer in a real browser agrees to later payments on the site of provider A, refuses, and takes the consent back.
import assert from 'node:assert/strict'
import { type Browser, launchBrowser, openPage, type WatchedPage } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { openAgreements, providerA } from '../../../support/clients/agreements.ts'
import { payBody } from '../../../support/clients/client.ts'
import { openShop, outcome } from '../../../support/clients/shop.ts'
import { openTokenKeeper, type TokenKeeper } from '../../../support/clients/token-keeper.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'
import { openTlsShop, type TlsShop } from '../../../support/sites/tls-shop.ts'

const narrow = { width: 390, colorScheme: 'light' } as const
const wideAndDark = { width: 1280, colorScheme: 'dark' } as const

describe('in a browser, a payer', () => {
  let gateway: TestGateway
  let browser: Browser
  let tokens: TokenKeeper
  let site: TlsShop
  const account = 'BROWSER-PROVIDER_A'
  before(async () => {
    gateway = await sharedGateway()
    browser = await launchBrowser()
    site = await openTlsShop(gateway)
    const link = { provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account } as const
    tokens = await openTokenKeeper(gateway, { profile: { providers: [link], name: 'The cheese shop' } })
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  const returnUrl = () => `${site.returnUrl}?cart=7`

  /** The payer stands before the provider's page. */
  async function visit({ width, colorScheme }: typeof narrow | typeof wideAndDark) {
    const shop = openAgreements(gateway, tokens.merchant)
    const { sessionId, redirectToken } = await shop.open({ browserPayment: { returnUrl: returnUrl() } })
    const page = await openPage(browser, { viewport: { width, height: 800 }, colorScheme })
    await page.goto(`${gateway.dependencies.addresses.publicUrl()}/bpui/pp/out/${redirectToken}`)
    return { page, shop, sessionId, redirectToken }
  }

  const press = (page: WatchedPage, name: string) =>
    Promise.all([page.waitForURL(returnUrl()), page.getByRole('button', { name }).click()])

  it('reads the terms, agrees, and is back in the shop, which finds the token and charges it', async () => {
    const { page, shop, sessionId } = await visit(narrow)
    const text = (await page.locator('main').textContent()) ?? ''
    for (const part of ['The cheese shop', 'Monthly box', 'A box of cheese a month'])
      assert.ok(text.includes(part), text)
    await press(page, 'Agree')
    const { token } = (await shop.session(sessionId)).sourceOfFunds
    const paid = await openShop(gateway, tokens.merchant).put(payBody({ sourceOfFunds: { token } }))
    assert.deepEqual(outcome(paid), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'], paid.text)
    assert.deepEqual(page.problems, [])
    await page.goBack()
    await page.goForward()
    assert.equal((await shop.session(sessionId)).sourceOfFunds.token, token)
    await page.close()
  })

  it('refuses, and is back in the shop, which finds nothing', async () => {
    const { page, shop, sessionId } = await visit(wideAndDark)
    await press(page, 'Refuse')
    assert.equal((await shop.session(sessionId)).session.updateStatus, 'NO_UPDATE')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('agrees and withdraws, after which the token is invalid', async () => {
    const { page, shop, sessionId } = await visit(narrow)
    const site = page.url()
    await press(page, 'Agree')
    const { token } = (await shop.session(sessionId)).sourceOfFunds
    const { id } = (await tokens.get(token)).body.sourceOfFunds.provided.providerA.billingAgreement
    await page.goto(site)
    await page.getByRole('link', { name: 'Your agreements' }).click()
    await page.locator('li', { hasText: id }).getByRole('button', { name: 'Withdraw' }).click()
    await eventually(
      async () => (await tokens.get(token)).body.status as string,
      (status) => status === 'INVALID',
    )
    await eventually(
      () => providerA(gateway).listWithdrawals(1),
      (withdrawals) => withdrawals.length === 0,
    )
    assert.deepEqual(page.problems, [])
    await page.close()
  })
})
