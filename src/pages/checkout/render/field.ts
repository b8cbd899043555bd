// A field of the form with its label, its hint and the place for its error; and the fields about the payer.

import { countriesIn } from '../../../kernel/country.ts'
import { attributes, type Html, html } from '../../../platform/html/html.ts'
import { type FormField, mandatoryBillingFields } from '../form-fields.ts'
import type { AddressView, PayView } from '../page-view.ts'
import type { Renderer } from './document.ts'
import { renderAddress } from './order-summary.ts'

export type VisibleField = Exclude<FormField, 'attempt' | 'device' | 'source'>

export interface FieldOptions {
  readonly autocomplete: string
  readonly inputmode?: 'email' | 'numeric' | 'text' | undefined
  readonly type?: 'email' | 'text' | undefined
  readonly lengthMax?: number | undefined
  /** Optional, and labelled so. */
  readonly isOptional?: boolean | undefined
  /** Optional, and labelled so above. */
  readonly isRequired?: boolean | undefined
  /** Numbers run from left to right in every language. */
  readonly isNumber?: boolean | undefined
  readonly isHalf?: boolean | undefined
  readonly value?: string | undefined
  readonly hint?: string | undefined
  /** For the script: what to check and how to format it. */
  readonly kind?: string | undefined
  readonly data?: Readonly<Record<string, string | boolean>> | undefined
  readonly placeholder?: string | undefined
  /** Drawn into the end of the box. */
  readonly ornament?: Html | undefined
  /** In place of a text input. */
  readonly choices?: readonly { readonly value: string; readonly name: string }[] | undefined
}

export function renderField(renderer: Renderer, view: PayView, name: VisibleField, options: FieldOptions): Html {
  const { label } = renderer.texts.fields[name]
  const { choices, isHalf, hint, ornament } = options
  return html`<div class="field${isHalf && ' half'}">
${renderLabel(renderer, name, label, options.isOptional)}
<div class="box${choices && ' box-choice'}">
${choices ? renderChoices(renderer, view, name, options, choices) : renderInput(renderer, view, name, options)}${ornament}
</div>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${renderFault(renderer, view, name)}
</div>`
}

function renderLabel({ texts }: Renderer, name: VisibleField, label: string, isOptional = false): Html {
  return html`<label for="${name}">${label}${isOptional && html` <span class="optional">(${texts.optional})</span>`}</label>`
}

export function renderInput(
  renderer: Renderer,
  view: PayView,
  name: VisibleField,
  options: FieldOptions,
  faultId?: string,
): Html {
  const { autocomplete, inputmode, lengthMax, isNumber, kind, placeholder, value, type = 'text' } = options
  return html`<input${attributes({
    ...controlAttributes(renderer, view, name, options, faultId),
    type,
    autocomplete,
    inputmode,
    maxlength: lengthMax,
    placeholder,
    // A phone would otherwise correct names and capitalise codes.
    autocapitalize: kind === undefined ? undefined : 'off',
    spellcheck: 'false',
    dir: isNumber || type === 'email' ? 'ltr' : undefined,
    value: unrepeated.includes(name) ? undefined : (view.values[name] ?? value),
  })}>`
}

function renderChoices(
  renderer: Renderer,
  view: PayView,
  name: VisibleField,
  options: FieldOptions,
  choices: NonNullable<FieldOptions['choices']>,
): Html {
  const chosen = view.values[name] ?? options.value ?? ''
  return html`<select${attributes({
    ...controlAttributes(renderer, view, name, options),
    autocomplete: options.autocomplete,
  })}><option value="">${renderer.texts.choose}</option>
${choices.map(
  (choice) =>
    html`<option${attributes({ value: choice.value, selected: choice.value === chosen })}>${choice.name}</option>`,
)}</select>`
}

function controlAttributes(
  renderer: Renderer,
  view: PayView,
  name: VisibleField,
  options: FieldOptions,
  faultId = `${name}-fault`,
) {
  const { isOptional = false, isRequired = !isOptional, hint, kind, data } = options
  const { missing, invalid } = renderer.texts.fields[name]
  return {
    class: kind?.startsWith('expiry') ? 'part' : 'control',
    id: name,
    name,
    'aria-required': isRequired ? 'true' : undefined,
    'aria-invalid': view.faults[name] === undefined ? undefined : 'true',
    'aria-describedby': [hint === undefined ? '' : `${name}-hint`, faultId].filter(Boolean).join(' '),
    'data-kind': kind,
    'data-missing': missing,
    'data-invalid': invalid,
    ...Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [`data-${key}`, value])),
  }
}

/** Payment details are never put into markup again. */
const unrepeated: readonly VisibleField[] = [
  'cardNumber',
  'securityCode',
  'giftCardNumber',
  'giftCardPin',
  'achAccountNumber',
  'achAccountNumberAgain',
]

/** Empty until there is an error; the script also writes into it. */
export function renderFault(renderer: Renderer, view: PayView, ...names: readonly VisibleField[]): Html {
  const faulty = names.find((name) => view.faults[name] !== undefined)
  const text = faulty === undefined ? undefined : faultText(renderer, view, faulty)
  return html`<p class="fault" id="${faultIdOf(names)}">${text}</p>`
}

/** Month and year share one. */
export function faultIdOf(names: readonly VisibleField[]): string {
  return names.length > 1 ? 'expiry-fault' : `${names[0]}-fault`
}

export function faultText({ texts }: Renderer, { faults }: PayView, name: VisibleField | 'source'): string {
  const fault = faults[name]
  return fault === undefined ? '' : texts.fields[name][fault]
}

/** The payer: email and billing address, as fields or only shown. */
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
