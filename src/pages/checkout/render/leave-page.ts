// The page between the gateway's and a provider's: a form was sent, and not all browsers would follow a redirect from
// it.
import { type Html, html } from '../../../platform/html/html.ts'
import type { LeaveView } from '../page-view.ts'
import { renderDocument } from './document.ts'
import { parseWebUrl } from './merchant.ts'
import { type Renderer, withProviderName } from './renderer.ts'

export function renderLeavePage(renderer: Renderer, view: LeaveView): Html {
  const { texts } = renderer
  const title = withProviderName(texts.leave.title, view.provider)
  const { href } = parseWebUrl(view.url) ?? {}
  return renderDocument(renderer, view, {
    title,
    script: 'leave.js',
    body: html`<div class="slip-room"><main class="slip" data-url="${href}">
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${texts.leave.text}</p>
<p class="late"><a class="button" href="${href}" target="_top" rel="noreferrer"><span class="button-face"><span>${texts.goOn}</span></span></a></p>
</main></div>`,
  })
}
