// The payer: email and billing address, as fields or only shown.

import { type Html, html } from '../../../html/html.ts'
import { type AddressView, mandatoryBillingFields, type PayView } from '../page-view.ts'
import { type FieldOptions, renderField, type VisibleField } from './field.ts'
import { countriesIn } from './format.ts'
import { renderAddress } from './order-summary.ts'
import type { Renderer } from './renderer.ts'

export function renderEmail(pen: Renderer, view: PayView): Html | undefined {
  const { asked, address } = view.email
  const { words } = pen
  if (asked === 'HIDE') return undefined
  if (asked === 'READ_ONLY')
    return address === undefined
      ? undefined
      : html`<section class="group shown"><h2>${words.fields.email.label}</h2><p><bdi>${address}</bdi></p></section>`
  return html`<fieldset class="group"><legend class="unseen">${words.contact}</legend>
${renderField(pen, view, 'email', {
  autocomplete: 'email',
  type: 'email',
  inputmode: 'email',
  kind: 'email',
  lengthMax: 254,
  isOptional: asked === 'OPTIONAL',
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

export function renderBilling(pen: Renderer, view: PayView): Html | undefined {
  const { asked, address } = view.billing
  const { words, locale } = pen
  if (asked === 'HIDE') return undefined
  if (asked === 'READ_ONLY') {
    if (Object.values(address).every((value) => value === undefined)) return undefined
    return html`<section class="group shown"><h2>${words.billingAddress}</h2>${renderAddress(pen, address)}</section>`
  }
  const isOptional = asked === 'OPTIONAL'
  const countries = countriesIn(locale).map(({ code, name }) => ({ value: code, name }))
  return html`<fieldset class="group"><legend>${words.billingAddress}${
    isOptional && html` <span class="optional">(${words.optional})</span>`
  }</legend>
${billingFields.map(({ name, member, options }) =>
  renderField(pen, view, name, {
    ...options,
    ...(member === 'country' && { choices: countries }),
    value: address[member],
    // Said once above, where all of it is.
    ...(isOptional ? { isRequired: false } : { isOptional: !mandatoryBillingFields.includes(name) }),
  }),
)}
</fieldset>`
}
