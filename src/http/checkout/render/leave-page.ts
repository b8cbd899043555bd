// The page between ours and a provider's: a form was sent, and browsers would not follow a redirect from it everywhere.
import { type Html, html } from '../../../html/html.ts'
import type { LeaveView } from '../page-view.ts'
import { drawDocument } from './document.ts'
import { webAddress } from './merchant.ts'
import { type Pen, saidAt } from './renderer.ts'

export function drawLeavePage(pen: Pen, view: LeaveView): Html {
  const { words } = pen
  const title = saidAt(words.leave.title, view.provider)
  const { href } = webAddress(view.url) ?? {}
  return drawDocument(pen, view, {
    title,
    script: 'leave.js',
    body: html`<div class="slip-room"><main class="slip" data-url="${href}">
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${words.leave.text}</p>
<p class="late"><a class="button" href="${href}" target="_top" rel="noreferrer"><span class="button-face"><span>${words.goOn}</span></span></a></p>
</main></div>`,
  })
}
