// The fields of what is not a card of a scheme: gift cards, bank accounts, and the bank that a provider wants to know.

import { type Html, html } from '../../../html/html.ts'
import { achAccountTypes, type PayView } from '../page-view.ts'
import { drawField } from './field.ts'
import { type Pen, saidOf } from './renderer.ts'

export function drawGiftCardFields(pen: Pen, view: PayView): Html {
  return html`<fieldset class="group" data-for="GIFT_CARD">
<legend class="unseen">${pen.words.sources.GIFT_CARD}</legend>
${drawField(pen, view, 'giftCardNumber', {
  autocomplete: 'off',
  inputmode: 'numeric',
  kind: 'gift-card-number',
  lengthMax: 23,
  isNumber: true,
})}
${drawField(pen, view, 'giftCardPin', {
  autocomplete: 'off',
  inputmode: 'numeric',
  kind: 'gift-card-pin',
  lengthMax: 8,
  isOptional: true,
  isNumber: true,
  isHalf: true,
})}
</fieldset>`
}

export function drawBankIdentifier(pen: Pen, view: PayView): Html {
  return html`<fieldset class="group" data-for="PROVIDER_B">
<legend class="unseen">${pen.words.fields.bankIdentifier.label}</legend>
${drawField(pen, view, 'bankIdentifier', {
  autocomplete: 'off',
  inputmode: 'numeric',
  kind: 'bank-identifier',
  lengthMax: 8,
  isNumber: true,
  placeholder: '12345678',
})}
</fieldset>`
}

export function drawBankAccountFields(pen: Pen, view: PayView): Html {
  const { words } = pen
  const number = { autocomplete: 'off', isNumber: true } as const
  return html`<fieldset class="group" data-for="ACH">
<legend class="unseen">${words.sources.ACH}</legend>
${drawField(pen, view, 'achAccountHolder', { autocomplete: 'name', lengthMax: 28 })}
${drawField(pen, view, 'achAccountType', {
  autocomplete: 'off',
  choices: achAccountTypes.map((value) => ({ value, name: words.accountTypes[value] })),
})}
${drawField(pen, view, 'achRoutingNumber', { ...number, inputmode: 'numeric', kind: 'routing-number', lengthMax: 9 })}
${drawField(pen, view, 'achAccountNumber', { ...number, kind: 'account-number', lengthMax: 17, isHalf: true })}
${drawField(pen, view, 'achAccountNumberAgain', {
  ...number,
  kind: 'account-number-again',
  lengthMax: 17,
  isHalf: true,
})}
<p class="hint wide">${saidOf(words.achConsent, view.merchant.name)}</p>
</fieldset>`
}
