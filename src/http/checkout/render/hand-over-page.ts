// The page inside a frame of the shop's that tells the shop's script what happened.

import { attributes, type Html, html } from '../../../html/html.ts'
import type { HandOverView } from '../page-view.ts'
import { drawDocument } from './document.ts'
import { webAddress } from './merchant.ts'
import { type Pen, saidOf } from './renderer.ts'

export function drawHandOverPage(pen: Pen, view: HandOverView): Html {
  const { words } = pen
  const { message, merchant, url } = view
  const address = url === undefined ? undefined : webAddress(url)
  const title = saidOf(words.handOver.title, merchant.name)
  return drawDocument(pen, view, {
    title,
    script: 'hand-over.js',
    modules: ['telling.js'],
    body: html`<div class="slip-room"><main${attributes({
      class: 'slip',
      'data-event': message.event,
      'data-result-indicator': message.event === 'complete' ? message.resultIndicator : undefined,
      'data-session-version': message.event === 'complete' ? message.sessionVersion : undefined,
      'data-url': address?.href,
    })}>
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${words.handOver.text}</p>
${address && html`<p class="late"><a class="button" href="${address.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${words.goOn}</span></span></a></p>`}
</main></div>`,
  })
}
