// The page while the payer's bank examines the browser in a hidden frame. Where no script runs, the payer goes on by a
// button.
import { attributes, type Html, html } from '../../../platform/html/html.ts'
import { type ExaminationView, formFields } from '../page-view.ts'
import { renderDocument, renderFooter } from './document.ts'
import { parseWebUrl, renderMerchantLine } from './merchant.ts'
import type { Renderer } from './renderer.ts'

export function renderExaminationPage(renderer: Renderer, view: ExaminationView): Html {
  const { texts } = renderer
  const { merchant, acsUrl, acsFields, payPath } = view
  const bank = parseWebUrl(acsUrl)
  const { title, text } = texts.wait
  return renderDocument(renderer, view, {
    title,
    script: 'examination.js',
    modules: ['device.js', 'shop-messages.js'],
    bank: bank?.origin,
    body: html`<div class="slip-room">${renderMerchantLine(merchant)}<main class="slip">
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${text}</p>
<form id="examination-form" method="post" action="${bank?.href}" target="challenge" hidden>
${Object.entries(acsFields).map(([name, value]) => html`<input${attributes({ type: 'hidden', name, value })}>`)}
</form>
<iframe name="challenge" title="${texts.challengeFrame}" referrerpolicy="no-referrer" hidden></iframe>
<form id="examined" method="post" action="${payPath}">
<input type="hidden" name="examined" value="yes">
<input type="hidden" name="${formFields.device}" value="">
<button class="quiet" type="submit">${texts.goOn}</button>
</form>
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}
