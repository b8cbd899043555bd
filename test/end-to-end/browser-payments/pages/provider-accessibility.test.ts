// The pages of the simulated providers for those who listen, use a keyboard, or need strong contrast: axe-core looks at every
// one.
import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Initiation } from '../../../../src/ports/provider.ts'
import { accepted, newInitiation } from '../../../conformance/provider.ts'
import { type Browser, launchBrowser, openPage } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { send } from '../../../support/clients/client.ts'
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts'

type Letter = 'a' | 'b' | 'c'

const narrow = { viewport: { width: 390, height: 844 } }
const wide = { viewport: { width: 1280, height: 860 } }
const shipping = {
  address: { street: '5 Main Street', city: 'Berlin', postcodeZip: '10115', country: 'DEU' },
  contact: { firstName: 'Ada', lastName: 'Muster' },
}

describe('a page of a simulated provider', () => {
  let gateway: TestGateway
  let browser: Browser
  before(async () => {
    ;[gateway, browser] = await Promise.all([startGateway(), launchBrowser()])
  })
  after(async () => {
    await browser?.close()
    await gateway?.stop()
  })

  const providerOf = (letter: Letter) =>
    gateway.ports.providers.of({ adapter: `simulated-provider-${letter}` }) ?? assert.fail(letter)
  const begin = async (letter: Letter, differences: Partial<Initiation> = {}) => {
    const initiation = newInitiation({ ...(letter === 'b' && { bankIdentifier: '37040044' }), ...differences })
    return { url: accepted(await providerOf(letter).initiate(initiation)).payerUrl }
  }
  const post = (url: string, form: Record<string, string>) =>
    send(new URL(url).origin, {
      method: 'POST',
      path: new URL(url).pathname,
      login: null,
      bytes: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  it('has no serious fault of accessibility, light or dark, wide or narrow', async () => {
    const startedAgreement = { ...newInitiation(), name: 'Boots club', description: 'A pair each year' }
    const agreement = accepted(await providerOf('a').startAgreement(startedAgreement)).payerUrl
    const done = await begin('b')
    await post(done.url, { decision: 'CANCEL' })
    const loggedIn = await begin('c')
    await post(loggedIn.url, { step: 'login', name: 'robin.sample', pin: '12345' })
    const addresses = [
      (await begin('a', { isShippingShown: true, shipping })).url,
      (await begin('a', { isShippingShown: true, isShippingFixed: true, shipping })).url,
      (await begin('b', { orderReference: 'TEST-PENDING' })).url,
      (await begin('c')).url,
      loggedIn.url,
      done.url,
      agreement,
      agreement.replace('/agree/', '/agreements/'),
    ]
    for (const look of [wide, narrow]) {
      // The page's own policy would not let a stranger's script in.
      const page = await openPage(browser, { ...look, bypassCSP: true })
      for (const address of addresses) {
        await page.goto(address)
        await page.evaluate(axe.source)
        for (const colorScheme of ['light', 'dark'] as const) {
          const options = JSON.stringify({
            resultTypes: ['violations'],
            ...(colorScheme === 'dark' && { runOnly: ['color-contrast'] }),
          })
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          const faults = await page.evaluate<
            readonly string[]
          >(`axe.run(document, ${options}).then(({ violations }) => violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join()))`)
          assert.deepEqual(faults, [], `${new URL(address).pathname.split('/').slice(0, 5)} ${colorScheme}`)
        }
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
      }
      await page.close()
    }
  })
})
