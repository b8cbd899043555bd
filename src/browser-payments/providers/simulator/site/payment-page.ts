// The page on which a payer pays: the purchase, the account it is paid from, and the possible actions. The pages of
// agreements follow.

import { formatMoney } from '../../../../kernel/money.ts'
import { attributes, type Html, html } from '../../../../platform/html/html.ts'
import type { Agreement } from '../agreements.ts'
import { bankLogin, bankName, payerOfA, payerOfC } from '../conventions.ts'
import type { CallbackMode, PaymentPageDetails, ProviderLine } from '../provider-line.ts'
import { type ProviderLineStatus, providerLineStatusOf } from '../provider-line-status.ts'
import {
  agreementsPath,
  renderSiteDocument,
  renderSiteNotice,
  renderSiteReturnLink,
  type SiteAssets,
} from './document.ts'
import { renderShipping } from './shipping.ts'

/** The error in the payer's input, if any. */
export interface FormProblem {
  readonly isLoginWrong?: boolean
  readonly shipping?: Parameters<typeof renderShipping>[1]
}

export function pageDetailsOf({ details }: ProviderLine): PaymentPageDetails {
  return details as PaymentPageDetails
}

/** A payer who has left a payment pending may still decide about it. */
export function isDecidable({ course, decision }: ProviderLine, { state }: ProviderLineStatus): boolean {
  return state === 'OPEN' || (state === 'PENDING' && !course && decision === 'LEAVE')
}

export function renderPayment(
  line: ProviderLine,
  {
    now,
    assets,
    trouble = {},
  }: { readonly now: Date; readonly assets: SiteAssets; readonly trouble?: FormProblem | undefined },
): string {
  const lineStatus = providerLineStatusOf(line, now)
  if (!isDecidable(line, lineStatus)) return renderEnd(line, { lineStatus, assets })
  const details = pageDetailsOf(line)
  const needsLogin = line.provider === 'PROVIDER_C' && !line.isLoggedIn
  const main = html`<div class="desk">${renderOrder(line, details)}<form method="post" class="till">${
    needsLogin ? renderLogin(trouble) : renderDecision(line, details, trouble)
  }</form></div>`
  return renderSiteDocument({ provider: line.provider, title: `Pay ${details.merchantName}`, main }, assets)
}

/** The amount stays exact text: the formatter never converts it to a number. */
export function siteAmountText(amountMinor: bigint, currency: string): string {
  return inCurrency(formatMoney({ amountMinor, currency }), currency)
}

function inCurrency(decimal: string, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  return format.format(decimal as Intl.StringNumericLiteral)
}

function renderOrder({ amountMinor, currency }: ProviderLine, details: PaymentPageDetails): Html {
  const { merchantName, orderId, description, items = [] } = details
  return html`<section class="order" aria-labelledby="title">
<h1 id="title">Pay <span class="merchant">${merchantName}</span></h1>
<p class="amount">${siteAmountText(amountMinor, currency)}</p>
<dl><div><dt>Order</dt><dd>${orderId}</dd></div>${
    description !== undefined && html`<div><dt>For</dt><dd>${description}</dd></div>`
  }</dl>${
    items.length > 0 &&
    html`<h2>Items</h2><ul class="items">${items.map(
      ({ name, quantity, unitPrice }) =>
        html`<li><span>${name}</span> <span>${quantity} × ${inCurrency(unitPrice, currency)}</span></li>`,
    )}</ul>`
  }
</section>`
}

function renderLogin({ isLoginWrong = false }: FormProblem): Html {
  const error = isLoginWrong && html`<p class="error" id="login-error" role="alert">Incorrect name or PIN.</p>`
  const inputAttributes = attributes({
    'aria-describedby': isLoginWrong && 'login-error',
    'aria-invalid': isLoginWrong && 'true',
  })
  return html`<ol class="steps"><li aria-current="step">Log in to your bank</li><li>Confirm the transfer</li></ol>
<h2>Log in to your bank</h2>${error}
<p class="field"><label for="bank">Bank identifier</label><input id="bank" value="${payerOfC.bankIdentifier}" readonly></p>
<p class="field"><label for="name">Login name</label><input id="name" name="name" value="${bankLogin.name}" autocomplete="off" required${inputAttributes}></p>
<p class="field"><label for="pin">PIN</label><input id="pin" name="pin" value="${bankLogin.pin}" inputmode="numeric" autocomplete="off" required${inputAttributes}></p>
<p class="hint">The sandbox has one payer, and has filled in the login.</p>
<div class="buttons"><button class="primary" name="step" value="login">Log in</button>
<button name="decision" value="CANCEL" formnovalidate>Cancel and return</button></div>`
}

function renderDecision(line: ProviderLine, details: PaymentPageDetails, trouble: FormProblem): Html {
  const isConfirmedHere = line.confirmation !== 'CONFIRM_AT_MERCHANT'
  return html`${
    line.provider === 'PROVIDER_C' &&
    html`<ol class="steps"><li>Log in to your bank</li><li aria-current="step">Confirm the transfer</li></ol>`
  }${renderSource(line, details)}${line.provider === 'PROVIDER_A' && renderShipping(details, trouble.shipping)}
<div class="buttons"><button class="primary" name="decision" value="APPROVE">${
    isConfirmedHere ? 'Pay now' : 'Agree and continue'
  }</button>
<button name="decision" value="CANCEL" formnovalidate>Cancel and return</button></div>
${
  !isConfirmedHere && html`<p class="hint">You pay when ${details.merchantName} has confirmed the order.</p>`
}${renderSandbox(line, details)}`
}

/** The account it is paid from. */
function renderSource({ provider }: ProviderLine, { bankIdentifier = '', customerEmail }: PaymentPageDetails): Html {
  switch (provider) {
    case 'PROVIDER_A':
      return source('Pay from your account', payerOfA.accountHolder, customerEmail ?? payerOfA.accountEmail)
    case 'PROVIDER_B':
      return source('Transfer from your bank', bankName(bankIdentifier), `Bank identifier ${bankIdentifier}`)
    case 'PROVIDER_C':
      return source(
        'Transfer from your account',
        payerOfC.bankAccountHolder,
        `IBAN ending in ${payerOfC.iban.slice(-4)}`,
      )
  }
}

function source(heading: string, name: string, detail: string): Html {
  return html`<section class="source"><h2>${heading}</h2><p><strong>${name}</strong><br>${detail}</p></section>`
}

const callbackTexts: Readonly<Record<CallbackMode, string>> = {
  NORMAL: 'Immediately',
  BEFORE: 'Before the browser returns',
  AFTER: 'A few seconds after the browser has returned',
  TWICE: 'Twice',
  NEVER: 'Never',
}

export function renderCallbackChoice(): Html {
  return html`<p class="field"><label for="callbacks">When the provider notifies the gateway</label><select id="callbacks" name="callbacks">${Object.entries(
    callbackTexts,
  ).map(([mode, text]) => html`<option value="${mode}">${text}</option>`)}</select></p>`
}

function renderSandbox({ course }: ProviderLine, { orderReference }: PaymentPageDetails): Html {
  return html`<section class="sandbox" aria-labelledby="sandbox"><h2 id="sandbox">Sandbox</h2>
<p>Choose another outcome. You return to the shop in any case; close this window to simulate a payer who abandons the payment.</p>${
    course &&
    html`<p><strong>The order reference ${orderReference} determines the result of this payment.</strong> Your choice here only returns you to the shop.</p>`
  }
<div class="buttons"><button name="decision" value="DECLINE" formnovalidate>Decline</button>
<button name="decision" value="ABORT" formnovalidate>Abort</button>
<button name="decision" value="LEAVE" formnovalidate>Leave pending</button></div>
${renderCallbackChoice()}</section>`
}

function renderEnd(
  line: ProviderLine,
  { lineStatus, assets }: { readonly lineStatus: ProviderLineStatus; readonly assets: SiteAssets },
): string {
  const { merchantName } = pageDetailsOf(line)
  const { title, text } = endOf(line, lineStatus, merchantName)
  const after = renderSiteReturnLink(line.returnUrl, merchantName)
  return renderSiteNotice({ provider: line.provider, title, text, after }, assets)
}

function endOf(
  line: ProviderLine,
  { state, outcome, standingMinor, isApproved }: ProviderLineStatus,
  merchantName: string,
): { readonly title: string; readonly text: string } {
  const amount = siteAmountText(isApproved ? standingMinor : line.amountMinor, line.currency)
  if (line.isReversed) return { title: 'Withdrawn', text: `${merchantName} has withdrawn the request for ${amount}.` }
  if (state === 'AGREED')
    return {
      title: 'Agreed',
      text: `You have agreed to pay ${amount}. ${merchantName} still has to confirm the order.`,
    }
  if (isApproved) return { title: 'Paid', text: `${amount} was paid to ${merchantName}.` }
  if (state === 'PENDING') return { title: 'In progress', text: `The payment of ${amount} is being processed.` }
  switch (outcome?.gatewayCode) {
    case 'CANCELLED':
      return { title: 'Cancelled', text: `You have cancelled the payment of ${amount}.` }
    case 'ABORTED':
      return { title: 'Aborted', text: `The payment of ${amount} was aborted.` }
    default:
      return { title: 'Not paid', text: `The payment of ${amount} was declined.` }
  }
}

// The pages on which a payer of provider A agrees to later payments, and withdraws the consent.

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
