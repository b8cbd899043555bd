// The fields of other sources than scheme cards: gift cards, bank accounts, and the bank that a provider requires.

import { type Html, html } from '../../../platform/html/html.ts'
import { achAccountTypes, type PayView } from '../page-view.ts'
import { renderField } from './field.ts'
import { type Renderer, withMerchantName } from './renderer.ts'

export function renderGiftCardFields(renderer: Renderer, view: PayView): Html {
  return html`<fieldset class="group" data-for="GIFT_CARD">
<legend class="unseen">${renderer.texts.sources.GIFT_CARD}</legend>
${renderField(renderer, view, 'giftCardNumber', {
  autocomplete: 'off',
  inputmode: 'numeric',
  kind: 'gift-card-number',
  lengthMax: 23,
  isNumber: true,
})}
${renderField(renderer, view, 'giftCardPin', {
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

export function renderBankIdentifier(renderer: Renderer, view: PayView): Html {
  return html`<fieldset class="group" data-for="PROVIDER_B">
<legend class="unseen">${renderer.texts.fields.bankIdentifier.label}</legend>
${renderField(renderer, view, 'bankIdentifier', {
  autocomplete: 'off',
  inputmode: 'numeric',
  kind: 'bank-identifier',
  lengthMax: 8,
  isNumber: true,
  placeholder: '12345678',
})}
</fieldset>`
}

export function renderBankAccountFields(renderer: Renderer, view: PayView): Html {
  const { texts } = renderer
  const number = { autocomplete: 'off', isNumber: true } as const
  return html`<fieldset class="group" data-for="ACH">
<legend class="unseen">${texts.sources.ACH}</legend>
${renderField(renderer, view, 'achAccountHolder', { autocomplete: 'name', lengthMax: 28 })}
${renderField(renderer, view, 'achAccountType', {
  autocomplete: 'off',
  choices: achAccountTypes.map((value) => ({ value, name: texts.accountTypes[value] })),
})}
${renderField(renderer, view, 'achRoutingNumber', { ...number, inputmode: 'numeric', kind: 'routing-number', lengthMax: 9 })}
${renderField(renderer, view, 'achAccountNumber', { ...number, kind: 'account-number', lengthMax: 17, isHalf: true })}
${renderField(renderer, view, 'achAccountNumberAgain', {
  ...number,
  kind: 'account-number-again',
  lengthMax: 17,
  isHalf: true,
})}
<p class="hint wide">${withMerchantName(texts.achConsent, view.merchant.name)}</p>
</fieldset>`
}
