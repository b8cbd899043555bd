// What the shop's visitors see.
import { type Basket, basket } from './basket.ts'
import type { OrderAtGateway } from './gateway.ts'
import { Html, html } from './html.ts'

/** The ways to pay that this shop shows. */
export const ways = {
  redirect: { title: 'Redirect', about: 'The payment page takes the whole window, and sends the payer back.' },
  lightbox: { title: 'Lightbox', about: 'The payment page opens over the shop (library up to version 62).' },
  embedded: { title: 'Embedded', about: 'The payment page stands inside the shop (library from version 63 on).' },
  fields: { title: 'Hosted fields', about: 'The shop draws the form; the fields for the card are the gateway’s.' },
} as const

export type Way = keyof typeof ways

export function isWay(text: string): text is Way {
  return Object.hasOwn(ways, text)
}

export function shopPage(): Html {
  const choices = Object.entries(ways).map(
    ([way, { title, about }]) => html`
      <li><button name="way" value="${way}"><strong>${title}</strong> <span>${about}</span></button></li>`,
  )
  return page(
    'Tea for two',
    html`
    ${basketTable(basket)}
    <h2>How do you want to pay?</h2>
    <form method="post" action="/orders"><ul class="ways">${choices}</ul></form>`,
  )
}

interface PayPage {
  readonly orderId: string
  readonly sessionId: string
  readonly gatewayUrl: string
}

export function lightboxPage({ orderId, sessionId, gatewayUrl }: PayPage): Html {
  return page(
    'Pay over the shop',
    html`
    ${basketTable(basket)}
    <p role="alert" id="problem"></p>
    <button class="main" id="pay" data-session-id="${sessionId}" disabled>Pay now</button>`,
    html`
    <script src="${gatewayUrl}/checkout/version/60/checkout.js" data-error="showProblem"
      data-complete="/orders/${orderId}/result" data-cancel="/orders/${orderId}/cancelled"
      data-timeout="/orders/${orderId}/timed-out"></script>
    <script src="/public/lightbox.js"></script>`,
  )
}

export function embeddedPage({ orderId, sessionId, gatewayUrl }: PayPage): Html {
  return page(
    'Pay inside the shop',
    html`
    ${basketTable(basket)}
    <p role="alert" id="problem"></p>
    <div id="payment" data-session-id="${sessionId}"></div>`,
    html`
    <script src="${gatewayUrl}/static/checkout/checkout.min.js" data-error="showProblem"
      data-complete="/orders/${orderId}/result" data-timeout="/orders/${orderId}/timed-out"></script>
    <script src="/public/embedded.js"></script>`,
  )
}

export function fieldsPage({ orderId, sessionId, gatewayUrl, merchantId }: PayPage & { merchantId: string }): Html {
  // Read-only: the gateway places a frame over each of them, which looks as they do. The box around draws border, focus and
  // errors, so that month and year can share one.
  const input = (id: string, placeholder: string) => html`<input id="${id}" placeholder="${placeholder}" readonly>`
  return page(
    'Pay with the shop’s own form',
    html`
    ${basketTable(basket)}
    <form id="card" method="post" action="/orders/${orderId}/pay" data-session-id="${sessionId}"
      data-merchant-id="${merchantId}" data-order-id="${orderId}">
      <div class="field wide">
        <label for="card-number">Card number</label>
        <div class="box">${input('card-number', '1234 1234 1234 1234')}<span class="brand" id="brand" hidden></span></div>
        <p class="error" id="card-number-error"></p>
      </div>
      <fieldset class="field">
        <legend>Expiry date</legend>
        <div class="box">
          <label class="unseen" for="expiry-month">Expiry month</label>${input('expiry-month', 'MM')}
          <span class="slash" aria-hidden="true">/</span>
          <label class="unseen" for="expiry-year">Expiry year</label>${input('expiry-year', 'YY')}
        </div>
        <p class="error" id="expiry-error"></p>
      </fieldset>
      <div class="field">
        <label for="security-code">Security code</label>
        <div class="box">${input('security-code', '123')}</div>
        <p class="error" id="security-code-error"></p>
      </div>
      <p role="alert" id="problem"></p>
      <button class="main" disabled><span>Pay ${basket.amount} ${basket.currency}</span></button>
      <p class="note">Your card goes from this form to the gateway. This shop never sees it.</p>
    </form>`,
    html`
    <script src="${gatewayUrl}/form/version/100/merchant/${merchantId}/session.js"></script>
    <script src="${gatewayUrl}/static/threeDS/1.3.0/three-ds.min.js"></script>
    <script src="/public/fields.js"></script>`,
  )
}

export function resultPage(orderId: string, { status, paid, currency }: OrderAtGateway, isPaid: boolean): Html {
  return page(
    isPaid ? 'Thank you' : 'This did not work',
    html`
    <p class="${isPaid ? 'good' : 'bad'}">${isPaid ? 'Your order is paid.' : 'Your order is not paid.'}</p>
    <dl>
      <dt>Order</dt><dd>${orderId}</dd>
      <dt>Status at the gateway</dt><dd id="status">${status}</dd>
      <dt>Paid</dt><dd>${paid} ${currency}</dd>
    </dl>
    <p><a href="/">Back to the shop</a></p>`,
  )
}

export function wordPage(title: string, text: string): Html {
  return page(title, html`<p>${text}</p><p><a href="/">Back to the shop</a></p>`)
}

function basketTable({ items, amount, currency }: Basket): Html {
  const rows = items.map(
    ({ name, quantity, unitPrice }) => html`
      <tr><td>${name}</td><td>${String(quantity)} × ${unitPrice}</td></tr>`,
  )
  return html`
    <table>
      ${rows}
      <tr class="total"><td>Total</td><td>${amount} ${currency}</td></tr>
    </table>`
}

function page(title: string, content: Html, scripts = new Html('')): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Leaf &amp; Letter</title>
    <link rel="stylesheet" href="/public/shop.css">
  </head>
  <body>
    <header><a href="/">Leaf <i>&amp;</i> Letter</a><small>a sample shop</small></header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
    ${scripts}
  </body>
</html>
`
}
