// Apple Pay and Google Pay on payment pages in a real browser, with stand-ins for the interfaces of wallets and, in the sandbox, the
// simulated wallet. What the server refuses is in ../wallets.test.ts.
import assert from 'node:assert/strict'
import { seedSandboxWallets } from '../../../../src/installation/sandbox/seed.ts'
import { faultsIn, overflowOf } from '../../../support/browser/accessibility.ts'
import { autofill } from '../../../support/browser/autofill.ts'
import { type Browser, launchBrowser, openPage, type WatchedPage } from '../../../support/browser/browser.ts'
import { declinedAlert, pressPay, screenshot, typeCard } from '../../../support/browser/checkout-site.ts'
import { frameNamed, press, untilSeen, valueIn } from '../../../support/browser/in-page.ts'
import { knownColours } from '../../../support/browser/known-colours.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { haveApplePay, haveGooglePay, haveNoWallets } from '../../../support/browser/wallet-stubs.ts'
import { appleContent } from '../../../support/builders/apple-pay.ts'
import { googleContent } from '../../../support/builders/google-pay.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { type NewCheckout, newCheckout } from '../../../support/clients/payer.ts'
import { booksOf } from '../../../support/clients/shop.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { openWalletWorld, type WalletWorld } from '../../../support/fixtures/wallet-world.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

const apple = '[data-wallet=APPLE_PAY]'
const google = '[data-wallet=GOOGLE_PAY]'
const problem = '[data-wallet-problem]'
const receipt = 'Payment complete'
/** With the receipt of the gateway at the end, in place of a shop. */
const interaction = { returnUrl: undefined, merchant: { name: 'Tea shop' } }
const rulesOfColour = ['color-contrast', 'link-in-text-block']
const ten = { amount: '10.00', currency: 'USD' }

/** With TLS, as outside: the bank's frame leads back to this origin. */
const addressOf = ({ dependencies }: TestGateway, { sessionId }: NewCheckout) =>
  `${dependencies.addresses.publicUrl()}/checkout/pay/${sessionId}`

describe("a wallet of the payer's browser", () => {
  let world: WalletWorld
  let browser: Browser
  /** Pages with stand-ins cannot be used by other tests: one has them all. */
  let page: WatchedPage
  let merchant = ''
  let isValid = true
  before(async () => {
    ;[world, browser] = await Promise.all([openWalletWorld(), launchBrowser()])
    page = await openPage(browser)
    merchant = await world.boardWithPages()
    Object.assign(world.gateway.dependencies.merchantValidation, {
      validate: async () =>
        isValid ? { kind: 'VALIDATED', merchantSession: { nonce: 'n' } } : { kind: 'FAILED', why: 'STATUS_400' },
    })
  })
  after(async () => {
    await browser?.close()
    await world?.close()
  })

  const checkoutOf = (shown: object = {}) =>
    newCheckout(world.gateway, { merchant, order: ten, interaction: { ...interaction, ...shown } })
  const open = (checkout: NewCheckout) => page.goto(addressOf(world.gateway, checkout))
  const chargesOf = async ({ orderId }: NewCheckout) => (await booksOf(world.gateway, orderId)).length

  it('Apple Pay pays by keyboard: the sheet has name and amount, the merchant is validated, the sheet learns the result', async () => {
    await haveNoWallets(page)
    const { calls } = await haveApplePay(page, { payload: world.apple() })
    const checkout = await checkoutOf()
    await open(checkout)
    await page.locator(apple).focus()
    await page.keyboard.press('Enter')
    await untilSeen(page, 'h1', receipt)
    const [, request] = calls.find(([what]) => what === 'request') ?? []
    assert.deepEqual(request, {
      countryCode: 'DE',
      currencyCode: 'USD',
      supportedNetworks: ['amex', 'chinaUnionPay', 'discover', 'jcb', 'masterCard', 'visa'],
      merchantCapabilities: ['supports3DS'],
      total: { label: 'Tea shop', type: 'final', amount: '10.00' },
    })
    assert.deepEqual(calls.slice(-2), [
      ['validated', { nonce: 'n' }],
      ['completed', { status: 0 }],
    ])
    assert.equal(await chargesOf(checkout), 1)
    assert.deepEqual(page.problems, [])
  })

  it('Google Pay pays: the browser is asked with the key of the merchant, and learns the result', async () => {
    await haveNoWallets(page)
    const { calls } = await haveGooglePay(page, { payload: world.google() })
    const checkout = await checkoutOf()
    await open(checkout)
    assert.equal(await page.locator(apple).isVisible(), false)
    await page.locator(google).click()
    await untilSeen(page, 'h1', receipt)
    const [, asked] = calls.find(([what]) => what === 'canMakePayment') ?? []
    const text = JSON.stringify(asked)
    assert.match(text, /"supportedMethods":"https:\/\/google.com\/pay"/)
    assert.match(text, /"environment":"TEST"/)
    assert.match(text, /"type":"DIRECT","parameters":\{"protocolVersion":"ECv2","publicKey":"B[^"]{87}"/)
    assert.match(text, /"total":\{"label":"Tea shop","amount":\{"currency":"USD","value":"10.00"\}\}/)
    assert.deepEqual(calls.at(-1), ['completed', 'success'])
    assert.equal(await chargesOf(checkout), 1)
    assert.deepEqual(page.problems, [])
  })

  it('can be asked for under the policy of a page that offers it, and of no other', async () => {
    await haveNoWallets(page)
    const ask = `(() => {
      const total = { label: 'Tea shop', amount: { currency: 'USD', value: '10.00' } }
      try {
        new PaymentRequest([{ supportedMethods: 'https://google.com/pay', data: {} }], { total })
        return 'permitted'
      } catch (error) {
        return error.name
      }
    })()`
    await open(await checkoutOf())
    assert.equal(await page.evaluate(ask), 'permitted')
    await open(await newCheckout(world.gateway))
    assert.equal(await page.evaluate(ask), 'SecurityError')
  })

  it('is not shown where the browser has none: the page is as without wallets', async () => {
    await haveNoWallets(page)
    const { calls } = await haveGooglePay(page, { isAvailable: false })
    await haveApplePay(page, { isAvailable: false })
    await open(await checkoutOf())
    await eventually(async () => (calls.length >= 2 ? true : undefined))
    assert.equal(await valueIn(page, `document.querySelector('#wallets').checkVisibility()`), false)
    await typeCard(page)
    await pressPay(page)
    await untilSeen(page, 'h1', receipt)
  })

  it('whose sheet the payer closes leaves the page as it was, and can be opened again', async () => {
    for (const [wallet, have] of [
      [apple, haveApplePay],
      [google, haveGooglePay],
    ] as const) {
      await haveNoWallets(page)
      const { calls } = await have(page, {})
      const checkout = await checkoutOf()
      await open(checkout)
      for (const times of [1, 2]) {
        await press(page, wallet)
        await untilSeen(page, `${wallet}[aria-disabled=false]`)
        const opened = calls.filter(([what]) => what === 'request' || what === 'show')
        assert.equal(opened.length, times)
      }
      assert.equal(await valueIn(page, `document.querySelector('${problem}')?.textContent`), '')
      assert.equal(await chargesOf(checkout), 0)
      await typeCard(page)
      await pressPay(page)
      await untilSeen(page, 'h1', receipt)
    }
  })

  it('whose card is declined says so on the sheet and on the page, and another attempt may follow', async () => {
    await haveNoWallets(page)
    const payload = world.google({ content: googleContent({ details: { expirationMonth: 5 } }) })
    const { calls } = await haveGooglePay(page, { payload })
    await open(await checkoutOf())
    await press(page, google)
    await untilSeen(page, declinedAlert)
    assert.deepEqual(
      calls.findLast(([what]) => what === 'completed'),
      ['completed', 'fail'],
    )
    assert.equal(await valueIn(page, `document.querySelector('form#pay [name=attempt]')?.value`), '2')
    await untilSeen(page, google)
  })

  it('whose payload is for another amount, or was used before, is refused on the page, and nothing is charged', async () => {
    const used = world.apple()
    const other = world.apple({ content: appleContent({ transactionAmount: 100 }) })
    await haveNoWallets(page)
    await haveApplePay(page, { payload: used })
    await open(await checkoutOf())
    await press(page, apple)
    await untilSeen(page, 'h1', receipt)
    for (const payload of [used, other]) {
      await haveNoWallets(page)
      const { calls } = await haveApplePay(page, { payload })
      const checkout = await checkoutOf()
      await open(checkout)
      await press(page, apple)
      await untilSeen(page, problem, 'The payment details from your wallet could not be used.')
      assert.deepEqual(calls.at(-1), ['completed', { status: 1 }])
      assert.equal(await valueIn(page, `document.querySelector('${apple}').ariaDisabled`), 'false')
      assert.equal(await chargesOf(checkout), 0)
    }
  })

  it('whose merchant Apple does not validate closes the sheet, and the page says so', async () => {
    await haveNoWallets(page)
    const { calls } = await haveApplePay(page, { payload: world.apple() })
    await open(await checkoutOf())
    isValid = false
    await press(page, apple)
    await untilSeen(page, problem, 'could not be opened. Try again, or pay another way.')
    isValid = true
    assert.deepEqual(calls.at(-1), ['aborted'])
  })

  it('opens only when the other details of the page are complete', async () => {
    await haveNoWallets(page)
    const { calls } = await haveApplePay(page, { payload: world.apple() })
    await open(await checkoutOf({ displayControl: { customerEmail: 'MANDATORY' } }))
    await press(page, apple)
    await untilSeen(page, '[name=email][aria-invalid=true]')
    assert.equal(
      calls.some(([what]) => what === 'request'),
      false,
    )
    assert.equal(await page.evaluate('document.activeElement.name'), 'email')
    await autofill(page, 'form#pay', { email: 'jane@payer.example' })
    await press(page, apple)
    await untilSeen(page, 'h1', receipt)
  })
})

describe("the sandbox's simulated wallet", () => {
  let gateway: TestGateway
  let browser: Browser
  let page: WatchedPage
  let merchant = ''
  before(async () => {
    ;[gateway, browser] = await Promise.all([sharedGateway(), launchBrowser()])
    page = await openPage(browser)
    merchant = (await boardMerchant(gateway)).id
    await seedSandboxWallets(gateway.administration, merchant)
  })
  after(() => browser?.close())

  async function open(differences: object = {}): Promise<void> {
    const checkout = await newCheckout(gateway, { merchant, interaction: { ...interaction, ...differences } })
    await page.goto(addressOf(gateway, checkout))
    await untilSeen(page, apple)
  }
  const sheet = () => page.getByRole('dialog')
  const faults = (rules?: readonly string[]) => faultsIn(page, { parts: [':root'], colours: knownColours, rules })

  it('is opened, cancelled with Escape, opened again and paid with, on a phone and in the dark', async () => {
    const looks = [
      ['wide', { width: 1280, height: 800 }, 'light'],
      ['phone', { width: 390, height: 844 }, 'light'],
      ['dark', { width: 390, height: 844 }, 'dark'],
    ] as const
    for (const [look, viewport, colorScheme] of looks) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await open()
      // Colours are all that changes in the dark.
      const rules = look === 'dark' ? rulesOfColour : undefined
      await screenshot(page, `wallets-${look}`)
      assert.deepEqual(await faults(rules), [], look)
      assert.equal(await overflowOf(page), 0, look)
      await page.locator(apple).focus()
      await page.keyboard.press('Enter')
      await sheet().waitFor()
      await screenshot(page, `wallets-sheet-${look}`)
      assert.deepEqual(await faults(rules), [], `${look} sheet`)
      assert.equal(await sheet().getByRole('heading').textContent(), 'Apple Pay (test)')
      await page.keyboard.press('Escape')
      await page.locator(`${apple}[aria-disabled=false]`).waitFor()
      await page.locator(google).click()
      await sheet().locator('[data-confirm]').click()
      await untilSeen(page, 'h1', receipt)
      assert.deepEqual(page.problems, [], look)
    }
  })

  it('has a declined card, after which the payer may try again', async () => {
    await open()
    await press(page, apple)
    await press(page, 'dialog label', 'declined')
    assert.equal(
      await valueIn(
        page,
        `[...document.querySelectorAll('dialog [type=radio]')].filter((each) => each.checkVisibility()).length`,
      ),
      2,
    )
    await press(page, 'dialog [data-confirm]')
    await untilSeen(page, declinedAlert)
    await press(page, apple)
    await press(page, 'dialog [data-confirm]')
    await untilSeen(page, 'h1', receipt)
  })

  it('has a card without a device, whose payer the bank asks before the payment', async () => {
    await open({ action: { '3DSecure': 'MANDATORY' } })
    await press(page, google)
    await press(page, 'dialog label', 'without device')
    await press(page, 'dialog [data-confirm]')
    const bank = frameNamed(page, 'challenge')
    await press(bank, 'label', 'Successful')
    await press(bank, 'button', 'Confirm')
    await untilSeen(page, 'h1', receipt)
  })
})
