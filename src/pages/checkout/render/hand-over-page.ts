// The page inside a frame of the shop's page that reports the result to the shop's script.

import { attributes, type Html, html } from '../../../platform/html/html.ts'
import type { HandOverView } from '../page-view.ts'
import { renderDocument } from './document.ts'
import { parseWebUrl } from './merchant.ts'
import { type Renderer, withMerchantName } from './renderer.ts'

export function renderHandOverPage(renderer: Renderer, view: HandOverView): Html {
  const { texts } = renderer
  const { message, merchant, url } = view
  const address = url === undefined ? undefined : parseWebUrl(url)
  const title = withMerchantName(texts.handOver.title, merchant.name)
  return renderDocument(renderer, view, {
    title,
    script: 'hand-over.js',
    modules: ['shop-messages.js'],
    body: html`<div class="slip-room"><main${attributes({
      class: 'slip',
      'data-event': message.event,
      'data-result-indicator': message.event === 'complete' ? message.resultIndicator : undefined,
      'data-session-version': message.event === 'complete' ? message.sessionVersion : undefined,
      'data-url': address?.href,
    })}>
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${texts.handOver.text}</p>
${address && html`<p class="late"><a class="button" href="${address.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${texts.goOn}</span></span></a></p>`}
</main></div>`,
  })
}
