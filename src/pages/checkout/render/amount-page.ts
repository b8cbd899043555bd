// The page of a payment link whose amount the payer enters.

import { formatMoney, largestMinor } from '../../../kernel/money.ts'
import { attributes, type Html, html } from '../../../platform/html/html.ts'
import type { AmountView } from '../page-view.ts'
import { type Renderer, renderDocument, renderFooter, renderMerchantMark, withMerchantName } from './document.ts'
import { fillPlaceholders } from './texts/index.ts'

export function renderAmountPage(renderer: Renderer, view: AmountView): Html {
  const { texts } = renderer
  const { merchant, description, path, fault } = view
  const purpose = withMerchantName(texts.payTo, merchant.name)
  const hint = limitsText(renderer, view)
  return renderDocument(renderer, view, {
    title: fault ? fillPlaceholders(texts.errorTitle, { title: purpose }) : purpose,
    script: 'report-height.js',
    modules: ['leaving.js', 'shop-messages.js'],
    body: html`<div class="desk">
<header class="order"><div class="order-inside">
<div class="who">${renderMerchantMark(merchant)}</div>
<h1><span class="purpose">${purpose}</span></h1>
${description !== undefined && html`<p class="description">${description}</p>`}
</div></header>
<main class="till"><div class="till-inside">
<form class="form" method="post" action="${path}" novalidate>
<div class="field">
<label for="amount">${fillPlaceholders(texts.enterAmount.label, { currency: view.currency })}</label>
<div class="box">
<input${attributes({
      class: 'control',
      id: 'amount',
      name: 'amount',
      type: 'text',
      inputmode: 'decimal',
      autocomplete: 'transaction-amount',
      maxlength: 40,
      dir: 'ltr',
      'aria-required': 'true',
      'aria-invalid': fault ? 'true' : undefined,
      'aria-describedby': [hint && 'amount-hint', 'amount-fault'].filter(Boolean).join(' '),
      autofocus: fault !== undefined,
      value: view.value,
    })}>
</div>
${hint !== undefined && html`<p class="hint" id="amount-hint">${hint}</p>`}
<p${attributes({ class: 'fault', id: 'amount-fault', role: fault ? 'alert' : undefined })}>${fault && faultText(renderer, view, fault)}</p>
</div>
<div class="submit"><button class="button" type="submit"><span class="button-face"><span>${texts.goOn}</span></span></button></div>
</form>
${renderFooter(renderer, merchant)}
</div></main>
</div>`,
  })
}

/** Shown before the payer types. */
function limitsText(renderer: Renderer, view: AmountView): string | undefined {
  const { amountMin, amountMax } = view
  const { enterAmount } = renderer.texts
  const limits = namesOf(renderer, view)
  if (amountMin !== undefined && amountMax !== undefined) return fillPlaceholders(enterAmount.between, limits)
  if (amountMin !== undefined) return fillPlaceholders(enterAmount.atLeast, limits)
  return amountMax === undefined ? undefined : fillPlaceholders(enterAmount.atMost, limits)
}

function faultText(renderer: Renderer, view: AmountView, fault: NonNullable<AmountView['fault']>): string {
  return fillPlaceholders(renderer.texts.enterAmount[fault], namesOf(renderer, view))
}

function namesOf(renderer: Renderer, { amountMin, amountMax, currency, exampleAmount }: AmountView) {
  const text = (amount: string) => `\u2068${renderer.amount(amount, currency)}\u2069`
  return {
    min: text(amountMin ?? '0'),
    max: text(amountMax ?? formatMoney({ amountMinor: largestMinor(currency), currency })),
    example: `\u2068${exampleAmount}\u2069`,
  }
}
