// The fields of a card, new or stored.

import { omitUndefined } from '../../../domain/omit-undefined.ts'
import { attributes, type Html, html } from '../../../html/html.ts'
import type { PayView } from '../page-view.ts'
import { faultIdOf, renderFault, renderField, renderInput } from './field.ts'
import type { Renderer } from './renderer.ts'

export function renderCardFields(pen: Renderer, view: PayView): Html {
  const { words, assets } = pen
  const asksStoredCode = view.stored?.needsSecurityCode === true
  const brandMark = html`<img class="brand" src="${assets.url('brand-unknown.svg')}" alt="" width="38" height="24" data-brand-mark>`
  return html`<fieldset class="group" data-for="${asksStoredCode ? 'CARD STORED' : 'CARD'}">
<legend${attributes({ class: hasChoice(view) ? 'unseen' : undefined })}>${words.cardDetails}</legend>
<div class="field" data-for="CARD">
${renderField(pen, view, 'cardNumber', {
  autocomplete: 'cc-number',
  inputmode: 'numeric',
  kind: 'card-number',
  // Nineteen digits and the gaps between groups of four.
  lengthMax: 23,
  isNumber: true,
  placeholder: '1234 1234 1234 1234',
  ornament: brandMark,
})}
</div>
${renderExpiry(pen, view)}
<div class="half" data-for="${asksStoredCode ? 'CARD STORED' : 'CARD'}">
${renderField(pen, view, 'securityCode', {
  autocomplete: 'cc-csc',
  inputmode: 'numeric',
  kind: 'security-code',
  lengthMax: 4,
  isNumber: true,
  hint: words.codeOnBack,
  data: {
    back: words.codeOnBack,
    front: words.codeOnFront,
    ...omitUndefined({ 'stored-brand': view.stored?.brand }),
  },
})}
</div>
${
  view.asksName &&
  html`<div class="field" data-for="CARD">
${renderField(pen, view, 'nameOnCard', { autocomplete: 'cc-name', lengthMax: 256, isOptional: true })}
</div>`
}
</fieldset>`
}

/** With several payment methods, the choice among them already shows it. */
function hasChoice({ sources, stored }: PayView): boolean {
  return sources.length > 1 || stored !== undefined
}

/** Two fields in one box: posted separately, filled in separately by browsers, and read as one. */
function renderExpiry(pen: Renderer, view: PayView): Html {
  const { words } = pen
  const both = ['expiryMonth', 'expiryYear'] as const
  const shared = { inputmode: 'numeric', lengthMax: 2, isNumber: true } as const
  return html`<fieldset class="half expiry" data-for="CARD">
<legend>${words.expiry}</legend>
<div class="box box-joined" dir="ltr">
<label class="unseen" for="expiryMonth">${words.fields.expiryMonth.label}</label>
${renderInput(
  pen,
  view,
  'expiryMonth',
  { ...shared, autocomplete: 'cc-exp-month', kind: 'expiry-month', placeholder: words.monthExample },
  faultIdOf(both),
)}
<span class="slash" aria-hidden="true">/</span>
<label class="unseen" for="expiryYear">${words.fields.expiryYear.label}</label>
${renderInput(
  pen,
  view,
  'expiryYear',
  {
    ...shared,
    autocomplete: 'cc-exp-year',
    kind: 'expiry-year',
    placeholder: words.yearExample,
    // Test cards of earlier years keep working.
    data: { past: words.expiryPast, 'any-year': view.isSandbox },
  },
  faultIdOf(both),
)}
</div>
${renderFault(pen, view, ...both)}
</fieldset>`
}
