// The shipping address on provider A's page: shown or not, fixed or editable.

import type { PayerAtProvider } from '../../../../payments/index.ts'
import { attributes, type Html, html } from '../../../../platform/html/html.ts'
import { offers } from '../conventions.ts'
import type { PaymentPageDetails } from '../provider-line.ts'

type Values = Readonly<Record<string, string>>

interface AddressField {
  readonly name: string
  readonly label: string
  readonly part: 'address' | 'contact'
  readonly lengthMax: number
  readonly isRequired: boolean
  readonly autocomplete: string
  /** Fields that the gateway would not accept. */
  readonly pattern?: RegExp
}

const fields: readonly AddressField[] = [
  {
    name: 'firstName',
    label: 'First name',
    part: 'contact',
    lengthMax: 50,
    isRequired: true,
    autocomplete: 'given-name',
  },
  {
    name: 'lastName',
    label: 'Last name',
    part: 'contact',
    lengthMax: 50,
    isRequired: true,
    autocomplete: 'family-name',
  },
  { name: 'street', label: 'Street', part: 'address', lengthMax: 100, isRequired: true, autocomplete: 'address-line1' },
  {
    name: 'street2',
    label: 'Second line',
    part: 'address',
    lengthMax: 100,
    isRequired: false,
    autocomplete: 'address-line2',
  },
  { name: 'city', label: 'City', part: 'address', lengthMax: 100, isRequired: true, autocomplete: 'address-level2' },
  {
    name: 'postcodeZip',
    label: 'Postcode',
    part: 'address',
    lengthMax: 10,
    isRequired: true,
    autocomplete: 'postal-code',
    pattern: /^[0-9A-Za-z -]*$/,
  },
  {
    name: 'stateProvince',
    label: 'State',
    part: 'address',
    lengthMax: 20,
    isRequired: false,
    autocomplete: 'address-level1',
  },
  {
    name: 'country',
    label: 'Country',
    part: 'address',
    lengthMax: 3,
    isRequired: true,
    autocomplete: 'country',
    pattern: /^[A-Z]{3}$/,
  },
]

/** The payer's address at the provider, where the merchant gives none. */
const addressOnFile: Values = {
  firstName: 'Robin',
  lastName: 'Sample',
  street: '1 Sample Street',
  city: 'Springfield',
  postcodeZip: '12345',
  country: 'USA',
}

export function isShippingEditable({ isShippingShown, isShippingFixed }: PaymentPageDetails): boolean {
  return isShippingShown && !isShippingFixed
}

function givenShippingValues({ shipping }: PaymentPageDetails): Values {
  const merchantValues = { ...shipping?.contact, ...shipping?.address } as Values
  return Object.keys(merchantValues).length === 0 ? addressOnFile : merchantValues
}

/** `typed` is the payer's input that could not be accepted, and `wrong` the fields it is about. */
export function renderShipping(
  details: PaymentPageDetails,
  { typed, wrong = [] }: { readonly typed?: Values; readonly wrong?: readonly string[] } = {},
): Html | undefined {
  if (!details.isShippingShown) return undefined
  const values = typed ?? givenShippingValues(details)
  if (!isShippingEditable(details)) return renderFixed(details)
  return html`<fieldset class="shipping"><legend>Ship to</legend>${fields.map((field) =>
    renderField(field, values[field.name] ?? '', wrong.includes(field.name)),
  )}</fieldset>`
}

function renderFixed({ shipping }: PaymentPageDetails): Html {
  const { firstName, lastName } = shipping?.contact ?? {}
  const { street, street2, postcodeZip, city, stateProvince, country } = shipping?.address ?? {}
  const lines = [[firstName, lastName], [street], [street2], [postcodeZip, city], [stateProvince, country]].map(
    (parts) => parts.filter((part) => part !== undefined).join(' '),
  )
  const filledLines = lines.filter((line) => line !== '')
  return html`<section class="shipping"><h2>Ship to</h2><address>${
    filledLines.length === 0
      ? 'The shop has not provided an address.'
      : filledLines.map((line) => html`<span class="line">${line}</span>`)
  }</address><p class="hint">The shop has fixed this address.</p></section>`
}

function renderField(field: AddressField, value: string, isWrong: boolean): Html {
  const { name, label, lengthMax, isRequired, autocomplete } = field
  const id = `shipping-${name}`
  const error = isWrong && html`<span class="error" id="${id}-error">Please check this.</span>`
  const inputAttributes = { id, name, 'aria-invalid': isWrong && 'true', 'aria-describedby': isWrong && `${id}-error` }
  const input =
    name === 'country'
      ? html`<select${attributes({ ...inputAttributes, autocomplete })}>${countries(value).map(
          (each) => html`<option${attributes({ selected: each === value })}>${each}</option>`,
        )}</select>`
      : html`<input${attributes({
          ...inputAttributes,
          value,
          autocomplete,
          maxlength: lengthMax,
          required: isRequired,
        })}>`
  return html`<p class="field"><label for="${id}">${label}${!isRequired && ' (optional)'}</label>${input}${error}</p>`
}

/** The address from the merchant may be none of the provider's own. */
function countries(country: string): readonly string[] {
  const offered = offers.PROVIDER_A.countries
  return /^[A-Z]{3}$/.test(country) && !offered.includes(country) ? [country, ...offered] : offered
}

export type ShippingResult =
  | { readonly kind: 'READ'; readonly shipping: NonNullable<PayerAtProvider['shipping']> }
  | { readonly kind: 'WRONG'; readonly typed: Values; readonly wrong: readonly string[] }

/** The payer's input in the form. */
export function readShipping(form: URLSearchParams): ShippingResult {
  const typed = Object.fromEntries(fields.map(({ name }) => [name, (form.get(name) ?? '').trim()]))
  const wrong = fields.filter((field) => !isTakeable(field, typed[field.name] ?? '')).map(({ name }) => name)
  if (wrong.length > 0) return { kind: 'WRONG', typed, wrong }
  const partOf = (wanted: AddressField['part']) =>
    Object.fromEntries(
      fields.filter(({ part, name }) => part === wanted && typed[name]).map(({ name }) => [name, typed[name]]),
    )
  return { kind: 'READ', shipping: { address: partOf('address'), contact: partOf('contact') } }
}

function isTakeable({ lengthMax, isRequired, pattern }: AddressField, text: string): boolean {
  if (text === '') return !isRequired
  return [...text].length <= lengthMax && !/\p{Cc}/u.test(text) && text.isWellFormed() && (pattern?.test(text) ?? true)
}
