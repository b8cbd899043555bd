// The page while an attempt is under way.

import { type Html, html } from '../../../html/html.ts'
import type { WaitView } from '../page-view.ts'
import { drawDocument, drawFooter } from './document.ts'
import { drawMerchantLine } from './merchant.ts'
import type { Pen } from './pen.ts'

const secondsUntilAgain = 2

export function drawWaitPage(pen: Pen, view: WaitView): Html {
  const { title, text } = pen.words.wait
  return drawDocument(pen, view, {
    title,
    script: 'wait.js',
    modules: ['telling.js'],
    next: { seconds: secondsUntilAgain, path: view.againPath },
    body: html`<div class="slip-room">${drawMerchantLine(view.merchant)}<main class="slip" data-again="${view.againPath}" data-seconds="${secondsUntilAgain}">
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${text}</p>
<p><a class="quiet" href="${view.againPath}">${pen.words.checkAgain}</a></p>
</main>${drawFooter(pen, view.merchant)}</div>`,
  })
}
