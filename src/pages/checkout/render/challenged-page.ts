// The page in the bank's frame when the bank is done. It has no data, and makes the gateway's page around it reload.
import { type Html, html } from '../../../platform/html/html.ts'
import type { ChallengedView } from '../page-view.ts'
import { renderDocument } from './document.ts'
import { renderIcon } from './icons.ts'
import type { Renderer } from './renderer.ts'

export function renderChallengedPage(renderer: Renderer, view: ChallengedView): Html {
  const { title, text } = renderer.texts.challenged
  return renderDocument(renderer, view, {
    title,
    script: 'challenged.js',
    body: html`<div class="slip-room"><main class="slip">
<div class="seal seal-good">${renderIcon('check')}</div>
<h1>${title}</h1>
<p role="status">${text}</p>
</main></div>`,
  })
}
