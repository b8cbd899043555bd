// The page in the bank's frame when the bank is done. It knows nothing, and tells our page around it to look again.
import { type Html, html } from '../../../html/html.ts'
import type { ChallengedView } from '../page-view.ts'
import { drawDocument } from './document.ts'
import { icon } from './icons.ts'
import type { Pen } from './renderer.ts'

export function drawChallengedPage(pen: Pen, view: ChallengedView): Html {
  const { title, text } = pen.words.challenged
  return drawDocument(pen, view, {
    title,
    script: 'challenged.js',
    body: html`<div class="slip-room"><main class="slip">
<div class="seal seal-good">${icon('check')}</div>
<h1>${title}</h1>
<p role="status">${text}</p>
</main></div>`,
  })
}
