// The page on which the payer's bank authenticates the payer: the bank's own page in a frame, the order beside it.
import { attributes, type Html, html } from '../../../html/html.ts'
import type { ChallengeView } from '../page-view.ts'
import { renderDocument, renderFooter } from './document.ts'
import { parseWebUrl } from './merchant.ts'
import { renderOrderSummary } from './order-summary.ts'
import { type Renderer, withMerchantName } from './renderer.ts'

export function renderChallengePage(pen: Renderer, view: ChallengeView): Html {
  const { words } = pen
  const { merchant, acsUrl, acsFields, againPath, anotherWayPath, cancelPath, secondsLeft, timeoutPath } = view
  const bank = parseWebUrl(acsUrl)
  const fields = Object.entries(acsFields)
  return renderDocument(pen, view, {
    title: words.challenge.title,
    script: 'challenge.js',
    modules: ['leaving.js', 'telling.js'],
    next: { seconds: secondsLeft, path: timeoutPath },
    bank: bank?.origin,
    body: html`<div class="desk">
${renderOrderSummary(pen, view)}
<main class="till"><div class="till-inside" data-again="${againPath}">
<h2 class="challenge-title">${words.challenge.title}</h2>
<p class="challenge-text">${words.challenge.text}</p>
<form class="challenge-begin" id="challenge-form" method="post" action="${bank?.href}" target="challenge">
${fields.map(([name, value]) => html`<input${attributes({ type: 'hidden', name, value })}>`)}
<button class="button" type="submit"><span class="button-face"><span>${words.challengeBegin}</span></span></button>
</form>
<iframe class="challenge" name="challenge" title="${words.challengeFrame}" referrerpolicy="no-referrer"></iframe>
<p class="note">${words.challengeDone} <a href="${againPath}">${words.goOn}</a></p>
<div class="challenge-ways">
<form method="post" action="${anotherWayPath}"><button class="quiet" type="submit">${words.anotherWay}</button></form>
${cancelPath !== undefined && html`<form class="cancel" method="post" action="${cancelPath}"><button class="quiet" type="submit">${withMerchantName(words.cancel, merchant.name)}</button></form>`}
</div>
${renderFooter(pen, merchant)}
</div></main>
</div>`,
  })
}
