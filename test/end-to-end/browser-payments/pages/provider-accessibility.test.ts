// The pages of the simulated providers for those who listen, use a keyboard, or need strong contrast: axe-core looks at every
// one.
import assert from 'node:assert/strict'
import type { PaymentInitiation } from '../../../../src/payments/ports/provider.ts'
import { withoutDeadline } from '../../../conformance/ask-terms.ts'
import { accepted, newInitiation } from '../../../conformance/provider.ts'
import { faultsIn, overflowOf } from '../../../support/browser/accessibility.ts'
import { type Browser, launchBrowser, openPage } from '../../../support/browser/browser.ts'
import { knownColours } from '../../../support/browser/known-colours.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { send } from '../../../support/clients/client.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

type Letter = 'a' | 'b' | 'c'

const narrow = { width: 390, height: 844 }
const wide = { width: 1280, height: 860 }
const shipping = {
  address: { street: '5 Main Street', city: 'Berlin', postcodeZip: '10115', country: 'DEU' },
  contact: { firstName: 'Ada', lastName: 'Muster' },
}

describe('a page of a simulated provider', () => {
  let gateway: TestGateway
  let browser: Browser
  before(async () => {
    ;[gateway, browser] = await Promise.all([sharedGateway(), launchBrowser()])
  })
  after(() => browser?.close())

  const providerOf = (letter: Letter) =>
    gateway.dependencies.providers.of({ adapter: `simulated-provider-${letter}` }) ?? assert.fail(letter)
  const begin = async (letter: Letter, differences: Partial<PaymentInitiation> = {}) => {
    const initiation = newInitiation({ ...(letter === 'b' && { bankIdentifier: '37040044' }), ...differences })
    return { url: accepted(await providerOf(letter).initiate(initiation, withoutDeadline)).payerUrl }
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
    const page = await openPage(browser)
    const faults = (rules?: readonly string[]) => faultsIn(page, { parts: [':root'], colours: knownColours, rules })
    for (const [index, address] of addresses.entries()) {
      const about = new URL(address).pathname.split('/').slice(0, 5).join('/')
      await page.setViewportSize(wide)
      await page.goto(address)
      assert.deepEqual(await faults(), [], about)
      // Colours are all that changes.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      assert.deepEqual(await faults(['color-contrast']), [], `${about} dark`)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      assert.equal(await overflowOf(page), 0, `${about} wide`)
      await page.setViewportSize(narrow)
      assert.equal(await overflowOf(page), 0, `${about} narrow`)
      // The first is the fullest: the others have parts of it in other colours.
      if (index === 0) assert.deepEqual(await faults(), [], `${about} narrow`)
      assert.deepEqual(page.problems, [], about)
    }
    await page.close()
  })
})
