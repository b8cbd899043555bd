// The payer: email and billing address, as fields or only shown.

import { countriesIn } from '../../../kernel/country.ts'
import { type Html, html } from '../../../platform/html/html.ts'
import { mandatoryBillingFields } from '../form-fields.ts'
import type { AddressView, PayView } from '../page-view.ts'
import { type FieldOptions, renderField, type VisibleField } from './field.ts'
import { renderAddress } from './order-summary.ts'
import type { Renderer } from './renderer.ts'

export function renderEmail(renderer: Renderer, view: PayView): Html | undefined {
  const { requirement, address } = view.email
  const { texts } = renderer
  if (requirement === 'HIDE') return undefined
  if (requirement === 'READ_ONLY')
    return address === undefined
      ? undefined
      : html`<section class="group shown"><h2>${texts.fields.email.label}</h2><p><bdi>${address}</bdi></p></section>`
  return html`<fieldset class="group"><legend class="unseen">${texts.contact}</legend>
${renderField(renderer, view, 'email', {
  autocomplete: 'email',
  type: 'email',
  inputmode: 'email',
  kind: 'email',
  lengthMax: 254,
  isOptional: requirement === 'OPTIONAL',
  value: address,
})}
</fieldset>`
}

interface BillingField {
  readonly name: VisibleField
  readonly member: keyof AddressView
  readonly options: FieldOptions
}

const billingFields: readonly BillingField[] = [
  { name: 'billingCountry', member: 'country', options: { autocomplete: 'billing country' } },
  { name: 'billingStreet', member: 'street', options: { autocomplete: 'billing address-line1', lengthMax: 100 } },
  { name: 'billingStreet2', member: 'street2', options: { autocomplete: 'billing address-line2', lengthMax: 100 } },
  {
    name: 'billingPostcodeZip',
    member: 'postcodeZip',
    options: { autocomplete: 'billing postal-code', lengthMax: 10, isHalf: true },
  },
  {
    name: 'billingCity',
    member: 'city',
    options: { autocomplete: 'billing address-level2', lengthMax: 100, isHalf: true },
  },
  {
    name: 'billingStateProvince',
    member: 'stateProvince',
    options: { autocomplete: 'billing address-level1', lengthMax: 20 },
  },
]

export function renderBilling(renderer: Renderer, view: PayView): Html | undefined {
  const { requirement, address } = view.billing
  const { texts, locale } = renderer
  if (requirement === 'HIDE' || requirement === 'POSTCODE') return undefined
  if (requirement === 'READ_ONLY') {
    if (Object.values(address).every((value) => value === undefined)) return undefined
    return html`<section class="group shown"><h2>${texts.billingAddress}</h2>${renderAddress(renderer, address)}</section>`
  }
  const isOptional = requirement === 'OPTIONAL'
  const countries = countriesIn(locale).map(({ code, name }) => ({ value: code, name }))
  return html`<fieldset class="group"><legend>${texts.billingAddress}${
    isOptional && html` <span class="optional">(${texts.optional})</span>`
  }</legend>
${billingFields.map(({ name, member, options }) =>
  renderField(renderer, view, name, {
    ...options,
    choices: member === 'country' ? countries : undefined,
    value: address[member],
    // Said once above, where all of it is.
    ...(isOptional ? { isRequired: false } : { isOptional: !mandatoryBillingFields.includes(name) }),
  }),
)}
</fieldset>`
}

/** Beside the card: what its bank compares with the address that it knows. Many places have no postcode. */
export function renderPostcode(renderer: Renderer, view: PayView): Html | undefined {
  const { requirement, address } = view.billing
  if (requirement !== 'POSTCODE') return undefined
  return renderField(renderer, view, 'billingPostcodeZip', {
    autocomplete: 'billing postal-code',
    lengthMax: 10,
    isOptional: true,
    hint: renderer.texts.postcodeHint,
    value: address.postcodeZip,
  })
}
