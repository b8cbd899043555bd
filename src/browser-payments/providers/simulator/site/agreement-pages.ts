// The pages on which a payer of provider A agrees to later payments, and withdraws the consent.
import { type Html, html } from '../../../../platform/html/html.ts'
import type { Agreement } from '../agreements.ts'
import { payerOfA } from '../conventions.ts'
import type { SiteAssets } from './assets.ts'
import { renderSiteDocument, renderSiteNotice, renderSiteReturnLink } from './document.ts'
import { agreementsPath } from './paths.ts'
import { renderCallbackChoice } from './payment-page.ts'

const provider = 'PROVIDER_A'

export function renderAgreement(agreement: Agreement, assets: SiteAssets): string {
  const { wish, state, returnUrl, siteToken } = agreement
  const merchantName = wish?.merchantName ?? 'the shop'
  if (state !== 'OPEN') {
    const [title, text] = ends[state]
    const after = html`${renderSiteReturnLink(returnUrl, merchantName)}<p><a href="${agreementsPath(siteToken)}">Your agreements</a></p>`
    return renderSiteNotice({ provider, title, text, after }, assets)
  }
  const main = html`<div class="desk"><section class="order" aria-labelledby="title">
<h1 id="title">Let <span class="merchant">${merchantName}</span> charge you</h1>
<p>${merchantName} requests permission to charge your account later without asking each time.</p>
<dl>${described('Agreement', wish?.name)}${described('For', wish?.description)}${described(
    'Charges',
    wish?.cardinality === 'SINGLE' ? 'One agreement for everything' : 'An agreement of its own',
  )}</dl></section>
<form method="post" class="till"><section class="source"><h2>Charge your account</h2>
<p><strong>${payerOfA.accountHolder}</strong><br>${payerOfA.accountEmail}</p></section>
<div class="buttons"><button class="primary" name="decision" value="AGREED">Agree</button>
<button name="decision" value="REFUSED">Refuse and return</button></div>
<section class="sandbox" aria-labelledby="sandbox"><h2 id="sandbox">Sandbox</h2>
<p>Closing this window is the payer who vanished.</p>${renderCallbackChoice()}</section></form></div>`
  return renderSiteDocument({ provider, title: `Agreement with ${merchantName}`, main }, assets)
}

const ends: Readonly<Record<Exclude<Agreement['state'], 'OPEN'>, readonly [title: string, text: string]>> = {
  AGREED: ['Agreed', 'The shop may charge your account.'],
  REFUSED: ['Refused', 'The shop may not charge your account.'],
  WITHDRAWN: ['Withdrawn', 'The shop may no longer charge your account.'],
}

function described(term: string, text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<div><dt>${term}</dt><dd>${text}</dd></div>`
}

/** The payer's agreements with one merchant. */
export function renderAgreements(agreements: readonly Agreement[], assets: SiteAssets): string {
  const main = html`<div class="slip wide"><h1>Your agreements</h1>
<p>${payerOfA.accountHolder}, ${payerOfA.accountEmail}</p>${
    agreements.length === 0
      ? html`<p>No agreements.</p>`
      : html`<ul class="agreements">${agreements.map(renderOne)}</ul>`
  }</div>`
  return renderSiteDocument({ provider, title: 'Your agreements', main }, assets)
}

function renderOne({ agreementId = '', wish, state }: Agreement): Html {
  const id = `agreement-${agreementId}`
  return html`<li><div><strong id="${id}">${wish?.name ?? wish?.merchantName ?? 'Created elsewhere'}</strong><br>
<span class="hint">${agreementId}</span></div>${
    state === 'AGREED'
      ? html`<form method="post"><button name="agreement" value="${agreementId}" aria-describedby="${id}">Withdraw</button></form>`
      : html`<span class="hint">Withdrawn</span>`
  }</li>`
}
