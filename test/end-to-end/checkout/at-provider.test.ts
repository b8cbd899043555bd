// Paying on a provider's site from our page and back to it, by a payer without scripts: every provider, and whatever the payer
// does there. What only a browser does is in pages/providers.test.ts.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually } from '../../support/checks/poll.ts'
import { type NewCheckout, newCheckout } from '../../support/clients/payer.ts'
import { openScriptlessBrowser, type ScriptlessBrowser } from '../../support/clients/scriptless-browser.ts'
import { openShop } from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

type Letter = 'A' | 'B' | 'C'

const letters = ['A', 'B', 'C'] as const
const returnUrl = 'https://shop.example/done'

const newPage = (interaction: object = {}) =>
  newCheckout(gateway, {
    interaction: { returnUrl, merchant: { name: 'Tea shop', url: 'https://shop.example' }, ...interaction },
    order: { currency: 'EUR' },
  })
const addressOf = ({ sessionId }: NewCheckout) =>
  `${gateway.dependencies.addresses.publicUrl()}/checkout/pay/${sessionId}`

async function open(checkout: NewCheckout): Promise<ScriptlessBrowser> {
  const page = openScriptlessBrowser()
  await page.goto(addressOf(checkout))
  return page
}
async function goToProvider(page: ScriptlessBrowser, letter: Letter): Promise<void> {
  page.choose(`Provider ${letter}`)
  if (letter === 'B') page.fill('bankIdentifier', '10010010')
  await page.press('Pay ')
  assert.match(page.url, new RegExp(`/sandbox/providers/${letter.toLowerCase()}/`))
}
async function decide(page: ScriptlessBrowser, letter: Letter, button: string): Promise<void> {
  if (letter === 'C' && page.hasButton('Log in')) await page.press('Log in')
  await page.press(button)
}
const indicatorOf = ({ url }: ScriptlessBrowser) => {
  assert.ok(url.startsWith(returnUrl), url)
  return new URL(url).searchParams.get('resultIndicator')
}
async function outcomeOf({ orderId }: NewCheckout): Promise<readonly string[]> {
  const { body } = await openShop(gateway).order(orderId)
  const transactions: readonly { response: { gatewayCode: string } }[] = body.transaction ?? []
  return [body.status, ...transactions.map(({ response }) => response.gatewayCode)]
}

describe('a payer without scripts who chooses a provider', () => {
  for (const letter of letters) {
    const name = `Provider ${letter}`

    it(`pays at ${name} and is back in the shop with the success indicator`, async () => {
      const checkout = await newPage()
      const page = await open(checkout)
      await goToProvider(page, letter)
      await decide(page, letter, 'Pay now')
      assert.equal(indicatorOf(page), checkout.successIndicator)
      assert.deepEqual(await outcomeOf(checkout), ['CAPTURED', 'APPROVED'])
    })

    it(`reads the outcome at ${name} when it failed there, and pays by card on the same page`, async () => {
      const checkout = await newPage()
      const page = await open(checkout)
      for (const [button, words] of [
        ['Decline', `${name} declined the payment.`],
        ['Cancel and return', `You cancelled the payment at ${name}.`],
        ['Abort', `The payment at ${name} was not completed.`],
      ] as const) {
        await goToProvider(page, letter)
        await decide(page, letter, button)
        assert.equal(page.url, addressOf(checkout))
        assert.match(page.html, /role="alert"/)
        assert.ok(page.text.replaceAll(/[\u2068\u2069]/g, '').includes(words), page.text)
      }
      page.choose('Card')
      const card = { cardNumber: '5123450000000008', expiryMonth: '01', expiryYear: '39', securityCode: '100' }
      for (const [field, value] of Object.entries(card)) page.fill(field, value)
      await page.press('Pay ')
      assert.equal(indicatorOf(page), checkout.successIndicator)
      assert.deepEqual(await outcomeOf(checkout), ['CAPTURED', 'DECLINED', 'CANCELLED', 'ABORTED', 'APPROVED'])
    })

    it(`leaves a payment pending at ${name}: it cannot be paid again, and a late success counts`, async () => {
      const checkout = await newPage()
      const page = await open(checkout)
      await goToProvider(page, letter)
      const providerPage = page.url
      await decide(page, letter, 'Leave pending')
      assert.match(page.heading, new RegExp(`${name}.? is still processing your payment`))
      assert.ok(!page.hasControl('cardNumber') && !page.html.includes('<form'), page.html)
      // The payer still has the provider's page in another tab.
      const other = openScriptlessBrowser()
      await other.goto(providerPage)
      await other.press('Pay now')
      assert.match(other.heading, /Payment complete|being processed/)
      await eventually(
        async () => {
          await page.goto(addressOf(checkout))
          return page.url
        },
        (url) => url.startsWith(returnUrl),
      )
      assert.equal(indicatorOf(page), checkout.successIndicator)
    })
  }
})

describe('on the return from a provider,', () => {
  for (const [button, heading, words] of [
    ['Pay now', 'Payment complete', undefined],
    ['Cancel and return', 'Payment not completed', 'You cancelled the payment at'],
    ['Leave pending', 'Your payment is being processed', 'is still processing your payment'],
  ] as const) {
    it(`a browser without its cookie sees the outcome of "${button}", and no more`, async () => {
      const checkout = await newPage()
      const page = await open(checkout)
      await goToProvider(page, 'B')
      page.forgetCookies()
      await decide(page, 'B', button)
      assert.equal(page.heading, heading)
      const shown = page.html + page.url
      assert.match(shown, /Tea shop/)
      for (const secret of [checkout.sessionId, checkout.successIndicator]) assert.ok(!shown.includes(secret))
      assert.equal(page.hrefOf('Return to'), 'https://shop.example/')
      // With the URL of the page, everything is shown.
      await page.goto(addressOf(checkout))
      if (words === undefined) assert.equal(indicatorOf(page), checkout.successIndicator)
      else assert.ok(page.text.includes(words), page.text)
    })
  }

  it('an address that no provider was given shows no page', async () => {
    const page = openScriptlessBrowser()
    for (const token of ['0'.repeat(32), 'x', '..%2f..%2fadmin']) {
      await page.goto(`${gateway.dependencies.addresses.publicUrl()}/checkout/return/${token}`)
      assert.equal(page.status, 404)
    }
  })

  it('a payer sees a receipt that names the provider, where the shop has no page for it', async () => {
    const page = await open(await newPage({ returnUrl: undefined }))
    await goToProvider(page, 'A')
    await decide(page, 'A', 'Pay now')
    assert.equal(page.heading, 'Payment complete')
    assert.match(/class="facts".*?<\/dl>/s.exec(page.html)?.[0] ?? '', /Provider A/)
  })
})

it("a page in a frame offers no provider where the shop's return address is unknown", async () => {
  const checkout = await newPage({ returnUrl: undefined })
  const page = await open(checkout)
  assert.match(page.html, /value="PROVIDER_A"/)
  await page.goto(`${addressOf(checkout)}?frame=embedded`)
  assert.ok(page.hasControl('cardNumber'))
  assert.doesNotMatch(page.html, /type="radio"/)
})
