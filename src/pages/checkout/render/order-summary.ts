// The order: the amount, big, and the order's lines, which fold away on narrow screens.

import { countryName } from '../../../kernel/country.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import type { AddressView, OrderView, PayView } from '../page-view.ts'
import { type Renderer, renderIcon, renderMerchantMark, withMerchantName } from './document.ts'
import { fillPlaceholders } from './texts/index.ts'

export type OrderSummaryView = Pick<PayView, 'operation' | 'order' | 'merchant' | 'showsOrder' | 'shipping'>

export function renderOrderSummary(renderer: Renderer, view: OrderSummaryView): Html {
  const { order, merchant, showsOrder } = view
  const { amount, currency, description } = order
  return html`<header class="order"><div class="order-inside">
<div class="who">${renderMerchantMark(merchant)}</div>
<h1>
<span class="purpose">${withMerchantName(purposeText(renderer, view), merchant.name)}</span>
${amount !== undefined && html`<span class="amount"><bdi>${renderer.amount(amount, currency)}</bdi></span>`}
</h1>
${showsOrder !== 'HIDE' && description !== undefined && html`<p class="description">${description}</p>`}
${showsOrder !== 'HIDE' && renderDetails(renderer, view)}
</div></header>`
}

/** The purpose of the page. */
export function purposeText({ texts }: Renderer, { operation }: Pick<PayView, 'operation'>): string {
  if (operation === 'VERIFY') return texts.verifyFor
  return operation === 'NONE' ? texts.keepFor : texts.payTo
}

function renderDetails(renderer: Renderer, { order, shipping, showsOrder }: OrderSummaryView): Html {
  const { texts } = renderer
  const items = showsOrder === 'SHOW' ? order.items : []
  return html`<details class="details">
<summary>${texts.orderSummary}<span class="turning">${renderIcon('chevron')}</span></summary>
<div class="details-inside">
${items.length > 0 && html`<ul class="items">${items.map((item) => renderItem(renderer, order, item))}</ul>`}
${renderSums(renderer, order)}
<dl class="facts">
<div><dt>${texts.order}</dt><dd><bdi>${order.id}</bdi></dd></div>
${order.reference !== undefined && html`<div><dt>${texts.reference}</dt><dd><bdi>${order.reference}</bdi></dd></div>`}
${shipping && html`<div><dt>${texts.deliverTo}</dt><dd>${renderAddress(renderer, shipping.address, shipping.name)}</dd></div>`}
</dl>
</div>
</details>`
}

function renderItem(renderer: Renderer, { currency }: OrderView, item: OrderView['items'][number]): Html {
  const { name, description, quantity, amount } = item
  return html`<li>
<span class="item-name"><bdi>${name}</bdi></span>
<span class="item-amount"><bdi>${renderer.amount(amount, currency)}</bdi></span>
${description !== undefined && html`<span class="item-more"><bdi>${description}</bdi></span>`}
${quantity !== '1' && html`<span class="item-more">${fillPlaceholders(renderer.texts.quantity, { quantity })}</span>`}
</li>`
}

function renderSums(renderer: Renderer, order: OrderView): Html | undefined {
  const { texts } = renderer
  const { amount, currency, taxAmount, shippingAndHandlingAmount, discountAmount } = order
  if (amount === undefined) return undefined
  const sum = (label: string, value: string | undefined) =>
    value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${renderer.amount(value, currency)}</bdi></dd></div>`
  return html`<dl class="sums">
${sum(texts.shipping, shippingAndHandlingAmount)}
${sum(texts.tax, taxAmount)}
${sum(texts.discount, discountAmount && `-${discountAmount}`)}
<div class="total"><dt>${texts.total}</dt><dd><bdi>${renderer.amount(amount, currency)}</bdi></dd></div>
</dl>`
}

export function renderAddress({ locale }: Renderer, address: AddressView, name?: string): Html {
  const { street, street2, city, stateProvince, postcodeZip, country } = address
  const place = [city, stateProvince, postcodeZip].filter((part) => part !== undefined && part !== '').join(', ')
  const lines = [name, street, street2, place, country && countryName(locale, country)].filter(Boolean)
  return html`<address>${lines.map((line) => html`<span class="line"><bdi>${line}</bdi></span>`)}</address>`
}
