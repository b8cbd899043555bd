// The pages of the simulated access-control server: the challenge to the payer, and the way back.

import { formatMoney } from '../../../kernel/money.ts'
import { attributes, type Html, html, textOfHtml } from '../../../platform/html/html.ts'
import type { AuthenticationRecord, ProofStatus } from '../books.ts'

export interface ChallengeChoice {
  readonly status: ProofStatus
  readonly label: string
  readonly means: string
}

/** The bank's answers that a tester can choose. */
export const challengeChoices = {
  '3DS1': [
    { status: 'Y', label: 'Successful', means: "The payer's identity is confirmed." },
    { status: 'A', label: 'Attempted', means: 'The bank accepts liability without a check.' },
    { status: 'N', label: 'Failed', means: 'The code was incorrect.' },
    { status: 'U', label: 'Not available', means: 'The bank cannot confirm at the moment.' },
  ],
  '3DS2': [
    { status: 'Y', label: 'Successful', means: "The payer's identity is confirmed." },
    { status: 'A', label: 'Attempted', means: 'The bank accepts liability without a check.' },
    { status: 'N', label: 'Failed', means: 'The code was incorrect.' },
    { status: 'R', label: 'Rejected', means: 'The bank rejects this payment.' },
    { status: 'U', label: 'Not available', means: 'The bank cannot confirm at the moment.' },
  ],
} as const satisfies Readonly<Record<AuthenticationRecord['protocol'], readonly ChallengeChoice[]>>

function document({ title, body, script }: { title: string; body: Html; script?: boolean }): string {
  return `<!doctype html>\n${textOfHtml(html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${paths.style}">
${script === true && html`<script src="${paths.script}" defer></script>`}
</head>
<body>
<header class="bank"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false"><path d="M16 2 4 7v8c0 7 5 12.500 12 15 7-2.500 12-8 12-15V7z"></path><path class="tick" d="m10.500 16 4 4 7-8"></path></svg><span>Harbour Bank</span><span class="tag">Sandbox</span></header>
<main class="sheet">${body}</main>
</body>
</html>`)}`
}

/** The challenge: the merchant, the amount, the card, the code, and the result that the tester can choose. */
export function renderChallengeForm(line: AuthenticationRecord, fields: Readonly<Record<string, string>>): string {
  const { protocol, merchantName, amountMinor, currency, card } = line
  const action = protocol === '3DS1' ? paths.threeDSecure1Response : paths.challengeSubmission
  const body = html`<h1>Is this payment yours?</h1>
<p class="lead">We have sent a code to your phone. Enter it to confirm the payment.</p>
<dl class="facts">
<div><dt>Merchant</dt><dd>${merchantName}</dd></div>
<div><dt>Amount</dt><dd class="amount">${amountText({ amountMinor, currency })}</dd></div>
<div><dt>Card</dt><dd class="number">${card.replace(/x+/, ' •••• ')}</dd></div>
</dl>
<form method="post" action="${action}">
${hidden(fields)}
<label class="code" for="code">One-time code</label>
<input class="code" id="code" name="code" value="123456" inputmode="numeric" autocomplete="one-time-code" maxlength="8" aria-describedby="code-hint">
<p class="hint" id="code-hint">Simulated bank: no message was sent, and any code is accepted.</p>
<fieldset>
<legend>Choose the bank's response</legend>
${challengeChoices[protocol].map(renderChoice)}
</fieldset>
<div class="buttons">
<button type="submit" class="primary">Confirm</button>
${protocol === '3DS2' && html`<button type="submit" name="cancel" value="yes">Cancel</button>`}
</div>
</form>
<p class="note">${protocol === '3DS1' ? '3-D Secure 1' : 'EMV 3-D Secure 2.2'} · simulated access-control server</p>`
  return document({ title: 'Is this payment yours? – Harbour Bank', body })
}

function amountText({ amountMinor, currency }: Pick<AuthenticationRecord, 'amountMinor' | 'currency'>): string {
  if (amountMinor === 0n) return 'Card verification only'
  // The text of the amount, which keeps every digit.
  const amount = formatMoney({ amountMinor, currency }) as `${number}`
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' }).format(amount)
}

function renderChoice({ status, label, means }: ChallengeChoice): Html {
  return html`<label class="choice"><input type="radio" name="result" value="${status}"${attributes({ checked: status === 'Y' })}><span><strong>${label}</strong><small>${means}</small></span></label>`
}

/** The way back: a form that sends itself, or is sent by the payer where no script runs. */
export function renderChallengeReturn(url: string, fields: Readonly<Record<string, string>>): string {
  const body = html`<div class="spinner" aria-hidden="true"></div>
<h1>Thank you</h1>
<p class="lead" role="status">Returning to the shop.</p>
<form id="way-back" method="post" action="${url}">
${hidden(fields)}
<div class="buttons"><button type="submit" class="primary">Continue</button></div>
</form>`
  return document({ title: 'Thank you – Harbour Bank', body, script: true })
}

export function renderChallengeRefusal(): string {
  const body = html`<h1>There is nothing to confirm here</h1>
<p class="lead">The request is incomplete, was altered, or belongs to another payment. Go back to the shop and try again.</p>`
  return document({ title: 'Nothing to confirm – Harbour Bank', body })
}

/** The content of an invisible frame. */
export function renderMethodFrame(): string {
  return document({ title: 'Harbour Bank', body: html`<h1>Harbour Bank</h1>` })
}

function hidden(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

const root = '/sandbox/acs'

export const paths = {
  /** 3-D Secure 1: PaReq, MD and TermUrl are posted here. */
  threeDSecure1: `${root}/3ds1`,
  threeDSecure1Response: `${root}/3ds1/answer`,
  /** EMV 3-D Secure: creq is posted here. */
  challenge: `${root}/challenge`,
  challengeSubmission: `${root}/challenge/answer`,
  /** The page that examines the payer's browser before the issuer decides. */
  method: `${root}/method`,
  style: `${root}/style.css`,
  script: `${root}/submit.js`,
} as const
