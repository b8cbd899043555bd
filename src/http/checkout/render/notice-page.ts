// The page that says why there is nothing to pay here.

import { type Html, html } from '../../../html/html.ts'
import type { NoticeView } from '../page-view.ts'
import { drawDocument, drawFooter } from './document.ts'
import { type IconName, icon } from './icons.ts'
import { drawMerchantLine } from './merchant.ts'
import { drawWayBack } from './receipt-page.ts'
import { type Pen, saidOf } from './renderer.ts'

const icons: Readonly<Record<NoticeView['about'], IconName>> = {
  UNKNOWN: 'alert',
  EXPIRED: 'clock',
  CANCELLED: 'cross',
  NOT_HERE: 'alert',
  BROKEN: 'alert',
  RETURNED_PAID: 'check',
  RETURNED_UNPAID: 'cross',
  RETURNED_OPEN: 'clock',
}

export function drawNoticePage(pen: Pen, view: NoticeView): Html {
  const { words } = pen
  const { about, merchant, backUrl } = view
  const { title, text } = words.notice[about]
  return drawDocument(pen, view, {
    title,
    script: 'tell-height.js',
    modules: ['leaving.js', 'telling.js'],
    body: html`<div class="slip-room">${merchant && drawMerchantLine(merchant)}<main class="slip">
<div class="seal">${icon(icons[about])}</div>
<h1>${title}</h1>
<p>${text}</p>
${drawWayBack(backUrl, merchant ? saidOf(words.back, merchant.name) : words.backPlain)}
</main>${drawFooter(pen, merchant)}</div>`,
  })
}
