// The page that says why there is nothing to pay here.

import { type Html, html } from '../../../platform/html/html.ts'
import type { NoticeView } from '../page-view.ts'
import { renderDocument, renderFooter } from './document.ts'
import { type CheckoutIconName, renderIcon } from './icons.ts'
import { renderMerchantLine } from './merchant.ts'
import { renderReturnLink } from './receipt-page.ts'
import { type Renderer, withMerchantName } from './renderer.ts'

const icons: Readonly<Record<NoticeView['about'], CheckoutIconName>> = {
  UNKNOWN: 'alert',
  EXPIRED: 'clock',
  CANCELLED: 'cross',
  NOT_HERE: 'alert',
  BROKEN: 'alert',
  BUSY: 'clock',
  PAYMENT_LINK_BUSY: 'clock',
  PAYMENT_LINK_DISABLED: 'cross',
  PAYMENT_LINK_EXHAUSTED: 'cross',
  PAYMENT_LINK_EXPIRED: 'clock',
  PAYMENT_LINK_PAID: 'check',
  RETURNED_PAID: 'check',
  RETURNED_UNPAID: 'cross',
  RETURNED_OPEN: 'clock',
}

export function renderNoticePage(renderer: Renderer, view: NoticeView): Html {
  const { texts } = renderer
  const { about, merchant, backUrl } = view
  const { title, text } = texts.notice[about]
  return renderDocument(renderer, view, {
    title,
    script: 'report-height.js',
    modules: ['leaving.js', 'shop-messages.js'],
    body: html`<div class="slip-room">${merchant && renderMerchantLine(merchant)}<main class="slip">
<div class="seal">${renderIcon(icons[about])}</div>
<h1>${title}</h1>
<p>${text}</p>
${renderReturnLink(backUrl, merchant ? withMerchantName(texts.back, merchant.name) : texts.backPlain)}
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}
