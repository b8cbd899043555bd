// The page while an attempt is under way.

import { type Html, html } from '../../../platform/html/html.ts'
import type { WaitView } from '../page-view.ts'
import { renderDocument, renderFooter } from './document.ts'
import { renderMerchantLine } from './merchant.ts'
import { type Renderer, withProviderName } from './renderer.ts'

/** A provider may take longer. */
const secondsUntilAgain = { usual: 2, provider: 10 }

export function renderWaitPage(renderer: Renderer, view: WaitView): Html {
  const { provider, againPath } = view
  const { texts } = renderer
  const { title, text } =
    provider === undefined
      ? texts.wait
      : { title: withProviderName(texts.waitAtProvider.title, provider), text: texts.waitAtProvider.text }
  const seconds = provider === undefined ? secondsUntilAgain.usual : secondsUntilAgain.provider
  return renderDocument(renderer, view, {
    title,
    script: 'wait.js',
    modules: ['shop-messages.js'],
    next: { seconds, path: againPath },
    body: html`<div class="slip-room">${renderMerchantLine(view.merchant)}<main class="slip" data-again="${againPath}" data-seconds="${seconds}">
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${text}</p>
<p><a class="quiet" href="${againPath}">${texts.checkAgain}</a></p>
</main>${renderFooter(renderer, view.merchant)}</div>`,
  })
}
