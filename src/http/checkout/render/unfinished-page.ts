// The page for a payer who has gone to a provider and comes back before the payment there is finished.
import { type Html, html } from '../../../html/html.ts'
import type { UnfinishedView } from '../page-view.ts'
import { drawDocument, drawFooter } from './document.ts'
import { icon } from './icons.ts'
import { drawMerchantLine, webAddress } from './merchant.ts'
import { type Pen, saidAt } from './renderer.ts'

export function drawUnfinishedPage(pen: Pen, view: UnfinishedView): Html {
  const { words } = pen
  const { provider, merchant, redirectUrl, againPath, anotherWayPath } = view
  const title = saidAt(words.unfinished.title, provider)
  return drawDocument(pen, view, {
    title,
    script: 'unfinished.js',
    modules: ['leaving.js', 'telling.js'],
    body: html`<div class="slip-room">${drawMerchantLine(merchant)}<main class="slip" data-again="${againPath}">
<div class="seal">${icon('redirect')}</div>
<h1>${title}</h1>
<p>${words.unfinished.text}</p>
<p><a class="button" href="${webAddress(redirectUrl)?.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${saidAt(words.continueAt, provider)}</span></span></a></p>
<form method="post" action="${anotherWayPath}"><button class="quiet" type="submit">${words.anotherWay}</button></form>
</main>${drawFooter(pen, merchant)}</div>`,
  })
}
