// The pages between the form and the result: while an attempt is under way, on the way to a provider or bank and back, and
// inside a frame; and the page at the end.

import { attributes, type Html, html } from '../../../platform/html/html.ts'
import { formatTime } from '../amount-text.ts'
import type { FormField } from '../form-fields.ts'
import type {
  ChallengedView,
  ChallengeView,
  ExaminationView,
  HandOverView,
  LeaveView,
  NoticeView,
  ReceiptView,
  UnfinishedView,
  WaitView,
} from '../page-view.ts'
import { findBrandImage } from './brands.ts'
import {
  type CheckoutIconName,
  parseWebUrl,
  type Renderer,
  renderDocument,
  renderFooter,
  renderIcon,
  renderMerchantLine,
  withMerchantName,
  withProviderName,
} from './document.ts'
import { renderOrderSummary } from './order-summary.ts'

/** A provider may take longer. */
const secondsUntilAgain = { usual: 2, provider: 10 }

/** The page while an attempt is under way. */
export function renderWaitPage(renderer: Renderer, view: WaitView): Html {
  const { provider, againPath } = view
  const { texts } = renderer
  const { title, text } =
    provider === undefined
      ? texts.wait
      : { title: withProviderName(texts.waitAtProvider.title, provider), text: texts.waitAtProvider.text }
  const seconds = provider === undefined ? secondsUntilAgain.usual : secondsUntilAgain.provider
  return renderDocument(renderer, view, {
    title,
    script: 'wait.js',
    modules: ['shop-messages.js'],
    next: { seconds, path: againPath },
    body: html`<div class="slip-room">${renderMerchantLine(view.merchant)}<main class="slip" data-again="${againPath}" data-seconds="${seconds}">
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${text}</p>
<p><a class="quiet" href="${againPath}">${texts.checkAgain}</a></p>
</main>${renderFooter(renderer, view.merchant)}</div>`,
  })
}

/**
 * The page between the gateway's and a provider's: a form was sent, and not all browsers would follow a redirect from
 * it.
 */
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

/** The page for a payer who has gone to a provider and returns before the payment there is finished. */
export function renderUnfinishedPage(renderer: Renderer, view: UnfinishedView): Html {
  const { texts } = renderer
  const { provider, merchant, redirectUrl, againPath, anotherWayPath } = view
  const title = withProviderName(texts.unfinished.title, provider)
  return renderDocument(renderer, view, {
    title,
    script: 'unfinished.js',
    modules: ['leaving.js', 'shop-messages.js'],
    body: html`<div class="slip-room">${renderMerchantLine(merchant)}<main class="slip" data-again="${againPath}">
<div class="seal">${renderIcon('redirect')}</div>
<h1>${title}</h1>
<p>${texts.unfinished.text}</p>
<p><a class="button" href="${parseWebUrl(redirectUrl)?.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${withProviderName(texts.continueAt, provider)}</span></span></a></p>
<form method="post" action="${anotherWayPath}"><button class="quiet" type="submit">${texts.anotherWay}</button></form>
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}

const deviceField: FormField = 'device'

/**
 * The page while the payer's bank examines the browser in a hidden frame. Where no script runs, the payer goes on by a
 * button.
 */
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
<input type="hidden" name="${deviceField}" value="">
<button class="quiet" type="submit">${texts.goOn}</button>
</form>
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}

/** The page on which the payer's bank authenticates the payer: the bank's own page in a frame, the order beside it. */
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

/** The page in the bank's frame when the bank is done. It has no data, and makes the gateway's page around it reload. */
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

/** The page inside a frame of the shop's page that reports the result to the shop's script. */
export function renderHandOverPage(renderer: Renderer, view: HandOverView): Html {
  const { texts } = renderer
  const { message, merchant, url } = view
  const address = url === undefined ? undefined : parseWebUrl(url)
  const title = withMerchantName(texts.handOver.title, merchant.name)
  return renderDocument(renderer, view, {
    title,
    script: 'hand-over.js',
    modules: ['shop-messages.js'],
    body: html`<div class="slip-room"><main${attributes({
      class: 'slip',
      'data-event': message.event,
      'data-result-indicator': message.event === 'complete' ? message.resultIndicator : undefined,
      'data-session-version': message.event === 'complete' ? message.sessionVersion : undefined,
      'data-url': address?.href,
    })}>
<div class="spinner" aria-hidden="true"></div>
<h1>${title}</h1>
<p role="status">${texts.handOver.text}</p>
${address && html`<p class="late"><a class="button" href="${address.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${texts.goOn}</span></span></a></p>`}
</main></div>`,
  })
}

/** The page at the end, where no page of the shop takes over, and the page that says why there is nothing to pay here. */
export function renderReceiptPage(renderer: Renderer, view: ReceiptView): Html {
  const { texts, locale } = renderer
  const { order, outcome, merchant, transactionId, time, source, brand, backUrl } = view
  const { title, text } = texts.receipt[outcome]
  const isGood = outcome !== 'FAILED'
  const fact = (label: string, value: string | undefined) =>
    value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`
  return renderDocument(renderer, view, {
    title,
    script: 'receipt.js',
    modules: ['leaving.js', 'local-time.js', 'shop-messages.js'],
    body: html`<div class="slip-room">${renderMerchantLine(merchant)}<main class="slip">
<div class="seal ${isGood ? 'seal-good' : 'seal-bad'}">${renderIcon(isGood ? 'check' : 'cross')}</div>
<h1>${title}</h1>
${order.amount !== undefined && isGood && html`<p class="amount"><bdi>${renderer.amount(order.amount, order.currency)}</bdi></p>`}
<p>${withMerchantName(text, merchant.name)}</p>
<dl class="facts">
${fact(texts.receiptMerchant, merchant.name)}
${!isGood && order.amount !== undefined && fact(texts.receiptAmount, renderer.amount(order.amount, order.currency))}
${fact(texts.order, order.id)}
${fact(texts.reference, order.reference)}
${source !== undefined && html`<div><dt>${texts.receiptSource}</dt><dd class="paid-with">${renderBrand(renderer, brand)}<bdi>${source}</bdi></dd></div>`}
${fact(texts.receiptTransaction, transactionId)}
<div><dt>${texts.receiptTime}</dt><dd><time datetime="${time}">${formatTime(locale, time)}</time></dd></div>
</dl>
${renderReturnLink(backUrl, withMerchantName(texts.back, merchant.name))}
${isGood && html`<p class="unprinted"><button class="quiet print" type="button" data-print hidden>${renderIcon('print')}<span>${texts.print}</span></button></p>`}
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}

function renderBrand({ assets }: Renderer, brand: string | undefined): Html | undefined {
  const image = findBrandImage(brand)
  return (
    image &&
    html`<img class="mark" src="${assets.url(image.file)}" alt="" width="38" height="24"> <span>${image.name}</span> `
  )
}

/** Out of a frame, if the page is in one. */
function renderReturnLink(url: string | undefined, text: string): Html | undefined {
  const address = url === undefined ? undefined : parseWebUrl(url)
  if (!address) return undefined
  return html`<p class="unprinted"><a class="button" href="${address.href}" target="_top" rel="noreferrer"><span class="button-face"><span>${text}</span></span></a></p>`
}

const icons: Readonly<Record<NoticeView['about'], CheckoutIconName>> = {
  UNKNOWN: 'alert',
  EXPIRED: 'clock',
  CANCELLED: 'cross',
  NOT_HERE: 'alert',
  BROKEN: 'alert',
  OVERLOADED: 'clock',
  PAYMENT_LINK_LOCKED: 'clock',
  PAYMENT_LINK_DISABLED: 'cross',
  PAYMENT_LINK_EXHAUSTED: 'cross',
  PAYMENT_LINK_EXPIRED: 'clock',
  PAYMENT_LINK_PAID: 'check',
  RETURNED_PAID: 'check',
  RETURNED_UNPAID: 'cross',
  RETURNED_OPEN: 'clock',
}

export function renderNoticePage(renderer: Renderer, view: NoticeView): Html {
  const { texts } = renderer
  const { about, merchant, backUrl } = view
  const { title, text } = texts.notice[about]
  return renderDocument(renderer, view, {
    title,
    script: 'report-height.js',
    modules: ['leaving.js', 'shop-messages.js'],
    body: html`<div class="slip-room">${merchant && renderMerchantLine(merchant)}<main class="slip">
<div class="seal">${renderIcon(icons[about])}</div>
<h1>${title}</h1>
<p>${text}</p>
${renderReturnLink(backUrl, merchant ? withMerchantName(texts.back, merchant.name) : texts.backPlain)}
</main>${renderFooter(renderer, merchant)}</div>`,
  })
}
