// The fields of a card, new or stored.
import { attributes, type Html, html } from '../../../platform/html/html.ts'
import type { PayView } from '../page-view.ts'
import { findBrandImage } from './brands.ts'
import { type Renderer, renderCodePicture, withMerchantName } from './document.ts'
import { faultIdOf, renderFault, renderField, renderInput, renderPostcode } from './field.ts'

export function renderCardFields(renderer: Renderer, view: PayView): Html {
  const { texts, assets } = renderer
  const withCode = ['CARD', ...codeOwners(view)].join(' ')
  const brandMark = html`<img class="brand" src="${assets.url('brand-unknown.svg')}" alt="" width="38" height="24" data-brand-mark>`
  return html`<fieldset class="group" data-for="${withCode}">
<legend${attributes({ class: hasChoice(view) ? 'unseen' : undefined })}>${texts.cardDetails}</legend>
${renderAcceptedBrands(renderer, view)}
<div class="field" data-for="CARD">
${renderField(renderer, view, 'cardNumber', {
  autocomplete: 'cc-number',
  inputmode: 'numeric',
  kind: 'card-number',
  // Nineteen digits and the gaps between groups of four.
  lengthMax: 23,
  isNumber: true,
  placeholder: '1234 1234 1234 1234',
  ornament: brandMark,
  data: { accepted: view.acceptedBrands.join(' '), refused: texts.declined.NOT_SUPPORTED },
})}
</div>
${renderExpiry(renderer, view)}
<div class="half" data-for="${withCode}">
${renderField(renderer, view, 'securityCode', {
  autocomplete: 'cc-csc',
  inputmode: 'numeric',
  kind: 'security-code',
  lengthMax: 4,
  isNumber: true,
  hint: texts.codeOnBack,
  ornament: renderCodePicture(),
  data: { back: texts.codeOnBack, front: texts.codeOnFront },
})}
</div>
${
  view.billing.requirement === 'POSTCODE' &&
  html`<div class="field" data-for="CARD STORED SAVED">
${renderPostcode(renderer, view)}
</div>`
}
${
  view.asksName &&
  html`<div class="field" data-for="CARD">
${renderField(renderer, view, 'nameOnCard', { autocomplete: 'cc-name', lengthMax: 256, isOptional: true })}
</div>`
}
</fieldset>`
}

/** The script emphasises the one that is being typed. */
function renderAcceptedBrands({ texts, assets }: Renderer, { acceptedBrands }: PayView): Html | undefined {
  const marks = acceptedBrands.flatMap((brand) => {
    const image = findBrandImage(brand)
    return image ? [{ brand, ...image }] : []
  })
  if (marks.length === 0) return undefined
  return html`<ul class="accepted" data-for="CARD" data-accepted-brands aria-label="${texts.acceptedCards}">
${marks.map(({ brand, name, file }) => html`<li data-brand="${brand}"><img src="${assets.url(file)}" alt="${name}" title="${name}" width="38" height="24"></li>`)}
</ul>`
}

/** With several payment methods, the choice among them already shows it. */
function hasChoice({ sources, saved }: PayView): boolean {
  return sources.length > 1 || saved.length > 0
}

/** The listed cards share one name here: the script and the style know no more of them. */
function codeOwners({ saved }: PayView): readonly string[] {
  const owners = saved.filter((account) => account.needsSecurityCode).map(({ source }) => source)
  return [...new Set(owners.map((source) => (source === 'STORED' ? source : 'SAVED')))]
}

/** Two fields in one box: posted separately, filled in separately by browsers, and read as one. */
function renderExpiry(renderer: Renderer, view: PayView): Html {
  const { texts } = renderer
  const both = ['expiryMonth', 'expiryYear'] as const
  const shared = { inputmode: 'numeric', lengthMax: 2, isNumber: true } as const
  return html`<fieldset class="half expiry" data-for="CARD">
<legend>${texts.expiry}</legend>
<div class="box box-joined" dir="ltr">
<label class="unseen" for="expiryMonth">${texts.fields.expiryMonth.label}</label>
${renderInput(
  renderer,
  view,
  'expiryMonth',
  { ...shared, autocomplete: 'cc-exp-month', kind: 'expiry-month', placeholder: texts.monthExample },
  faultIdOf(both),
)}
<span class="slash" aria-hidden="true">/</span>
<label class="unseen" for="expiryYear">${texts.fields.expiryYear.label}</label>
${renderInput(
  renderer,
  view,
  'expiryYear',
  {
    ...shared,
    autocomplete: 'cc-exp-year',
    kind: 'expiry-year',
    placeholder: texts.yearExample,
    // Test cards of earlier years keep working.
    data: { past: texts.expiryPast, 'any-year': view.isSandbox },
  },
  faultIdOf(both),
)}
</div>
${renderFault(renderer, view, ...both)}
</fieldset>`
}

/** The fields of other sources than scheme cards: gift cards, bank accounts, and the bank that a provider requires. */
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

/** What the form posts as the type of a bank account. */
const achAccountTypes = ['CONSUMER_CHECKING', 'CONSUMER_SAVINGS', 'CORPORATE_CHECKING'] as const

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
