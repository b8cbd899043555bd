// The page for a payer who has gone to a provider and returns before the payment there is finished.
import { type Html, html } from '../../../platform/html/html.ts'
import type { UnfinishedView } from '../page-view.ts'
import { renderDocument, renderFooter } from './document.ts'
import { renderIcon } from './icons.ts'
import { parseWebUrl, renderMerchantLine } from './merchant.ts'
import { type Renderer, withProviderName } from './renderer.ts'

export function renderUnfinishedPage(renderer: Renderer, view: UnfinishedView): Html {
  const { texts } = renderer
  const { provider, merchant, redirectUrl, againPath, anotherWayPath } = view
  const title = withProviderName(texts.unfinished.title, provider)
  return renderDocument(renderer, view, {
    title,
    script: 'unfinished.js',
    modules: ['leaving.js', 'shop-messages.js'],
    body: html`<div class="slip-room">${renderMerchantLine(merchant)}<main class="slip" data-again="${againPath}">
<div class="seal">${renderIcon('redirect')}</div>
<h1>${title}</h1>
<p>${texts.unfinished.text}</p>
<p><a class="button" href="${parseWebUrl(redirectUrl)?.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${withProviderName(texts.continueAt, provider)}</span></span></a></p>
<form method="post" action="${anotherWayPath}"><button class="quiet" type="submit">${texts.anotherWay}</button></form>
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}
