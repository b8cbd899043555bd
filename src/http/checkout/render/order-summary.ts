// The order: the amount, big, and the order's lines, which fold away on narrow screens.

import { type Html, html } from '../../../html/html.ts'
import type { AddressView, OrderView, PayView } from '../page-view.ts'
import { countryName } from './format.ts'
import { renderIcon } from './icons.ts'
import { renderMerchantMark } from './merchant.ts'
import { type Renderer, withMerchantName } from './renderer.ts'
import { fillPlaceholders } from './texts/index.ts'

export type OrderSummaryView = Pick<PayView, 'operation' | 'order' | 'merchant' | 'showsOrder' | 'shipping'>

export function renderOrderSummary(pen: Renderer, view: OrderSummaryView): Html {
  const { order, merchant, showsOrder } = view
  const { amount, currency, description } = order
  return html`<header class="order"><div class="order-inside">
<div class="who">${renderMerchantMark(merchant)}</div>
<h1>
<span class="purpose">${withMerchantName(purposeText(pen, view), merchant.name)}</span>
${amount !== undefined && html`<span class="amount"><bdi>${pen.amount(amount, currency)}</bdi></span>`}
</h1>
${showsOrder !== 'HIDE' && description !== undefined && html`<p class="description">${description}</p>`}
${showsOrder !== 'HIDE' && renderDetails(pen, view)}
</div></header>`
}

/** The purpose of the page. */
export function purposeText({ words }: Renderer, { operation }: Pick<PayView, 'operation'>): string {
  if (operation === 'VERIFY') return words.verifyFor
  return operation === 'NONE' ? words.keepFor : words.payTo
}

function renderDetails(pen: Renderer, { order, shipping, showsOrder }: OrderSummaryView): Html {
  const { words } = pen
  const items = showsOrder === 'SHOW' ? order.items : []
  return html`<details class="details">
<summary>${words.orderSummary}<span class="turning">${renderIcon('chevron')}</span></summary>
<div class="details-inside">
${items.length > 0 && html`<ul class="items">${items.map((item) => renderItem(pen, order, item))}</ul>`}
${renderSums(pen, order)}
<dl class="facts">
<div><dt>${words.order}</dt><dd><bdi>${order.id}</bdi></dd></div>
${order.reference !== undefined && html`<div><dt>${words.reference}</dt><dd><bdi>${order.reference}</bdi></dd></div>`}
${shipping && html`<div><dt>${words.deliverTo}</dt><dd>${renderAddress(pen, shipping.address, shipping.name)}</dd></div>`}
</dl>
</div>
</details>`
}

function renderItem(pen: Renderer, { currency }: OrderView, item: OrderView['items'][number]): Html {
  const { name, description, quantity, amount } = item
  return html`<li>
<span class="item-name"><bdi>${name}</bdi></span>
<span class="item-amount"><bdi>${pen.amount(amount, currency)}</bdi></span>
${description !== undefined && html`<span class="item-more"><bdi>${description}</bdi></span>`}
${quantity !== '1' && html`<span class="item-more">${fillPlaceholders(pen.words.quantity, { quantity })}</span>`}
</li>`
}

function renderSums(pen: Renderer, order: OrderView): Html | undefined {
  const { words } = pen
  const { amount, currency, taxAmount, shippingAndHandlingAmount, discountAmount } = order
  if (amount === undefined) return undefined
  const sum = (label: string, value: string | undefined) =>
    value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${pen.amount(value, currency)}</bdi></dd></div>`
  return html`<dl class="sums">
${sum(words.shipping, shippingAndHandlingAmount)}
${sum(words.tax, taxAmount)}
${sum(words.discount, discountAmount && `-${discountAmount}`)}
<div class="total"><dt>${words.total}</dt><dd><bdi>${pen.amount(amount, currency)}</bdi></dd></div>
</dl>`
}

export function renderAddress({ locale }: Renderer, address: AddressView, name?: string): Html {
  const { street, street2, city, stateProvince, postcodeZip, country } = address
  const place = [city, stateProvince, postcodeZip].filter((part) => part !== undefined && part !== '').join(', ')
  const lines = [name, street, street2, place, country && countryName(locale, country)].filter(Boolean)
  return html`<address>${lines.map((line) => html`<span class="line"><bdi>${line}</bdi></span>`)}</address>`
}
