// Pages as public shop modules write them: inline scripts in the head, callbacks in variables, settings of every kind, a script
// that is added later. Each page is in our words and does what such a page does.
import assert from 'node:assert/strict'
import {
  cancelButton,
  checkoutSite,
  messagesOf,
  payFrameOf,
  pressPay,
  typeCard,
  untilMessage,
} from '../../../support/browser/checkout-site.ts'
import { press, untilSeen } from '../../../support/browser/in-page.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { openTlsShop, type TlsShop } from '../../../support/sites/tls-shop.ts'

const payForm = 'form#pay button[type=submit]'
const newerLibrary = '/static/checkout/checkout.min.js'
const attributes = `data-error="errorCallback" data-cancel="cancelCallback" data-complete="completeCallback"
  data-timeout="timeoutCallback" data-beforeRedirect="Checkout.saveFormFields" data-afterRedirect="Checkout.restoreFormFields"`
const recorder = `<script>
  var received = []
  function note(name) { return function () { received.push([name].concat([].slice.call(arguments))) } }
  var errorCallback = note('onError'), completeCallback = note('onComplete')
  var cancelCallback = note('onCancel'), timeoutCallback = note('onTimeout')
</script>`

describe("a shop's page", () => {
  const site = checkoutSite()
  let shop: TlsShop
  before(async () => {
    shop = await openTlsShop(site.gateway)
  })
  after(async () => {
    await shop?.close()
  })

  const library = (path: string) => `<script src="${site.gateway.listeners.httpsUrl}${path}" ${attributes}></script>`
  const olderLibrary = (version: number) => library(`/checkout/version/${version}/checkout.js`)
  const open = (html: string) => site.go(shop.show(html))

  for (const version of [55, 61]) {
    it(`configures everything in its head and shows the page at once (version ${version})`, async () => {
      const { sessionId, orderId, successIndicator } = await site.checkout(version)
      const page = await open(`${recorder}${olderLibrary(version)}<script>
        if (!location.hash) {
          Checkout.configure({
            merchant: 'TESTMERCHANT',
            session: { id: '${sessionId}' },
            order: {
              amount: function () { return 80 + 20 }, currency: 'USD', id: '${orderId}', description: 'Ordered goods',
              customerNote: 'By the door', customerOrderDate: '2026-01-02',
            },
            customer: { firstName: '' },
            interaction: {
              operation: 'PURCHASE', locale: 'en_US', theme: 'default',
              merchant: { name: 'Tea shop', logo: '', address: { line1: 'Ring 1', line2: '' } },
              displayControl: { billingAddress: 'HIDE', customerEmail: 'HIDE', paymentTerms: 'HIDE', shipping: 'HIDE' },
            },
            callback: { error: function () {} },
          })
          Checkout.showPaymentPage()
        }
      </script><body><h1>Shop</h1></body>`)
      await untilSeen(page, payForm)
      await typeCard(page)
      await pressPay(page)
      const [[name, indicator] = []] = await untilMessage(page)
      assert.deepEqual([name, indicator], ['onComplete', successIndicator])
      assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
      const { body } = await site.order(orderId)
      assert.deepEqual([body.customerNote, body.customerOrderDate], ['By the door', '2026-01-02'])
      await page.close()
    })
  }

  it('opens the lightbox from its head, before there is a body', async () => {
    const { sessionId, orderId } = await site.checkout(55)
    const page = await open(`${recorder}${olderLibrary(55)}<script>
      Checkout.configure({ session: { id: '${sessionId}' } })
      Checkout.showLightbox()
    </script><body><h1>Shop</h1></body>`)
    await untilSeen(payFrameOf(page), payForm)
    await typeCard(payFrameOf(page))
    await pressPay(payFrameOf(page))
    const [[name] = []] = await untilMessage(page)
    assert.equal(name, 'onComplete')
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })

  for (const version of [55, 69, 100]) {
    it(`has addresses in the variables that its callbacks name (version ${version})`, async () => {
      const { sessionId, orderId } = await site.checkout(version)
      const script = version < 63 ? olderLibrary(version) : library(newerLibrary)
      const page = await open(`${script}<script>
        var cancelCallback = '${shop.origin}/cancelled'
        var errorCallback = '${shop.origin}/error'
        var timeoutCallback = '${shop.origin}/late'
        function completeCallback() {}
        Checkout.configure({ session: { id: '${sessionId}' } })
        window.onload = function () { Checkout.showPaymentPage() }
      </script><body><h1>Shop</h1></body>`)
      await press(page, cancelButton)
      await untilSeen(page, 'h1')
      await page.waitForURL(`${shop.origin}/cancelled`)
      assert.deepEqual(await site.outcomeOf(orderId), ['NONE'])
      await page.close()
    })
  }

  for (const version of [69, 100]) {
    it(`adds the library later and waits for the settings (version ${version})`, async () => {
      const { sessionId, orderId } = await site.checkout(version)
      const page = await open(`${recorder}<body><h1>Shop</h1><script>
        var script = document.createElement('script')
        script.async = true
        script.setAttribute('data-error', 'errorCallback')
        script.setAttribute('data-complete', 'completeCallback')
        script.onload = function () {
          if (location.hash) return
          Checkout.configure({ session: { id: '${sessionId}' }, version: '${version}' }).then(function () { Checkout.showPaymentPage() })
        }
        document.head.appendChild(script)
        script.src = '${site.gateway.listeners.httpsUrl}${newerLibrary}'
      </script></body>`)
      await untilSeen(page, payForm)
      await typeCard(page)
      await pressPay(page)
      const [[name] = []] = await untilMessage(page)
      assert.equal(name, 'onComplete')
      assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
      await page.close()
    })
  }

  it('embeds the page in a window of its own, closes that and opens it again', async () => {
    const { sessionId, orderId } = await site.checkout(100)
    const page = await open(`${recorder}<body>
      <div id="window" style="display: none"><div id="target"><img alt="Please wait"></div></div>
      <button id="open">Pay</button>${library(newerLibrary)}<script>
      var surround = document.getElementById('window'), target = document.getElementById('target')
      Checkout.configure({
        merchant: 'TESTMERCHANT', session: { id: '${sessionId}' },
        order: { amount: function () { return 100 }, description: 'Ordered goods' },
        interaction: { merchant: { name: 'Tea shop' } },
      })
      new MutationObserver(function () {
        if (target.querySelector('iframe')) target.querySelector('img').style.display = 'none'
      }).observe(target, { childList: true, subtree: true })
      function show() { surround.style.display = 'block' }
      document.getElementById('open').onclick = function () { show(); Checkout.showEmbeddedPage('#target', show) }
      function hide() { surround.style.display = 'none'; sessionStorage.clear() }
    </script></body>`)
    await press(page, '#open')
    await untilSeen(payFrameOf(page), payForm)
    await page.evaluate('hide()')
    await press(page, '#open')
    await untilSeen(payFrameOf(page), payForm)
    assert.equal(await page.locator('iframe').count(), 1)
    await typeCard(payFrameOf(page))
    await pressPay(payFrameOf(page))
    assert.equal((await untilMessage(page))[0]?.[0], 'onComplete')
    assert.equal((await messagesOf(page)).length, 1)
    assert.deepEqual(await site.outcomeOf(orderId), ['CAPTURED', 'APPROVED'])
    await page.close()
  })
})
