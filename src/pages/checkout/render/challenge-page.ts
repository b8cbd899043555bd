// The page on which the payer's bank authenticates the payer: the bank's own page in a frame, the order beside it.
import { attributes, type Html, html } from '../../../platform/html/html.ts'
import type { ChallengeView } from '../page-view.ts'
import { renderDocument, renderFooter } from './document.ts'
import { parseWebUrl } from './merchant.ts'
import { renderOrderSummary } from './order-summary.ts'
import { type Renderer, withMerchantName } from './renderer.ts'

export function renderChallengePage(renderer: Renderer, view: ChallengeView): Html {
  const { texts } = renderer
  const {
    merchant,
    acsUrl,
    acsFields,
    againPath,
    anotherWayPath,
    cancelPath,
    returnsOnCancel = false,
    secondsLeft,
    timeoutPath,
  } = view
  const bank = parseWebUrl(acsUrl)
  const fields = Object.entries(acsFields)
  return renderDocument(renderer, view, {
    title: texts.challenge.title,
    script: 'challenge.js',
    modules: ['leaving.js', 'shop-messages.js'],
    next: { seconds: secondsLeft, path: timeoutPath },
    bank: bank?.origin,
    body: html`<div class="desk">
${renderOrderSummary(renderer, view)}
<main class="till"><div class="till-inside" data-again="${againPath}">
<h2 class="challenge-title">${texts.challenge.title}</h2>
<p class="challenge-text">${texts.challenge.text}</p>
<form class="challenge-begin" id="challenge-form" method="post" action="${bank?.href}" target="challenge">
${fields.map(([name, value]) => html`<input${attributes({ type: 'hidden', name, value })}>`)}
<button class="button" type="submit"><span class="button-face"><span>${texts.challengeBegin}</span></span></button>
</form>
<iframe class="challenge" name="challenge" title="${texts.challengeFrame}" referrerpolicy="no-referrer"></iframe>
<p class="note">${texts.challengeDone} <a href="${againPath}">${texts.goOn}</a></p>
<div class="challenge-ways">
<form method="post" action="${anotherWayPath}"><button class="quiet" type="submit">${texts.anotherWay}</button></form>
${cancelPath !== undefined && html`<form class="cancel" method="post" action="${cancelPath}"><button class="quiet" type="submit">${returnsOnCancel ? withMerchantName(texts.cancel, merchant.name) : texts.cancelOnly}</button></form>`}
</div>
${renderFooter(renderer, merchant)}
</div></main>
</div>`,
  })
}
